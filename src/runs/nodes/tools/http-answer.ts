import { decoded } from '../../../core/base/decoded.ts'
import { late } from '../../../core/base/late-modules.ts'
import type { Item, NodeItem } from '../../../core/model/run-data.ts'
import { bareFailure } from '../stop-and-error.ts'
import { endingOf, typeByName } from './file-type.ts'
import type { BuiltRequest } from './http-built-request.ts'
import { decodedBody } from './http-charset.ts'
import type { HttpAnswer } from './http-mock.ts'
import { redirectsOf } from './http-redirect.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

/** Content types that are files, where the node detects the format itself. */
const FILES =
  'image/ audio/ video/ application/octet-stream application/gzip application/zip application/vnd.rar application/epub+zip application/x-bzip application/x-bzip2 application/x-cdf application/vnd.amazon.ebook application/msword application/vnd.openxmlformats-officedocument.wordprocessingml.document application/vnd.ms-fontobject application/vnd.oasis.opendocument.presentation application/pdf application/x-tar application/vnd.visio application/vnd.ms-excel application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/x-7z-compressed'.split(
    ' ',
  )

/** How a node reads the answers to the requests of an item. */
export interface Reading {
  /** `autodetect`, `json`, `text` or `file`; before version 3 `string` for text. */
  format: string
  /** Whether the body comes as a stream: it is read only where the node detects the format, or pages are read. */
  isStream: boolean
  isFull: boolean
  isNeverError: boolean
  /** Under which name a text or a file is put. */
  field: string
}

export function readingOf(context: NodeContext, itemIndex: number): Reading {
  const isOld = context.typeVersion < 3
  const read = (name: string, fallback: unknown) =>
    context.parameter(`options.${isOld ? name : `response.response.${name}`}`, itemIndex, fallback)
  const format = String(
    isOld ? context.parameter('responseFormat', itemIndex, 'json') : read('responseFormat', 'autodetect'),
  )
  const isRaw = context.parameter(isOld ? 'options.bodyContentType' : 'contentType', itemIndex) === 'raw'
  return {
    format,
    isStream: format === 'autodetect' || format === 'file' || isRaw,
    isFull: read('fullResponse', false) === true,
    isNeverError: read(isOld ? 'ignoreResponseCode' : 'neverError', false) === true,
    field: String(
      isOld ? context.parameter('dataPropertyName', itemIndex, 'data') : read('outputPropertyName', 'data'),
    ),
  }
}

export interface Answered {
  answer: HttpAnswer
  /** The request that it answers, after redirects. */
  request: BuiltRequest
  /** The body as it was read to ask for the next page. */
  page?: { body: unknown }
}

/** The body of a page, as expressions read it too: an empty object where it should be JSON and is not. */
export function pageBody(answer: HttpAnswer, { format, isStream }: Reading): unknown {
  if (format === 'file') return undefined
  if (!isStream) return plainBody(answer)
  const text = decodedBody(answer)
  if (!typeOf(answer).includes('application/json')) return text
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The body of a single answer. @throws NodeFailure where it should be JSON and is not */
function answerBody(answer: HttpAnswer, { format, isNeverError }: Reading): unknown {
  if (format === 'file') return undefined
  if (format !== 'autodetect') return plainBody(answer)
  if (!typeOf(answer).includes('application/json')) return isFile(answer) ? undefined : decodedBody(answer) || undefined
  const text = decodedBody(answer)
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    if (isNeverError) return {}
    throw bareFailure('Invalid JSON in response body')
  }
}

/** What an answer with a failing status says, in its error. */
export const failedBody = (answer: HttpAnswer, { isStream }: Reading): unknown =>
  isStream ? decodedBody(answer) : (plainBody(answer) ?? '')

/** JSON as what it says, other text as it is; nothing where it is empty. */
function plainBody({ bytes }: HttpAnswer): unknown {
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const typeOf = ({ headers }: HttpAnswer): string => headers['content-type'] ?? ''
const isFile = (answer: HttpAnswer) => FILES.some(type => typeOf(answer).includes(type))

/** What a node puts out for an answer: by its response format, each entry of a JSON list as an item; an empty body is none. */
export async function answerItems(
  context: NodeContext,
  itemIndex: number,
  answered: Answered,
  reading: Reading,
): Promise<NodeItem[]> {
  const { answer, page } = answered
  const { format: asked, isStream, isFull, field } = reading
  const body = page ? page.body : answerBody(answer, reading)
  const isOld = context.typeVersion < 3
  const pairedItem = { item: itemIndex }
  const format = asked === 'autodetect' ? detected(answer) : asked === 'string' ? 'text' : asked
  if (isStream && !page && asked !== 'autodetect' && asked !== 'file')
    return [unreadItem(context, answered, reading, itemIndex)]
  if (format === 'file') {
    // the pages were read as text already
    if (asked === 'autodetect' && page) throw bareFailure('stream.on is not a function')
    const { json, binary } = context.items[itemIndex] ?? { json: {} }
    const file = await fileOf(
      context,
      itemIndex,
      answered,
      isOld ? undefined : (outputName(context, itemIndex) ?? 'data'),
    )
    return [{ json: isFull ? fullJson(answer) : json, binary: { ...binary, [field]: file }, pairedItem }]
  }
  if (format === 'text') {
    const text = !isOld && typeof body === 'object' && body !== null ? JSON.stringify(body) : body
    return [{ json: { [field]: text, ...(isFull ? fullJson(answer) : {}) }, pairedItem }]
  }
  const value = jsonIn(body, isOld, itemIndex)
  if (isFull) return [{ json: { body: value, ...fullJson(answer) }, pairedItem }]
  const isSplit = !isOld || context.parameter('options.splitIntoItems', itemIndex, false) === true
  const values = isSplit && Array.isArray(value) ? value : [value]
  return values.map(each => ({ json: (each === null ? {} : each) as Item, pairedItem }))
}

/**
 * The answer to a raw body whose format is not left to the node: it is a stream that nothing reads. As text it fails from
 * version 3 on, else the stream itself is put out, without anything of the answer.
 */
function unreadItem(
  context: NodeContext,
  { answer }: Answered,
  { format, isFull, field }: Reading,
  itemIndex: number,
): NodeItem {
  if (format === 'text') throw bareFailure(UNREAD_TEXT)
  context.hint(context.typeVersion < 3 ? UNREAD_OLD : UNREAD_JSON)
  if (format === 'string') {
    return { json: { [field]: {}, ...(isFull ? fullJson(answer) : {}) }, pairedItem: { item: itemIndex } }
  }
  return { json: isFull ? { body: {}, ...fullJson(answer) } : {}, pairedItem: { item: itemIndex } }
}

const UNREAD_TEXT = 'Converting circular structure to JSON'
const UNREAD_OLD =
  'The answer to a raw body is not read in this version of the node, here as in the service: take a newer one'
const UNREAD_JSON =
  'The answer to a raw body is not read with the response format JSON, here as in the service: leave the format to the node ("Autodetect")'

function outputName(context: NodeContext, itemIndex: number): string | undefined {
  const name = context.parameter('options.response.response.outputPropertyName', itemIndex)
  return name === undefined ? undefined : String(name)
}

function detected(answer: HttpAnswer): 'json' | 'text' | 'file' {
  if (typeOf(answer).includes('application/json')) return 'json'
  return isFile(answer) ? 'file' : 'text'
}

/** @throws NodeFailure for text that is no JSON */
function jsonIn(body: unknown, isOld: boolean, itemIndex: number): unknown {
  if (typeof body !== 'string') return body
  if (!isOld && body.trim() === '') return {}
  try {
    return JSON.parse(body)
  } catch {
    throw new NodeFailure(
      `Response body is not valid JSON. Change "Response Format" to "${isOld ? 'String' : 'Text'}"`,
      {
        context: { itemIndex },
      },
    )
  }
}

export const statusText = (status: number) => late.http.STATUS_CODES[status] ?? ''

const fullJson = ({ headers, status }: HttpAnswer): Item => ({
  headers,
  statusCode: status,
  statusMessage: statusText(status),
})

/**
 * A file by the name that the answer says, or that of its address. Where redirects are not followed, the service does not know
 * the whole address: the name is then what was asked for, with its query.
 */
async function fileOf(
  context: NodeContext,
  itemIndex: number,
  { answer, request }: Answered,
  usual: string | undefined,
) {
  const { bytes, headers } = answer
  const isFollowed = redirectsOf(context, itemIndex, request.method) > 0
  const address = new URL(request.url)
  const path =
    nameIn(headers['content-disposition']) ??
    (isFollowed ? address.pathname : address.pathname + address.search).slice(1)
  const parts = path.replace(/\/+$/, '').split('/')
  const name = parts.at(-1) || undefined
  const type = (headers['content-type'] ?? '').split(/[ ;]/, 1)[0] || typeByName(path)
  const file = await context.instance.addFile({ bytes, type: type ?? 'text/plain', name })
  const ownExtension = endingOf(name)
  const fileExtension = ownExtension ?? (type === undefined ? undefined : (file.fileExtension as string | undefined))
  const fileName =
    name ?? (usual === undefined || fileExtension === undefined ? undefined : `${usual}.${fileExtension}`)
  const directory = isFollowed && path !== '' ? address.href : isFollowed ? '' : parts.slice(0, -1).join('/')
  const { fileName: _, fileExtension: __, ...rest } = file
  return {
    ...rest,
    ...(fileName === undefined ? {} : { fileName }),
    ...(fileExtension === undefined ? {} : { fileExtension }),
    ...(directory === '' ? {} : { directory }),
  }
}

/** The file name of a `content-disposition`. */
function nameIn(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const parts = /^(attachment|inline)/.test(given) ? given : `attachment; ${given}`
  const fields = new Map(
    parts
      .split(';')
      .slice(1)
      .flatMap(part => {
        const at = part.indexOf('=')
        return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), unquoted(part.slice(at + 1).trim())] as const]
      }),
  )
  const extended = fields.get('filename*')
  return extended === undefined ? fields.get('filename') : extended.split("'")[2]
}

const unquoted = (text: string) => decoded(text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text)
