import type { Fixture } from '../../src/testing.ts'

export const TABLE = 'abcdefghijklmnop'

const node = (id: string, name: string, parameters = {}) => ({
  id,
  name,
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1,
  position: [0, 0] as [number, number],
  parameters,
})
const first = [node('a', 'Start', { rule: { interval: [{}] } }), node('b', 'Old step')]
const second = [node('a', 'Start', { rule: { interval: [{ field: 'hours' }] } }), node('c', 'New step')]
const [firstId, secondId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

/** One of everything that the page of version n8n-2.41 has beyond older ones. */
export const fixture = {
  licence: 'all',
  users: [
    { email: 'owner@example.com', role: 'global:owner', apiKey: 'key' },
    { email: 'mia@example.com', role: 'global:member' },
  ],
  credentials: [{ id: 'bot', name: 'Telegram bot', type: 'telegramApi', data: { accessToken: 'never-shown' } }],
  workflows: [
    {
      id: 'versioned',
      name: 'Versioned',
      nodes: second,
      connections: {},
      versionId: secondId,
      versions: [
        { versionId: secondId, name: 'second', nodes: second, connections: {} },
        { versionId: firstId, name: 'first', nodes: first, connections: {} },
      ],
    },
    { id: 'retired', name: 'Retired', isArchived: true, nodes: [], connections: {} },
  ],
  dataTables: [
    {
      id: TABLE,
      name: 'customers',
      columns: [
        { name: 'email', type: 'string' },
        { name: 'age', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'since', type: 'date' },
      ],
      rows: [
        { email: 'cy@example.com', age: 60, paid: false },
        { email: 'ada@example.com', age: 36 },
        { email: 'bo@example.com', age: 9 },
      ],
    },
  ],
} satisfies Fixture
