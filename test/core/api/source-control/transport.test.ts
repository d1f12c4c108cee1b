import { expect, test } from 'bun:test'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authorization, createTransport, type HttpOptions } from '../../../../src/core/git/http.ts'
import { createLimits } from '../../../../src/core/git/limits.ts'

const REFS = '/info/refs?service=git-upload-pack'
const LISTED = { 'content-type': 'application/x-git-upload-pack-advertisement' }
const PACKED = { 'content-type': 'application/x-git-upload-pack-result' }

interface Asked {
  method: string | undefined
  url: string | undefined
  headers: Record<string, unknown>
  body: string
}

/** A server that notes what it is asked. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { 'accept-encoding': encoding, 'content-type': type, accept, authorization } = request.headers
    asked.push({ method: request.method, url: request.url, headers: { encoding, type, accept, authorization }, body })
    answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/it.git`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const list = (_: IncomingMessage, response: ServerResponse) => response.writeHead(200, LISTED).end('refs')
const transportTo = (url: string, options: Partial<HttpOptions> = {}) =>
  createTransport(
    { url, idleTimeout: 30_000, followRedirects: [], ...options },
    createLimits(url, 1e6, new AbortController().signal),
  )
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ code, message }) => [code, message],
  )

test.each<[string, Partial<HttpOptions>, string | undefined]>([
  ['without a token', {}, undefined],
  ['with a name and no token', { username: 'me' }, undefined],
  ['with a token', { token: 't' }, `Basic ${btoa('git:t')}`],
  ['with a name and a token', { username: 'me', token: 't' }, `Basic ${btoa('me:t')}`],
  ['with an empty name', { username: '', token: 't' }, `Basic ${btoa('git:t')}`],
])('what is sent %s', async (_, options, authorization) => {
  await using server = await serve((request, response) =>
    request.method === 'GET' ? list(request, response) : response.writeHead(200, PACKED).end('pack'),
  )
  const transport = transportTo(server.url, options)
  expect((await transport.listRefs('git-upload-pack')).toString()).toBe('refs')
  let pack = ''
  await transport.ask('git-upload-pack', Buffer.from('want'), piece => {
    pack += Buffer.from(piece)
  })
  expect(pack).toBe('pack')
  expect(server.asked).toEqual([
    {
      method: 'GET',
      url: `/it.git${REFS}`,
      headers: { encoding: 'identity', type: undefined, accept: '*/*', authorization },
      body: '',
    },
    {
      method: 'POST',
      url: '/it.git/git-upload-pack',
      headers: {
        encoding: 'identity',
        type: 'application/x-git-upload-pack-request',
        accept: 'application/x-git-upload-pack-result',
        authorization,
      },
      body: 'want',
    },
  ])
})

test('where a repository has moved to on its host, it is asked from then on, with the token', async () => {
  await using server = await serve((request, response) => {
    if (request.url?.startsWith('/new/')) list(request, response)
    else response.writeHead(301, { location: `/new/it.git${REFS}` }).end()
  })
  const transport = transportTo(server.url, { token: 't' })
  await transport.listRefs('git-upload-pack')
  await refusalOf(transport.ask('git-upload-pack', Buffer.from(''), () => {}))
  expect(server.asked.map(({ url }) => url)).toEqual([
    `/it.git${REFS}`,
    `/new/it.git${REFS}`,
    '/new/it.git/git-upload-pack',
  ])
  expect(server.asked.every(({ headers }) => headers.authorization === `Basic ${btoa('git:t')}`)).toBe(true)
})

test.each<[string, (host: string) => string[], boolean]>([
  ['no host', () => [], false],
  ['another host', () => ['git.example'], false],
  ['another port', () => ['127.0.0.1:1'], false],
  ['the host', () => ['git.example', '127.0.0.1'], true],
  ['the host with its port', host => [host], true],
])('a redirect to another host with leave for %s', async (_, hosts, isFollowed) => {
  await using elsewhere = await serve(list)
  await using server = await serve((_, response) =>
    response.writeHead(302, { location: `${elsewhere.url}${REFS}` }).end(),
  )
  const transport = transportTo(server.url, { token: 't', followRedirects: hosts(elsewhere.host) })
  const advice = `${server.url} redirects to another host, ${elsewhere.host}; --git-follow-redirects ${elsewhere.host} allows that`
  expect(await refusalOf(transport.listRefs('git-upload-pack'))).toEqual(
    isFollowed ? undefined : ['not-a-repository', advice],
  )
  expect(elsewhere.asked.map(({ headers }) => headers.authorization)).toEqual(isFollowed ? [undefined] : [])
})

test.each<[given: string, asked: string, isSent: boolean]>([
  ['https://git.example/a', 'https://git.example/b', true],
  ['http://git.example/a', 'http://git.example/b', true],
  ['http://git.example:443/a', 'https://git.example:443/b', false],
  ['http://git.example/a', 'https://git.example/b', true],
  ['https://git.example/a', 'http://git.example/b', false],
  ['https://git.example/a', 'https://git.example:8443/b', false],
  ['https://git.example/a', 'https://other.example/a', false],
])('the token for %s is sent to %s: %p', (url, target, isSent) => {
  const sent = authorization(target, { url, token: 't' })
  expect(Object.entries(sent)).toEqual(isSent ? [['authorization', `Basic ${btoa('git:t')}`]] : [])
})

test('a redirect from http to https is followed', async () => {
  await using elsewhere = await serve(list)
  await using server = await serve((_, response) =>
    response.writeHead(302, { location: `https://${elsewhere.host}/it.git${REFS}` }).end(),
  )
  const transport = transportTo(server.url, { followRedirects: [elsewhere.host] })
  const [code, message] = (await refusalOf(transport.listRefs('git-upload-pack'))) ?? []
  // nothing speaks TLS there
  expect([code, message]).toEqual(['unreachable', expect.stringContaining(`${server.url} cannot be reached`)])
})

const NOWHERE = 'redirects to something that is not a git repository'
const CREDENTIALS = 'check UNDERSTUDY_GIT_USERNAME and UNDERSTUDY_GIT_TOKEN'

test.each<[status: number, headers: Record<string, string>, code: string | undefined, says: (url: string) => string]>([
  [200, { 'content-type': `${LISTED['content-type']}; charset=utf-8` }, undefined, String],
  [200, PACKED, 'not-a-repository', url => `${url} does not speak git's smart HTTP protocol`],
  [200, {}, 'not-a-repository', url => `${url} does not speak git's smart HTTP protocol`],
  [201, LISTED, 'unreachable', url => `${url} answered with status 201`],
  [203, LISTED, 'authentication', url => `${url} refused the credentials (status 203); ${CREDENTIALS}`],
  [299, { location: '/' }, 'unreachable', url => `${url} answered with status 299`],
  [300, {}, 'unreachable', url => `${url} answered with status 300`],
  [300, { location: '/elsewhere' }, 'not-a-repository', url => `${url} ${NOWHERE}`],
  [399, { location: '/elsewhere' }, 'not-a-repository', url => `${url} ${NOWHERE}`],
  [400, { location: '/elsewhere' }, 'unreachable', url => `${url} answered with status 400`],
  [401, {}, 'authentication', url => `${url} refused the credentials (status 401); ${CREDENTIALS}`],
  [403, {}, 'authentication', url => `${url} refused the credentials (status 403); ${CREDENTIALS}`],
  [404, {}, 'not-found', url => `There is no repository at ${url}, or the token may not read it`],
  [410, {}, 'not-found', url => `There is no repository at ${url}, or the token may not read it`],
  [302, { location: `ftp://127.0.0.1${REFS}` }, 'not-a-repository', url => `${url} ${NOWHERE}`],
  [302, { location: 'http://:0:0/' }, 'not-a-repository', url => `${url} ${NOWHERE}`],
  [302, { location: `/it.git${REFS}` }, 'not-a-repository', url => `${url} ${NOWHERE}`],
])('an answer of status %i with %j', async (status, headers, code, says) => {
  await using server = await serve((_, response) => response.writeHead(status, headers).end('refs'))
  const refusal = await refusalOf(transportTo(server.url).listRefs('git-upload-pack'))
  expect(refusal).toEqual(code ? [code, says(server.url)] : undefined)
})

test.each([5, 6])('of %i redirects, five are followed', async hops => {
  await using server = await serve((request, response) => {
    const left = Number(/^\/(\d)\//.exec(request.url ?? '')?.[1] ?? hops)
    if (left === 0) return list(request, response)
    response.writeHead(302, { location: `/${left - 1}/it.git${REFS}` }).end()
  })
  const refusal = await refusalOf(transportTo(server.url).listRefs('git-upload-pack'))
  expect(refusal).toEqual(hops === 5 ? undefined : ['not-a-repository', `${server.url} ${NOWHERE}`])
  expect(server.asked).toHaveLength(6)
})

test('a redirect of a pack is not followed', async () => {
  await using server = await serve((request, response) =>
    response.writeHead(307, { location: String(request.url) }).end(),
  )
  const asked = transportTo(server.url).ask('git-receive-pack', Buffer.from(''), () => {})
  expect(await refusalOf(asked)).toEqual(['not-a-repository', `${server.url} ${NOWHERE}`])
  expect(server.asked).toHaveLength(1)
})

test('a server that is gone is named with the reason', async () => {
  const server = await serve(list)
  await server[Symbol.asyncDispose]()
  const [code, message = ''] = (await refusalOf(transportTo(server.url).listRefs('git-upload-pack'))) ?? []
  // versions of Bun name it in two ways
  expect([code, message.replace('ConnectionRefused', 'ECONNREFUSED')]).toEqual([
    'unreachable',
    `${server.url} cannot be reached (ECONNREFUSED)`,
  ])
})

test('silence ends a request: before the answer, and between its pieces, but not while a piece is taken', async () => {
  await using silent = await serve(() => {})
  await using pausing = await serve((_, response) => response.writeHead(200, PACKED).write('half'))
  await using whole = await serve((_, response) => response.writeHead(200, PACKED).end('whole'))
  const ask = ({ url }: { url: string }, idleTimeout: number, take: () => unknown = () => {}) =>
    refusalOf(transportTo(url, { idleTimeout }).ask('git-upload-pack', Buffer.from(''), take))
  for (const server of [silent, pausing]) {
    expect(await ask(server, 40)).toEqual(['unreachable', `${server.url} sent nothing for 0.04 s`])
  }
  expect(await ask(whole, 600, () => Bun.sleep(800))).toBeUndefined()
})
