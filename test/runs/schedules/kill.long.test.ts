import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCli, temporaryFolder } from '../../commands/run-cli.ts'
import { inARow, noOp, webhook } from './workflows.ts'

const CONNECTIONS = 16
const KEY = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

test('killed under webhook calls and API traffic, every answered call has its execution once, none more than was sent', async () => {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  const workflow = {
    id: '1',
    name: 'Orders',
    active: true,
    ...inARow(webhook('orders', { httpMethod: 'POST' }), noOp('Done')),
  }
  await writeFile(seed, JSON.stringify({ workflows: [workflow] }))
  const args = [
    '--data',
    join(folder.path, 'instance.json'),
    '--seed',
    seed,
    '--port',
    '0',
    '--api-key',
    'owner-key',
    // a quick machine makes more than are kept by default
    '--simulate',
    '--log',
    'off',
    '--keep-executions',
    '1000000',
  ]
  const [answered, sent] = [new Set<string>(), new Set<string>()]
  for (let round = 0; round < 3; round++) {
    const cli = startCli(args)
    const url = await cli.url()
    const clients = Array.from({ length: CONNECTIONS }, (_, client) =>
      client % 4 === 3 ? readUntilCut(url) : callUntilCut(url, `${round}-${client}`, sent, answered),
    )
    // the first calls wait for the worker that computes them
    const before = answered.size
    while (answered.size < before + 40) await new Promise(resolve => setTimeout(resolve, 10))
    await new Promise(resolve => setTimeout(resolve, 300))
    cli.kill('SIGKILL')
    await Promise.all([...clients, cli.ended])
  }
  const cli = startCli(args)
  const kept = await keptCalls(await cli.url())
  cli.kill('SIGTERM')
  expect(await cli.ended).toBe(0)
  expect(answered.size).toBeGreaterThan(50)
  expect([...answered].filter(call => !kept.includes(call))).toEqual([])
  expect(kept.length).toBe(new Set(kept).size)
  expect(kept.filter(call => !sent.has(call))).toEqual([])
}, 60_000)

async function callUntilCut(url: string, client: string, sent: Set<string>, answered: Set<string>) {
  for (let at = 0; ; at++) {
    const call = `${client}-${at}`
    sent.add(call)
    try {
      const body = JSON.stringify({ call })
      const answer = await fetch(`${url}/webhook/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await answer.text()
      if (answer.status === 200) answered.add(call)
    } catch {
      return
    }
  }
}

async function readUntilCut(url: string) {
  for (;;) {
    try {
      await (await fetch(`${url}/api/v1/executions?limit=10`, { headers: KEY })).text()
    } catch {
      return
    }
  }
}

/** What every execution that is kept was called with. */
async function keptCalls(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/_control/state?only=executions`, { headers: KEY })
  const { executions } = (await answer.json()) as { executions: { data: unknown }[] }
  return executions.flatMap(({ data }) => /"call":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? [])
}
