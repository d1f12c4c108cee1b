import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInstance } from '../../src/instance/instance.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'

const OPTIONS = { serviceName: 'n8n', control: true, page: false, allowHosts: [], report() {} }

test('a start that fails releases its port and its document', async () => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const first = await createInstance({ ...OPTIONS, fixtures: [], listen: { hostname: '127.0.0.1', port: 0 } })
  const listen = { hostname: '127.0.0.1', port: Number(new URL(first.url).port) }
  await first.stop()
  const wrong = { source: 'fixture', value: { workflows: [{ name: 'x', tags: ['none'] }] } }
  const failing = createInstance({ ...OPTIONS, file, listen, fixtures: [wrong] })
  await expect(failing).rejects.toThrow('fixture/workflows/0/tags/0: there is no tag "none"')
  const { url, stop } = await createInstance({ ...OPTIONS, file, listen, fixtures: [] })
  expect(url).toBe(first.url)
  await stop()
  expect(await readdir(folder.path)).toEqual(['instance.json'])
})

test.each<[options: { idSeed?: string; faultSeed?: number }, seed: number]>([
  [{ idSeed: 'x' }, 1],
  [{ idSeed: 'x', faultSeed: 7 }, 7],
  [{ faultSeed: 0 }, 0],
])('with %j the faults of an instance have the seed %i', async (options, seed) => {
  await using instance = await startInstance({ ...options, socket: false })
  expect(instance.faults.seed).toBe(seed)
})

test('without a seed the faults of each instance have another one', async () => {
  await using one = await startInstance({ socket: false })
  await using other = await startInstance({ socket: false })
  expect(one.faults.seed).not.toBe(other.faults.seed)
})

test('an instance has a key of its own where none is given, and the one that is given', async () => {
  const own = await createInstance({ ...OPTIONS, fixtures: [] })
  const given = await createInstance({ ...OPTIONS, fixtures: [], apiKey: 'k', serviceName: 'Acme' })
  expect([own.apiKey, own.apiKeyHeader, own.url]).toEqual([
    expect.stringMatching(/^n8n_api_[0-9a-f]{80}$/),
    'X-N8N-API-KEY',
    'http://localhost',
  ])
  expect([given.apiKey, given.apiKeyHeader]).toEqual(['k', 'X-ACME-API-KEY'])
  await Promise.all([own.stop(), own.stop(), given.stop()])
})

test('an instance without its control API does not start again', async () => {
  const instance = await createInstance({ ...OPTIONS, control: false, fixtures: [] })
  await expect(instance.startAgain([])).rejects.toThrow('An instance without its control API cannot start again')
  await instance.stop()
})
