import { message, type Step } from '../../../case.ts'
import { type MeasuredCase, manual, schedule, workflow } from '../../../checks/conformance/case.ts'
import { date, id, like, uuid } from '../../../checks/conformance/match.ts'

const NAME = '{run} flow'
const refused = (text: string) => ({ status: 400, body: message(text) })
const A = manual({ id: 'id-a', name: 'A' })
const B = manual({ id: 'id-b', name: 'B' })
const graph = (nodes: unknown[], connections: unknown = {}, more: object = {}) =>
  workflow(NAME, { nodes, connections, ...more })
const post = (body: unknown): Step => ['POST', '/workflows', body]
const kept: Step = [
  'POST',
  '/workflows',
  graph([A], {}, { settings: { timezone: 'UTC' }, pinData: { A: [] } }),
  { keep: 'id' },
]
const put = (body: unknown, more = ''): Step => ['PUT', `/workflows/{id}${more}`, body]
const versioned = {
  workflows: [{ id: 'w', name: 'W', versionId: VERSION(), nodes: [A], settings: { timezone: 'UTC' } }],
}
const saved = (body: object): Step => ['PUT', '/workflows/w', body]

const update: MeasuredCase[] = [
  {
    operation: 'updateWorkflow',
    name: 'settings are merged',
    given: [kept],
    status: 200,
    ask: put(graph([A], {}, { settings: { executionOrder: 'v1' } })),
    body: like({ settings: { timezone: 'UTC', executionOrder: 'v1' }, pinData: { A: [] } }),
  },
  {
    operation: 'updateWorkflow',
    name: 'empty settings keep all',
    given: [kept],
    status: 200,
    ask: put(graph([A])),
    body: like({ settings: { timezone: 'UTC' } }),
  },
  {
    operation: 'updateWorkflow',
    name: 'a description',
    given: [kept],
    status: 200,
    ask: put(graph([A], {}, { description: 'what it does' })),
    body: like({ description: 'what it does' }),
  },
  {
    operation: 'updateWorkflow',
    name: 'null for a description is refused',
    given: [kept],
    ask: put(graph([A], {}, { description: null })),
    ...refused('request/body/description Expected string, received null'),
  },
  {
    operation: 'updateWorkflow',
    name: 'a project is an unknown field',
    given: [kept],
    ask: put(graph([A], {}, { projectId: 'x' })),
    ...refused("request/body Unrecognized key(s) in object: 'projectId'"),
  },
  {
    operation: 'updateWorkflow',
    name: 'null for a folder',
    given: [kept],
    status: 200,
    ask: put(graph([A], {}, { parentFolderId: null })),
  },
  {
    operation: 'updateWorkflow',
    name: 'another name keeps the version',
    fixture: versioned,
    status: 200,
    ask: saved(workflow('new', { nodes: [A] })),
    body: like({ name: 'new', versionId: VERSION(), versionCounter: 1 }),
  },
  {
    operation: 'updateWorkflow',
    name: 'other settings keep the version and count',
    fixture: versioned,
    status: 200,
    ask: saved(workflow('W', { nodes: [A], settings: { executionOrder: 'v1' } })),
    body: like({ versionId: VERSION(), versionCounter: 2 }),
  },
  {
    operation: 'updateWorkflow',
    name: 'another graph is another version',
    fixture: versioned,
    status: 200,
    ask: saved(workflow('W', { nodes: [A, B] })),
    body: like({ versionId: uuid, versionCounter: 2 }),
  },
  {
    operation: 'getWorkflowHistory',
    name: 'another graph is another version',
    fixture: versioned,
    status: 200,
    given: [saved(workflow('W', { nodes: [A, B] })), saved(workflow('renamed', { nodes: [A, B] }))],
    ask: ['GET', '/workflows/w/history'],
    body: { data: [like({ versionId: uuid, workflowId: 'w' }), like({ versionId: VERSION() })], nextCursor: null },
  },
  {
    operation: 'updateWorkflow',
    name: 'publishIfActive as 1 is refused',
    given: [kept],
    ask: put(graph([A]), '?publishIfActive=1'),
    ...refused("request/query/publishIfActive Invalid enum value. Expected 'true' | 'false', received '1'"),
  },
  {
    operation: 'updateWorkflow',
    name: 'the unknown workflow comes before the structure',
    status: 404,
    ask: ['PUT', '/workflows/{run}nobody', graph([A, A])],
    body: message('You do not have permission to update this workflow. Ask the owner to share it with you.'),
  },
  {
    operation: 'updateWorkflow',
    name: 'what was read is refused',
    given: [kept],
    ask: put({ ...graph([schedule()]), id: '{id}', createdAt: 'x' }),
    ...refused('request/body/id is read-only'),
  },
]

function VERSION() {
  return 'aaaaaaaa-0000-4000-8000-000000000001'
}

const FIELDS = {
  id,
  name: NAME,
  description: null,
  active: false,
  activeVersionId: null,
  createdAt: date,
  updatedAt: date,
  isArchived: false,
  versionId: uuid,
  versionCounter: 1,
  sourceWorkflowId: null,
  triggerCount: 0,
  nodes: [],
  connections: {},
  nodeGroups: [],
  settings: {},
  staticData: null,
  pinData: null,
  meta: null,
}
const { description: _, versionCounter: __, sourceWorkflowId: ___, ...LISTED } = FIELDS
const shared = (more: object = {}) => [like({ role: 'workflow:owner', ...more })]
const PERSONAL = like({ type: 'personal', icon: null, description: null, customTelemetryTags: [] })
const one: Step[] = [['POST', '/workflows', workflow(NAME), { keep: 'id' }]]

const shapes: MeasuredCase[] = [
  {
    operation: 'createWorkflow',
    name: 'the least: every field',
    ask: post(workflow(NAME)),
    status: 200,
    body: { ...FIELDS, tags: [], shared: shared({ project: PERSONAL }), activeVersion: null, parentFolder: null },
  },
  {
    operation: 'getWorkflow',
    name: 'the least: every field',
    given: one,
    ask: ['GET', '/workflows/{id}'],
    status: 200,
    body: { ...FIELDS, tags: [], shared: shared({ project: PERSONAL }), activeVersion: null },
  },
  {
    operation: 'getWorkflows',
    name: 'the least: every field',
    given: one,
    ask: ['GET', '/workflows?name={run}'],
    status: 200,
    body: { data: [{ ...LISTED, tags: [], shared: shared(), activeVersion: null }], nextCursor: null },
  },
  {
    operation: 'updateWorkflow',
    name: 'the least: every field',
    given: one,
    status: 200,
    ask: put(workflow(NAME)),
    body: { ...FIELDS, tags: [], activeVersion: null },
  },
  {
    operation: 'deleteWorkflow',
    name: 'the least: every field',
    given: one,
    ask: ['DELETE', '/workflows/{id}'],
    status: 200,
    body: { ...FIELDS, shared: shared({ project: PERSONAL }) },
  },
]

/** What is answered of workflows, and changing them. */
export const currentSaveCases: MeasuredCase[] = [...shapes, ...update]
