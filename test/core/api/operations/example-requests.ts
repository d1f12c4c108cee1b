import { FEATURES } from '../../../../src/core/model/licence.ts'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import type { Fixture } from '../../../../src/index.ts'
import { IDS, licensedPlace } from '../place.ts'

const { operations } = n8n241

/** What is refused whatever is asked, as test runs and traces, and what does not answer JSON: packages. */
export const REFUSED = new Set([
  'testOtelTrace',
  'createTestRun',
  'getTestRun',
  'cancelTestRun',
  'getTestCases',
  'installPackage',
  'updatePackage',
  'exportPackage',
  'importPackage',
])
/** What needs a git remote; see test/core/api/source-control. */
export const REMOTE = new Set(['getSourceControlStatus', 'pushSourceControl', 'pullSourceControl'])

/** Whether a licence can allow it. */
export const isServed = ({ feature }: { feature?: string }) =>
  feature === undefined || (FEATURES as readonly string[]).includes(feature)

/** The operations that an instance with every licence can do, without a git remote. */
export const succeeding = operations.filter(one => isServed(one) && !REFUSED.has(one.id) && !REMOTE.has(one.id))

const THINGS: Record<string, string> = {
  workflowId: 'w-owner',
  versionId: 'version-w-owner',
  workflowVersionId: 'version-w-owner',
  credentialId: 'c-owner',
  credentialTypeName: 'githubApi',
  executionId: '1',
  tagId: IDS.tag,
  dataTableId: IDS.ownersTable,
  columnId: IDS.column,
  projectId: IDS.team,
  userId: IDS.member,
  folderId: 'folder',
  roleSlug: 'project:reader',
  name: 'n8n-nodes-kept',
}

/** Where an operation needs another thing. */
const OTHERS: Record<string, Record<string, string>> = {
  stopExecution: { executionId: '2' },
  unarchiveWorkflow: { workflowId: 'w-archived' },
  ...Object.fromEntries(['getUser', 'deleteUser', 'changeRole'].map(id => [id, { id: IDS.member }])),
  ...Object.fromEntries(['updateVariable', 'deleteVariable'].map(id => [id, { id: 'v-global' }])),
  ...Object.fromEntries(['getTestRuns', 'getWorkflowVersion'].map(id => [id, { id: 'w-owner' }])),
}

const FILTER = JSON.stringify({ filters: [{ columnName: 'email', condition: 'eq', value: 'ann@example.com' }] })
const QUERIES: Record<string, string> = { deleteDataTableRows: `?returnData=true&filter=${encodeURIComponent(FILTER)}` }

type Asked = Pick<(typeof operations)[number], 'id' | 'path'>

/** The path of an operation on what there is; where it needs a thing that there never is, `1`. */
export const pathOf = ({ id, path }: Asked) =>
  path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(OTHERS[id]?.[name] ?? THINGS[name] ?? '1'))

/** The same with the query that the operation asks for. */
export const addressOf = (asked: Asked) => `${pathOf(asked)}${QUERIES[asked.id] ?? ''}`

const archived = { id: 'w-archived', name: 'w', nodes: [], connections: {}, settings: {}, isArchived: true }

/** The place, with something for every operation. */
export const wholePlace: Fixture = {
  ...licensedPlace,
  workflows: [...(licensedPlace.workflows ?? []), archived],
  communityPackages: [{ packageName: 'n8n-nodes-kept', installedVersion: '1.0.0', installedNodes: [] }],
}
