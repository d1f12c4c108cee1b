import { expect } from 'bun:test'
import type { TestAnswer } from '../../../../src/testing.ts'
import { field, idOf, idsIn, minimal, webhook } from '../world.ts'
import { fieldsOf, type Observation } from './observation.ts'

const REFERENCE_FIELDS = [
  'active',
  'connections',
  'createdAt',
  'id',
  'name',
  'nodes',
  'settings',
  'staticData',
  'tags',
  'updatedAt',
]
const REAL_FIELDS = [...REFERENCE_FIELDS, 'meta', 'pinData', 'triggerCount', 'versionId'].sort()
const WRITTEN_FIELDS = REAL_FIELDS.filter(name => name !== 'tags')

const SCHEDULE = {
  id: 's',
  name: 'Daily',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.1,
  position: [0, 0],
  parameters: { rule: { interval: [{ field: 'days' }] } },
}
const LONG_AGO = '2026-01-02T00:00:00.000Z'

export const workflowCases = {
  ids: {
    async observe(at) {
      const first = await at.request('POST', '/api/v1/tags', { name: 'first' })
      await at.request('DELETE', `/api/v1/tags/${idOf(first)}`)
      const answers = [
        await at.request('POST', '/api/v1/tags', { name: 'second' }),
        await at.request('POST', '/api/v1/workflows', minimal()),
        await at.request('POST', '/api/v1/credentials', { name: 'x', type: 'githubApi', data: {} }),
      ]
      return answers.map(idOf).map(id => id.replace(/^[A-Za-z0-9]{16}$/, 'random'))
    },
    contract: ['5', '3', '3'],
    'n8n-1.41': ['random', 'random', 'random'],
  },
  workflowExtras: {
    async observe(at) {
      const posted = await at.request('POST', '/api/v1/workflows', minimal())
      const put = await at.request('PUT', '/api/v1/workflows/1', minimal({ nodes: [webhook('x', 'x')] }))
      const active = await at.request('POST', '/api/v1/workflows/1/activate')
      const inactive = await at.request('POST', '/api/v1/workflows/1/deactivate')
      const [item] = field(await at.request('GET', '/api/v1/workflows'), 'data') as object[]
      const one = await at.request('GET', '/api/v1/workflows/1')
      const deleted = await at.request('DELETE', '/api/v1/workflows/1')
      return [posted, put, active, inactive, { body: item }, one, deleted].map(({ body }) => fieldsOf(body))
    },
    contract: Array(7).fill(REFERENCE_FIELDS),
    'n8n-1.41': [WRITTEN_FIELDS, WRITTEN_FIELDS, REAL_FIELDS, REAL_FIELDS, REAL_FIELDS, REAL_FIELDS, WRITTEN_FIELDS],
  },
  staticDataEchoed: {
    async observe(at) {
      const posted = await at.request('POST', '/api/v1/workflows', minimal({ staticData: '{"a":1}' }))
      const read = await at.request('GET', `/api/v1/workflows/${idOf(posted)}`)
      return [field(posted, 'staticData'), field(read, 'staticData')]
    },
    contract: [{ a: 1 }, { a: 1 }],
    'n8n-1.41': ['{"a":1}', { a: 1 }],
  },
  staticDataTyped: {
    async observe(at) {
      const read: unknown[] = []
      for (const staticData of ['[1]', '5', '"x"', '{"a":[1]}', 'null']) {
        const put = await at.request('PUT', '/api/v1/workflows/1', minimal({ staticData }))
        const get = await at.request('GET', '/api/v1/workflows/1')
        expect(field(get, 'staticData')).toEqual(field(put, 'staticData'))
        read.push(field(get, 'staticData'))
        // what is read is taken back for what it was
        const again = await at.request('PUT', '/api/v1/workflows/1', minimal({ staticData: field(get, 'staticData') }))
        if (again.status === 200) expect(field(again, 'staticData')).toEqual(field(get, 'staticData'))
      }
      return read
    },
    contract: ['[1]', '5', '"x"', { a: [1] }, null],
    'n8n-1.41': [[1], 5, 'x', { a: [1] }, null],
  },
  workflowOrder: {
    fixture: {
      tags: ['b', 'a', 'C'].map(id => ({ id, name: `tag ${id}` })),
      workflows: ['10', '9', 'b', 'B'].map(id => ({ id, name: id, tags: ['a', 'C', 'b'] })),
    },
    async observe(at) {
      const list = await at.request('GET', '/api/v1/workflows')
      const one = await at.request('GET', '/api/v1/workflows/b')
      const tags = await at.request('GET', '/api/v1/workflows/b/tags')
      return [idsIn(list), idsIn({ ...one, body: field(one, 'tags') }), idsIn(tags)]
    },
    contract: [
      ['10', '9', 'b', 'B'],
      ['b', 'a', 'C'],
      ['b', 'a', 'C'],
    ],
    'n8n-1.41': [
      ['10', '9', 'B', 'b'],
      ['C', 'a', 'b'],
      ['b', 'a', 'C'],
    ],
  },
  activationAnswersBefore: {
    fixture: { workflows: [{ id: '1', name: 'x', nodes: [SCHEDULE], updatedAt: LONG_AGO }] },
    async observe(at) {
      const answer = await at.request('POST', '/api/v1/workflows/1/activate')
      const after = await at.request('GET', '/api/v1/workflows/1')
      const look = (it: TestAnswer) => [
        field(it, 'active'),
        field(it, 'updatedAt') === LONG_AGO,
        field(it, 'staticData'),
      ]
      return [look(answer), look(after)]
    },
    contract: [
      [true, false, null],
      [true, false, null],
    ],
    'n8n-1.41': [
      [true, true, null],
      [true, false, { 'node:Daily': { recurrencyRules: [] } }],
    ],
  },
  activationChecked: {
    fixture: { workflows: [{ id: '1', name: 'Empty' }] },
    async observe(at) {
      const { status } = await at.request('POST', '/api/v1/workflows/1/activate')
      return [status, field(await at.request('GET', '/api/v1/workflows/1'), 'active')]
    },
    contract: [200, true],
    'n8n-1.41': [400, false],
  },
  activeUpdateChecked: {
    async observe(at) {
      await at.request('POST', '/api/v1/workflows/1/activate')
      const { status } = await at.request('PUT', '/api/v1/workflows/1', minimal({ name: 'Nothing starts it' }))
      const after = await at.request('GET', '/api/v1/workflows/1')
      return [status, field(after, 'active'), field(after, 'name')]
    },
    contract: [200, true, 'Nothing starts it'],
    'n8n-1.41': [400, true, 'Intake'],
  },
  executionTimeoutLimited: {
    async observe(at) {
      const sent = (executionTimeout: number) =>
        at.request('POST', '/api/v1/workflows', minimal({ settings: { executionTimeout } }))
      return [(await sent(3600)).status, (await sent(3601)).status, field(await sent(3601), 'message')]
    },
    contract: [200, 400, 'request/body/settings/executionTimeout must be <= 3600'],
    'n8n-1.41': [200, 200, undefined],
  },
  nodeCredentialsAreObjects: {
    async observe(at) {
      const nodes = [{ name: 'x', credentials: { httpBasicAuth: 'nobody' } }]
      const answer = await at.request('POST', '/api/v1/workflows', minimal({ nodes }))
      return [answer.status, field(answer, 'message')]
    },
    contract: [400, 'request/body/nodes/0/credentials/httpBasicAuth must be object'],
    'n8n-1.41': [200, undefined],
  },
} satisfies Record<string, Observation>
