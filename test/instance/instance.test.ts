import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
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

const hasIPv6 = Object.values(networkInterfaces()).some(all => all?.some(({ family }) => family === 'IPv6'))

describe.each([
  { hostname: '127.1', host: '127.1', status: 200 },
  { hostname: '0.0.0.0', host: '0.0.0.0', status: 403 },
  { hostname: '::ffff:127.0.0.1', host: '[::ffff:127.0.0.1]', status: 200 },
  { hostname: '[::ffff:127.0.0.1]', host: '[::ffff:127.0.0.1]', status: 200 },
  { hostname: '::', host: '[::]', status: 403 },
  { hostname: '[::]', host: '[::]', status: 403 },
])('an instance that listens on $hostname', ({ hostname, host, status }) => {
  test.skipIf(hostname.includes(':') && !hasIPv6)(`answers ${status} to who asks for ${host}`, async () => {
    const listen = { hostname, port: 0 }
    const { apiKey, apiKeyHeader, fetch, stop } = await createInstance({ ...OPTIONS, fixtures: [], listen })
    const headers = { host, [apiKeyHeader]: String(apiKey) }
    const asked = await fetch(new Request('http://localhost/_control/clock', { headers }))
    await stop()
    expect(asked.status).toBe(status)
  })
})

test('an instance without its control API does not start again', async () => {
  const instance = await createInstance({ ...OPTIONS, control: false, fixtures: [] })
  await expect(instance.startAgain([])).rejects.toThrow('An instance without its control API cannot start again')
  await instance.stop()
})
