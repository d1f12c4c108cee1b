import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { type BuiltRequest, type Page, type Pagination, withPage } from './http-pagination.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

/** What stands for a secret in a request that is shown. */
const SECRET = '<secret>'
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
  for (const [name, value] of read.query) url.searchParams.append(name, value)
  const headers: Record<string, string> = { ...read.headers }
  if (read.contentType !== undefined && !('content-type' in headers)) headers['content-type'] = read.contentType
  headers.accept ??= ACCEPT[read.responseFormat] ?? ACCEPT.autodetect ?? '*/*'
  const secret = await authenticate(context, itemIndex, url, headers)
  const request: BuiltRequest = {
    method: read.method,
    url: url.href,
    ...(secret === undefined ? {} : { shown: secret }),
    headers,
    ...(read.body === undefined ? {} : { body: read.body }),
  }
  return paged ? withPage(context, itemIndex, request, paged) : request
}

interface Read {
  method: string
  url: unknown
  query: [string, string][]
  headers: Record<string, string>
  body: unknown
  contentType: string | undefined
  responseFormat: string
}

function readNew(context: NodeContext, itemIndex: number): Read {
  const parameter = (path: string, fallback?: unknown) => context.parameter(path, itemIndex, fallback)
  const { body, contentType } = parameter('sendBody', false) === true ? bodyOf(context, itemIndex) : NO_BODY
  return {
    method: String(parameter('method', 'GET')).toUpperCase(),
    url: parameter('url', ''),
    query:
      parameter('sendQuery', false) === true
        ? pairsOf(parameter, 'specifyQuery', 'queryParameters', 'jsonQuery', itemIndex)
        : [],
    headers:
      parameter('sendHeaders', false) === true
        ? lowered(pairsOf(parameter, 'specifyHeaders', 'headerParameters', 'jsonHeaders', itemIndex))
        : {},
    body,
    contentType,
    responseFormat: String(parameter('options.response.response.responseFormat', 'autodetect')),
  }
}

/** The parameters of the first two versions. */
function readOld(context: NodeContext, itemIndex: number): Read {
  const parameter = (path: string, fallback?: unknown) => context.parameter(path, itemIndex, fallback)
  const isJson = parameter('jsonParameters', false) === true
  const pairs = (form: string, json: string): [string, string][] =>
    isJson
      ? textPairs(jsonOf(parameter(json, {}), json, itemIndex))
      : recordsOf(parameter(`${form}.parameter`, [])).map(({ name, value }) => [String(name), textOf(value)])
  const method = String(parameter('requestMethod', 'GET')).toUpperCase()
  const hasBody = !['GET', 'HEAD'].includes(method)
  const body = isJson
    ? jsonOf(parameter('bodyParametersJson', {}), 'bodyParametersJson', itemIndex)
    : Object.fromEntries(
        recordsOf(parameter('bodyParametersUi.parameter', [])).map(({ name, value }) => [String(name), value]),
      )
  const contentType = String(parameter('options.bodyContentType', 'json'))
  return {
    method,
    url: parameter('url', ''),
    query: pairs('queryParametersUi', 'queryParametersJson'),
    headers: lowered(pairs('headerParametersUi', 'headerParametersJson')),
    body: hasBody ? body : undefined,
    contentType: hasBody
      ? contentType === 'form-urlencoded'
        ? 'application/x-www-form-urlencoded'
        : 'application/json'
      : undefined,
    responseFormat: String(parameter('responseFormat', 'json')),
  }
}

type Parameter = (path: string, fallback?: unknown) => unknown

function pairsOf(
  parameter: Parameter,
  specify: string,
  form: string,
  json: string,
  itemIndex: number,
): [string, string][] {
  if (parameter(specify, 'keypair') === 'json') return textPairs(jsonOf(parameter(json, '{}'), json, itemIndex))
  return recordsOf(parameter(`${form}.parameters`, [])).map(({ name, value }) => [String(name ?? ''), textOf(value)])
}

const lowered = (pairs: [string, string][]) =>
  Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))

const textPairs = (value: unknown): [string, string][] =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, part]): [string, string][] =>
    Array.isArray(part) ? part.map(one => [name, textOf(one)]) : [[name, textOf(part)]],
  )

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const NO_BODY = { body: undefined, contentType: undefined }

function bodyOf(context: NodeContext, itemIndex: number): { body: unknown; contentType: string | undefined } {
  const parameter: Parameter = (path, fallback) => context.parameter(path, itemIndex, fallback)
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
      const contentType = 'application/x-www-form-urlencoded'
      if (parameter('specifyBody', 'keypair') !== 'string') return { body: pairs(), contentType }
      return { body: Object.fromEntries(new URLSearchParams(textOf(parameter('body', '')))), contentType }
    }
    case 'multipart-form-data':
      return { body: pairs(), contentType: 'multipart/form-data' }
    case 'raw':
      return { body: textOf(parameter('body', '')), contentType: textOf(parameter('rawContentType', '')) || undefined }
    case 'binaryData': {
      const name = textOf(parameter('inputDataFieldName', ''))
      const file = context.items[itemIndex]?.binary?.[name]
      if (!isRecord(file)) {
        const message = `This operation expects the node's input data to contain a binary file '${name}', but none was found [item ${itemIndex}]`
        throw new NodeFailure(message, { context: { itemIndex } })
      }
      return { body: `<file ${file.fileName ?? name}>`, contentType: textOf(file.mimeType) || undefined }
    }
    default: {
      const contentType = 'application/json'
      if (parameter('specifyBody', 'keypair') !== 'json') return { body: pairs(), contentType }
      return { body: jsonOf(parameter('jsonBody', '{}'), 'jsonBody', itemIndex, 'JSON Body'), contentType }
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
 * @returns the address as it may be shown, where the secret is in it
 */
async function authenticate(
  context: NodeContext,
  itemIndex: number,
  url: URL,
  headers: Record<string, string>,
): Promise<string | undefined> {
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
  switch (type) {
    case 'httpHeaderAuth':
      headers[textOf(data.name).toLowerCase() || 'authorization'] = SECRET
      return undefined
    case 'httpQueryAuth':
      url.searchParams.set(textOf(data.name) || 'key', SECRET)
      return url.href.replace(encodeURIComponent(SECRET), SECRET)
    case 'httpBasicAuth':
      headers.authorization = `Basic ${SECRET}`
      return undefined
    case 'httpDigestAuth':
      headers.authorization = `Digest ${SECRET}`
      return undefined
    default:
      headers.authorization ??= `Bearer ${SECRET}`
      return undefined
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
