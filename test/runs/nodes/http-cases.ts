// What HTTP Request is asked to do in approved-http.test.ts: each part of it with each value.

type Fields = Record<string, unknown>

/** Nodes of one version, and what each of them is. */
export interface Group {
  name: string
  typeVersion: number
  /** The nodes without what all share: `parameters`, `credentials`, `onError`. */
  nodes: Fields[]
}

const HOST = 'https://api.example.com'
const JSON_TYPE = { 'content-type': 'application/json' }
const typed = (type: string, rest: Fields) => ({ headers: { 'content-type': type }, ...rest })
const latin1 = Buffer.from('Zoë,"Ä"', 'latin1').toString('base64')
const disposed = (disposition: string) => ({
  headers: { 'content-type': 'application/pdf', 'content-disposition': disposition },
  text: 'f',
})

/** Answers, each at an address of its own. */
const ANSWERS: Fields[] = [
  { json: { id: 1, list: [1] } },
  { json: [{ id: 1 }, null, 5, 'x', [2], { id: 2 }] },
  { json: [] },
  { json: 'text' },
  { json: null },
  { json: 0 },
  { headers: JSON_TYPE, text: '{"a"' },
  { headers: JSON_TYPE, text: '' },
  { headers: JSON_TYPE, text: ' \n' },
  { headers: { ...JSON_TYPE, 'Set-Cookie': 'a=b', 'X-Two': 'y' }, text: '\uFEFF{"a": 1}' },
  { text: 'plain' },
  { text: '{"b": [1]}' },
  { text: '' },
  { text: '  ' },
  typed('application/problem+json', { text: '{"a": 1}' }),
  typed('text/plain; charset="latin1"', { base64: latin1 }),
  typed('application/json; charset=ISO-8859-1', { base64: Buffer.from('"ë"', 'latin1').toString('base64') }),
  typed('text/plain; charset=utf-16le', { base64: Buffer.from('hé', 'utf16le').toString('base64') }),
  typed('text/plain; charset=none-1', { text: 'x' }),
  typed('image/png', { base64: 'iVBORw==' }),
  typed('application/octet-stream', { base64: 'AAEC' }),
  typed('application/vnd.ms-excel; a=b', { text: 'x' }),
  typed('text/csv', { text: 'a,b' }),
  { base64: 'AAEC' },
  disposed('attachment; filename="a b.csv"'),
  disposed("inline; filename*=UTF-8''z%20y.txt; filename=other.md"),
  disposed('filename=no-kind.html'),
  disposed('attachment; filename="%E0.txt"; size=5; none'),
  disposed('attachment; filename=folder/noending'),
  disposed('attachment'),
  { status: 204, text: 'not sent' },
  { status: 304, text: 'not sent' },
  { status: 201, json: { made: true } },
  { status: 199, text: 'early' },
  { status: 300, text: 'many' },
  { status: 302, text: 'nowhere' },
]

/** What fails: statuses, what the body says of them, and connections. */
const FAILURES: Fields[] = [
  ...[400, 401, 402, 403, 404, 405, 409, 429, 499, 500, 501, 502, 503, 504, 599].map(status => ({
    status,
    json: { message: `said of ${status}` },
  })),
  { status: 400 },
  { status: 429, text: 'slow down' },
  { status: 500, text: 'plain' },
  { status: 404, text: '{"error": {"message": "inside a text"}}' },
  { status: 400, json: { errors: [{ message: 'one' }, { message: 'two' }, 'three', 4, null, {}] } },
  { status: 400, json: { errors: [] } },
  { status: 400, json: { error: { detail: 5 } } },
  { status: 400, json: { message: '', description: 'second' } },
  { status: 400, json: { error: { error: { reason: 'deep' } }, message: 'later' } },
  { status: 400, json: { other: 'unread' } },
  { status: 400, json: ['listed'] },
  { status: 400, json: 'the text' },
  { status: 404, json: 'The resource you are requesting could not be found' },
  ...'ECONNREFUSED ECONNRESET ENOTFOUND ETIMEDOUT ECONNABORTED EHOSTUNREACH EPIPE EOTHER'
    .split(' ')
    .map(error => ({ error })),
  { error: 'the cable is out' },
]

const PAGES: Fields[] = [0, 1, 2].map(page => ({
  url: `${HOST}/pages`,
  query: { page: `${page}` },
  headers: { 'x-page': `${page}` },
  json: page === 2 ? [] : { items: [page], next: `${HOST}/pages?page=${page + 1}`, last: page === 1 },
}))

const REDIRECTS = [300, 301, 302, 303, 304, 307, 308, 400].flatMap(status => [
  { url: `${HOST}/moved/${status}`, status, headers: { location: '/echo?from=1#part' } },
  { url: `${HOST}/away/${status}`, status, headers: { Location: 'https://other.example.com/echo' } },
])

/** All answers; those of addresses that end in `echo` are given by the test, and show what was sent. */
export const answers = (echo: unknown): Fields[] => [
  { url: `*/echo`, ...(echo as Fields) },
  ...ANSWERS.map((answer, at) => ({ url: `${HOST}/answer/${at}`, ...answer })),
  ...FAILURES.map((answer, at) => ({ url: `${HOST}/failure/${at}`, ...answer })),
  ...PAGES,
  ...REDIRECTS,
  { url: `${HOST}/round`, status: 302, headers: { location: '/round' } },
  { url: `${HOST}/same`, json: [{ id: 1 }] },
  { url: `${HOST}/tagged`, headers: { etag: '"1"', 'content-length': '9' }, json: { a: 1 } },
  { url: `${HOST}/counted`, times: 2, json: { left: true } },
  { url: `${HOST}/counted`, json: [] },
  { url: `${HOST}/empty-pages`, headers: JSON_TYPE, text: '' },
  { url: `${HOST}/failing-pages`, query: { page: '0' }, json: { a: 1 } },
  { url: `${HOST}/failing-pages`, status: 429, json: { message: 'slow down' } },
  { url: `${HOST}/wanted`, method: 'POST', body: { a: [1, { b: null }] }, json: { fits: true } },
  { url: '*', status: 404, json: { message: 'unknown' } },
]

export const CREDENTIALS: { id: string; name: string; type: string; data: Fields }[] = [
  { type: 'httpBasicAuth', data: { user: 'anna', password: 'sea:shell' } },
  { type: 'httpDigestAuth', data: { user: 'anna', password: 'x' } },
  { type: 'httpHeaderAuth', data: { name: 'X-Key', value: 'north' } },
  { type: 'httpQueryAuth', data: { name: 'key', value: 'so uth' } },
  { type: 'oAuth1Api', data: { token: 'one' } },
  { type: 'oAuth2Api', data: { oauthTokenData: { access_token: 'two' } } },
  { type: 'httpBearerAuth', data: { token: 'three' } },
  { type: 'slackApi', data: { accessToken: 'four' } },
].map(given => ({ id: given.type, name: given.type, ...given }))
export const NAMELESS = [
  { id: 'nameless-header', name: 'n', type: 'httpHeaderAuth', data: { name: '', value: 'v' } },
  { id: 'nameless-query', name: 'n', type: 'httpQueryAuth', data: { name: '', value: 'v' } },
]

const [ALL, ERRORS] = [ANSWERS.map((_, at) => `/answer/${at}`), FAILURES.map((_, at) => `/failure/${at}`)]
const both = [false, true]
const node = (path: string, parameters: Fields, rest: Fields = {}) => ({
  parameters: { url: HOST + path, options: {}, ...parameters },
  ...rest,
})

/** How answers are read. */
function* readAnswers(): Generator<Group> {
  for (const format of [undefined, 'json', 'text', 'file']) {
    const forms: Fields[] = [
      {},
      { fullResponse: true },
      { neverError: true, ...(format === 'text' || format === 'file' ? { outputPropertyName: 'own' } : {}) },
    ]
    const nodes = forms.flatMap(form =>
      ALL.map(path => node(path, { options: { response: { response: { responseFormat: format, ...form } } } })),
    )
    yield { name: `answers ${format}`, typeVersion: 4.2, nodes }
  }
  for (const responseFormat of ['json', 'string', 'file']) {
    const forms: Fields[] = [{}, { fullResponse: true, splitIntoItems: true }, { ignoreResponseCode: true }]
    const nodes = forms.flatMap((options, at) =>
      ALL.map(path => node(path, { responseFormat, options, ...(at === 0 ? {} : { dataPropertyName: 'own' }) })),
    )
    yield { name: `answers ${responseFormat}`, typeVersion: 2, nodes }
  }
}

/** What fails, as an item and as the end of the node. */
function* failures(): Generator<Group> {
  for (const typeVersion of [1, 3, 4.5]) {
    const failing = (options: Fields, rest: Fields) => ERRORS.map(path => node(path, { options }, rest))
    const never = typeVersion < 3 ? { ignoreResponseCode: true } : { response: { response: { neverError: true } } }
    yield {
      name: 'failures',
      typeVersion,
      nodes: [
        ...failing({}, {}),
        ...failing(never, {}),
        ...failing({}, { onError: 'continueErrorOutput' }).slice(0, 20),
        ...failing(typeVersion < 3 ? {} : { response: { response: { responseFormat: 'json' } } }, {}).slice(14, 30),
      ],
    }
  }
}

const pair = (name: unknown, value: unknown, rest: Fields = {}) => ({ name, value, ...rest })
const PAIRS = [
  [pair('a', 'x')],
  [pair('a', '={{ $json.n }}'), pair('b', '={{ $json.o }}'), pair('c', '={{ $json.list }}'), pair('d', '={{ null }}')],
  [pair('a', '1'), pair('a', '2'), pair('a', '3')],
  [pair('a', '={{ [1] }}'), pair('a', '2'), pair('b', '={{ 5 }}'), pair('b', 'y')],
  [pair('a.b', 'x'), pair('a.c[0]', 'y'), pair('', 'z'), pair(undefined, 'u')],
  [pair('A B', "it's (a) * té!"), pair('e', ''), pair('f', '={{ $json.missing }}'), pair('g', '={{ false }}')],
  [],
]
const TEXTS = [
  '{"a": 1}',
  '["x"]',
  '5',
  'null',
  'true',
  '"t"',
  '{"a": }',
  '',
  '={{ { a: 1 } }}',
  '={{ [1, 2] }}',
  'a=1&b=2',
]

/** What is sent, and how. */
function* requests(): Generator<Group> {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'post']
  const echoed = (parameters: Fields, rest: Fields = {}) => node('/echo', parameters, rest)
  const sent = (method: string, parameters: Fields) => echoed({ method, sendBody: true, ...parameters })
  const fields = (parameters: Fields[]) => ({ bodyParameters: { parameters } })
  const files = [
    [pair('f', undefined, { parameterType: 'formBinaryData', inputDataFieldName: 'data' }), pair('a', 'x')],
    [pair('f', undefined, { parameterType: 'formBinaryData', inputDataFieldName: 'none' })],
    [pair('a', 'x'), pair('a', '={{ $json.list }}'), pair('o', '={{ $json.o }}')],
  ]
  for (const typeVersion of [3, 4, 4.2, 4.3]) {
    const contents = ['json', 'form-urlencoded', 'multipart-form-data'].map(contentType => ({ contentType }))
    yield {
      name: 'bodies',
      typeVersion,
      nodes: [
        ...methods.flatMap(method => [
          ...contents.map(content => sent(method, { ...content, ...fields(PAIRS[0] ?? []) })),
          sent(method, { contentType: 'multipart-form-data' }),
          sent(method, { contentType: 'raw', rawContentType: 'text/x', body: 'raw' }),
          sent(method, { contentType: 'binaryData', inputDataFieldName: 'data' }),
        ]),
        ...contents.flatMap(content => PAIRS.map(given => sent('POST', { ...content, ...fields(given) }))),
        ...files.map(given => sent('POST', { contentType: 'multipart-form-data', ...fields(given) })),
        ...TEXTS.flatMap(text => [
          sent('POST', { specifyBody: 'json', jsonBody: text }),
          sent('POST', { contentType: 'form-urlencoded', specifyBody: 'json', jsonBody: text }),
          sent('POST', { contentType: 'form-urlencoded', specifyBody: 'string', body: text }),
          sent('POST', { contentType: 'raw', rawContentType: text, body: text }),
          sent('POST', { contentType: 'raw', rawContentType: 'application/json', body: text }),
        ]),
        sent('POST', { contentType: 'binaryData', inputDataFieldName: 'none' }),
        sent('POST', { contentType: 'raw', body: '={{ 5 }}' }),
        sent('POST', { contentType: 'form-urlencoded', specifyBody: 'string', body: '={{ [["a", 1], ["b", 2]] }}' }),
        echoed({ method: 'POST', sendBody: false, contentType: 'json', ...fields(PAIRS[0] ?? []) }),
      ],
    }
    const headers = (parameters: Fields[]) => ({ sendHeaders: true, headerParameters: { parameters } })
    const query = (parameters: Fields[]) => ({ sendQuery: true, queryParameters: { parameters } })
    // what names are read as changes with version 4.3
    if (typeVersion === 4 || typeVersion === 4.2) continue
    yield {
      name: 'queries and headers',
      typeVersion,
      nodes: [
        ...PAIRS.flatMap(given => [echoed(query(given)), echoed(headers(given.filter(({ name }) => name !== 'A B')))]),
        ...TEXTS.flatMap(text => [
          echoed({ sendQuery: true, specifyQuery: 'json', jsonQuery: text }),
          echoed({ sendHeaders: true, specifyHeaders: 'json', jsonHeaders: text }),
        ]),
        ...['indices', 'brackets', 'repeat', 'other'].map(queryParameterArrays =>
          echoed({ ...query(PAIRS[1] ?? []), options: { queryParameterArrays } }),
        ),
        echoed({ ...query(PAIRS[0] ?? []), url: `${HOST}/echo?q=1#part` }),
        echoed(headers([pair('Content-Type', 'text/own'), pair('ACCEPT', 'x/y')])),
        sent('POST', { ...fields(PAIRS[0] ?? []), ...headers([pair('content-type', 'text/own')]) }),
        ...['json', 'text', 'file', 'autodetect'].map(responseFormat =>
          echoed({ options: { response: { response: { responseFormat } } } }),
        ),
        ...[
          ' https://api.example.com/echo ',
          'api.example.com/echo',
          '={{ "" }}',
          '={{ 5 }}',
          '={{ null }}',
          'http://',
          'ftp://a',
        ].map(url => echoed({ url })),
        node('/wanted', {
          method: 'POST',
          sendBody: true,
          specifyBody: 'json',
          jsonBody: '{"a": [1, {"b": null}], "c": 2}',
        }),
      ],
    }
  }
  const old = (parameters: Fields) => echoed({ ...parameters, responseFormat: 'json' })
  yield {
    name: 'bodies and queries',
    typeVersion: 2,
    nodes: [
      ...methods.flatMap(requestMethod =>
        ['json', 'form-urlencoded', 'multipart-form-data', 'raw'].flatMap(bodyContentType => [
          old({ requestMethod, options: { bodyContentType }, bodyParametersUi: { parameter: PAIRS[1] } }),
          echoed({ requestMethod, options: { bodyContentType }, responseFormat: 'file' }),
        ]),
      ),
      ...PAIRS.flatMap(parameter => [
        old({ queryParametersUi: { parameter } }),
        old({ queryParametersUi: { parameter }, options: { useQueryString: true } }),
        old({ headerParametersUi: { parameter: parameter.filter(({ name }) => name !== 'A B') } }),
        old({ requestMethod: 'POST', bodyParametersUi: { parameter } }),
      ]),
      ...TEXTS.flatMap(text => [
        old({ jsonParameters: true, queryParametersJson: text }),
        old({ jsonParameters: true, headerParametersJson: text }),
        old({ requestMethod: 'POST', jsonParameters: true, bodyParametersJson: text }),
        old({
          requestMethod: 'POST',
          jsonParameters: true,
          bodyParametersJson: text,
          options: { bodyContentType: 'raw', bodyContentCustomMimeType: 'text/own' },
        }),
      ]),
    ],
  }
}

/** What a credential adds, and what follows of it to another address. */
function* credentials(): Generator<Group> {
  const byType = [...CREDENTIALS, ...NAMELESS].map(({ id, type }) => ({ [type]: { id, name: id } }))
  for (const typeVersion of [2, 3, 4.2, 4.4]) {
    const authentications =
      typeVersion < 3
        ? ['none', 'basicAuth', 'digestAuth', 'headerAuth', 'queryAuth', 'oAuth1', 'oAuth2', 'other'].map(
            authentication => ({ authentication }),
          )
        : [...byType.map(given => Object.keys(given)[0]), 'unknown'].flatMap(type => [
            { authentication: 'genericCredentialType', genericAuthType: type },
            { authentication: 'predefinedCredentialType', nodeCredentialType: type },
          ])
    const named = byType.flatMap(given =>
      authentications
        .filter(one => typeVersion < 3 || Object.values(one).includes(Object.keys(given)[0] ?? ''))
        .map(one => ({ given, one })),
    )
    const own = {
      sendHeaders: true,
      headerParameters: { parameters: [pair('Authorization', 'own'), pair('Cookie', 'c')] },
    }
    const oldOwn = { headerParametersUi: { parameter: own.headerParameters.parameters } }
    yield {
      name: 'credentials',
      typeVersion,
      nodes: [
        ...named.map(({ given, one }) => node('/echo', one, { credentials: given })),
        ...named.map(({ given, one }) =>
          node(
            '/away/307',
            { ...one, options: { redirect: { redirect: { followRedirects: true } } } },
            { credentials: given },
          ),
        ),
        ...authentications.slice(0, 3).map(one => node('/echo', one)),
        ...authentications
          .slice(0, 3)
          .map(one => node('/echo', one, { credentials: { httpBasicAuth: { name: 'x' } } })),
        ...named
          .slice(-2)
          .map(({ given, one }) => node('/echo', { ...one, ...own, ...oldOwn }, { credentials: given })),
        ...both.map(sendCredentialsOnCrossOriginRedirect =>
          node(
            '/away/301',
            { ...own, ...oldOwn, ...named[0]?.one, options: { sendCredentialsOnCrossOriginRedirect } },
            { credentials: byType[0] },
          ),
        ),
      ],
    }
  }
}

function* redirects(): Generator<Group> {
  const body = { sendBody: true, bodyParameters: { parameters: [pair('a', 'x')] } }
  const methods = ['GET', 'HEAD', 'POST', 'PUT']
  for (const typeVersion of [2, 3, 4]) {
    const options: Fields[] =
      typeVersion < 3
        ? [{}, { followRedirect: false }, { followAllRedirects: true }]
        : [
            {},
            { redirect: { redirect: { followRedirects: true } } },
            { redirect: { redirect: { followRedirects: false } } },
          ]
    yield {
      name: 'redirects',
      typeVersion,
      nodes: [
        ...options.flatMap(given =>
          REDIRECTS.filter((_, at) => at % 2 === 0).flatMap(({ url }) =>
            methods.map(method => ({ parameters: { url, method, requestMethod: method, options: given, ...body } })),
          ),
        ),
        ...[0, 1, 2].flatMap(maxRedirects =>
          ['/round', '/moved/302'].map(path =>
            node(path, { options: { redirect: { redirect: { followRedirects: true, maxRedirects } } } }),
          ),
        ),
        node('/round', {}),
      ],
    }
  }
}

function* pages(): Generator<Group> {
  const counted = (type?: string, value: unknown = '={{ $pageCount }}') => ({
    parameters: { parameters: [{ ...(type === undefined ? {} : { type }), name: 'page', value }] },
  })
  const next = { paginationMode: 'responseContainsNextURL', nextURL: '={{ $response.body.next }}' }
  const ends: Fields[] = [
    {},
    { limitPagesFetched: true, maxRequests: 1 },
    { limitPagesFetched: true, maxRequests: '={{ 2 }}' },
    { limitPagesFetched: false, maxRequests: 1 },
    { paginationCompleteWhen: 'receiveSpecificStatusCodes', statusCodesWhenComplete: '201, 429' },
    { paginationCompleteWhen: 'receiveSpecificStatusCodes', statusCodesWhenComplete: '200' },
    { paginationCompleteWhen: 'other', completeExpression: '={{ $response.body.last === true }}' },
    { paginationCompleteWhen: 'other', completeExpression: '={{ $response.statusCode === 429 }}' },
    { paginationCompleteWhen: 'other', completeExpression: '={{ $response.headers["x-page"] === "1" }}' },
    { paginationCompleteWhen: 'other', completeExpression: '={{ $request.qs.page == 1 }}' },
    { paginationCompleteWhen: 'other', completeExpression: 'true' },
    { paginationCompleteWhen: 'other' },
  ]
  const steps: Fields[] = [
    counted(),
    counted('qs', '={{ $pageCount === 2 ? undefined : $pageCount }}'),
    counted('headers'),
    counted('body'),
    counted('qs', ''),
    { parameters: { parameters: [{ name: '', value: '' }] } },
    { parameters: { parameters: [{ name: '', value: 'x' }] } },
    { parameters: { parameters: [] } },
    next,
    { ...next, nextURL: '={{ $response.body.missing }}' },
    { ...next, nextURL: 'no address' },
    { paginationMode: 'off' },
  ]
  const paths = [
    '/pages',
    '/same',
    '/tagged',
    '/counted',
    '/empty-pages',
    '/failing-pages',
    '/failure/0',
    '/answer/19',
    '/answer/6',
  ]
  for (const typeVersion of [2, 4.2, 4.5]) {
    const formats: Fields[] = [{}, { responseFormat: 'json' }, { responseFormat: 'text', fullResponse: true }]
    const paged = (path: string, given: Fields, response: Fields = {}, rest: Fields = {}) =>
      node(path, { ...rest, options: { pagination: { pagination: given }, response: { response } } })
    yield {
      name: 'pages',
      typeVersion,
      nodes:
        typeVersion < 3
          ? [paged('/pages', counted())]
          : [
              ...paths.flatMap(path => ends.map(end => paged(path, { ...counted(), ...end }))),
              ...steps.flatMap(step =>
                ['/pages', '/echo', '/pages?page=0'].map(path => paged(path, { ...step, ...ends[2] })),
              ),
              ...paths.flatMap(path => formats.map(format => paged(path, { ...counted(), ...ends[2] }, format))),
              ...paths.map(path => paged(path, { ...counted(), ...ends[2] }, { responseFormat: 'file' })),
              ...paths.map(path => paged(path, { ...counted(), ...ends[7] }, { neverError: true })),
              ...['json', 'form-urlencoded', 'multipart-form-data'].map(contentType =>
                paged(
                  '/echo',
                  { ...counted('body'), ...ends[2] },
                  {},
                  {
                    method: 'POST',
                    sendBody: true,
                    contentType,
                    bodyParameters: { parameters: [pair('a', '1')] },
                  },
                ),
              ),
              paged('/pages', { ...counted(), ...ends[1] }, {}, { url: 'http://' }),
            ],
    }
  }
}

export function* httpGroups(): Generator<Group> {
  yield* readAnswers()
  yield* failures()
  yield* requests()
  yield* credentials()
  yield* redirects()
  yield* pages()
}
