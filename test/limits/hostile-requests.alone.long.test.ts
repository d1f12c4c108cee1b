import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { KEY, rowsInTurn, startOn } from '../runtimes/runtimes.ts'
import { secondClient } from './asking-meanwhile.ts'
import { listOf } from './large-requests.ts'

setDefaultTimeout(120_000)

/** What another client may wait. */
const MAX_WAIT_MS = 250
const HEADERS = { 'content-type': 'application/json', 'X-N8N-API-KEY': KEY }

interface Attack {
  args?: string[]
  fixture?: object
  /** What comes before the other client asks. */
  before?(url: string): Promise<unknown>
  /** What holds nobody. */
  act(url: string): Promise<unknown>
}

const readLog = (path: string) => async (url: string) => {
  const answer = await fetch(`${url}/_control${path}`, { headers: HEADERS })
  expect(answer.status).toBe(200)
  return answer.arrayBuffer()
}
/** Requests without a key, a few at a time. */
const askOften = (count: number, path: string, init?: RequestInit) => async (url: string) => {
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(
      listOf(Math.min(50, count - sent), async () => (await fetch(`${url}${path}`, init)).arrayBuffer()),
    )
  }
}

const unknownFields = JSON.stringify({ name: 'x', ...Object.fromEntries(listOf(60_000, at => [`f${at}`, at])) })
const refused = { method: 'POST', headers: HEADERS, body: unknownFields }

const webhook = (options: object) => ({
  workflows: [
    {
      id: '1',
      name: 'x',
      active: true,
      nodes: [{ name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'x', options } }],
    },
  ],
})
const callable = {
  workflows: [
    {
      id: '1',
      name: 'x',
      active: true,
      nodes: [{ name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'x', httpMethod: 'POST' } }],
    },
  ],
}
const addresses = listOf(50_000, at => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`).join()

/** Schedules of every second, of workflows with one each. */
const schedules = (count: number, interval: (at: number) => object) => ({
  workflows: listOf(count, at => ({
    id: `${at + 1}`,
    name: 'x',
    active: true,
    nodes: [
      {
        name: 'Schedule',
        type: 'n8n-nodes-base.scheduleTrigger',
        parameters: { rule: { interval: [interval(at)] } },
      },
    ],
  })),
})
const eachSecond = schedules(10_000, () => ({ field: 'cronExpression', expression: '* * * * * *' }))
/** Each due every minute of one week in a hundred. */
const hardlyKept = schedules(300, at => ({
  field: 'weeks',
  weeksInterval: 100,
  triggerAtHour: '*',
  triggerAtMinute: `*/1,${at % 60}`,
  triggerAtDay: [at % 7],
}))
const advance = (by: string, leftOut: string) => async (url: string) => {
  const answer = await fetch(`${url}/_control/clock`, {
    method: 'PUT',
    headers: HEADERS,
    body: JSON.stringify({ advance: by }),
  })
  const body = await answer.json()
  expect([answer.status, body.leftOut?.join()]).toEqual([200, expect.stringContaining(leftOut)])
}
/** A body in chunks of one byte each, of no known length. */
async function sendTinyChunks(url: string, count: number) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  const { promise: isAnswered, resolve } = Promise.withResolvers<void>()
  socket.on('data', bytes => {
    answer += bytes
    if (answer.includes('\r\n\r\n')) resolve()
  })
  socket.on('close', () => resolve())
  socket.on('error', () => resolve())
  socket.write(
    `POST /webhook/x HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  socket.write(`${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`)
  await isAnswered
  socket.destroy()
  expect(answer).toStartWith('HTTP/1.1 ')
}

const hookedKeys = JSON.stringify(Object.fromEntries(listOf(490_000, at => [`key${at}`, 1])))

const SIMULATED = ['--simulate', '--profile', 'n8n-2.41']
const LAST_RUNS = 'the last 1000 were played'

const ATTACKS: Record<string, Attack> = {
  'a log of 1,000 requests of 12 KB of eyJa, its archive and searches in both': {
    async before(url) {
      await askOften(500, `/api/v1/tags?x=${'eyJa'.repeat(3000)}`)(url)
      await askOften(500, `/api/v1/${'eyJa'.repeat(3000)}`)(url)
    },
    async act(url) {
      await readLog('/requests')(url)
      await readLog('/requests.har')(url)
      await readLog('/requests?path=/tags&text=none')(url)
      await readLog('/requests.har?path=/none')(url)
    },
  },
  '16 refused bodies of 0.9 MB in the log, without them and with them': {
    before: askOften(16, '/api/v1/tags', refused),
    async act(url) {
      await readLog('/requests')(url)
      await readLog('/requests?bodies')(url)
    },
  },
  'executions of 490,000 keys that are read without what their items hold': {
    args: SIMULATED,
    fixture: callable,
    before: askOften(3, '/webhook/x', { method: 'POST', headers: HEADERS, body: hookedKeys }),
    async act(url) {
      const path = '/api/v1/executions?includeData=true&redactExecutionData=true'
      const answer = await fetch(`${url}${path}`, { headers: HEADERS })
      expect([answer.status, (await answer.json()).data.length]).toEqual([200, 3])
    },
  },
  '200,000 chunks of one byte': {
    args: SIMULATED,
    fixture: callable,
    act: url => sendTinyChunks(url, 200_000),
  },
  'calls of a webhook with 50,000 addresses': {
    args: SIMULATED,
    fixture: webhook({ ipWhitelist: addresses }),
    act: askOften(50, '/webhook/x'),
  },
  '30 days of 10,000 schedules of every second, again and again, while the clock runs': {
    args: SIMULATED,
    fixture: eachSecond,
    act: url => Promise.all(listOf(2, () => advance('30d', LAST_RUNS)(url))),
  },
  '8 years of schedules that are hardly ever due': {
    args: [...SIMULATED, '--clock', '2026-05-01T00:00:00Z'],
    fixture: hardlyKept,
    act: advance('3000d', 'there are too many different ones'),
  },
}

test.each(rowsInTurn(Object.entries(ATTACKS)).map(([runtime, [name, attack]]) => [runtime, name, attack] as const))(
  'on %s, %s delay no other client',
  async (runtime, _name, { args = [], fixture = {}, before, act }) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(fixture))
    await using instance = await startOn(runtime, [...args, '--seed', seed])
    await before?.(instance.url)
    const report = await secondClient(instance.url, '/healthz')
    await act(instance.url)
    const { longest, statuses } = await report()
    if (process.env.SHOW) console.log('SHOW', runtime, _name, Math.round(longest))
    expect(Object.keys(statuses)).toEqual(['200'])
    expect(longest).toBeLessThan(MAX_WAIT_MS)
  },
)
