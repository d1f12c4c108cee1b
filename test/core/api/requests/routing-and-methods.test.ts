import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { field, idsIn, PROFILES, startWorld } from '../world.ts'
import { sendRaw } from './raw-request.ts'

/** Every path of the API, with its methods. */
const PATHS: Record<string, string[]> = {
  '/audit': ['POST'],
  '/credentials': ['POST'],
  '/credentials/1': ['DELETE'],
  '/credentials/schema/slackApi': ['GET'],
  '/executions': ['GET'],
  '/executions/1': ['GET', 'DELETE'],
  '/tags': ['GET', 'POST'],
  '/tags/1': ['GET', 'PUT', 'DELETE'],
  '/workflows': ['GET', 'POST'],
  '/workflows/1': ['GET', 'PUT', 'DELETE'],
  '/workflows/1/activate': ['POST'],
  '/workflows/1/deactivate': ['POST'],
  '/workflows/1/tags': ['GET', 'PUT'],
  '/users': ['GET'],
  '/users/1': ['GET'],
  '/source-control/pull': ['POST'],
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const UNKNOWN_PATHS = [
  '/',
  '/nope',
  '/workflow',
  '/workflows/1/runs',
  '/workflows/a/b/c',
  '/credentials/schema/a/b',
  '/tags/1/x',
  '//tags',
  '/tags//',
  '/tags//1',
  '/workflows//tags',
  '/workflows/1//activate',
  '/tags%2F1',
  '/nope/%E0%A4%A',
  '/__proto__',
  '/constructor',
  '/.env',
  '/openapi.json/x',
]

const WITHOUT_KEY = { key: null }

playCases([
  ...UNKNOWN_PATHS.map(
    (path): Case => ({
      name: `does not know /api/v1${path}, with or without a key`,
      ask: ['GET', path, undefined, WITHOUT_KEY],
      status: 404,
      body: { message: 'not found' },
    }),
  ),
  ...Object.entries(PATHS).flatMap(([path, methods]) =>
    METHODS.filter(method => !methods.includes(method)).map(
      (method): Case => ({
        name: `refuses ${method} ${path}, with or without a key`,
        ask: [method, path, undefined, WITHOUT_KEY],
        status: 405,
        body: { message: `${method} method not allowed` },
      }),
    ),
  ),
  ...Object.entries(PATHS).map(
    ([path]): Case => ({
      name: `takes ${path} in other letter case and with a slash behind it`,
      ask: ['PATCH', `${path.toUpperCase()}/`],
      status: 405,
      body: { message: 'PATCH method not allowed' },
    }),
  ),
  ...['/workflows/%zz', '/workflows/%zz/tags', '/users/%', '/executions/%E0', '/credentials/schema/%C3'].map(
    (path): Case => ({
      name: `refuses the bad escape in ${path}`,
      ask: ['GET', path],
      status: 400,
      body: { message: "malformed uri'" },
    }),
  ),
])

describe.each(PROFILES)('in profile %s', profile => {
  test.each(['/api/v1', '/api/v1/', '/api/v2/tags', '/api', '/nope', '/'])('does not know %s', async path => {
    await using instance = await startWorld(profile)
    const answer = await instance.request('PATCH', path)
    expect([answer.status, field(answer, 'message')]).toEqual([404, 'not found'])
  })

  test.each(['/api/v1/TAGS', '/API/V1/tags', '/api/v1/Tags/', '/api/v1/tags/', '/api/v1/tags/?limit=3'])(
    'knows %s for the tags',
    async path => {
      await using instance = await startWorld(profile)
      expect(idsIn(await instance.request('GET', path))).toEqual(['1', '2', '3'])
    },
  )

  test('keeps the letter case of ids', async () => {
    await using instance = await startWorld(profile)
    await instance.request('POST', '/_control/seed', { tags: [{ id: 'aB', name: 'x' }] })
    const statuses = await Promise.all(['aB', 'AB'].map(id => instance.request('GET', `/api/v1/TAGS/${id}`)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 404])
  })

  test('finds a thing by an id with encoded characters', async () => {
    await using instance = await startWorld(profile)
    await instance.request('POST', '/_control/seed', { tags: [{ id: 'a/b ?#é', name: 'x' }] })
    const answer = await instance.request('GET', `/api/v1/tags/${encodeURIComponent('a/b ?#é')}`)
    expect([answer.status, field(answer, 'id')]).toEqual([200, 'a/b ?#é'])
  })

  test.each(Object.keys(PATHS))('answers HEAD %s with 405 and no body', async path => {
    await using instance = await startWorld(profile)
    const { status, text } = await sendRaw(instance, 'HEAD', `/api/v1${path}`)
    expect([status, text]).toEqual([405, ''])
  })

  test('names no methods in an Allow header, as the service does not', async () => {
    await using instance = await startWorld(profile)
    const { status, headers } = await instance.request('PATCH', '/api/v1/tags')
    expect([status, headers.get('allow')]).toEqual([405, null])
  })

  test('answers a path with encoded dots as one that is not known', async () => {
    await using instance = await startWorld(profile)
    for (const path of ['/api/v1/../v1/nope', '/api/v1/tags/..%2f..%2fetc%2fpasswd/x']) {
      expect((await sendRaw(instance, 'GET', path)).status).toBe(404)
    }
  })
})

test('OPTIONS of 2.41 names the methods in its text and in Allow', async () => {
  await using instance = await startInstance({ profile: 'n8n-2.41', socket: false })
  const answer = await instance.fetch('/api/v1/tags/x', { method: 'OPTIONS' })
  const methods = 'DELETE, GET, HEAD, PUT'
  expect([answer.status, await answer.text(), answer.headers.get('allow')]).toEqual([200, methods, methods])
  expect([answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual(['text/plain', null])
})
