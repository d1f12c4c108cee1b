import { expect, test } from 'bun:test'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInstance } from '../../src/instance/instance.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { inARow, noOp, webhook } from '../runs/schedules/workflows.ts'
import { askInstance } from './ask-instance.ts'

const workflow = { id: '1', name: 'Orders', active: true, settings: {}, ...inARow(webhook('orders'), noOp('Ship')) }
const fixture = { tags: [{ id: '1', name: 'first' }], workflows: [workflow] }
const KEPT = ['/api/v1/tags', '/_control/clock', '/_control/faults', '/_control/simulation', '/_control/state']

/** An instance of a document, with something of everything that a reset puts back, and one execution that is running. */
async function open(folder: string) {
  const instance = await createInstance({
    profile: 'n8n-2.41',
    fixtures: [{ source: 'fixture', value: fixture }],
    serviceName: 'n8n',
    apiKey: 'owner-key',
    file: join(folder, 'instance.json'),
    clock: 0,
    clockMode: 'frozen',
    control: true,
    simulate: true,
    page: false,
    allowHosts: [],
    report: () => {},
  })
  const ask = askInstance(instance)
  await ask('PUT', '/_control/snapshots/before')
  await ask('POST', '/_control/simulation/rules', { workflow: '1', duration: '1h' })
  await ask('GET', '/webhook/orders')
  await ask('POST', '/api/v1/tags', { name: 'second' })
  await ask('PUT', '/_control/clock', { now: '2026-01-01T00:00:00Z' })
  await ask('GET', '/webhook/orders')
  await ask('POST', '/_control/faults', { operation: 'getUsers', status: 503 })
  const portrait = () => Promise.all(KEPT.map(path => ask('GET', path)))
  return { ask, portrait, startAgain: instance.startAgain, [Symbol.asyncDispose]: instance.stop }
}

const ACTS = ['/_control/reset', '/_control/snapshots/before/restore']

test.each(ACTS)('%s changes nothing where the document was edited by hand', async path => {
  await using folder = await temporaryFolder()
  await using instance = await open(folder.path)
  const before = await instance.portrait()
  await appendFile(join(folder.path, 'instance.json'), '\n')
  expect((await instance.ask('POST', path)).status).toBe(500)
  expect(await instance.portrait()).toEqual(before)
})

test('a start with other fixtures changes nothing where the document was edited by hand', async () => {
  await using folder = await temporaryFolder()
  await using instance = await open(folder.path)
  const before = await instance.portrait()
  await appendFile(join(folder.path, 'instance.json'), '\n')
  await expect(instance.startAgain([{ source: 'x', value: { tags: [] } }])).rejects.toThrow()
  expect(await instance.portrait()).toEqual(before)
})

test.each(ACTS)('%s changes nothing where the document was removed, and what runs goes on', async path => {
  await using folder = await temporaryFolder()
  await using instance = await open(folder.path)
  const before = await instance.portrait()
  await rm(join(folder.path, 'instance.json'))
  expect((await instance.ask('POST', path)).status).toBe(500)
  expect(await instance.portrait()).toEqual(before)
  await instance.ask('PUT', '/_control/clock', { advance: '1h' })
  expect((await instance.ask('GET', '/api/v1/executions/2')).body).toMatchObject({ status: 'success' })
  expect((await instance.ask('POST', path)).status).toBe(200)
  expect((await instance.ask('GET', '/api/v1/tags')).body.data).toMatchObject([{ name: 'first' }])
})
