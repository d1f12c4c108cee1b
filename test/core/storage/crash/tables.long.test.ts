import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startCli, temporaryFolder } from '../../../commands/run-cli.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 20)
const CLIENTS = 8
const BATCH = 3
const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }

/** What a client was told of its data table: how many batches of rows it holds, and a batch without an answer. */
interface Ledger {
  tableId: string
  told: number
  isPending: boolean
}

async function send(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

test(
  `killed ${ROUNDS} times, the service has every acknowledged row and project, and each batch of rows whole or not at all`,
  async () => {
    await using folder = await temporaryFolder()
    const args = [
      '--data',
      join(folder.path, 'instance.json'),
      '--port',
      '0',
      '--api-key',
      'owner-key',
      '--log',
      'off',
      '--profile',
      'n8n-2.41',
      '--licence',
      'all',
    ]
    const ledgers: Ledger[] = []
    const projects = new Set<string>()
    for (let round = 0; round <= ROUNDS; round++) {
      const cli = startCli(args)
      const url = await cli.url()
      if (round === 0) ledgers.push(...(await makeTables(url)))
      await expectAcknowledged(url, ledgers, projects)
      if (round === ROUNDS) {
        cli.kill('SIGTERM')
        expect(await cli.ended).toBe(0)
        break
      }
      const clients = Promise.all([...ledgers.map(ledger => insertUntilCut(url, ledger)), makeProjects(url, projects)])
      await Bun.sleep(100 + Math.random() * 200)
      cli.kill('SIGKILL')
      await Promise.all([clients, cli.ended])
    }
    expect(ledgers.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThan(CLIENTS)
    expect(projects.size).toBeGreaterThan(0)
  },
  ROUNDS * 20_000,
)

const makeTables = (url: string) =>
  Promise.all(
    Array.from({ length: CLIENTS }, async (_, client): Promise<Ledger> => {
      const table = { name: `table ${client}`, columns: [{ name: 'batch', type: 'number' }] }
      const { id } = await send(url, 'POST', '/data-tables', table)
      return { tableId: id, told: 0, isPending: false }
    }),
  )

async function insertUntilCut(url: string, ledger: Ledger) {
  for (;;) {
    const rows = Array.from({ length: BATCH }, () => ({ batch: ledger.told }))
    ledger.isPending = true
    try {
      await send(url, 'POST', `/data-tables/${ledger.tableId}/rows`, { data: rows })
    } catch (error) {
      if (String(error).includes(': 4') || String(error).includes(': 5')) throw error
      return
    }
    ledger.told++
    ledger.isPending = false
  }
}

async function makeProjects(url: string, projects: Set<string>) {
  for (let number = 0; ; number++) {
    try {
      projects.add((await send(url, 'POST', '/projects', { name: `project ${number}` })).id)
    } catch (error) {
      if (String(error).includes(': 4') || String(error).includes(': 5')) throw error
      return
    }
  }
}

async function expectAcknowledged(url: string, ledgers: Ledger[], projects: Set<string>) {
  for (const ledger of ledgers) {
    const { data } = await send(url, 'GET', `/data-tables/${ledger.tableId}/rows?limit=0`)
    const batches = Map.groupBy(data as { batch: number }[], ({ batch }) => batch)
    // the batch without an answer is there as a whole, or not at all
    if (ledger.isPending && batches.has(ledger.told)) ledger.told++
    ledger.isPending = false
    expect([...batches.keys()]).toEqual(Array.from({ length: ledger.told }, (_, batch) => batch))
    expect([...batches.values()].every(rows => rows.length === BATCH)).toBe(true)
  }
  const { data } = await send(url, 'GET', '/projects?limit=0')
  const found = new Set((data as { id: string }[]).map(({ id }) => id))
  expect([...projects].filter(id => !found.has(id))).toEqual([])
}
