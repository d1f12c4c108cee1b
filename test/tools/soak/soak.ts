import { join } from 'node:path'
import { createGitRemote } from '../../../src/core/git/temporary-remote.ts'
import { startCli, temporaryFolder } from '../../commands/run-cli.ts'
import { createChance } from './chance.ts'
import { Client, Surprise } from './client.ts'
import { compareAll } from './compare-all.ts'
import { type Connection, connectTo } from './connection.ts'
import { fillCaches } from './fill-caches.ts'
import { sendRaw, sendRefused } from './hostile.ts'
import { countOpenFiles, readRss } from './process-figures.ts'

const KEY = 'owner-key'
const CONNECTIONS = 32
const RESTARTED_CONNECTIONS = 4
const SAMPLE_EVERY = 250
const REST_SECONDS = 4

export interface SoakReport {
  /** How many requests were answered as they should. */
  requests: number
  restarts: number
  resets: number
  pulls: number
  /** Bytes of memory, over time. */
  memory: number[]
  /** Open files before the load and a while after it. */
  files: { before: number | undefined; after: number | undefined }
  /** What was not as it should be. */
  troubles: string[]
}

/** What goes on until the time is over, or until something is not as it should be. */
interface Run {
  /** Starts the clock, once the caches are filled: that can take a busy machine as long as the load itself. */
  begin(): void
  isOver(): boolean
  /** Waits while there is to be no load. */
  rest(): Promise<void>
  report: SoakReport
  seed: number
}

/**
 * Puts an instance under mixed load for so long: 32 connections with valid, invalid and hostile requests, and pulls; and
 * beside it one that is restarted all the time, and one that is reset all the time.
 */
export async function soak({ seconds, seed }: { seconds: number; seed: number }): Promise<SoakReport> {
  const files = { before: undefined, after: undefined }
  const report: SoakReport = { requests: 0, restarts: 0, resets: 0, pulls: 0, memory: [], files, troubles: [] }
  let start = Number.POSITIVE_INFINITY
  const begin = () => {
    start = performance.now()
  }
  const part = () => (performance.now() - start) / 1000 / seconds
  const isOver = () => part() > 1 || report.troubles.length > 0
  const run: Run = { begin, isOver, rest: () => restAt(part, seconds, isOver), report, seed }
  await Promise.all([loadInstance(run), restartInstance(run), resetInstance(run)].map(part => part.catch(tellTo(run))))
  return report
}

/** The last seconds of each fifth. */
async function restAt(part: () => number, seconds: number, isOver: () => boolean) {
  const isRest = () => (part() * 5) % 1 > 1 - (REST_SECONDS * 5) / seconds
  while (isRest() && !isOver()) await new Promise(resolve => setTimeout(resolve, 50))
}

const tellTo =
  ({ report }: Run) =>
  (error: unknown) => {
    report.troubles.push(
      error instanceof Surprise ? error.message : error instanceof Error ? `${error.stack}` : `${error}`,
    )
  }

async function startInstance(folder: string, name: string, more: string[] = []) {
  const args = ['--data', join(folder, name), '--port', '0', '--api-key', KEY, '--log', 'off']
  const cli = startCli([...args, ...more])
  return { cli, url: await cli.url() }
}

/** The instance that is measured. */
async function loadInstance(run: Run) {
  await using folder = await temporaryFolder()
  await using remote = await createGitRemote()
  const { cli, url } = await startInstance(folder.path, 'loaded.json', ['--git-remote', remote.url])
  const admin = connectTo(url, KEY)
  const { body } = await admin.ask('POST', '/_control/keys', { user: await addMember(admin) })
  const keys = [KEY, String(Object(body).apiKey)]
  const pid = Number(cli.pid)
  run.report.files.before = countOpenFiles(pid)
  let sampling: NodeJS.Timeout | undefined
  const clients = clientsOf(url, CONNECTIONS, run.seed, keys)
  const pulled = new Map<string, string>()
  try {
    await fillCaches(admin)
    run.begin()
    sampling = setInterval(() => run.report.memory.push(readRss(pid)), SAMPLE_EVERY)
    await Promise.all([
      ...clients.map(client => useAll(client, url, run)),
      pullAll(run, remote, admin, pulled),
      watchAll(run, url),
    ])
    clearInterval(sampling)
    run.report.files.after = await filesAtRest(pid, Number(run.report.files.before))
    await compareAll(admin, clients, pulled)
    for (const { connection } of [...clients, { connection: admin }]) connection.close()
    expectQuiet(cli.said.err)
  } finally {
    clearInterval(sampling)
    cli.kill('SIGTERM')
    await cli.ended
  }
  const again = await startInstance(folder.path, 'loaded.json')
  await compareAll(connectTo(again.url, KEY), clients, pulled)
  again.cli.kill('SIGTERM')
  await again.cli.ended
}

async function addMember(admin: Connection) {
  const user = 'mia@example.com'
  await admin.ask('POST', '/_control/seed', { users: [{ email: user }] })
  return user
}

function clientsOf(url: string, count: number, seed: number, keys: string[], name = 'client') {
  return Array.from({ length: count }, (_, at) => {
    const connection = connectTo(url, keys[at % keys.length] ?? '')
    return new Client(`${name} ${at}`, connection, connectTo(url, KEY), createChance(seed + at))
  })
}

async function useAll(client: Client, url: string, run: Run) {
  const { chance } = client
  const owner = connectTo(url, KEY)
  while (!run.isOver()) {
    await run.rest()
    try {
      const dice = chance.below(40)
      if (dice === 0) await sendRaw(url, chance)
      else if (dice < 6) await sendRefused(owner, chance)
      else await client.step()
      run.report.requests++
    } catch (error) {
      tellTo(run)(error)
    }
    await new Promise(resolve => setTimeout(resolve, chance.below(10)))
  }
  owner.close()
}

async function pullAll(
  run: Run,
  remote: Awaited<ReturnType<typeof createGitRemote>>,
  admin: Connection,
  pulled: Map<string, string>,
) {
  for (let round = 1; !run.isOver(); round++) {
    const [id, name] = [`p${round % 5}`, `pulled ${round}`]
    await remote.commit({ [`workflows/${id}.json`]: { id, name, nodes: [], connections: {}, settings: {} } })
    const answer = await admin.ask('POST', '/api/v1/source-control/pull', { force: true })
    if (answer.status !== 200) throw new Surprise('pull', 200, answer)
    pulled.set(id, name)
    run.report.pulls++
    await run.rest()
    await new Promise(resolve => setTimeout(resolve, 1000))
  }
}

/** Looks at all of it from outside, and keeps streams open for a while. */
async function watchAll(run: Run, url: string) {
  const headers = { 'x-n8n-api-key': KEY }
  while (!run.isOver()) {
    const gone = new AbortController()
    const stream = await fetch(`${url}/_control/requests?stream`, { headers, signal: gone.signal })
    const reader = stream.body?.getReader()
    for (let read = 0; read < 20 && !run.isOver(); read++) await reader?.read()
    gone.abort()
    for (const [method, path] of [
      ['PUT', 'snapshots/soak'],
      ['GET', 'snapshots/soak'],
      ['GET', 'requests?bodies'],
      ['GET', 'overview'],
      ['DELETE', 'snapshots/soak'],
    ] as [string, string][]) {
      const answer = await fetch(`${url}/_control/${path}`, { method, headers })
      if (!answer.ok) throw new Surprise(`${method} ${path}`, 200, [answer.status, await answer.text()])
      await answer.arrayBuffer()
    }
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

/** Open files once all connections but the given ones are closed, or after a while. */
async function filesAtRest(pid: number, wanted: number) {
  for (let wait = 0; wait < 150 && Number(countOpenFiles(pid)) > wanted; wait++)
    await new Promise(resolve => setTimeout(resolve, 100))
  return countOpenFiles(pid)
}

function expectQuiet(said: string) {
  if (said !== '') throw new Surprise('standard error', '', said)
}

/** An instance that is ended and started again, in turns cleanly and at once, and has what its clients know each time. */
async function restartInstance(run: Run) {
  await using folder = await temporaryFolder()
  let own: Client['own'][] = []
  while (!run.isOver()) {
    const { cli, url } = await startInstance(folder.path, 'restarted.json')
    const { restarts } = run.report
    const seed = run.seed + 1000 + restarts * 10
    const clients = clientsOf(url, RESTARTED_CONNECTIONS, seed, [KEY], `start ${restarts}`)
    for (const [at, client] of clients.entries()) Object.assign(client.own, own[at] ?? {})
    const admin = connectTo(url, KEY)
    await compareAll(admin, clients, new Map())
    const stopAt = performance.now() + 3000
    const isOver = () => run.isOver() || performance.now() > stopAt
    await Promise.all(clients.map(client => useAll(client, url, { ...run, isOver })))
    await compareAll(admin, clients, new Map())
    own = clients.map(client => client.own)
    for (const { connection } of [...clients, { connection: admin }]) connection.close()
    cli.kill(run.report.restarts % 2 ? 'SIGKILL' : 'SIGTERM')
    await cli.ended
    run.report.restarts++
  }
}

/** An instance that is changed and reset, and is as it was at its start each time. */
async function resetInstance(run: Run) {
  const cli = startCli(['--memory', '--demo', '--port', '0', '--api-key', KEY, '--log', 'off'])
  try {
    const url = await cli.url()
    const admin = connectTo(url, KEY)
    const start = JSON.stringify((await admin.ask('GET', '/_control/state')).body)
    const [client] = clientsOf(url, 1, run.seed + 2000, [KEY])
    while (!run.isOver() && client) {
      const fresh = new Client('reset', client.connection, admin, client.chance)
      for (let step = 0; step < 20; step++) await fresh.step()
      await admin.ask('POST', '/_control/reset')
      const state = JSON.stringify((await admin.ask('GET', '/_control/state')).body)
      if (state !== start) throw new Surprise('the state after a reset', start, state)
      run.report.resets++
      await new Promise(resolve => setTimeout(resolve, 300))
    }
    admin.close()
    client?.connection.close()
  } finally {
    cli.kill('SIGTERM')
    await cli.ended
  }
}
