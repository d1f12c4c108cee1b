import { expect, test } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'

/** What HTTP Request does with answers, measured at version 2.41.0 of the engine. */
interface Row {
  typeVersion: number
  parameters: Record<string, unknown>
  http: Record<string, unknown>[]
  items?: Record<string, unknown>[]
  onError?: 'continueRegularOutput'
  puts?: unknown[]
  fails?: string
  says?: string | undefined
  /** Method and address of the requests, in order. */
  sends?: string[]
  body?: unknown
  /** Of the first request. */
  headers?: Record<string, string>
}

const HOST = 'https://api.example.com'
const json = { 'content-type': 'application/json' }
const text = (value: string, encoding: BufferEncoding) => Buffer.from(value, encoding).toString('base64')
const response = (given: Record<string, unknown>) => ({ response: { response: given } })
const pagination = (given: Record<string, unknown>) => ({ pagination: { pagination: given } })
const pageParameter = { parameters: { parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }] } }
const pages = [
  { url: `${HOST}/a`, query: { page: '0' }, json: [{ id: 1 }] },
  { url: `${HOST}/a`, query: { page: '1' }, json: [{ id: 2 }] },
  { url: `${HOST}/a`, query: { page: '2' }, status: 404, json: { message: 'no page' } },
]

const rawBody = (body: string) => ({
  method: 'POST',
  url: `${HOST}/a`,
  sendBody: true,
  contentType: 'raw',
  rawContentType: 'text/plain',
  body,
  options: {},
})
const keypairs = (...pairs: [name: string, value: unknown][]) => ({
  parameters: pairs.map(([name, value]) => ({ name, value })),
})
const posted = (given: Record<string, unknown>) => ({ method: 'POST', url: `${HOST}/a`, ...given })
const multipart = (...pairs: [name: string, value: unknown][]) =>
  posted({ sendBody: true, contentType: 'multipart-form-data', bodyParameters: keypairs(...pairs) })
const oldPosted = (given: Record<string, unknown>) => ({ requestMethod: 'POST', url: `${HOST}/a`, ...given })
const answered = [{ url: `${HOST}/a`, json: { ok: true } }]
const ACCEPT = 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7'
const bill = { data: text('bill', 'utf8'), mimeType: 'text/plain', fileName: 'a b.txt' }
const withFile = [{ json: {}, binary: { data: bill } }]
const NO_BODY_TYPE = 'Data after transformation must be a string, an ArrayBuffer, a Buffer, or a Stream'

const ROWS: Record<string, Row> = {
  'an empty 204 is an empty item': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 204, text: 'not sent' }],
    puts: [{}],
  },
  'the charset of the content type is read': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [
      { url: `${HOST}/a`, headers: { 'content-type': 'text/plain; charset="latin1"' }, base64: text('Zoë', 'latin1') },
    ],
    puts: [{ data: 'Zoë' }],
  },
  'JSON in another charset is read, too': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [
      {
        url: `${HOST}/a`,
        headers: { 'content-type': 'application/json; charset=iso-8859-1' },
        base64: text('{"name":"Zoë"}', 'latin1'),
      },
    ],
    puts: [{ name: 'Zoë' }],
  },
  'a type that only ends in json is text': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, headers: { 'content-type': 'application/problem+json' }, text: '{"a": 1}' }],
    puts: [{ data: '{"a": 1}' }],
  },
  'broken JSON fails': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, headers: json, text: '{"a": 1' }],
    fails: 'Invalid JSON in response body',
  },
  'broken JSON is an empty item where the node never fails': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: response({ neverError: true }) },
    http: [{ url: `${HOST}/a`, headers: json, text: '{"a": 1' }],
    puts: [{}],
  },
  'text that is JSON is written again': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: response({ responseFormat: 'text' }) },
    http: [{ url: `${HOST}/a`, headers: json, text: '{ "a": 1 }' }],
    puts: [{ data: '{"a":1}' }],
  },
  'version 2 keeps a list whole': {
    typeVersion: 2,
    parameters: { url: `${HOST}/a`, options: { fullResponse: false } },
    http: [{ url: `${HOST}/a`, json: [{ id: 1 }, { id: 2 }] }],
    puts: [[{ id: 1 }, { id: 2 }]],
  },
  'version 2 splits a list where it is asked to': {
    typeVersion: 2,
    parameters: { url: `${HOST}/a`, options: { splitIntoItems: true } },
    http: [{ url: `${HOST}/a`, json: [{ id: 1 }, { id: 2 }] }],
    puts: [{ id: 1 }, { id: 2 }],
  },
  'a redirect is followed, relative to its address': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [
      { url: `${HOST}/a`, status: 302, headers: { location: '/b?x=1' } },
      { url: `${HOST}/b`, json: { ok: true } },
    ],
    puts: [{ ok: true }],
    sends: [`GET ${HOST}/a`, `GET ${HOST}/b?x=1`],
  },
  'a redirect of POST is read, 307 sends it again': {
    typeVersion: 4.2,
    parameters: { method: 'POST', url: `${HOST}/a`, sendBody: true, specifyBody: 'json', jsonBody: '{"x": 1}' },
    http: [
      { url: `${HOST}/a`, status: 307, headers: { location: '/b' } },
      { url: `${HOST}/b`, status: 301, headers: { location: '/c' } },
      { url: `${HOST}/c`, json: { ok: true } },
    ],
    puts: [{ ok: true }],
    sends: [`POST ${HOST}/a`, `POST ${HOST}/b`, `GET ${HOST}/c`],
  },
  'version 3 follows no redirect': {
    typeVersion: 3,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 302, headers: { location: '/b' }, text: 'gone' }],
    fails: '302 - "gone"',
    says: 'gone',
    sends: [`GET ${HOST}/a`],
  },
  'redirects without an end fail': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 302, headers: { location: '/a' } }],
    fails: 'Maximum number of redirects exceeded',
  },
  'a redirect to what has no answer breaks': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 302, headers: { location: 'https://other.example.com/b' } }],
    fails:
      'Node "N" is not simulated (no answer is given for GET https://other.example.com/b: give one in http). Give its output in mocks, or pin data.',
  },
  'a status of 4xx without a text of its own': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 422, json: { errors: [{ message: 'one' }, { message: 'two' }] } }],
    fails: 'Your request is invalid or could not be processed by the service',
    says: 'one | two',
  },
  'a status of 5xx without a body': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 501 }],
    fails: 'The service failed to process your request',
    says: '501 - ""',
  },
  'an error of version 2 has no description': {
    typeVersion: 2,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 404, json: { message: 'not here' } }],
    fails: 'The resource you are requesting could not be found',
    says: undefined,
  },
  'version 4.5 adds details to the item of an error': {
    typeVersion: 4.5,
    parameters: { url: `${HOST}/a` },
    http: [{ url: `${HOST}/a`, status: 409, json: { message: 'taken' } }],
    onError: 'continueRegularOutput',
    puts: [
      {
        error: {
          message: '409 - "{\\"message\\":\\"taken\\"}"',
          name: 'AxiosError',
          stack: 'AxiosError: Request failed with status code 409',
          code: 'ERR_BAD_REQUEST',
          status: 409,
        },
        details: {
          message: 'Your request is invalid or could not be processed by the service',
          description: 'taken',
          httpCode: '409',
          body: { message: 'taken' },
          context: { itemIndex: 0 },
        },
      },
    ],
  },
  'all requests are sent before the first answer fails the node': {
    typeVersion: 4.2,
    parameters: { url: `=${HOST}/{{ $json.id }}` },
    items: [{ id: 1 }, { id: 2 }],
    http: [
      { url: `${HOST}/1`, status: 500 },
      { url: `${HOST}/2`, json: {} },
    ],
    fails: 'The service was not able to process your request',
    says: '500 - ""',
    sends: [`GET ${HOST}/1`, `GET ${HOST}/2`],
  },
  'pages end by a status': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: pagination({
        ...pageParameter,
        paginationCompleteWhen: 'receiveSpecificStatusCodes',
        statusCodesWhenComplete: '404',
      }),
    },
    http: pages,
    puts: [{ id: 1 }, { id: 2 }, { message: 'no page' }],
    sends: [`GET ${HOST}/a?page=0`, `GET ${HOST}/a?page=1`, `GET ${HOST}/a?page=2`],
  },
  'pages keep the parameters that the node names': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      sendQuery: true,
      queryParameters: { parameters: [{ name: 'limit', value: '2' }] },
      options: pagination({ ...pageParameter, limitPagesFetched: true, maxRequests: 1 }),
    },
    http: [{ url: `${HOST}/a`, json: {} }],
    puts: [{}],
    sends: [`GET ${HOST}/a?limit=2&page=0`],
  },
  'a number that a page puts into a form of several parts is a text': {
    typeVersion: 4.1,
    parameters: {
      method: 'POST',
      url: `${HOST}/a`,
      sendBody: true,
      contentType: 'multipart-form-data',
      bodyParameters: { parameters: [{ name: 'limit', value: '3' }] },
      options: pagination({
        parameters: { parameters: [{ type: 'body', name: 'skip', value: '={{ $pageCount }}' }] },
        limitPagesFetched: true,
        maxRequests: 1,
      }),
    },
    http: [{ url: `${HOST}/a`, body: { skip: '0' }, json: {} }],
    puts: [{}],
    body: { limit: '3', skip: '0' },
  },
  'pages that would go on after a status fail by it': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: pagination(pageParameter) },
    http: pages,
    fails: 'The resource you are requesting could not be found',
    says: 'no page',
  },
  'pages that are the same again and again fail': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: pagination(pageParameter) },
    http: [{ url: `${HOST}/a`, json: [{ id: 1 }] }],
    fails: 'The returned response was identical 5x, so requests got stopped',
    says: 'Check if "Pagination Completed When" has been configured correctly.',
    sends: [0, 1, 2, 3].map(page => `GET ${HOST}/a?page=${page}`),
  },
  'pages that detect a file cannot make one of what was read': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: pagination({ ...pageParameter, limitPagesFetched: true, maxRequests: 1 }),
    },
    http: [{ url: `${HOST}/a`, headers: { 'content-type': 'image/png' }, text: 'x' }],
    fails: 'stream.on is not a function',
  },
  'pages of JSON that are empty fail': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: { ...pagination(pageParameter), ...response({ responseFormat: 'json' }) },
    },
    http: [{ url: `${HOST}/a`, headers: json, text: '' }],
    fails:
      'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received undefined',
    sends: [`GET ${HOST}/a?page=0`],
  },
  'pages whose detected format is empty end, and are asked for again only as often as others': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: pagination({
        ...pageParameter,
        paginationCompleteWhen: 'receiveSpecificStatusCodes',
        statusCodesWhenComplete: '418',
      }),
    },
    http: [{ url: `${HOST}/a`, headers: json, text: '' }],
    fails: 'The returned response was identical 5x, so requests got stopped',
    says: 'Check if "Pagination Completed When" has been configured correctly.',
    sends: [0, 1, 2, 3].map(page => `GET ${HOST}/a?page=${page}`),
  },
  'pages that are null are empty': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: pagination(pageParameter) },
    http: [{ url: `${HOST}/a`, headers: json, text: 'null' }],
    puts: [{}],
    sends: [`GET ${HOST}/a?page=0`],
  },
  'pages that fail do so after those of the other items': {
    typeVersion: 4.2,
    parameters: { url: `=${HOST}/{{ $json.n }}`, options: pagination(pageParameter) },
    items: [{ n: 1 }, { n: 2 }],
    http: [
      { url: `${HOST}/1`, json: [{ id: 1 }] },
      { url: `${HOST}/2`, json: [] },
    ],
    fails: 'The returned response was identical 5x, so requests got stopped',
    says: 'Check if "Pagination Completed When" has been configured correctly.',
    sends: [...[0, 1, 2, 3].map(page => `GET ${HOST}/1?page=${page}`), `GET ${HOST}/2?page=0`],
  },
  'a body of pages is sent also where its field is not there yet': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: pagination({
        parameters: { parameters: [{ type: 'body', name: 'after', value: '={{ $response.body.last }}' }] },
        limitPagesFetched: true,
        maxRequests: 1,
      }),
    },
    http: [{ url: `${HOST}/a`, json: { id: 1 } }],
    puts: [{ id: 1 }],
    body: {},
  },
  'pages of an invalid address fail by it': {
    typeVersion: 4.2,
    parameters: { url: 'http://', options: pagination(pageParameter) },
    http: [],
    fails: "'undefined' is not a valid URL.",
    says: 'Make sure the "URL" parameter evaluates to a valid URL.',
  },
  'an answer without a body as JSON fails': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: response({ responseFormat: 'json' }) },
    http: [{ url: `${HOST}/a`, status: 204 }],
    fails: "Cannot read properties of undefined (reading 'data')",
  },
  'the answer to a raw body fails as text': {
    typeVersion: 4.2,
    parameters: { ...rawBody('x'), options: response({ responseFormat: 'text' }) },
    http: [{ url: `${HOST}/a`, text: 'hi' }],
    fails: 'Converting circular structure to JSON',
  },
  'the answer to a raw body is not read as JSON': {
    typeVersion: 4.2,
    parameters: { ...rawBody('x'), options: response({ responseFormat: 'json' }) },
    http: [{ url: `${HOST}/a`, json: { id: 1 } }],
    puts: [{}],
  },
  'the answer to a raw body is read where the node detects its format': {
    typeVersion: 4.2,
    parameters: rawBody('x'),
    http: [{ url: `${HOST}/a`, json: { id: 1 } }],
    puts: [{ id: 1 }],
    body: 'x',
  },
  'a raw body that is a number is not sent': {
    typeVersion: 4.2,
    parameters: rawBody('={{ 5 }}'),
    http: [{ url: `${HOST}/a`, json: {} }],
    fails: NO_BODY_TYPE,
  },
  'a JSON body that is a number is not sent': {
    typeVersion: 4.2,
    parameters: { method: 'POST', url: `${HOST}/a`, sendBody: true, specifyBody: 'json', jsonBody: '5', options: {} },
    http: [{ url: `${HOST}/a`, json: {} }],
    fails: NO_BODY_TYPE,
  },
  'a form that is a list without pairs is not sent': {
    typeVersion: 4.2,
    parameters: {
      method: 'POST',
      url: `${HOST}/a`,
      sendBody: true,
      contentType: 'form-urlencoded',
      specifyBody: 'string',
      body: '={{ [1, 2] }}',
      options: {},
    },
    http: [{ url: `${HOST}/a`, json: {} }],
    fails: 'Each query pair must be an iterable [name, value] tuple',
  },
  'a query in JSON that is a list has its entries by their numbers': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, sendQuery: true, specifyQuery: 'json', jsonQuery: '["x"]', options: {} },
    http: [{ url: `${HOST}/a`, json: { id: 1 } }],
    puts: [{ id: 1 }],
    sends: [`GET ${HOST}/a?0=x`],
  },
  'a query in JSON is a text, and no object': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, sendQuery: true, specifyQuery: 'json', jsonQuery: '={{ { a: 1 } }}', options: {} },
    http: [{ url: `${HOST}/a`, json: {} }],
    fails: 'The value in the "JSON Query Parameters" field is not valid JSON',
    says: '"[object Object]" is not valid JSON',
  },
  'pages follow the address that an answer has': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a?page=0`,
      options: pagination({
        paginationMode: 'responseContainsNextURL',
        nextURL: '={{ $response.body.next }}',
        paginationCompleteWhen: 'other',
        completeExpression: '={{ !$response.body.next }}',
      }),
    },
    http: [
      { url: `${HOST}/a`, query: { page: '0' }, json: { next: `${HOST}/a?page=1` } },
      { url: `${HOST}/a`, query: { page: '1' }, json: { next: null } },
    ],
    puts: [{ next: `${HOST}/a?page=1` }, { next: null }],
    sends: [`GET ${HOST}/a?page=0`, `GET ${HOST}/a?page=1`],
  },
  'an invalid next address fails': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: pagination({
        paginationMode: 'responseContainsNextURL',
        nextURL: '={{ $response.body.next }}',
      }),
    },
    http: [{ url: `${HOST}/a`, json: { next: null } }],
    fails: "'null' is not a valid URL.",
    says: 'Make sure the "Next URL" parameter evaluates to a valid URL.',
  },
  'fields with dots are nested in a body of JSON': {
    typeVersion: 4.2,
    parameters: {
      method: 'POST',
      url: `${HOST}/a`,
      sendBody: true,
      bodyParameters: {
        parameters: [
          { name: 'a.b', value: 'x' },
          { name: 'a.c', value: 'y' },
        ],
      },
    },
    http: [{ url: `${HOST}/a`, json: {} }],
    puts: [{}],
    body: { a: { b: 'x', c: 'y' } },
  },
  'names that stand twice are lists from version 4.3': {
    typeVersion: 4.3,
    parameters: {
      url: `${HOST}/a`,
      sendQuery: true,
      queryParameters: {
        parameters: [
          { name: 't', value: 'x' },
          { name: 't', value: 'y' },
        ],
      },
    },
    http: [{ url: `${HOST}/a`, json: {} }],
    puts: [{}],
    sends: [`GET ${HOST}/a?t%5B0%5D=x&t%5B1%5D=y`],
  },
  'an invalid JSON body fails': {
    typeVersion: 4.2,
    parameters: { method: 'POST', url: `${HOST}/a`, sendBody: true, specifyBody: 'json', jsonBody: '{"a": }' },
    http: [],
    fails: 'The value in the "JSON Body" field is not valid JSON',
    says: `Unexpected token '}', "{"a": }" is not valid JSON`,
    sends: [],
  },
  'an address with blanks around it is sent without them': {
    typeVersion: 4.2,
    parameters: { url: ` ${HOST}/a ` },
    http: [{ url: `${HOST}/a`, json: {} }],
    puts: [{}],
    sends: [`GET ${HOST}/a`],
  },
  'a header that is nothing or false is left out, a list is joined, other objects are as texts': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      sendHeaders: true,
      headerParameters: keypairs(
        ['x-null', '={{ null }}'],
        ['x-none', '={{ $json.none }}'],
        ['x-false', '={{ false }}'],
        ['x-empty', '={{ [] }}'],
        ['x-zero', '={{ 0 }}'],
        ['x-list', '={{ [1, null] }}'],
        ['x-object', '={{ ({ a: 1 }) }}'],
      ),
    },
    http: answered,
    puts: [{ ok: true }],
    headers: { 'x-zero': '0', 'x-list': '1, null', 'x-object': '[object Object]', accept: ACCEPT },
  },
  'a header loses line breaks and what is not Latin': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      sendHeaders: true,
      headerParameters: keypairs(['X-Name', ' Zoë Ж😀\nb '], ['Accept', 'a/b']),
    },
    http: answered,
    puts: [{ ok: true }],
    headers: { 'x-name': 'Zoë b', accept: 'a/b' },
  },
  'a header name with a space is not sent': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, sendHeaders: true, specifyHeaders: 'json', jsonHeaders: '{"a b": 1}' },
    http: answered,
    fails: 'Header name must be a valid HTTP token ["a b"]',
    sends: [],
  },
  'headers as JSON that is a text fail in version 2': {
    typeVersion: 2,
    parameters: oldPosted({ jsonParameters: true, headerParametersJson: '"x"' }),
    http: answered,
    fails: "Cannot create property 'accept' on string 'x'",
  },
  'the name and password of an address are sent as a header': {
    typeVersion: 4.2,
    parameters: { url: 'https://joe:p%40ss@api.example.com/a?b=1' },
    http: answered,
    puts: [{ ok: true }],
    sends: [`GET ${HOST}/a?b=1`],
    headers: { accept: ACCEPT, authorization: `Basic ${text('joe:p@ss', 'utf8')}` },
  },
  'an undefined name is sent as such, a date in the query as ISO': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      sendQuery: true,
      queryParameters: keypairs(['={{ $json.none }}', 'v'], ['d', '={{ new Date(0) }}']),
    },
    http: answered,
    puts: [{ ok: true }],
    sends: [`GET ${HOST}/a?undefined=v&d=1970-01-01T00%3A00%3A00.000Z`],
  },
  'a form of several parts has no truth values': {
    typeVersion: 4.2,
    parameters: multipart(['a', '={{ true }}']),
    http: answered,
    fails: 'data should be a string, Buffer or Uint8Array',
    sends: [],
  },
  'a form of several parts has no truth values where no redirects are followed': {
    typeVersion: 2,
    parameters: oldPosted({
      options: { bodyContentType: 'multipart-form-data' },
      bodyParametersUi: { parameter: [{ name: 'a', value: '={{ false }}' }] },
    }),
    http: answered,
    fails:
      'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type boolean (false)',
    sends: [],
  },
  'a form of several parts has no lists from version 4.2 on': {
    typeVersion: 4.2,
    parameters: multipart(['a', '={{ [1] }}']),
    http: answered,
    fails: 'Arrays are not supported.',
    sends: [],
  },
  'a form of several parts has no objects': {
    typeVersion: 4.1,
    parameters: multipart(['a', '={{ ({ b: 1 }) }}']),
    http: answered,
    fails: 'source.on is not a function',
    sends: [],
  },
  'nothing in a form of several parts is sent as its name': {
    typeVersion: 4.2,
    parameters: multipart(['a', '={{ null }}'], ['b', '={{ $json.none }}'], ['c', '={{ 5 }}']),
    http: answered,
    puts: [{ ok: true }],
    body: { a: 'null', b: 'undefined', c: 5 },
  },
  'a file of a form without its name fails from version 4.2 on': {
    typeVersion: 4.2,
    parameters: posted({
      sendBody: true,
      contentType: 'multipart-form-data',
      bodyParameters: { parameters: [{ parameterType: 'formBinaryData', name: 'a', inputDataFieldName: '' }] },
    }),
    http: answered,
    items: withFile,
    fails: "Cannot read properties of undefined (reading 'value')",
  },
  'version 2 sends files in a form': {
    typeVersion: 2,
    parameters: oldPosted({
      jsonParameters: true,
      sendBinaryData: true,
      binaryPropertyName: 'f:data, g:data',
      options: { bodyContentType: 'multipart-form-data' },
    }),
    http: answered,
    items: withFile,
    puts: [{ ok: true }],
    body: { f: '<file data>', g: '<file data>' },
  },
  'version 1 sends a file as its body, and reads no answer to it': {
    typeVersion: 1,
    parameters: oldPosted({ jsonParameters: true, sendBinaryData: true, options: { bodyContentType: 'raw' } }),
    http: answered,
    items: withFile,
    puts: [{}],
    body: '<file a b.txt>',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json,text/*;q=0.99' },
  },
  'version 1 sends no file with a JSON body': {
    typeVersion: 1,
    parameters: oldPosted({ jsonParameters: true, sendBinaryData: true }),
    http: answered,
    items: withFile,
    fails:
      'Sending binary data is only supported when option "Body Content Type" is set to "RAW/CUSTOM" or "FORM-DATA/MULTIPART"!',
  },
  'version 2 reads no answer to a raw body': {
    typeVersion: 2,
    parameters: oldPosted({
      jsonParameters: true,
      bodyParametersJson: '<a/>',
      responseFormat: 'string',
      options: { bodyContentType: 'raw' },
    }),
    http: answered,
    puts: [{ data: {} }],
    body: '<a/>',
  },
  'version 2 sends an empty list of fields as an empty object': {
    typeVersion: 2,
    parameters: oldPosted({ bodyParametersUi: { parameter: [] } }),
    http: answered,
    puts: [{ ok: true }],
    body: {},
  },
  'a page that is no success and a file fails, as a stream': {
    typeVersion: 4.2,
    parameters: {
      url: `${HOST}/a`,
      options: { ...response({ responseFormat: 'file' }), ...pagination(pageParameter) },
    },
    http: [{ url: `${HOST}/a`, status: 404, json: { message: 'no page' } }],
    fails: 'Converting circular structure to JSON',
  },
  'a cookie of an answer is a list': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: response({ fullResponse: true }) },
    http: [{ url: `${HOST}/a`, json: {}, headers: { ...json, 'Set-Cookie': 'a=b; Path=/' } }],
    puts: [{ body: {}, headers: { ...json, 'set-cookie': ['a=b; Path=/'] }, statusCode: 200, statusMessage: 'OK' }],
  },
  'a redirect to an empty address is none': {
    typeVersion: 4.2,
    parameters: { url: `${HOST}/a`, options: response({ neverError: true }) },
    http: [{ url: `${HOST}/a`, status: 302, headers: { location: '' }, text: 'moved' }],
    puts: [{ data: 'moved' }],
    sends: [`GET ${HOST}/a`],
  },
}

test.each(Object.entries(ROWS))('%s', async (_, row) => {
  const { typeVersion, parameters, onError, items = [{}] } = row
  const trigger = {
    id: 't',
    name: 'T',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  }
  const node = {
    id: 'n',
    name: 'N',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion,
    position: [200, 0],
    parameters: { options: {}, ...parameters },
    ...(onError ? { onError } : {}),
  }
  const connections = { T: { main: [[{ node: 'N', type: 'main', index: 0 }]] } }
  const workflow = { name: 'w', nodes: [trigger, node], connections, settings: { executionOrder: 'v1' } }
  const run = await runWorkflow(workflow as never, { trigger: 'T', input: items as never, http: row.http as never })
  const puts = run.error ? undefined : run.node('N')?.output
  const shown = { puts, fails: run.error?.message, says: run.error?.description ?? undefined }
  expect(shown).toEqual({ puts: row.puts, fails: row.fails, says: row.says } as never)
  if (row.sends) expect(run.requests.map(({ method, url }) => `${method} ${url}`)).toEqual(row.sends)
  if (row.body) expect(run.requests[0]?.body).toEqual(row.body)
  if (row.headers) expect(run.requests[0]?.headers).toEqual(row.headers)
})

interface FileRun {
  data: { main: { json: unknown; binary: Record<string, Record<string, unknown>> }[][] }
}

const FILE = 'application/pdf'
const NAMED: [
  what: string,
  path: string,
  type: string | undefined,
  given: Record<string, unknown>,
  names: unknown[],
][] = [
  ['its address', '/b/c.pdf?d=1', FILE, {}, ['c.pdf', 'pdf', `${HOST}/b/c.pdf?d=1`]],
  [
    'what was asked for where no redirects are followed',
    '/b/c.pdf?d=1',
    FILE,
    { isOld: true },
    ['c.pdf?d=1', 'pdf?d=1', 'b'],
  ],
  ['its address, whose end says no type', '/b', undefined, {}, ['b', undefined, `${HOST}/b`]],
  ['its address, whose end says the type', '/b.png', undefined, {}, ['b.png', 'png', `${HOST}/b.png`]],
]
test.each(NAMED)('a file is named by %s', async (_, path, type, { isOld }, [fileName, fileExtension, directory]) => {
  const node = {
    id: 'n',
    name: 'N',
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: isOld ? 2 : 4.2,
    position: [200, 0],
    parameters: {
      url: `${HOST}${path}`,
      ...(isOld
        ? { requestMethod: 'POST', responseFormat: 'file', options: {} }
        : { options: response({ responseFormat: 'file' }) }),
    },
  }
  const trigger = { ...node, id: 't', name: 'T', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
  const connections = { T: { main: [[{ node: 'N', type: 'main', index: 0 }]] } }
  const workflow = { name: 'w', nodes: [trigger, node], connections, settings: { executionOrder: 'v1' } }
  const http = [{ url: `${HOST}/*`, base64: 'AAEC', ...(type ? { headers: { 'content-type': type } } : {}) }]
  const run = await runWorkflow(workflow as never, { trigger: 'T', input: [{}] as never, http })
  const { resultData } = run.execution.data as { resultData: { runData: Record<string, FileRun[]> } }
  const file = resultData.runData.N?.[0]?.data.main[0]?.[0]?.binary.data
  expect([file?.fileName, file?.fileExtension, file?.directory]).toEqual([fileName, fileExtension, directory])
})

test('a file is named by its answer or its address, and stands beside those that the item has', async () => {
  const trigger = {
    id: 't',
    name: 'T',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  }
  const request = (name: string, path: string, field: string) => ({
    id: name,
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [200, 0],
    parameters: { url: `${HOST}${path}`, options: response({ responseFormat: 'file', outputPropertyName: field }) },
  })
  const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] })
  const workflow = {
    name: 'w',
    nodes: [trigger, request('A', '/img/logo.png', 'logo'), request('B', '/download', 'table')],
    connections: { T: to('A'), A: to('B') },
    settings: { executionOrder: 'v1' },
  }
  const run = await runWorkflow(workflow as never, {
    trigger: 'T',
    input: [{ kept: 1 }] as never,
    http: [
      { url: `${HOST}/img/logo.png`, headers: { 'content-type': 'image/png' }, base64: 'iVBORw==' },
      {
        url: `${HOST}/download`,
        headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a b.csv"' },
        text: 'a,b',
      },
    ],
  })
  const data = run.execution.data as { resultData: { runData: Record<string, FileRun[]> } }
  const [item] = data.resultData.runData.B?.[0]?.data.main[0] ?? []
  expect(item?.json).toEqual({ kept: 1 })
  expect(item?.binary.logo).toMatchObject({
    fileName: 'logo.png',
    fileExtension: 'png',
    mimeType: 'image/png',
    directory: `${HOST}/img/logo.png`,
  })
  expect(item?.binary.table).toMatchObject({
    fileName: 'a b.csv',
    fileExtension: 'csv',
    mimeType: 'text/csv',
    directory: `${HOST}/download`,
  })
})
