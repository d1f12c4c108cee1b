import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startCli, temporaryFolder } from '../../../commands/run-cli.ts'
import { changeUntilCut, confirm, emptyLedger, type Ledger } from './http-client.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20)
const CONNECTIONS = 16
const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

interface Answered {
  id: string
  name: string
  nodes: unknown[]
  tags: { id: string }[]
}

test(
  `killed ${ROUNDS} times under ${CONNECTIONS} connections, the service has every acknowledged write, and no half of another`,
  async () => {
    await using folder = await temporaryFolder()
    const args = ['--data', join(folder.path, 'instance.json'), '--port', '0', '--api-key', 'owner-key', '--log', 'off']
    const ledgers = Array.from({ length: CONNECTIONS }, emptyLedger)
    let tagIds: string[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const cli = startCli(args)
      const url = await cli.url()
      await expectAcknowledged(url, ledgers)
      if (round === 0) tagIds = await makeTags(url)
      if (round === ROUNDS) {
        cli.kill('SIGTERM')
        expect(await cli.ended).toBe(0)
        break
      }
      const clients = Promise.all(ledgers.map((ledger, client) => changeUntilCut(url, client, ledger, tagIds)))
      await new Promise(resolve => setTimeout(resolve, 50 + Math.random() * 250))
      cli.kill('SIGKILL')
      await Promise.all([clients, cli.ended])
    }
    const confirmed = ledgers.reduce((sum, ledger) => sum + ledger.confirmed, 0)
    expect(confirmed).toBeGreaterThan(CONNECTIONS)
  },
  ROUNDS * 20_000,
)

async function makeTags(url: string) {
  const made = ['a', 'b', 'c'].map(async name => {
    const answer = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: JSON.stringify({ name }) })
    return ((await answer.json()) as { id: string }).id
  })
  return Promise.all(made)
}

/** Every workflow is as its client was told, or as the one request makes it that got no answer. */
async function expectAcknowledged(url: string, ledgers: Ledger[]) {
  const found = await allWorkflows(url)
  for (const ledger of ledgers) {
    settlePending(ledger, found)
    for (const known of ledger.workflows.values()) {
      const workflow = found.get(known.id)
      const { id, name } = workflow ?? {}
      expect({ id, name, nodes: workflow?.nodes.length, tags: workflow?.tags.map(tag => tag.id) }).toEqual({
        id: known.id,
        name: known.name,
        nodes: 2,
        tags: known.tags,
      })
      found.delete(known.id)
    }
  }
  expect([...found.keys()]).toEqual([])
}

function settlePending(ledger: Ledger, found: Map<string, Answered>) {
  const { pending } = ledger
  if (!pending) return
  const happened = () => {
    if (pending.kind === 'create') return [...found.values()].find(({ name }) => name === pending.name)
    if (pending.kind === 'delete') return found.has(pending.id) ? undefined : { id: pending.id }
    const { name, tags } = found.get(pending.to.id) ?? { name: '', tags: [] }
    const is = JSON.stringify([name, tags.map(tag => tag.id)])
    return is === JSON.stringify([pending.to.name, pending.to.tags]) ? { id: pending.to.id } : undefined
  }
  const done = happened()
  if (done) confirm(ledger, done)
  ledger.pending = undefined
}

async function allWorkflows(url: string) {
  const found = new Map<string, Answered>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor === '' ? 'limit=250' : `cursor=${encodeURIComponent(cursor)}`
    const answer = await fetch(`${url}/api/v1/workflows?${query}`, { headers })
    const { data, nextCursor } = (await answer.json()) as { data: Answered[]; nextCursor: string | null }
    for (const workflow of data) found.set(workflow.id, workflow)
    cursor = nextCursor
  }
  return found
}
