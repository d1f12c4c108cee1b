import { describe, expect, test } from 'bun:test'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { type FixtureOf, startInstance } from '../../../src/testing.ts'
import { inARow, noOp, webhook } from './workflows.ts'

const NOW = '2026-03-01T12:00:00Z'
const TYPES: Record<string, string> = { basicAuth: 'httpBasicAuth', headerAuth: 'httpHeaderAuth', jwtAuth: 'jwtAuth' }

/** A workflow whose webhook asks for one of its credentials. */
function start(authentication: string, credential?: Partial<FixtureOf<'credentials'>>, options = {}) {
  const type = new Map(Object.entries(TYPES)).get(authentication) ?? authentication
  const node = webhook('x', { authentication }, { credentials: { [type]: { id: '7', name: 'Callers' } } })
  return startInstance({
    socket: false,
    simulate: true,
    clock: NOW,
    fixture: {
      credentials: credential ? [{ id: '7', name: 'Callers', type, ...credential }] : [],
      workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(node, noOp('Done')) }],
    },
    ...options,
  })
}

const call = (instance: Awaited<ReturnType<typeof start>>, headers: Record<string, string> = {}) =>
  instance.request('GET', '/webhook/x', undefined, { key: null, headers })

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const IN_AN_HOUR = Date.parse(NOW) / 1000 + 3600

function token(claims: object, { secret = 'ocean', alg = 'HS256' } = {}) {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const LOGIN = { user: 'anna', password: 'sea:shell' }
const HEADER = { name: 'X-Shop-Key', value: 'north' }
const REQUIRED = 'Authorization is required!'
const WRONG = 'Authorization data is wrong!'
const STARTED = '{"message":"Workflow was started"}'
const SECRET = { keyType: 'passphrase', secret: 'ocean', algorithm: 'HS256' }

describe('the credential of a webhook decides who may call', () => {
  test.each<{
    name: string
    by: string
    data: Record<string, unknown>
    headers?: Record<string, string>
    status?: number
    text?: string
  }>([
    { name: 'a user with the password', by: 'basicAuth', data: LOGIN, headers: basic('anna:sea:shell') },
    { name: 'nobody', by: 'basicAuth', data: LOGIN, status: 401, text: REQUIRED },
    { name: 'another scheme', by: 'basicAuth', data: LOGIN, headers: bearer('x'), status: 401, text: REQUIRED },
    { name: 'no password at all', by: 'basicAuth', data: LOGIN, headers: basic('anna'), status: 401, text: REQUIRED },
    { name: 'a wrong password', by: 'basicAuth', data: LOGIN, headers: basic('anna:x'), status: 403, text: WRONG },
    { name: 'a wrong user', by: 'basicAuth', data: LOGIN, headers: basic('ann:sea:shell'), status: 403, text: WRONG },
    { name: 'the header', by: 'headerAuth', data: HEADER, headers: { 'x-shop-key': 'north' } },
    { name: 'no header', by: 'headerAuth', data: HEADER, status: 403, text: WRONG },
    {
      name: 'another header',
      by: 'headerAuth',
      data: HEADER,
      headers: { 'x-shop-key': 'south' },
      status: 403,
      text: WRONG,
    },
    {
      name: 'a name that no header has',
      by: 'headerAuth',
      data: { name: 'a b', value: 'x' },
      status: 403,
      text: WRONG,
    },
    {
      name: 'nothing but a scheme',
      by: 'basicAuth',
      data: LOGIN,
      headers: { authorization: 'Basic' },
      status: 401,
      text: REQUIRED,
    },
    {
      name: 'a scheme in another letter case',
      by: 'basicAuth',
      data: LOGIN,
      headers: { authorization: basic('anna:sea:shell').authorization.replace('Basic', 'bASIC') },
    },
    { name: 'a number', by: 'headerAuth', data: { name: 'x-n', value: 0 }, headers: { 'x-n': '0' } },
    { name: 'no token', by: 'jwtAuth', data: SECRET, status: 401, text: 'No token provided' },
    {
      name: 'a scheme without a token',
      by: 'jwtAuth',
      data: SECRET,
      headers: { authorization: 'Bearer' },
      status: 401,
      text: 'No token provided',
    },
    { name: 'a token by the usual algorithm', by: 'jwtAuth', data: { secret: 'ocean' }, headers: bearer(token({})) },
    {
      name: 'a token by another',
      by: 'jwtAuth',
      data: { secret: 'ocean' },
      headers: bearer(token({}, { alg: 'HS384' })),
      status: 403,
      text: 'invalid algorithm',
    },
    {
      name: 'a token of another key',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer(token({}, { secret: 'lake' })),
      status: 403,
      text: 'invalid signature',
    },
    {
      name: 'a token that is over',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer(token({ exp: IN_AN_HOUR - 7200 })),
      status: 403,
      text: 'jwt expired',
    },
    {
      name: 'a token that is not yet',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer(token({ nbf: IN_AN_HOUR })),
      status: 403,
      text: 'jwt not active',
    },
    {
      name: 'another algorithm',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer(token({}, { alg: 'HS512' })),
      status: 403,
      text: 'invalid algorithm',
    },
    {
      name: 'no algorithm',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer(`${part({ alg: 'none' })}.${part({})}.`),
      status: 403,
      text: 'jwt signature is required',
    },
    {
      name: 'a token of the key "undefined" where there is no secret',
      by: 'jwtAuth',
      data: { keyType: 'passphrase', algorithm: 'HS256' },
      headers: bearer(token({}, { secret: 'undefined' })),
      status: 403,
      text: 'the key of the credential does not fit its algorithm',
    },
    {
      name: 'what is no token',
      by: 'jwtAuth',
      data: SECRET,
      headers: bearer('a.b.c'),
      status: 403,
      text: 'jwt malformed',
    },
  ])('$name ($by)', async ({ by, data, headers, status = 200, text = STARTED }) => {
    await using instance = await start(by, { data })
    const answer = await call(instance, headers)
    expect([answer.status, answer.text]).toEqual([status, text])
    expect(answer.headers.get('www-authenticate')).toBe(status === 200 ? null : 'Basic realm="Webhook"')
    expect(instance.state('executions').executions.length).toBe(status === 200 ? 1 : 0)
  })

  const longer = 'x'.repeat(5000)
  test.each([
    ['basicAuth', LOGIN, (guess: string) => basic(`anna:${guess}`), LOGIN.password],
    ['headerAuth', HEADER, (guess: string) => ({ 'x-shop-key': guess }), HEADER.value],
    ['jwtAuth', SECRET, (guess: string) => bearer(guess), token({})],
  ] as [string, Record<string, unknown>, (guess: string) => Record<string, string>, string][])(
    '%s refuses the beginning of its secret, more than it, and another of its length alike',
    async (...row) => {
      const [authentication, data, headersOf, secret] = row
      await using instance = await start(authentication, { data })
      const guesses = [
        secret.slice(0, -2),
        secret + secret,
        secret + longer,
        'x'.repeat(secret.length),
        `x${secret.slice(1)}`,
      ]
      const statuses = await Promise.all(guesses.map(async guess => (await call(instance, headersOf(guess))).status))
      expect(statuses).toEqual(guesses.map(() => 403))
      expect((await call(instance, headersOf(secret))).status).toBe(200)
    },
  )

  test('a wrong password is 401 in version n8n-2.41', async () => {
    await using instance = await start('basicAuth', { data: LOGIN }, { profile: 'n8n-2.41' })
    const { status, text } = await call(instance, basic('anna:x'))
    expect([status, text]).toEqual([401, 'Authentication data is wrong!'])
  })

  test('what a token says is in the item, and its time goes by the instance’s clock', async () => {
    await using instance = await start('jwtAuth', { data: SECRET })
    const headers = bearer(token({ sub: 'anna', exp: IN_AN_HOUR }))
    expect((await call(instance, headers)).status).toBe(200)
    const [{ data } = {}] = instance.state('executions').executions
    expect(data).toMatchObject({
      resultData: {
        runData: { Hook: [{ data: { main: [[{ json: { jwtPayload: { sub: 'anna', exp: IN_AN_HOUR } } }]] } }] },
      },
    })
    await instance.clock.advance('2h')
    expect((await call(instance, headers)).text).toBe('jwt expired')
  })

  test('a token signed with a private key is checked by the public one', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string
    await using instance = await start('jwtAuth', { data: { keyType: 'pemKey', publicKey: pem, algorithm: 'RS256' } })
    const signed = `${part({ alg: 'RS256' })}.${part({ sub: 'anna' })}`
    const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
    expect((await call(instance, bearer(`${signed}.${signature}`))).status).toBe(200)
    expect((await call(instance, bearer(token({}, { secret: pem })))).text).toBe('invalid algorithm')
  })
})

describe('without the data nobody may call, and why is said', () => {
  const NONE = 'No authentication data defined on node!'
  test.each<{ name: string; by: string; credential?: Partial<FixtureOf<'credentials'>>; text?: string }>([
    { name: 'the credential is not there', by: 'basicAuth' },
    { name: 'it is of another type', by: 'basicAuth', credential: { type: 'httpHeaderAuth', data: HEADER } },
    { name: 'it has no data', by: 'headerAuth', credential: {} },
    { name: 'it has no password', by: 'basicAuth', credential: { data: { user: 'anna' } } },
    {
      name: 'its data is made up',
      by: 'basicAuth',
      credential: { data: LOGIN, isStandIn: true },
      text: 'The data of the credential is made up, since it was cloned without it: give it the real one',
    },
    { name: 'it has no user', by: 'basicAuth', credential: { data: { password: 'x' } } },
    { name: 'its password is empty', by: 'basicAuth', credential: { data: { user: 'anna', password: '' } } },
    { name: 'its password is null', by: 'basicAuth', credential: { data: { user: 'anna', password: null } } },
    { name: 'its header has no name', by: 'headerAuth', credential: { data: { value: 'x' } } },
    { name: 'its header has no value', by: 'headerAuth', credential: { data: { name: 'x' } } },
    { name: 'it has no secret', by: 'jwtAuth', credential: { data: { keyType: 'passphrase' } }, text: '' },
    {
      name: 'the kind is one of JavaScript’s words',
      by: 'toString',
      credential: { data: {} },
      text: 'The authentication "toString" is not simulated',
    },
    {
      name: 'the kind is not known',
      by: 'passport',
      credential: { data: {} },
      text: 'The authentication "passport" is not simulated',
    },
    {
      name: 'an invalid key',
      by: 'jwtAuth',
      credential: { data: { keyType: 'pemKey', publicKey: 'x', algorithm: 'RS256' } },
      text: '',
    },
  ])('$name', async ({ by, credential, text = NONE }) => {
    await using instance = await start(by, credential)
    const answer = await call(instance, { ...basic('anna:sea:shell'), ...(text ? {} : bearer(token({}))) })
    if (text) expect([answer.status, answer.text]).toEqual([500, text])
    else expect([answer.status, answer.text]).toEqual([403, 'the key of the credential does not fit its algorithm'])
    expect(instance.state('executions').executions).toEqual([])
  })
})

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['basicAuth', LOGIN, basic('anna:sea:shell')],
  ['headerAuth', HEADER, { 'x-shop-key': 'north' }],
  ['jwtAuth', SECRET, bearer(token({ sub: 'anna' }))],
])('what was checked by %s, and an API key, are not kept', async (authentication, data, headers) => {
  await using instance = await start(authentication, { data })
  const given = {
    ...headers,
    'x-n8n-api-key': 'owner-key',
    'x-other': 'kept',
    'proxy-authorization': 'p',
    cookie: 'c=d',
  }
  expect((await call(instance, given)).status).toBe(200)
  const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
  expect(text).toContain('"x-other":"kept"')
  for (const name of ['x-n8n-api-key', 'proxy-authorization', 'cookie'])
    expect(text).toContain(`"${name}":"(not kept)"`)
  const [[name = '', secret = ''] = []] = Object.entries(headers)
  expect(text).toContain(`"${name}":"(not kept)"`)
  expect(text).not.toContain(secret)
})

test.each<[string, object, number]>([
  ['whose data is given is no longer made up', { data: LOGIN }, 200],
  ['that has only another name is still made up', { name: 'Others' }, 500],
])('a credential %s', async (_says, change, status) => {
  await using instance = await start('basicAuth', { data: LOGIN, isStandIn: true }, { profile: 'n8n-2.41' })
  expect((await instance.request('PATCH', '/api/v1/credentials/7', change)).status).toBe(200)
  expect((await call(instance, basic('anna:sea:shell'))).status).toBe(status)
})

test.each([
  [undefined, 200, '{"message":"Workflow was started"}'],
  ['none', 200, '{"message":"Workflow was started"}'],
  [5, 500, 'The authentication 5 is not simulated'],
])('a webhook whose authentication is %p answers %i to anybody', async (authentication, status, text) => {
  await using instance = await start(authentication as string)
  const answer = await call(instance)
  expect([answer.status, answer.text]).toEqual([status, text])
})

test('a credential that is changed counts at once', async () => {
  await using instance = await start('headerAuth', { data: HEADER })
  await instance.seed({
    credentials: [{ id: '7', name: 'Callers', type: 'httpHeaderAuth', data: { ...HEADER, value: 'south' } }],
  })
  expect((await call(instance, { 'x-shop-key': 'north' })).status).toBe(403)
  expect((await call(instance, { 'x-shop-key': 'south' })).status).toBe(200)
})

test('the wait of an execution is ended only by its whole signature', async () => {
  const wait = { name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { resume: 'webhook' } }
  const link = {
    name: 'Link',
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ id: 'a', name: 'url', type: 'string', value: '={{ $execution.resumeUrl }}' }] },
    },
  }
  const workflows = [{ id: '1', name: 'x', active: true, ...inARow(webhook('x'), link, wait, noOp('Done')) }]
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    profile: 'n8n-2.41',
    fixture: { workflows },
  })
  const get = (path: string) => instance.request('GET', path, undefined, { key: null })
  await get('/webhook/x')
  const [{ data } = {}] = instance.state('executions').executions
  const { signature = '' } = /webhook-waiting\/1\?signature=(?<signature>\w+)/.exec(JSON.stringify(data))?.groups ?? {}
  expect(signature).not.toBe('')
  const ended = (guess: string) => get(`/webhook-waiting/1?signature=${guess}`)
  for (const guess of ['', signature.slice(0, -1), signature + signature, 'x'.repeat(signature.length)]) {
    const { status, text } = await ended(guess)
    expect([status, text]).toEqual([401, '{"error":"Invalid token"}'])
  }
  expect(instance.state('executions').executions[0]?.status).toBe('waiting')
  expect((await ended(signature)).status).toBe(200)
})

test.each([undefined, null])('a node whose credential has the id %p has none, whatever ids others have', async id => {
  const node = webhook(
    'x',
    { authentication: 'basicAuth' },
    { credentials: { httpBasicAuth: { id, name: 'Callers' } } },
  )
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: {
      credentials: [{ id: String(id), name: 'Callers', type: 'httpBasicAuth', data: LOGIN }],
      workflows: [{ id: '1', name: 'Orders', active: true, ...inARow(node, noOp('Done')) }],
    },
  })
  expect((await call(instance, basic('anna:sea:shell'))).status).not.toBe(200)
})
