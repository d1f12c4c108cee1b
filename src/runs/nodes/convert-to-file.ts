import type { NodeItem } from '../../core/model/run-data.ts'
import { excludedIn } from './excluded-modes.ts'
import { calendarText } from './tools/calendar-text.ts'
import { valueAt } from './tools/field-path.ts'
import { endingOf, notBytes, typeByContent, typeByName, usualName } from './tools/file-type.ts'
import { forEachItem, type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, textOf } from './tools/parameters.ts'
import { csvText, htmlText, rowsOf } from './tools/spreadsheet-text.ts'
import { encoded } from './tools/text-encoding.ts'

/** Convert to File: CSV, HTML, JSON, text, base64 and plain events. Spreadsheets of other kinds are not written. */
export const convertToFile: NodeType = {
  async run(context): Promise<NodeResult> {
    const operation = textOf(context, 'operation', 0, 'csv')
    const encoding = textOf(context, 'options.encoding', 0, 'utf8')
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    switch (operation) {
      case 'csv':
      case 'html':
        return { main: [[await tableFile(context, operation)]] }
      case 'toJson':
        return { main: [await jsonFiles(context, encoding)] }
      case 'toText':
        return { main: [await forEachItem(context, (_, at) => textFile(context, at, encoding))] }
      case 'toBinary':
        return { main: [await forEachItem(context, (_, at) => binaryFile(context, at, encoding))] }
      case 'iCal':
        return calendarFiles(context)
      default:
        return { callsService: `Convert to File: ${operation}` }
    }
  },
}

interface NewFile {
  bytes: Uint8Array
  type: string
  name: string
  /** Where its name has none. */
  extension?: string
}

async function withFile(
  context: NodeContext,
  at: number,
  file: NewFile,
  pairedItem: NodeItem['pairedItem'],
): Promise<NodeItem> {
  const field = textOf(context, 'binaryPropertyName', at, 'data')
  const { fileExtension: usual, ...added } = await context.instance.addFile(file)
  // text is also what the type of a file is called that is not known
  const fileExtension = endingOf(file.name) ?? file.extension ?? (file.type === 'text/plain' ? undefined : usual)
  const binary = { ...added, ...(fileExtension === undefined ? {} : { fileExtension }) }
  return { json: {}, binary: { [field]: binary }, pairedItem }
}

const allItems = (context: NodeContext) => context.items.map((_, item) => ({ item }))
const nameOf = (context: NodeContext, at: number, usual: string) => textOf(context, 'options.fileName', at) || usual

async function tableFile(context: NodeContext, operation: 'csv' | 'html'): Promise<NodeItem> {
  const rows = rowsOf(context.items.map(({ json }) => json))
  context.checkTime()
  const hasHeader = flagOf(context, 'options.headerRow', 0, true)
  const count = (characters: number) => {
    context.checkTime()
    context.countOutput(characters)
  }
  const text =
    operation === 'csv'
      ? csvText(rows, textOf(context, 'options.delimiter', 0, ',') || ',', hasHeader, count)
      : htmlText(rows, hasHeader, count)
  const bytes = encoded(text, 'utf8', false)
  const name = nameOf(context, 0, `File.${operation}`)
  const file = { bytes, type: typeByName(name) || typeByContent(bytes), name }
  return withFile(context, 0, file, allItems(context))
}

async function jsonFiles(context: NodeContext, encoding: string): Promise<NodeItem[]> {
  const fileOf = (value: unknown, at: number): NewFile => {
    const isFormatted = flagOf(context, 'options.format', at)
    const text = JSON.stringify(value, null, isFormatted ? 2 : undefined)
    return {
      bytes: encoded(text, encoding, flagOf(context, 'options.addBOM', at)),
      type: 'application/json',
      name: nameOf(context, at, 'file.json'),
    }
  }
  if (textOf(context, 'mode', 0, 'once') === 'each') {
    return forEachItem(context, ({ json }, at) => withFile(context, at, fileOf(json, at), { item: at }))
  }
  const all = context.items.map(({ json }) => json)
  return [await withFile(context, 0, fileOf(all, 0), allItems(context))]
}

function sourceOf(context: NodeContext, at: number): unknown {
  const name = textOf(context, 'sourceProperty', at)
  const value = valueAt(context.items[at]?.json, name)
  if (value !== undefined) return value
  throw new NodeFailure(`The value in "${name}" is not set`, { context: { itemIndex: at } })
}

function textFile(context: NodeContext, at: number, encoding: string): Promise<NodeItem> {
  const value = sourceOf(context, at)
  const isJson = typeof value === 'object'
  // the service writes nothing for 0 and false
  const text = isJson ? JSON.stringify(value) : String(value || '')
  const file = {
    bytes: encoded(text, encoding, flagOf(context, 'options.addBOM', at)),
    type: isJson ? 'application/json' : 'text/plain',
    name: nameOf(context, at, 'file.txt'),
    extension: isJson ? 'json' : 'txt',
  }
  return withFile(context, at, file, { item: at })
}

function binaryFile(context: NodeContext, at: number, encoding: string): Promise<NodeItem> {
  const value = sourceOf(context, at)
  if (typeof value !== 'string' && !Array.isArray(value)) {
    throw new NodeFailure(notBytes(value), { context: { itemIndex: at } })
  }
  const isBase64 = context.typeVersion > 1 || flagOf(context, 'options.dataIsBase64', at, true)
  // a list is one of bytes
  const bytes = isBase64
    ? new Uint8Array(typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.from(value))
    : encoded(
        typeof value === 'string' ? value : JSON.stringify(value),
        encoding,
        flagOf(context, 'options.addBOM', at),
      )
  const name = textOf(context, 'options.fileName', at)
  const type = textOf(context, 'options.mimeType', at) || typeByName(name) || typeByContent(bytes)
  const file = { bytes, type, name: name || usualName(type) }
  return withFile(context, at, file, { item: at })
}

/** Events without attendees, organizer, place on the map or recurrence, and not of a whole day. */
async function calendarFiles(context: NodeContext): Promise<NodeResult> {
  const made = await forEachItem(context, (_, at) => {
    const file = {
      bytes: encoded(calendarText(context, at), 'utf8', false),
      type: 'text/calendar',
      name: textOf(context, 'additionalFields.fileName', at) || 'event.ics',
    }
    return withFile(context, at, file, { item: at })
  })
  return { main: [made] }
}
