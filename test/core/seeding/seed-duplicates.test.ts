import { expect, test } from 'bun:test'
import { startInstance } from '../../../src/testing.ts'
import { stateOf, world } from '../api/world.ts'
import { MIA, OWNER, TEAM, table } from './seed-pieces.ts'

/** What is put in beside a tag, and how it is refused. */
type Refusal = [name: string, fixture: object, message: string]

/** Two records of each collection with one id: the second would take the place of the first. */
const duplicate = (kind: string, one: object, more: object = {}, field = 'id'): Refusal => [
  `two ${kind} with one ${field}`,
  { ...more, [kind]: [one, { ...one }] },
  `/${kind}/1/${field}: another record of the fixture has the same`,
]
const flow = { workflows: [{ id: 'w', name: 'w', versionId: 'v' }] }
const shelf = { dataTables: [table({ id: 'tableoforders001' })] }

const DUPLICATES: Refusal[] = [
  [
    'two workflows with one id, as a number and as a text',
    { workflows: [{ id: '7', name: 'first' }, { name: 'between' }, { id: 7, name: 'second' }] },
    '/workflows/2/id: another record of the fixture has the same',
  ],
  duplicate('users', { id: MIA, email: 'mia@example.com' }),
  duplicate('apiKeys', { user: OWNER, key: 'k', label: 'x' }, {}, 'key'),
  duplicate('apiKeys', { id: 'k', user: OWNER, key: 'k', label: 'x' }),
  duplicate('tags', { id: 't', name: 'x' }),
  duplicate('annotationTags', { id: 't', name: 'x' }),
  duplicate('credentials', { id: 'c', name: 'x', type: 'slackApi' }),
  duplicate('executions', { id: 900, workflowId: 'w', status: 'error' }, flow),
  duplicate('variables', { id: 'v', key: 'a', value: 'b' }),
  duplicate('workflowVersions', { id: 'old', workflowId: 'w' }, flow),
  duplicate('publishEvents', { id: 900, workflowId: 'w', versionId: 'v', event: 'activated' }, flow),
  duplicate('dataTables', table({ id: 'tableoforders001' })),
  duplicate('dataTableRows', { tableId: 'tableoforders001', rowId: 1, values: {} }, shelf, 'rowId'),
  duplicate('projects', TEAM),
  duplicate('folders', { id: 'f', name: 'f', projectId: TEAM.id }, { projects: [TEAM] }),
  duplicate('customRoles', { slug: 'team:x', displayName: 'x' }, {}, 'slug'),
  [
    'two events of a history with one id',
    {
      workflows: [
        {
          name: 'x',
          versionId: 'v',
          publishHistory: [
            { id: 900, versionId: 'v', event: 'activated' },
            { id: 900, versionId: 'v', event: 'deactivated' },
          ],
        },
      ],
    },
    '/workflows/0/publishHistory/1/id: there are two events 900',
  ],
]

test.each(DUPLICATES)('a seed refuses %s, and takes nothing beside it', async (_name, fixture, message) => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const before = await stateOf(instance)
  const answer = await instance.request('POST', '/_control/seed', { tags: [{ name: 'beside' }], ...fixture })
  expect([answer.status, Object(answer.body).message]).toEqual([409, expect.stringContaining(`request/body${message}`)])
  expect(await stateOf(instance)).toBe(before)
})
