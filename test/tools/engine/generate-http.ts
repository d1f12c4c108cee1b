import fc from 'fast-check'
import type { Node } from '../../../src/core/model/workflow.ts'
import { HOST, type HttpAnswer } from './engine.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')

/** What a service may answer, by path. */
export const ANSWERS: HttpAnswer[] = [
  { path: '/object', status: 200, headers: json, text: '{"id": 7, "name": "Ann", "data": [1, 2]}' },
  { path: '/list', status: 200, headers: json, text: '[{"id": 1}, {"id": 2}]' },
  { path: '/texts', status: 200, headers: json, text: '["a", 2, null]' },
  { path: '/empty-list', status: 200, headers: json, text: '[]' },
  { path: '/null', status: 200, headers: json, text: 'null' },
  { path: '/number', status: 200, headers: json, text: '12' },
  { path: '/text-in-json', status: 200, headers: json, text: '"x"' },
  { path: '/blank-json', status: 200, headers: json, text: '  ' },
  { path: '/broken-json', status: 200, headers: json, text: '{"a": 1' },
  { path: '/problem-type', status: 200, headers: { 'content-type': 'application/problem+json' }, text: '{"a": 1}' },
  { path: '/typeless', status: 200, headers: {}, text: '{"a": 1}' },
  { path: '/plain', status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, text: 'Zoë\n' },
  { path: '/html', status: 200, headers: { 'content-type': 'text/html' }, text: '<p>x</p>' },
  {
    path: '/latin',
    status: 200,
    headers: { 'content-type': 'text/plain; charset=latin1' },
    base64: base64('Zoë', 'latin1'),
  },
  {
    path: '/quoted-latin',
    status: 200,
    headers: { 'content-type': 'text/plain; charset="ISO-8859-1"' },
    base64: base64('Zoë', 'latin1'),
  },
  {
    path: '/latin-json',
    status: 200,
    headers: { 'content-type': 'application/json; charset=latin1' },
    base64: base64('{"a":"ë"}', 'latin1'),
  },
  { path: '/nothing', status: 204, headers: {}, text: '' },
  { path: '/empty', status: 200, headers: {}, text: '' },
  { path: '/empty-json', status: 200, headers: json, text: '' },
  { path: '/image/logo.png', status: 200, headers: { 'content-type': 'image/png' }, base64: base64('89504e47', 'hex') },
  { path: '/report.pdf', status: 200, headers: { 'content-type': 'application/pdf' }, text: '%PDF-1.4' },
  {
    path: '/download',
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="a b.csv"' },
    text: 'a,b',
  },
  { path: '/csv', status: 200, headers: { 'content-type': 'text/csv' }, text: 'a,b\n1,2\n' },
  { path: '/excel', status: 200, headers: { 'content-type': 'application/vnd.ms-excel' }, text: 'x' },
  { path: '/font', status: 200, headers: { 'content-type': 'font/woff2' }, text: 'x' },
  { path: '/see', status: 302, headers: { location: `${HOST}/object` }, text: '' },
  { path: '/moved', status: 301, headers: { ...json, location: '/list' }, text: '{"moved": true}' },
  { path: '/other', status: 303, headers: { location: '/object?x=1' }, text: '' },
  { path: '/same', status: 307, headers: { location: '/object' }, text: '' },
  { path: '/around', status: 302, headers: { location: '/around' }, text: '' },
  { path: '/lost', status: 302, headers: {}, text: 'gone' },
  { path: '/unchanged', status: 304, headers: {}, text: '' },
  ...[400, 401, 403, 404, 405, 409, 418, 422, 429, 500, 501, 502, 503, 504].map(status => ({
    path: `/status/${status}`,
    status,
    headers: json,
    text: `{"error": {"message": "no ${status}"}}`,
  })),
  { path: '/fails/text', status: 404, headers: { 'content-type': 'text/plain' }, text: 'not here' },
  { path: '/fails/empty', status: 500, headers: {}, text: '' },
  { path: '/fails/list', status: 422, headers: json, text: '{"errors": [{"message": "one"}, {"message": "two"}]}' },
  { path: '/fails/number', status: 400, headers: json, text: '{"code": 17, "detail": "d"}' },
  ...[0, 1, 2].map(page => ({
    path: '/pages',
    query: { page: String(page) },
    status: 200,
    headers: { ...json, 'x-next': `${HOST}/pages?page=${page + 1}` },
    text: JSON.stringify([{ page }]),
  })),
  { path: '/pages', query: { page: '3' }, status: 200, headers: json, text: '[]' },
  { path: '/pages', query: { page: '4' }, status: 404, headers: json, text: '{"message": "no page"}' },
  {
    path: '/pages',
    status: 200,
    headers: { ...json, 'x-next': `${HOST}/pages?page=1` },
    text: '[{"page": "first"}]',
  },
]

const PATHS = [...new Set(ANSWERS.map(({ path }) => path))]
const address = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...PATHS).map(path => `${HOST}${path}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      `${HOST}/object?q=1`,
      ` ${HOST}/object `,
      `=${HOST}/object?n={{ $json.n }}`,
      '={{ $json.n }}',
      '={{ null }}',
      'service.test/object',
      'HTTP://service.test/object',
      ' ',
      'http://',
    ),
  },
)

const name = fc.constantFrom('a', 'b', 'a.b', 'X-One')
const value = fc.constantFrom(
  'x',
  '',
  'ü &',
  '={{ $json.n }}',
  '={{ $json.list }}',
  '={{ $json.o }}',
  '={{ null }}',
  '={{ $json.missing }}',
)
const pairs = fc.array(fc.record({ name, value }), { minLength: 1, maxLength: 3 })
const plainPairs = fc.array(fc.record({ name, value: fc.constantFrom('x', 'y z', '12') }), {
  minLength: 1,
  maxLength: 2,
})
const jsonText = fc.constantFrom(
  '{"a": 1, "b": [1, 2]}',
  '={{ { q: $json.a } }}',
  '={"n": {{ $json.n }}}',
  '{"a": "x"}',
  'no',
)
const often = <Value>(made: fc.Arbitrary<Value>) => fc.option(made, { nil: undefined, freq: 2 })
const rarely = <Value>(made: fc.Arbitrary<Value>) => fc.option(made, { nil: undefined, freq: 1 }).map(given => given)
const seldom = <Value>(made: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: made })

const pagination = fc
  .record({
    paginationMode: fc.constantFrom('updateAParameterInEachRequest', 'responseContainsNextURL', 'off'),
    nextURL: fc.constantFrom(
      '={{ $response.headers["x-next"] }}',
      '={{ $response.body.next }}',
      `=${HOST}/pages?page={{ $pageCount }}`,
    ),
    parameters: fc
      .record({
        type: fc.constantFrom('qs', 'headers', 'body'),
        name: fc.constantFrom('page', 'skip'),
        value: fc.constantFrom(
          '={{ $pageCount }}',
          '={{ $pageCount + 1 }}',
          '={{ $response.body.length }}',
          '={{ $request.qs.a }}',
        ),
      })
      .map(parameter => ({ parameters: [parameter] })),
    paginationCompleteWhen: fc.constantFrom('responseIsEmpty', 'receiveSpecificStatusCodes', 'other', undefined),
    statusCodesWhenComplete: fc.constantFrom('404', '200, 404', '418'),
    completeExpression: fc.constantFrom('={{ $response.body.length === 0 }}', '={{ $pageCount >= 2 }}', 'no', ''),
    limitPagesFetched: fc.constantFrom(true, true, false),
    maxRequests: fc.integer({ min: 0, max: 4 }),
  })
  .map(given => ({ pagination: given }))

const response = fc
  .record(
    {
      fullResponse: fc.boolean(),
      neverError: fc.boolean(),
      responseFormat: fc.constantFrom('autodetect', 'json', 'text', 'file'),
      outputPropertyName: fc.constantFrom('data', 'out', 'a'),
    },
    { requiredKeys: [] },
  )
  .map(given => ({ response: given }))

const redirect = fc
  .record({ followRedirects: fc.boolean(), maxRedirects: fc.constantFrom(1, 21) }, { requiredKeys: [] })
  .map(given => ({ redirect: given }))

const newParameters = fc.record({
  method: fc.constantFrom(undefined, undefined, undefined, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
  url: address,
  sendQuery: often(fc.boolean()),
  specifyQuery: seldom(fc.constantFrom('keypair', 'json')),
  queryParameters: pairs.map(parameters => ({ parameters })),
  jsonQuery: jsonText,
  sendHeaders: seldom(fc.boolean()),
  specifyHeaders: seldom(fc.constantFrom('keypair', 'json')),
  headerParameters: plainPairs.map(parameters => ({ parameters })),
  jsonHeaders: fc.constantFrom('{"X-Two": "2"}', 'no'),
  sendBody: often(fc.boolean()),
  contentType: often(fc.constantFrom('json', 'form-urlencoded', 'multipart-form-data', 'raw')),
  specifyBody: often(fc.constantFrom('keypair', 'json', 'string')),
  bodyParameters: pairs.map(parameters => ({ parameters })),
  jsonBody: jsonText,
  body: fc.constantFrom('a=1&b=x%20y', 'text', '={{ $json.n }}', ''),
  rawContentType: fc.constantFrom('text/plain', 'application/xml', ''),
  options: fc.record({
    response: often(response),
    redirect: seldom(redirect),
    pagination: seldom(pagination),
    queryParameterArrays: seldom(fc.constantFrom('brackets', 'indices', 'repeat')),
    lowercaseHeaders: seldom(fc.boolean()),
  }),
})

const oldParameters = fc.record({
  requestMethod: fc.constantFrom(undefined, undefined, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
  url: address,
  responseFormat: often(fc.constantFrom('json', 'string', 'file')),
  dataPropertyName: rarely(fc.constantFrom('data', 'out')),
  jsonParameters: seldom(fc.boolean()),
  queryParametersUi: often(pairs.map(parameter => ({ parameter }))),
  headerParametersUi: seldom(plainPairs.map(parameter => ({ parameter }))),
  bodyParametersUi: often(pairs.map(parameter => ({ parameter }))),
  queryParametersJson: seldom(jsonText),
  bodyParametersJson: often(jsonText),
  headerParametersJson: seldom(fc.constantFrom('{"X-Two": "2"}', 'no')),
  options: fc.record({
    bodyContentType: seldom(fc.constantFrom('json', 'form-urlencoded', 'multipart-form-data')),
    fullResponse: often(fc.boolean()),
    ignoreResponseCode: seldom(fc.boolean()),
    splitIntoItems: often(fc.boolean()),
    followRedirect: seldom(fc.boolean()),
    followAllRedirects: seldom(fc.boolean()),
    useQueryString: seldom(fc.boolean()),
  }),
})

/** Parameters of an HTTP Request whose requests `ANSWERS` answers, for its version. */
export const httpParameters = (version: number): fc.Arbitrary<Node['parameters']> =>
  (version < 3 ? oldParameters : newParameters.map(playable)).map(
    given => withoutUndefined(given) as Node['parameters'],
  )

type NewParameters = typeof newParameters extends fc.Arbitrary<infer Made> ? Made : never

/** Forms of several parts take texts alone; the engine cannot show the pages of files. */
function playable(given: NewParameters): NewParameters {
  const { contentType, bodyParameters, options } = given
  const isForm = contentType === 'multipart-form-data'
  const parameters = bodyParameters.parameters.map(({ name }) => ({ name, value: 'x' as const }))
  const isFile = options.response?.response.responseFormat === 'file'
  return {
    ...given,
    ...(isForm ? { bodyParameters: { parameters } } : {}),
    ...(isFile ? { options: { ...options, pagination: undefined } } : {}),
  }
}

/** The versions that are played. */
export const HTTP_VERSIONS = [1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5]

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, withoutUndefined(part)]),
  )
}
