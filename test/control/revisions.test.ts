import { expect, test } from 'bun:test'
import { createInstance } from '../../src/instance/instance.ts'
import { world } from '../core/api/world.ts'
import { askInstance } from './ask-instance.ts'

async function start() {
  const instance = await createInstance({
    profile: 'n8n-2.41',
    fixtures: [{ source: 'world', value: { ...world, licence: 'all' } }],
    serviceName: 'n8n',
    apiKey: 'owner-key',
    clock: Date.parse('2026-05-01T00:00:00Z'),
    simulate: true,
    control: true,
    page: false,
    allowHosts: [],
    report() {},
  })
  const { control, stop } = instance
  if (!control) throw new Error('It has a control API')
  return { ask: askInstance(instance), control, [Symbol.asyncDispose]: stop }
}

type Ask = [method: string, path: string, body?: unknown]

const FAULT: Ask = ['POST', '/_control/faults', { path: '/tags', status: 503 }]
const RULE: Ask = ['POST', '/_control/simulation/rules', { workflow: '1', error: 'x' }]
const SNAPSHOT: Ask = ['PUT', '/_control/snapshots/a']
const TAGS: Ask = ['GET', '/api/v1/tags']

/** What a change of an instance shows as changed; before it, others may come. */
test.each<[ask: Ask, changed: string[], before?: Ask[]]>([
  [['GET', '/_control/state'], []],
  [['GET', '/_control/nope'], []],
  [TAGS, ['requests']],
  [['GET', '/api/v1/nope'], ['requests']],
  [['DELETE', '/_control/requests'], ['requests']],
  [FAULT, ['faults']],
  [['PUT', '/_control/faults', { rules: [] }], ['faults']],
  [['DELETE', '/_control/faults'], ['faults']],
  [['DELETE', '/_control/faults/1'], ['faults'], [FAULT]],
  [['DELETE', '/_control/faults/2'], [], [FAULT]],
  [['POST', '/_control/faults', { path: '/tags' }], []],
  [TAGS, ['faults', 'requests'], [FAULT]],
  [['GET', '/api/v1/workflows'], ['requests'], [FAULT]],
  [RULE, ['simulation']],
  [['PUT', '/_control/simulation/rules', { rules: [] }], ['simulation']],
  [['DELETE', '/_control/simulation/rules/1'], ['simulation'], [RULE]],
  [['PUT', '/_control/simulation', { on: false }], ['simulation']],
  [['PUT', '/_control/clock', { mode: 'frozen' }], ['clock']],
  [['PUT', '/_control/clock', { advance: '1h' }], ['clock']],
  [SNAPSHOT, ['snapshots']],
  [SNAPSHOT, ['snapshots'], [SNAPSHOT]],
  [['DELETE', '/_control/snapshots/a'], ['snapshots'], [SNAPSHOT]],
  [['DELETE', '/_control/snapshots/b'], [], [SNAPSHOT]],
  [['POST', '/_control/snapshots/a/restore'], [], [SNAPSHOT]],
  [
    ['POST', '/_control/snapshots/a/restore'],
    ['tags'],
    [SNAPSHOT, ['POST', '/_control/seed', { tags: [{ name: 'x' }] }]],
  ],
  [['POST', '/_control/seed', { tags: [{ name: 'x' }] }], ['tags']],
  [['POST', '/_control/seed', { tags: [{}] }], []],
  [['POST', '/_control/seed', { licence: null }], ['licence']],
  [['POST', '/_control/keys', { user: 'mia@example.com', scopes: ['tag:list'] }], ['apiKeys']],
  [['POST', '/_control/executions', { workflowId: '1', status: 'success' }], ['executions']],
  [
    ['POST', '/api/v1/tags', { name: 'x' }],
    ['tags', 'requests'],
  ],
  [
    ['POST', '/_control/reset'],
    ['faults', 'requests', 'clock', 'simulation', 'clone'],
  ],
])('%j changes %j', async (ask, changed, before = []) => {
  await using instance = await start()
  for (const one of before) await instance.ask(...one)
  const was = instance.control.revisions()
  await instance.ask(...ask)
  const now = instance.control.revisions()
  expect(Object.keys(now).filter(name => now[name] !== was[name])).toEqual(changed)
})
