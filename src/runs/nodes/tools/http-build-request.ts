import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { readJson } from '../../../core/base/read-json.ts'
import { bareFailure } from '../stop-and-error.ts'
import { fileOf } from './binary-file.ts'
import { setAt } from './field-path.ts'
import { type BodyEncoding, type BuiltRequest, withQuery } from './http-built-request.ts'
import { authenticate } from './http-credential.ts'
import { loginIn, sentHeaders } from './http-headers.ts'
import { partOf } from './http-multipart.ts'
import { hasPages, invalidPageUrl } from './http-pagination.ts'
import { SECRET } from './http-wire-request.ts'
import { jsonErrorMessage } from './json-errors.ts'
import { type FileDescription, type NodeContext, NodeFailure } from './node-context.ts'
import type { ListForm } from './query-text.ts'

const ACCEPT_ANY =
  'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7'
const ACCEPT: Record<string, string> = {
  json: 'application/json,text/*;q=0.99',
  text: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.1',
  string: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.1',
}

/**
 * Builds the request of one item from the node's parameters, of all its versions.
 *
 * @throws NodeFailure for an invalid address, or invalid JSON
 */
export async function buildRequest(context: NodeContext, itemIndex: number): Promise<BuiltRequest> {
  const address = addressOf(context.parameter('url', itemIndex, ''))
  const read = context.typeVersion < 3 ? readOld(context, itemIndex) : readNew(context, itemIndex)
  const headers: Record<string, string> = { ...read.headers }
  const { contentType, isTypeFixed } = read
  if (contentType !== undefined && (isTypeFixed || !('content-type' in headers))) headers['content-type'] = contentType
  const statedType = read.encoding === 'text' && !isTypeFixed ? read.headers['content-type'] : headers['content-type']
  headers.accept ??= ACCEPT[read.responseFormat] ?? ACCEPT_ANY
  const query = { ...read.query }
  const credential = await authenticate(context, itemIndex, query, headers)
  if (!URL.canParse(address)) {
    throw hasPages(context) ? invalidPageUrl(context, itemIndex, undefined, 'URL') : invalidUrl(address, itemIndex)
  }
  const login = loginIn(new URL(address))
  if (login && headers.authorization !== `Basic ${SECRET}`) headers.authorization = login
  const request = {
    method: read.method,
    address,
    query,
    lists: read.lists,
    url: address,
    headers,
    ...(read.body === undefined ? {} : { ...sentBody(read, statedType), files: read.files }),
    ...(credential ? { credential } : {}),
  }
  return withQuery(request, address, query)
}

/**
 * The body as its content type has it: a form, or JSON of any value. Without such a type a text is sent as it is, and
 * nothing for 0 and false.
 */
function sentBody({ body, encoding }: Body, type = ''): Pick<Body, 'body' | 'encoding'> {
  if (encoding === 'form' && typeof body === 'string') return { body, encoding: 'text' }
  if (encoding !== 'text' && encoding !== 'json') return { body, encoding }
  const isObject = typeof body === 'object' && body !== null
  if (type === FORM.contentType && typeof body !== 'string') return { body: isObject ? body : {}, encoding: 'form' }
  if (type.includes(MULTIPART.contentType)) return { body: isObject ? body : {}, encoding: 'multipart' }
  if (isObject) return { body: encoding === 'text' ? JSON.stringify(body) : body, encoding }
  if (!type.includes('application/json')) return { body: body || '', encoding: 'text' }
  return { body: encoding === 'text' ? jsonText(body) : body, encoding }
}

/** A text that is JSON stays as it is. */
const jsonText = (body: unknown) =>
  typeof body === 'string' && readJson(body) !== undefined ? body.trim() : JSON.stringify(body)

interface Read extends Body {
  method: string
  query: Record<string, unknown>
  lists: ListForm
  headers: Record<string, string>
  responseFormat: string
}

interface Body {
  body: unknown
  contentType: string | undefined
  /** Whether it stands in the place of one among the headers. */
  isTypeFixed?: boolean
  encoding: BodyEncoding
  files: Record<string, FileDescription>
}

type Parameter = (path: string, fallback?: unknown) => unknown

function readNew(context: NodeContext, itemIndex: number): Read {
  const parameter: Parameter = (path, fallback) => context.parameter(path, itemIndex, fallback)
  const method = String(parameter('method', 'GET')).toUpperCase()
  const body = parameter('sendBody', false) === true ? bodyOf(context, itemIndex, method) : undefined
  const fields = (what: 'Query' | 'Headers', form: string, titled: string): Record<string, unknown> => {
    if (parameter(`send${what}`, false) !== true) return {}
    if (parameter(`specify${what}`, 'keypair') === 'json') {
      const read = parsedJson(parameter(`json${what}`, ''), titled, itemIndex)
      return fieldsIn(what === 'Query' ? queryIn(read) : read)
    }
    const named = recordsOf(parameter(`${form}.parameters`, []))
    return namedValues(what === 'Query' ? named : named.filter(({ name }) => name), context.typeVersion >= 4.3)
  }
  const query = fields('Query', 'queryParameters', 'JSON Query Parameters')
  return {
    method,
    query,
    lists: LIST_FORMS.find(form => form === parameter('options.queryParameterArrays')) ?? 'indices',
    headers: sentHeaders(fields('Headers', 'headerParameters', 'JSON Headers')),
    ...NO_BODY,
    ...body,
    responseFormat: responseFormatOf(parameter),
  }
}

const responseFormatOf = (parameter: Parameter) =>
  String(parameter('options.response.response.responseFormat', 'autodetect'))

/** The parameters of the first two versions. */
function readOld(context: NodeContext, itemIndex: number): Read {
  const parameter: Parameter = (path, fallback) => context.parameter(path, itemIndex, fallback)
  const isJson = parameter('jsonParameters', false) === true
  const contentType = String(parameter('options.bodyContentType', 'json'))
  const fields = (name: string, titled: string): unknown => {
    if (!isJson) {
      const listed = parameter(`${name}Ui.parameter`)
      return Array.isArray(listed) ? recordsOf(listed) : ''
    }
    const given = parameter(`${name}Json`, '')
    if (given === '' || contentType === 'raw' || typeof given === 'object') return given
    return jsonOf(given, titled, itemIndex, oldJsonMessage)
  }
  const method = String(parameter('requestMethod', 'GET')).toUpperCase()
  const body =
    isJson && parameter('sendBinaryData', false) === true
      ? oldFiles(context, itemIndex, contentType)
      : oldBody(context, fields('bodyParameters', 'Body Parameters'), { isJson, contentType, method })
  const headers = sentHeaders(oldHeaders(fields('headerParameters', 'Headers'), isJson))
  const query = fields('queryParameters', 'Query Parameters')
  const custom = textOf(parameter('options.bodyContentCustomMimeType', '')) || undefined
  const responseFormat = String(parameter('responseFormat', 'json'))
  return {
    method,
    query:
      !isJson && Array.isArray(query) ? namedValues(query, true, true) : fieldsIn(query === '' ? {} : queryIn(query)),
    lists: parameter('options.useQueryString', false) === true ? 'repeat' : 'indices',
    headers,
    ...NO_BODY,
    ...body,
    ...(custom === undefined
      ? typeOfFile(contentType, method, responseFormat, body?.body)
      : { contentType: custom, isTypeFixed: true }),
    responseFormat,
  }
}

function oldBody(
  { typeVersion }: NodeContext,
  given: unknown,
  { isJson, contentType, method }: { isJson: boolean; contentType: string; method: string },
): Partial<Body> | undefined {
  if (given === '') return undefined
  const values = !isJson && Array.isArray(given) ? namedValues(given, false) : given
  const encoding = oldEncoding(contentType, method)
  return { ...encoding, body: encoding.encoding === 'multipart' ? partsOf(values, typeVersion) : values }
}

/** The files that a node of the first two versions sends in the place of its body. @throws NodeFailure for a missing one */
function oldFiles(context: NodeContext, itemIndex: number, contentType: string): Partial<Body> {
  const given = textOf(context.parameter('binaryPropertyName', itemIndex, 'data'))
  const fileNamed = (name: string) => fileOf(context.items[itemIndex], name, itemIndex)
  if (contentType === 'raw') {
    const file = fileNamed(given)
    return { ...RAW, body: `<file ${file.fileName ?? given}>`, encoding: 'file', files: { '': file } }
  }
  const fail = (message: string) => new NodeFailure(message, { context: { itemIndex } })
  if (contentType !== 'multipart-form-data') {
    throw fail(
      'Sending binary data is only supported when option "Body Content Type" is set to "RAW/CUSTOM" or "FORM-DATA/MULTIPART"!',
    )
  }
  const names = given.split(',').map(name => name.trim())
  const files: Record<string, FileDescription> = {}
  const body: Record<string, unknown> = {}
  for (const each of names) {
    const [field = '', name = ''] = each.includes(':') ? each.split(':') : ['file', each]
    if (!each.includes(':') && names.length > 1) {
      throw fail(
        'If more than one property should be send it is needed to define the in the format:<code>"sendKey1:binaryProperty1,sendKey2:binaryProperty2"</code>',
      )
    }
    files[field] = fileNamed(name)
    body[field] = `<file ${name}>`
  }
  return { ...MULTIPART, body, files }
}

/** Headers as JSON may be a list, by its places. @throws NodeFailure for what can have no fields */
function oldHeaders(given: unknown, isJson: boolean): Record<string, unknown> {
  if (!isJson) {
    const fields = recordsOf(given)
    const unnamed = fields.find(({ name }) => name === undefined || name === null)
    if (unnamed) throw bareFailure(`Cannot read properties of ${unnamed.name} (reading 'toString')`)
    return namedValues(fields, false)
  }
  if (given === '') return {}
  if (given === null) throw bareFailure("Cannot read properties of null (reading 'accept')")
  if (typeof given === 'object') return fieldsIn(given)
  throw bareFailure(`Cannot create property 'accept' on ${typeof given} '${given}'`)
}

const partsOf = (fields: unknown, typeVersion: number) =>
  isRecord(fields)
    ? Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, partOf(value, typeVersion)]))
    : fields

/** Where a file is expected, a request that writes says JSON even without a body. */
const typeOfFile = (contentType: string, method: string, responseFormat: string, body: unknown) =>
  responseFormat === 'file' && contentType !== 'raw' && body === undefined && isWriting(method)
    ? { contentType: 'application/json' }
    : {}

const isWriting = (method: string) => ['PATCH', 'POST', 'PUT'].includes(method)

function oldEncoding(contentType: string, method: string): Partial<Body> {
  if (contentType === 'form-urlencoded' && isWriting(method)) return FORM
  if (contentType === 'multipart-form-data' && isWriting(method)) return MULTIPART
  if (contentType !== 'raw') return JSON_BODY
  return isWriting(method) ? RAW : { encoding: 'text' }
}

const LIST_FORMS = ['indices', 'brackets', 'repeat'] as const

/**
 * Of those with the same name the last, or all as a list.
 *
 * @param isTextAlone whether a list only begins with a text
 */
function namedValues(
  parameters: readonly Record<string, unknown>[],
  areKept: boolean,
  isTextAlone = false,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, value } of parameters) {
    const key = String(name)
    const known = Object.hasOwn(values, key) ? values[key] : undefined
    const isReplaced =
      !areKept || known === undefined || (isTextAlone && !Array.isArray(known) && typeof known !== 'string')
    if (isReplaced) values[key] = value
    else values[key] = Array.isArray(known) ? [...known, value] : [known, value]
  }
  return values
}

/** A list or a text by its places. */
const fieldsIn = (value: unknown) =>
  recordOf(Array.isArray(value) || typeof value === 'string' ? Object.fromEntries(Object.entries(value)) : value)

/** A query as JSON: a text has no fields. @throws NodeFailure for nothing */
function queryIn(read: unknown): unknown {
  const message = 'Cannot convert undefined or null to object'
  if (read === null) throw new NodeFailure(message, { name: 'NodeApiError', fields: { message } })
  return typeof read === 'string' ? {} : read
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const NO_BODY: Body = { body: undefined, contentType: undefined, encoding: 'json', files: {} }
const JSON_BODY = { contentType: 'application/json', encoding: 'json' } as const
/** What the request library takes a text or a file to be. */
const RAW = { contentType: 'application/x-www-form-urlencoded', isTypeFixed: false, encoding: 'text' } as const
const FORM = { contentType: 'application/x-www-form-urlencoded', isTypeFixed: true, encoding: 'form' } as const
const MULTIPART = { contentType: 'multipart/form-data', isTypeFixed: true, encoding: 'multipart' } as const

/** With these methods a form or a file is not sent as one. */
const WITHOUT_BODY = ['HEAD', 'OPTIONS', 'TRACE']

function bodyOf(context: NodeContext, itemIndex: number, method: string): Partial<Body> {
  const parameter: Parameter = (path, fallback) => context.parameter(path, itemIndex, fallback)
  const fileNamed = (name: string) => fileOf(context.items[itemIndex], name, itemIndex)
  const fields = () => recordsOf(parameter('bodyParameters.parameters', []))
  const isPlain = WITHOUT_BODY.includes(method)
  const fieldsOf = () => {
    const specified = parameter('specifyBody', 'keypair')
    if (specified === 'json') return jsonOf(parameter('jsonBody', ''), 'JSON Body', itemIndex)
    if (specified === 'string') return fieldsOfText(parameter('body', ''))
    if (context.typeVersion < 4 || parameter('contentType', 'json') !== 'json')
      return namedValues(fields(), context.typeVersion >= 4.3)
    const body: Record<string, unknown> = {}
    for (const { name, value } of fields()) setAt(body, String(name), value)
    return body
  }
  switch (parameter('contentType', 'json')) {
    case 'form-urlencoded':
      return { ...(isPlain ? JSON_BODY : FORM), body: fieldsOf() }
    case 'multipart-form-data': {
      const files: Record<string, FileDescription> = {}
      const values = fields().flatMap(({ name, value, parameterType, inputDataFieldName }) => {
        if (parameterType !== 'formBinaryData') return [{ name, value: partOf(value, context.typeVersion) }]
        if (!inputDataFieldName) {
          if (context.typeVersion < 4.2) return []
          throw new NodeFailure("Cannot read properties of undefined (reading 'value')")
        }
        files[String(name)] = fileNamed(textOf(inputDataFieldName))
        return [{ name, value: `<file ${inputDataFieldName}>` }]
      })
      const body = namedValues(values, context.typeVersion >= 4.2)
      const hasForm = context.typeVersion >= 4.2 && values.length > 0
      // the request library finds no fields in such a form
      if (isPlain && hasForm && !['autodetect', 'file'].includes(responseFormatOf(parameter)))
        return { ...JSON_BODY, body: null }
      const isForm = !isPlain || hasForm
      return { ...(isForm ? MULTIPART : JSON_BODY), body, files }
    }
    case 'raw': {
      const contentType = textOf(parameter('rawContentType', ''))
      if (isPlain) return { contentType, isTypeFixed: true }
      return { body: parameter('body', ''), contentType, isTypeFixed: true, encoding: 'text' }
    }
    case 'binaryData': {
      if (isPlain) return {}
      const name = textOf(parameter('inputDataFieldName', ''))
      const file = fileNamed(name)
      const contentType = textOf(file.mimeType) || 'application/octet-stream'
      return { body: `<file ${file.fileName ?? name}>`, contentType, encoding: 'file', files: { '': file } }
    }
    default: {
      const body = fieldsOf()
      // what is no object is sent as the text of a form
      const isForm = body !== undefined && (typeof body !== 'object' || body === null)
      return { ...JSON_BODY, ...(isForm ? { ...FORM, isTypeFixed: false, encoding: 'text' } : {}), body }
    }
  }
}

/** Whether a request cannot be sent, for its body is a number or a truth value that is not JSON. */
export const hasScalarBody = ({ body, encoding }: BuiltRequest) =>
  encoding === 'text' && (typeof body === 'number' || typeof body === 'boolean')

const jsonMessage = (title: string) => `The value in the "${title}" field is not valid JSON`
const oldJsonMessage = (title: string) =>
  `The data in "${title}" is no valid JSON. Set Body Content Type to "RAW/Custom" for XML or other types of payloads`

/** @throws NodeFailure for text that is no JSON */
function jsonOf(given: unknown, title: string, itemIndex: number, message = jsonMessage): unknown {
  return typeof given === 'object' && given !== null ? given : parsedJson(given, title, itemIndex, message)
}

/** The same, of text alone. */
function parsedJson(given: unknown, title: string, itemIndex: number, message = jsonMessage): unknown {
  try {
    return JSON.parse(String(given))
  } catch (error) {
    const description = message === jsonMessage ? { description: jsonErrorMessage(given, error) } : {}
    throw new NodeFailure(message(title), { context: { itemIndex }, ...description })
  }
}

/** @throws NodeFailure for a list that does not hold pairs */
function fieldsOfText(given: unknown): Record<string, unknown> {
  if (isRecord(given)) return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  if (!Array.isArray(given)) return Object.fromEntries(new URLSearchParams(textOf(given)))
  if (given.every(pair => Array.isArray(pair) && pair.length === 2)) {
    return Object.fromEntries(new URLSearchParams(given.map(pair => pair.map(String))))
  }
  throw new NodeFailure('Each query pair must be an iterable [name, value] tuple')
}

/** @throws NodeFailure for what is no address */
function addressOf(given: unknown): string {
  if (typeof given !== 'string') {
    throw new NodeFailure(`URL parameter must be a string, got ${given === null ? 'null' : typeof given}`)
  }
  const address = given.trim()
  if (address === '') throw new NodeFailure('URL parameter cannot be empty')
  if (/^https?:\/\//.test(address)) return address
  throw new NodeFailure(`Invalid URL: ${address}. URL must start with "http" or "https".`)
}

const invalidUrl = (input: string, itemIndex: number) =>
  new NodeFailure('Invalid URL', {
    name: 'NodeApiError',
    context: { itemIndex },
    httpCode: 'ERR_INVALID_URL',
    fields: { message: 'Invalid URL', code: 'ERR_INVALID_URL', input },
  })
