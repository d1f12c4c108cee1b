import type { Fixture } from '../../../../src/index.ts'
import { message } from '../../../case.ts'
import { type MeasuredCase, type OperationId, schedule } from '../../../checks/conformance/case.ts'
import { like, text, uuid } from '../../../checks/conformance/match.ts'

const version = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`
const fixture = {
  workflows: [
    { id: 'draft', name: 'Draft', versionId: version(1), nodes: [schedule()] },
    { id: 'live', name: 'Live', versionId: version(2), active: true, nodes: [schedule()] },
    { id: 'kept', name: 'Archived', isArchived: true, nodes: [schedule()] },
  ],
} as Fixture

const archive: MeasuredCase[] = [
  {
    operation: 'archiveWorkflow',
    name: 'an active one is deactivated',
    fixture,
    status: 200,
    ask: ['POST', '/workflows/live/archive'],
    body: like({ active: false, isArchived: true, versionId: uuid, activeVersion: null }),
  },
  {
    operation: 'archiveWorkflow',
    name: 'a second time changes nothing',
    fixture,
    status: 200,
    ask: ['POST', '/workflows/kept/archive'],
    body: like({ isArchived: true, versionId: text }),
  },
  {
    operation: 'getWorkflowHistory',
    name: 'archiving makes a version',
    fixture,
    status: 200,
    given: [['POST', '/workflows/draft/archive']],
    ask: ['GET', '/workflows/draft/history'],
    body: like({ data: [like({ versionId: uuid }), like({ versionId: version(1) })] }),
  },
  {
    operation: 'unarchiveWorkflow',
    name: 'an archived one',
    fixture,
    status: 200,
    ask: ['POST', '/workflows/kept/unarchive'],
    body: like({ isArchived: false, active: false }),
  },
  {
    operation: 'unarchiveWorkflow',
    name: 'one that is not archived',
    fixture,
    status: 400,
    ask: ['POST', '/workflows/draft/unarchive'],
    body: message('Workflow is not archived.'),
  },
  { operation: 'deleteWorkflow', name: 'an archived one', fixture, ask: ['DELETE', '/workflows/kept'], status: 200 },
  {
    operation: 'deleteWorkflow',
    name: 'an active one is refused',
    fixture,
    ask: ['DELETE', '/workflows/live'],
    status: 409,
    body: message('Cannot delete a published workflow. Unpublish it before deleting.'),
  },
  {
    operation: 'deleteWorkflow',
    name: 'right after deactivate',
    fixture,
    status: 200,
    given: [['POST', '/workflows/live/deactivate']],
    ask: ['DELETE', '/workflows/live'],
  },
]

const versions: MeasuredCase[] = (
  [
    {
      name: 'a version',
      path: `draft/versions/${version(1)}`,
      status: 200,
      body: like({ versionId: version(1), nodes: [like({ name: 'Daily' })] }),
    },
    { name: 'an unknown version', path: 'draft/versions/nope', status: 404, body: message('Version not found') },
    {
      name: "another workflow's",
      path: `draft/versions/${version(2)}`,
      status: 404,
      body: message('Version not found'),
    },
    {
      name: 'of an unknown workflow',
      path: `nope/versions/${version(1)}`,
      status: 404,
      body: message('Workflow not found'),
    },
    {
      operation: 'getWorkflowHistory',
      name: 'of an unknown workflow',
      path: 'nope/history',
      status: 404,
      body: message('Not Found'),
    },
    {
      operation: 'getWorkflowHistory',
      name: 'an unlike limit',
      path: 'draft/history?limit=x',
      status: 400,
      body: message('request/query/limit Param `limit` must be a valid integer'),
    },
  ] as { operation?: OperationId; name: string; path: string; status: number; body: unknown }[]
).map(({ operation = 'getWorkflowVersion', name, path, status, body }) => ({
  operation,
  name,
  fixture,
  ask: ['GET', `/workflows/${path}`],
  status,
  body,
}))

const PINNED = { pinData: { Daily: [{ json: {} }] } }
const library = {
  tags: [{ id: 't', name: 'mike' }],
  workflows: [
    { id: 'a', name: 'A', tags: ['mike'], ...PINNED },
    { id: 'B', name: 'B', tags: ['mike'] },
    { id: 'c', name: 'C', isArchived: true },
  ],
} as Fixture
const lists: MeasuredCase[] = (
  [
    ['', ['B', 'a', 'c']],
    ['?offset=1', ['a', 'c']],
    ['?tags=mike', ['B', 'a']],
    ['?tags=mike,nope', []],
    ['?tags=mike,', []],
    ['?projectId=nope', []],
    ['?name=', ['B', 'a', 'c']],
  ] as [string, string[]][]
).map(([query, ids]) => ({
  operation: 'getWorkflows',
  name: `now ${query || 'all'}: ${ids.join(' ') || 'none'}`,
  fixture: library,
  ask: ['GET', `/workflows${query}`],
  status: 200,
  body: { data: ids.map(id => like({ id })), nextCursor: null },
}))

/** Archived workflows, versions, and lists. */
export const currentVersionCases: MeasuredCase[] = [...archive, ...versions, ...lists]
