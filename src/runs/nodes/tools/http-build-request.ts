import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { readJson } from '../../../core/base/read-json.ts'
import { fileOf } from './binary-file.ts'
import { setAt } from './field-path.ts'
import { type BodyEncoding, type BuiltRequest, withQuery } from './http-built-request.ts'
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
      if (read === null && what === 'Query') {
        throw new NodeFailure('Cannot convert undefined or null to object', { name: 'NodeApiError' })
      }
      return fieldsIn(read)
    }
    return namedValues(recordsOf(parameter(`${form}.parameters`, [])), context.typeVersion >= 4.3)
  }
  const query = fields('Query', 'queryParameters', 'JSON Query Parameters')
  return {
    method,
    query,
    lists: LIST_FORMS.find(form => form === parameter('options.queryParameterArrays')) ?? 'indices',
    headers: lowered(fields('Headers', 'headerParameters', 'JSON Headers')),
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
    if (!isJson) return recordsOf(parameter(`${name}Ui.parameter`, []))
    const given = parameter(`${name}Json`, '')
    if (given === '' || contentType === 'raw' || typeof given === 'object') return given
    return jsonOf(given, titled, itemIndex, oldJsonMessage)
  }
  const record = (value: unknown) => (Array.isArray(value) ? namedValues(value, false) : recordOf(value))
  const given = fields('bodyParameters', 'Body Parameters')
  const isList = !isJson && Array.isArray(given)
  const headers = lowered(record(fields('headerParameters', 'Headers')))
  const query = fields('queryParameters', 'Query Parameters')
  const isSet = isList ? given.length > 0 : given !== ''
  const method = String(parameter('requestMethod', 'GET')).toUpperCase()
  const body = isSet ? (isList ? namedValues(given, false) : given) : undefined
  const custom = textOf(parameter('options.bodyContentCustomMimeType', '')) || undefined
  const responseFormat = String(parameter('responseFormat', 'json'))
  return {
    method,
    query: !isJson && Array.isArray(query) ? namedValues(query, true, true) : fieldsIn(query),
    lists: parameter('options.useQueryString', false) === true ? 'repeat' : 'indices',
    headers,
    ...NO_BODY,
    ...(body === undefined ? {} : { ...oldEncoding(contentType, method), body }),
    ...(custom === undefined
      ? typeOfFile(contentType, method, responseFormat, body)
      : { contentType: custom, isTypeFixed: true }),
    responseFormat,
  }
}

/** Where a file is expected, a request that writes says JSON even without a body. */
const typeOfFile = (contentType: string, method: string, responseFormat: string, body: unknown) =>
  responseFormat === 'file' && contentType !== 'raw' && body === undefined && isWriting(method)
    ? { contentType: 'application/json' }
    : {}

const isWriting = (method: string) => ['PATCH', 'POST', 'PUT'].includes(method)

function oldEncoding(contentType: string, method: string): Partial<Body> {
  if (contentType === 'form-urlencoded' && isWriting(method)) return FORM
  if (contentType === 'multipart-form-data' && isWriting(method)) return MULTIPART
  return contentType === 'raw' ? { encoding: 'text' } : JSON_BODY
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
    const key = String(name ?? '')
    const known = Object.hasOwn(values, key) ? values[key] : undefined
    const isReplaced =
      !areKept || known === undefined || (isTextAlone && !Array.isArray(known) && typeof known !== 'string')
    if (isReplaced) values[key] = value
    else values[key] = Array.isArray(known) ? [...known, value] : [known, value]
  }
  return values
}

/** A list by its places. */
const fieldsIn = (value: unknown) => recordOf(Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : value)

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const lowered = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== '')
      .map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value),
      ]),
  )

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const NO_BODY: Body = { body: undefined, contentType: undefined, encoding: 'json', files: {} }
const JSON_BODY = { contentType: 'application/json', encoding: 'json' } as const
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
    for (const { name, value } of fields()) setAt(body, String(name ?? ''), value)
    return body
  }
  switch (parameter('contentType', 'json')) {
    case 'form-urlencoded':
      return { ...(isPlain ? JSON_BODY : FORM), body: fieldsOf() }
    case 'multipart-form-data': {
      const files: Record<string, FileDescription> = {}
      const values = fields().map(({ name, value, parameterType, inputDataFieldName }) => {
        if (parameterType !== 'formBinaryData') return { name, value }
        files[String(name ?? '')] = fileNamed(textOf(inputDataFieldName))
        return { name, value: `<file ${inputDataFieldName}>` }
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

/**
 * Sets what a credential adds, with a placeholder in the place of its secret.
 *
 * @returns the same with its secrets, as far as they are known
 */
async function authenticate(
  context: NodeContext,
  itemIndex: number,
  query: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<BuiltRequest['credential']> {
  const authentication = context.parameter('authentication', itemIndex, 'none')
  if (authentication === 'none') return undefined
  const type =
    authentication === 'predefinedCredentialType'
      ? String(context.parameter('nodeCredentialType', itemIndex, ''))
      : authentication === 'genericCredentialType'
        ? String(context.parameter('genericAuthType', itemIndex, ''))
        : OLD_TYPES[String(authentication)]
  const named = type === undefined ? undefined : context.node.credentials?.[type]
  const id = isRecord(named) && named.id != null ? String(named.id) : undefined
  if (type === undefined || id === undefined) {
    throw new NodeFailure('Credentials not found', { context: { itemIndex } })
  }
  const data = (await context.instance.credential(id))?.data ?? {}
  const set = (name: string, scheme: string, secret: unknown) => {
    headers[name] = scheme + SECRET
    return { headers: secret === undefined ? {} : { [name]: scheme + textOf(secret) }, query: {} }
  }
  switch (type) {
    case 'httpHeaderAuth':
      return set(textOf(data.name).toLowerCase() || 'authorization', '', data.value)
    case 'httpQueryAuth': {
      const name = textOf(data.name) || 'key'
      query[name] = SECRET
      return { headers: {}, query: { [name]: textOf(data.value) } }
    }
    case 'httpBasicAuth':
      return set(
        'authorization',
        'Basic ',
        Buffer.from(`${textOf(data.user)}:${textOf(data.password)}`).toString('base64'),
      )
    case 'httpDigestAuth':
      return set('authorization', 'Digest ', undefined)
    default: {
      if ('authorization' in headers) return undefined
      const { oauthTokenData } = data
      return set('authorization', 'Bearer ', isRecord(oauthTokenData) ? oauthTokenData.access_token : data.token)
    }
  }
}

const OLD_TYPES: Record<string, string> = {
  basicAuth: 'httpBasicAuth',
  digestAuth: 'httpDigestAuth',
  headerAuth: 'httpHeaderAuth',
  queryAuth: 'httpQueryAuth',
  oAuth1: 'oAuth1Api',
  oAuth2: 'oAuth2Api',
}
