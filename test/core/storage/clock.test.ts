import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Fixture, startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { openFile } from '../../tools/fuzz/open-file.ts'
import { field, idOf, idsIn, minimal } from '../api/world.ts'

const TIMES = [
  '2026-05-01T12:00:00Z',
  '2026-04-30T12:00:00Z',
  '1970-01-01T00:00:00Z',
  '2031-01-01T00:00:00Z',
  '2026-05-01T11:59:59Z',
]

test('a clock that goes backwards changes the dates, and neither ids, order, pages nor what is kept', async () => {
  await using instance = await startInstance({ clock: TIMES[0] as string, socket: false })
  const made: string[] = []
  for (const time of TIMES) {
    instance.clock.set(time)
    const answer = await instance.request('POST', '/api/v1/workflows', minimal({ name: time }))
    expect([answer.status, field(answer, 'createdAt')]).toEqual([200, new Date(time).toISOString()])
    made.push(idOf(answer))
    expect((await instance.request('PUT', `/api/v1/workflows/${made[0]}`, minimal({ name: 'again' }))).status).toBe(200)
    expect((await instance.request('POST', `/api/v1/workflows/${made[0]}/activate`)).status).toBe(200)
    await instance.executions.add({ workflowId: idOf(answer), status: 'success' })
    expect((await instance.request('POST', '/api/v1/audit')).status).toBe(200)
    expect((await instance.request('GET', '/_control/overview')).status).toBe(200)
  }
  expect(made).toEqual(['1', '2', '3', '4', '5'])
  const first = await instance.request('GET', '/api/v1/workflows?limit=3')
  const rest = await instance.request('GET', `/api/v1/workflows?limit=3&cursor=${field(first, 'nextCursor')}`)
  expect([...idsIn(first), ...idsIn(rest)]).toEqual(made)
  expect(idsIn(await instance.request('GET', '/api/v1/executions'))).toEqual([5, 4, 3, 2, 1])
  const { workflows } = instance.state() as Fixture & { workflows: { updatedAt: string }[] }
  expect(workflows[0]?.updatedAt).toBe('2026-05-01T11:59:59.000Z')
})

test('a document from the future opens, takes writes and keeps them', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const headers = { 'x-n8n-api-key': 'owner-key', 'content-type': 'application/json' }
  const names: string[][] = []
  for (const [at, time] of TIMES.entries()) {
    const instance = await openFile(file, {
      apiKey: 'owner-key',
      clock: Date.parse(time),
      clockMode: 'running',
    })
    const body = JSON.stringify({ name: `tag ${at}` })
    expect((await instance.fetch('/api/v1/tags', { method: 'POST', headers, body })).status).toBe(201)
    const { data } = await (await instance.fetch('/api/v1/tags', { headers })).json()
    names.push(data.map(({ name }: { name: string }) => name))
    await instance.stop()
  }
  expect(names.at(-1)).toEqual(TIMES.map((_, at) => `tag ${at}`))
})
