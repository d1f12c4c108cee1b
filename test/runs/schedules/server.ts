import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FixtureData } from '../../../src/testing.ts'
import { startCli } from '../../commands/run-cli.ts'

const KEY = { 'X-N8N-API-KEY': 'owner-key' }

/** Asks an instance, wherever it is; the JSON of the answer. */
export type Ask = <Body = unknown>(method: string, path: string, body?: unknown) => Promise<Body>

/** A command-line instance over a document in a folder; the fixture is loaded at the first start. */
export async function startServer(folder: string, fixture: FixtureData, flags: string[] = ['--simulate']) {
  const seed = join(folder, 'seed.json')
  await writeFile(seed, JSON.stringify(fixture))
  const cli = startCli([
    '--data',
    join(folder, 'instance.json'),
    '--seed',
    seed,
    '--port',
    '0',
    '--api-key',
    'owner-key',
    '--log',
    'off',
    ...flags,
  ])
  const url = await cli.url()
  const ask: Ask = async (method, path, body) => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const answer = await fetch(url + path, { method, headers: { ...KEY, ...json }, body: sent })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as never
  }
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    cli.kill(signal)
    return cli.ended
  }
  return { url, ask, end, [Symbol.asyncDispose]: async () => void (await end('SIGKILL')) }
}

interface Kept {
  executions: { status: string; waitTill: string | null; stoppedAt: string | null; workflowId: string }[]
}

/** The executions that an instance holds, oldest first. */
export async function executionsAt(ask: Ask): Promise<Kept['executions']> {
  const { executions }: Kept = await ask('GET', '/_control/state?only=executions')
  return executions
}

export const statusesAt = async (ask: Ask) => (await executionsAt(ask)).map(({ status }) => status)
