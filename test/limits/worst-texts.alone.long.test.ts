import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { SecondClient } from './asking-meanwhile.ts'
import { leastOf } from './longest-wait.ts'

setDefaultTimeout(240_000)

/** What another client may wait. */
const MAX_WAIT_MS = 250
const MB = 1_000_000
/** The most bytes of a path, a query or a header that every runtime takes. */
const HEAD_BYTES = 12_000

/** What is repeated costs a pattern most that begins again at each place: runs of what it looks for, without its end. */
const WORST = [
  '/',
  ' ',
  '\\',
  '"',
  '{{',
  '={{ ',
  '$vars.',
  '[',
  '<',
  '&#',
  'eyJa',
  'eyJ.',
  'n8n_api_',
  '%',
  '=',
  ',',
  ';',
  '0',
  '-',
  'a',
  '\n',
  '*',
]
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

type Send = (path: string, init?: RequestInit) => Promise<number>

/** Where text of a stranger comes in. */
const DOORS: Record<string, (text: string, send: Send) => Promise<unknown>> = {
  'a path of the API': (text, send) => send(`/api/v1/${encodeURIComponent(filled(text, HEAD_BYTES / 3))}`),
  'a raw path of the API': (text, send) => send(`/api/v1/${filled(text.replace(/[^!-~]|[#?\\]/g, 'a'), HEAD_BYTES)}`),
  'a query of the API': (text, send) => send(`/api/v1/tags?x=${encodeURIComponent(filled(text, HEAD_BYTES / 3))}`),
  'a cursor': (text, send) => send(`/api/v1/tags?cursor=${encodeURIComponent(filled(text, HEAD_BYTES / 3))}`),
  headers: (text, send) => {
    const value = filled(text, HEAD_BYTES / 6).replace(/[^ -~]/g, '')
    return send('/api/v1/tags', {
      headers: { 'content-type': value, authorization: value, 'accept-encoding': value, 'if-none-match': value },
    })
  },
  'a name': (text, send) => send('/api/v1/tags', { method: 'POST', body: JSON.stringify({ name: filled(text, MB) }) }),
  'a parameter of a node': async (text, send) => {
    const node = { id: 'n', name: 'n', type: 'n8n-nodes-base.set', typeVersion: 1, position: [0, 0] }
    const body = { name: 'x', nodes: [{ ...node, parameters: { a: filled(text, MB) } }], connections: {}, settings: {} }
    return send('/api/v1/workflows', { method: 'POST', body: JSON.stringify(body) })
  },
  'a body that is no JSON': (text, send) => send('/api/v1/tags', { method: 'POST', body: filled(text, MB) }),
  'a fixture': (text, send) =>
    send('/_control/seed', { method: 'POST', body: JSON.stringify({ tags: [{ name: filled(text, MB) }] }) }),
  'a path of a webhook': (text, send) => send(`/webhook/${encodeURIComponent(filled(text, HEAD_BYTES / 3))}`),
  'a raw path of a webhook': (text, send) =>
    send(`/webhook/x${filled(text.replace(/[^!-~]|[#?\\]/g, '/'), HEAD_BYTES)}a`),
  'a query of a webhook': (text, send) =>
    send(`/webhook/x?${filled(text.replace(/[^!-~]|[#\\]/g, '['), HEAD_BYTES)}`, { method: 'POST' }),
  'text of a call': (text, send) =>
    send('/webhook/x', { method: 'POST', body: JSON.stringify({ a: filled(text, MB) }) }),
  ...Object.fromEntries(
    ['text/plain', 'text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(type => [
      `a call of ${type}`,
      (text: string, send: Send) =>
        send('/webhook/x', { method: 'POST', body: filled(text, MB), headers: { 'content-type': type } }),
    ]),
  ),
}

const nodes = [
  {
    type: 'n8n-nodes-base.webhook',
    name: 'Hook',
    parameters: { path: 'x', httpMethod: 'POST', options: { ignoreBots: true } },
  },
]

describe.each([...RUNTIMES])('on %s', runtime => {
  // one for all rows: each start costs more than what is sent
  let instance: Awaited<ReturnType<typeof startOn>>
  let second: SecondClient
  beforeAll(async () => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify({ workflows: [{ name: 'Hooked', active: true, nodes }] }))
    instance = await startOn(runtime, ['--simulate', '--seed', seed])
    second = await SecondClient.start(instance.url, '/healthz')
  })
  afterAll(async () => {
    second[Symbol.dispose]()
    await instance[Symbol.asyncDispose]()
  })

  test.each(Object.entries(DOORS))('the worst texts for patterns in %s delay no other client', async (_name, door) => {
    const send: Send = async (path, { headers, ...init } = {}) => {
      const answer = await fetch(`${instance.url}${path}`, {
        ...init,
        headers: { 'content-type': 'application/json', 'X-N8N-API-KEY': KEY, ...headers },
      })
      await answer.arrayBuffer()
      return answer.status
    }
    const longest = await leastOf(2, MAX_WAIT_MS, async () => {
      for (const text of WORST) await door(text, send)
      const { longest, statuses } = await second.seen()
      expect(Object.keys(statuses)).toEqual(['200'])
      return longest
    })
    expect(longest).toBeLessThan(MAX_WAIT_MS)
  })
})
