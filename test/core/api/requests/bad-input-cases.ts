import { expect, test } from 'bun:test'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { TestInstance } from '../../../../src/testing.ts'
import { field, idOf, minimal, type PROFILES, startWorld, stateOf } from '../world.ts'
import { sendRaw } from './raw-request.ts'

const MIB = 1024 * 1024
const JSON_TYPE = { 'content-type': 'application/json' }

/** A workflow whose JSON has exactly this number of bytes. */
function workflowOf(bytes: number) {
  const empty = JSON.stringify(minimal({ name: '' })).length
  return JSON.stringify(minimal({ name: 'n'.repeat(bytes - empty) }))
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that no validator may fall over, and what they are answered. */
const ODD_WORKFLOWS: [name: string, body: string, status: number][] = [
  ['a name with a lone surrogate', JSON.stringify(minimal({ name: 'a\ud800b' })), 200],
  ['a name with NUL', JSON.stringify(minimal({ name: 'a\u0000b' })), 200],
  ['a name with separators of lines', JSON.stringify(minimal({ name: 'a\u2028b\u2029' })), 200],
  ['a name of a million characters', JSON.stringify(minimal({ name: 'n'.repeat(1_000_000) })), 200],
  ['an empty key in connections', '{"name":"x","nodes":[],"connections":{"":{}},"settings":{}}', 200],
  ['__proto__ in connections', '{"name":"x","nodes":[],"connections":{"__proto__":{"a":1}},"settings":{}}', 200],
  [
    'constructor in parameters',
    JSON.stringify(minimal({ nodes: [{ parameters: { constructor: { prototype: 1 } } }] })),
    200,
  ],
  ['__proto__ in a node', '{"name":"x","nodes":[{"__proto__":{"a":1}}],"connections":{},"settings":{}}', 400],
  ['__proto__ in settings', '{"name":"x","nodes":[],"connections":{},"settings":{"__proto__":{"timezone":5}}}', 400],
  [
    '__proto__ in credentials of a node',
    '{"name":"x","nodes":[{"credentials":{"__proto__":{"id":"1"}}}],"connections":{},"settings":{}}',
    200,
  ],
  ['a number beyond all numbers', '{"name":"x","nodes":[{"typeVersion":1e999}],"connections":{},"settings":{}}', 400],
  [
    'a number below all numbers',
    '{"name":"x","nodes":[],"connections":{},"settings":{"executionTimeout":-1e999}}',
    400,
  ],
  ['a number with 400 digits', `{"name":"x","nodes":[],"connections":{"n":${'9'.repeat(400)}},"settings":{}}`, 400],
  ['minus zero', '{"name":"x","nodes":[{"position":[-0,-0.0]}],"connections":{},"settings":{}}', 200],
  ['10,000 nodes', JSON.stringify(minimal({ nodes: Array(10_000).fill({ name: 'x' }) })), 200],
  ['10,000 bad nodes', JSON.stringify(minimal({ nodes: Array(10_000).fill({ color: 'red' }) })), 400],
  [
    '10,000 unknown fields',
    JSON.stringify(minimal(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, 1])))),
    400,
  ],
  ['connections 100,000 levels deep', `{"name":"x","nodes":[],"settings":{},"connections":${nested(100_000)}}`, 400],
  [
    'parameters 100,000 lists deep',
    `{"name":"x","nodes":[{"parameters":{"a":${nestedLists(100_000)}}}],"settings":{},"connections":{}}`,
    400,
  ],
  [
    'static data 100,000 levels deep',
    `{"name":"x","nodes":[],"settings":{},"connections":{},"staticData":${nested(100_000)}}`,
    400,
  ],
  ['static data 100,000 lists deep, as text', JSON.stringify(minimal({ staticData: nestedLists(100_000) })), 400],
  ['static data 500 lists deep, as text', JSON.stringify(minimal({ staticData: nestedLists(500) })), 200],
  ['brackets in its texts', JSON.stringify(minimal({ name: '[{"'.repeat(2000) })), 200],
  ['nothing but 100,000 levels', nested(100_000), 400],
  ['nothing but 100,000 lists', nestedLists(100_000), 400],
  ['100,000 levels that end too early', '{"a":'.repeat(100_000), 400],
  ['connections 500 levels deep', `{"name":"x","nodes":[],"settings":{},"connections":${nested(500)}}`, 200],
]

/** What a version does with bodies that no validator may fall over. */
export function refusesBadInput(profile: (typeof PROFILES)[number]) {
  test.each(ODD_WORKFLOWS)('answers POST and PUT of a workflow with %s as it should', async (_name, body, status) => {
    await using instance = await startWorld(profile)
    const before = await stateOf(instance)
    for (const [method, path] of [
      ['POST', '/api/v1/workflows'],
      ['PUT', '/api/v1/workflows/1'],
    ] as const) {
      const answer = await instance.request(method, path, body, { headers: JSON_TYPE })
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.any(String)])
      if (status === 400) expect(field(answer, 'message')).toBeString()
    }
    if (status === 400) expect(await stateOf(instance)).toBe(before)
    expect((await instance.request('GET', '/api/v1/workflows?limit=250')).status).toBe(200)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  test('gives odd texts back as they came', async () => {
    await using instance = await startWorld(profile)
    const name = 'a\ud800b \u0000 \u2028 \u{1F680} \\u0041 "'
    const created = await instance.request('POST', '/api/v1/workflows', minimal({ name }))
    const read = await instance.request('GET', `/api/v1/workflows/${idOf(created)}`)
    expect([field(created, 'name'), field(read, 'name')]).toEqual([name, name])
  })

  test.each<[string, Record<string, string>, (body: string) => string | Uint8Array]>([
    ['that says its length', { 'content-length': String(16 * MIB) }, body => body],
    ['that does not say its length', { 'transfer-encoding': 'chunked' }, body => body],
    ['that is packed', { 'content-encoding': 'gzip' }, body => gzipSync(body)],
  ])('takes a body of 16 MiB %s', async (_name, size, pack) => {
    await using instance = await startWorld(profile)
    const headers = { ...JSON_TYPE, ...size }
    const answer = await sendRaw(instance, 'POST', '/api/v1/workflows', { headers, body: pack(workflowOf(16 * MIB)) })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['that says its length', { 'content-length': String(16 * MIB + 1) }],
    ['that does not say its length', { 'transfer-encoding': 'chunked' }],
  ])('refuses a body of 16 MiB and one byte %s, and goes on', async (_name, headers) => {
    await using instance = await startWorld(profile)
    const before = await stateOf(instance)
    const answer = await sendLarge(
      instance,
      '/api/v1/workflows',
      { ...JSON_TYPE, ...headers },
      workflowOf(16 * MIB + 1),
    )
    expect([answer.status, answer.message]).toEqual([413, expect.stringContaining('larger than 16777216 bytes')])
    expect(await stateOf(instance)).toBe(before)
  })

  test('refuses a large body of nobody before it asks for a key', async () => {
    await using instance = await startWorld(profile)
    const headers = { ...JSON_TYPE, 'content-length': String(16 * MIB + 1), 'x-n8n-api-key': 'wrong' }
    expect((await sendLarge(instance, '/api/v1/nope', headers, workflowOf(16 * MIB + 1))).status).toBe(413)
  })

  test('refuses a small body that unpacks to a large one', async () => {
    await using instance = await startWorld(profile)
    const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
    const body = gzipSync(workflowOf(16 * MIB + 1))
    const answer = await sendRaw(instance, 'POST', '/api/v1/workflows', { headers, body })
    expect([body.length < MIB, answer.status]).toEqual([true, 413])
  })

  test('forgets a request that is given up halfway', async () => {
    await using instance = await startWorld(profile)
    const before = await stateOf(instance)
    const { port } = new URL(instance.url)
    const sent = request({
      port,
      method: 'POST',
      path: '/api/v1/tags',
      headers: { ...JSON_TYPE, 'x-n8n-api-key': instance.apiKey, 'content-length': '100' },
    })
    sent.on('error', () => {})
    sent.write('{"name":"ha')
    while (instance.requests.all().length === 0) await Bun.sleep(1)
    sent.destroy()
    await Bun.sleep(20)
    expect(await stateOf(instance)).toBe(before)
  })
}

/** Sends more than is taken: the service may answer and hang up before all is sent. */
function sendLarge(instance: TestInstance, path: string, headers: Record<string, string>, body: string) {
  const { port } = new URL(instance.url)
  return new Promise<{ status: number; message: unknown }>((resolve, reject) => {
    const all = { 'x-n8n-api-key': instance.apiKey, ...headers }
    const sent = request({ port, method: 'POST', path, headers: all, agent: false }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, message: JSON.parse(text).message }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
