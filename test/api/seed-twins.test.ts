import { expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { MIA, OWNER, TEAM, table } from './seed-pieces.ts'
import { stateOf, world } from './world.ts'

type Twins = [name: string, fixture: object, message: string]

/** Two records of each collection with one id: the second would take the place of the first. */
const twins = (kind: string, one: object, more: object = {}, field = 'id'): Twins => [
  `two ${kind} with one ${field}`,
  { ...more, [kind]: [one, { ...one }] },
  `/${kind}/1/${field}: another record of the fixture has the same`,
]
const flow = { workflows: [{ id: 'w', name: 'w', versionId: 'v' }] }
const shelf = { dataTables: [table({ id: 'tableoforders001' })] }

const TWINS: Twins[] = [
  [
    'two workflows with one id, as a number and as a text',
    { workflows: [{ id: '7', name: 'first' }, { name: 'between' }, { id: 7, name: 'second' }] },
    '/workflows/2/id: another record of the fixture has the same',
  ],
  twins('users', { id: MIA, email: 'mia@example.com' }),
  twins('apiKeys', { user: OWNER, key: 'k', label: 'x' }, {}, 'key'),
  twins('apiKeys', { id: 'k', user: OWNER, key: 'k', label: 'x' }),
  twins('tags', { id: 't', name: 'x' }),
  twins('annotationTags', { id: 't', name: 'x' }),
  twins('credentials', { id: 'c', name: 'x', type: 'slackApi' }),
  twins('executions', { id: 900, workflowId: 'w', status: 'error' }, flow),
  twins('variables', { id: 'v', key: 'a', value: 'b' }),
  twins('workflowVersions', { id: 'old', workflowId: 'w' }, flow),
  twins('publishEvents', { id: 900, workflowId: 'w', versionId: 'v', event: 'activated' }, flow),
  twins('dataTables', table({ id: 'tableoforders001' })),
  twins('dataTableRows', { tableId: 'tableoforders001', rowId: 1, values: {} }, shelf, 'rowId'),
  twins('projects', TEAM),
  twins('folders', { id: 'f', name: 'f', projectId: TEAM.id }, { projects: [TEAM] }),
  twins('customRoles', { slug: 'team:x', displayName: 'x' }, {}, 'slug'),
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

test.each(TWINS)('a seed refuses %s, and takes nothing beside them', async (_name, fixture, message) => {
  await using instance = await startInstance({ fixture: world, socket: false })
  const before = await stateOf(instance)
  const answer = await instance.request('POST', '/_control/seed', fixture)
  expect(answer).toMatchObject({ status: 409, body: { message: `request/body${message}` } })
  expect(await stateOf(instance)).toBe(before)
})
