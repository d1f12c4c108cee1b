import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { excludedIn } from './excluded-modes.ts'
import { bareFailure } from './stop-and-error.ts'
import { bytesOf } from './tools/binary-file.ts'
import { copyOf, removeAt, setAt, valueAt } from './tools/field-path.ts'
import { endingOf, notBytes, typeByContent, typeByName } from './tools/file-type.ts'
import { jsonErrorMessage } from './tools/json-errors.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, nameOf, textOf } from './tools/parameters.ts'
import { decoded, encoded } from './tools/text-encoding.ts'

/** Convert to/from binary data: a file as JSON or text, and JSON or text as a file. Items without it are left out. */
export const moveBinaryData: NodeType = {
  async run(context): Promise<NodeResult> {
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    const mode = String(context.parameter('mode', 0, 'binaryToJson'))
    const made: NodeItem[] = []
    for (const [at, item] of context.items.entries()) {
      context.checkTime()
      const moved = await move(context, mode, item, at)
      if (moved) made.push({ ...moved, pairedItem: { item: at } })
    }
    return { main: [made] }
  },
}

function move(context: NodeContext, mode: string, item: NodeItem, at: number) {
  if (mode === 'binaryToJson') return toJson(context, item, at)
  if (mode === 'jsonToBinary') return toBinary(context, item, at)
  throw new NodeFailure(`The operation "${mode}" is not known!`, { context: { itemIndex: at } })
}

async function toJson(context: NodeContext, item: NodeItem, at: number): Promise<NodeItem | undefined> {
  const source = textOf(context, 'sourceKey', at, 'data')
  if (valueAt(item.binary, source) === undefined) return undefined
  const { json, binary = {} } = item
  if (!Object.hasOwn(binary, source)) throw bareFailure("Cannot read properties of undefined (reading 'id')")
  const bytes = await bytesOf(context, at, source)
  const kept = flagOf(context, 'options.keepSource', at) ? binary : withoutPath(binary, source)
  if (flagOf(context, 'setAllData', at, true)) {
    return { json: parsed(textIn(context, bytes, at)) as Item, binary: kept }
  }
  const isBase64 = flagOf(context, 'options.keepAsBase64', at)
  const text = isBase64 ? Buffer.from(bytes).toString('base64') : textIn(context, bytes, at)
  const value = flagOf(context, 'options.jsonParse', at) ? parsed(text) : text
  const filled = copyOf(json)
  setAt(filled, nameOf(context, 'destinationKey', at, ''), value)
  return { json: filled, binary: kept }
}

const textIn = (context: NodeContext, bytes: Uint8Array, at: number) =>
  decoded(
    bytes,
    textOf(context, 'options.encoding', at, 'utf8') || 'utf8',
    flagOf(context, 'options.stripBOM', at, true),
  )

/** @throws NodeFailure for text that is no JSON */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw bareFailure(jsonErrorMessage(text, error))
  }
}

async function toBinary(context: NodeContext, { json, binary }: NodeItem, at: number): Promise<NodeItem | undefined> {
  const isAll = flagOf(context, 'convertAllData', at, true)
  const source = textOf(context, 'sourceKey', at, 'data')
  const value = isAll ? json : valueAt(json, source)
  if (value === undefined) return undefined
  const { bytes, isJson } = bytesFrom(context, value, at)
  const name = textOf(context, 'options.fileName', at) || undefined
  const isOld = context.typeVersion <= 1
  const given = context.parameter('options.mimeType', at, '')
  if (given && typeof given !== 'string') throw bareFailure('mimeType.startsWith is not a function')
  const known =
    textOf(context, 'options.mimeType', at) || (isJson || isOld ? 'application/json' : typeByName(name ?? ''))
  const type = known ?? typeByContent(bytes)
  const { fileName: _, fileExtension: extension, ...added } = await context.instance.addFile({ bytes, type, name })
  // what may be any text has no ending
  const fileExtension = endingOf(name) ?? (known === undefined && type === 'text/plain' ? undefined : extension)
  // the first version gives a file no name of its own
  const fileName = name ?? (isOld ? undefined : fileExtension ? `file.${fileExtension}` : 'file')
  const files = { ...binary }
  setAt(files, nameOf(context, 'destinationKey', at, 'data'), {
    ...added,
    ...(fileName === undefined ? {} : { fileName }),
    ...(fileExtension === undefined ? {} : { fileExtension }),
  })
  if (flagOf(context, 'options.keepSource', at)) return { json, binary: files }
  return { json: isAll ? {} : withoutPath(json, source), binary: files }
}

function bytesFrom(context: NodeContext, value: unknown, at: number): { bytes: Uint8Array; isJson: boolean } {
  if (flagOf(context, 'options.dataIsBase64', at)) {
    if (typeof value === 'string') return { bytes: new Uint8Array(Buffer.from(value, 'base64')), isJson: false }
    if (Array.isArray(value)) return { bytes: new Uint8Array(Buffer.from(value)), isJson: false }
    throw bareFailure(notBytes(value))
  }
  const isJson = !flagOf(context, 'options.useRawData', at) || typeof value === 'object'
  // a value that counts as false is an empty text
  const text = isJson ? JSON.stringify(value) : String(value || '')
  const encoding = textOf(context, 'options.encoding', at, 'utf8') || 'utf8'
  return { bytes: encoded(text, encoding, flagOf(context, 'options.addBOM', at)), isJson }
}

function withoutPath<Given extends Record<string, unknown>>(given: Given, path: string): Given {
  const rest = copyOf(given)
  removeAt(rest, path)
  return rest
}
