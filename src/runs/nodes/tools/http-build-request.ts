import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { type BodyEncoding, type BuiltRequest, type Page, type Pagination, withPage } from './http-pagination.ts'
import { SECRET } from './http-wire-request.ts'
import { type FileDescription, type NodeContext, NodeFailure } from './node-context.ts'
import { type ListForm, queryText, setParameter } from './query-text.ts'

const ACCEPT: Record<string, string> = {
  json: 'application/json,text/*;q=0.99',
  text: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, */*;q=0.1',
  autodetect: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
}

/**
 * Builds the request of one item from the node's parameters, of all its versions.
 *
 * @throws NodeFailure for an invalid address, or JSON that is none
 */
export async function buildRequest(
  context: NodeContext,
  itemIndex: number,
  paged?: { pagination: Pagination | undefined; page: Page },
): Promise<BuiltRequest> {
  const read = context.typeVersion < 3 ? readOld(context, itemIndex) : readNew(context, itemIndex)
  const url = addressOf(read.url, itemIndex)
  const query = queryText(read.query, read.lists)
  if (query !== '') url.search = url.search === '' ? query : `${url.search}&${query}`
  const headers: Record<string, string> = { ...read.headers }
  if (read.contentType !== undefined && !('content-type' in headers)) headers['content-type'] = read.contentType
  headers.accept ??= ACCEPT[read.responseFormat] ?? ACCEPT.autodetect ?? '*/*'
  const credential = await authenticate(context, itemIndex, url, headers)
  const request: BuiltRequest = {
    method: read.method,
    url: url.href,
    headers,
    ...(read.body === undefined ? {} : { body: read.body, encoding: read.encoding, files: read.files }),
    ...(credential ? { credential } : {}),
  }
  return paged ? withPage(context, itemIndex, request, paged) : request
}

interface Read extends Body {
  method: string
  url: unknown
  query: Record<string, unknown>
  /** How lists in the query are written. */
  lists?: ListForm
  headers: Record<string, string>
  responseFormat: string
}

interface Body {
  body: unknown
  contentType: string | undefined
  encoding: BodyEncoding
  files: Record<string, FileDescription>
}

function readNew(context: NodeContext, itemIndex: number): Read {
  const parameter = (path: string, fallback?: unknown) => context.parameter(path, itemIndex, fallback)
  const body = parameter('sendBody', false) === true ? bodyOf(context, itemIndex) : undefined
  return {
    method: String(parameter('method', 'GET')).toUpperCase(),
    url: parameter('url', ''),
    query:
      parameter('sendQuery', false) === true
        ? fieldsOf(parameter, 'specifyQuery', 'queryParameters', 'jsonQuery', itemIndex)
        : {},
    lists: LIST_FORMS.find(form => form === parameter('options.queryParameterArrays')) ?? 'indices',
    headers:
      parameter('sendHeaders', false) === true
        ? lowered(fieldsOf(parameter, 'specifyHeaders', 'headerParameters', 'jsonHeaders', itemIndex))
        : {},
    ...NO_BODY,
    ...body,
    responseFormat: String(parameter('options.response.response.responseFormat', 'autodetect')),
  }
}

/** The parameters of the first two versions. */
function readOld(context: NodeContext, itemIndex: number): Read {
  const parameter = (path: string, fallback?: unknown) => context.parameter(path, itemIndex, fallback)
  const isJson = parameter('jsonParameters', false) === true
  const fields = (form: string, json: string): Record<string, unknown> =>
    isJson
      ? recordOf(jsonOf(parameter(json, {}) || {}, json, itemIndex))
      : namedValues(recordsOf(parameter(`${form}.parameter`, [])))
  const method = String(parameter('requestMethod', 'GET')).toUpperCase()
  const hasBody = !['GET', 'HEAD'].includes(method)
  const body = isJson
    ? jsonOf(parameter('bodyParametersJson', {}) || {}, 'bodyParametersJson', itemIndex)
    : Object.fromEntries(
        recordsOf(parameter('bodyParametersUi.parameter', [])).map(({ name, value }) => [String(name), value]),
      )
  const contentType = String(parameter('options.bodyContentType', 'json'))
  return {
    method,
    url: parameter('url', ''),
    query: fields('queryParametersUi', 'queryParametersJson'),
    headers: lowered(fields('headerParametersUi', 'headerParametersJson')),
    ...NO_BODY,
    ...(hasBody ? (contentType === 'form-urlencoded' ? { ...FORM, body } : { ...JSON_BODY, body }) : {}),
    responseFormat: String(parameter('responseFormat', 'json')),
  }
}

type Parameter = (path: string, fallback?: unknown) => unknown

const LIST_FORMS = ['indices', 'brackets', 'repeat'] as const

function fieldsOf(
  parameter: Parameter,
  specify: string,
  form: string,
  json: string,
  itemIndex: number,
): Record<string, unknown> {
  if (parameter(specify, 'keypair') === 'json') return recordOf(jsonOf(parameter(json, '{}'), json, itemIndex))
  return namedValues(recordsOf(parameter(`${form}.parameters`, [])))
}

/** Of those with the same name, the last. */
const namedValues = (parameters: readonly Record<string, unknown>[]): Record<string, unknown> =>
  Object.fromEntries(parameters.map(({ name, value }) => [String(name ?? ''), value]))

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

const lowered = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? textOf(value.at(-1)) : textOf(value),
    ]),
  )

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const NO_BODY: Body = { body: undefined, contentType: undefined, encoding: 'json', files: {} }
const JSON_BODY = { contentType: 'application/json', encoding: 'json' } as const
const FORM = { contentType: 'application/x-www-form-urlencoded', encoding: 'form' } as const

function bodyOf(context: NodeContext, itemIndex: number): Partial<Body> {
  const parameter: Parameter = (path, fallback) => context.parameter(path, itemIndex, fallback)
  const fileOf = (name: string) => {
    const file = context.items[itemIndex]?.binary?.[name]
    return isRecord(file) ? file : undefined
  }
  const filesOf = () =>
    Object.fromEntries(
      recordsOf(parameter('bodyParameters.parameters', [])).flatMap(({ name, parameterType, inputDataFieldName }) => {
        const file = parameterType === 'formBinaryData' ? fileOf(textOf(inputDataFieldName)) : undefined
        return file ? [[String(name ?? ''), file]] : []
      }),
    )
  const pairs = () =>
    Object.fromEntries(
      recordsOf(parameter('bodyParameters.parameters', [])).map(
        ({ name, value, parameterType, inputDataFieldName }) => [
          String(name ?? ''),
          parameterType === 'formBinaryData' ? `<file ${inputDataFieldName}>` : value,
        ],
      ),
    )
  switch (parameter('contentType', 'json')) {
    case 'form-urlencoded': {
      if (parameter('specifyBody', 'keypair') !== 'string') return { ...FORM, body: pairs() }
      return { ...FORM, body: Object.fromEntries(new URLSearchParams(textOf(parameter('body', '')))) }
    }
    case 'multipart-form-data':
      return { body: pairs(), contentType: 'multipart/form-data', encoding: 'multipart', files: filesOf() }
    case 'raw': {
      const contentType = textOf(parameter('rawContentType', '')) || undefined
      return { body: textOf(parameter('body', '')), contentType, encoding: 'text' }
    }
    case 'binaryData': {
      const name = textOf(parameter('inputDataFieldName', ''))
      const file = fileOf(name)
      if (!file) {
        const message = `This operation expects the node's input data to contain a binary file '${name}', but none was found [item ${itemIndex}]`
        throw new NodeFailure(message, { context: { itemIndex } })
      }
      const contentType = textOf(file.mimeType) || undefined
      return { body: `<file ${file.fileName ?? name}>`, contentType, encoding: 'file', files: { '': file } }
    }
    default: {
      if (parameter('specifyBody', 'keypair') !== 'json') return { ...JSON_BODY, body: pairs() }
      return { ...JSON_BODY, body: jsonOf(parameter('jsonBody', '{}'), 'jsonBody', itemIndex, 'JSON Body') }
    }
  }
}

const TITLES: Record<string, string> = { jsonQuery: 'Query Parameters', jsonHeaders: 'Headers' }

/** @throws NodeFailure for text that is no JSON */
function jsonOf(given: unknown, name: string, itemIndex: number, title = TITLES[name] ?? name): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    const message =
      name === 'jsonBody'
        ? 'JSON parameter needs to be valid JSON'
        : `The value in the "${title}" field is not valid JSON`
    throw new NodeFailure(message, { context: { itemIndex } })
  }
}

/** @throws NodeFailure for what is no address */
function addressOf(given: unknown, itemIndex: number): URL {
  if (typeof given !== 'string') {
    const message = `URL parameter must be a string, got ${given === null ? 'null' : typeof given}`
    throw new NodeFailure(message, { context: { itemIndex } })
  }
  const hasScheme = /^https?:\/\//i.test(given)
  if (!hasScheme) {
    throw new NodeFailure(`Invalid URL: ${given}. URL must start with "http" or "https".`, { context: { itemIndex } })
  }
  try {
    return new URL(given)
  } catch {
    throw new NodeFailure('Invalid URL', { name: 'NodeApiError', context: { itemIndex }, httpCode: 'ERR_INVALID_URL' })
  }
}

/**
 * Sets what a credential adds, with a placeholder in the place of its secret.
 *
 * @returns the same with its secrets, as far as they are known
 */
async function authenticate(
  context: NodeContext,
  itemIndex: number,
  url: URL,
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
      setParameter(url, name, SECRET)
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
