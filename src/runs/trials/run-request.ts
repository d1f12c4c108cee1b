import { badRequest, notFound } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { isZone } from '../../core/base/zone.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { State } from '../../core/model/state.ts'
import type { Node, WorkflowRecord } from '../../core/model/workflow.ts'
import type { PlannedMock } from '../engine/job.ts'
import type { GivenTable } from '../schedules/data-table-access.ts'
import type { AnswerRequest, HttpRule } from '../wire/wire.ts'
import { readHttpRules } from './http-mocks.ts'
import { readMocks } from './mocks.ts'
import { namedNode } from './named-nodes.ts'

/** A workflow as it is exported, or as much of it as runs. */
export interface WorkflowGiven {
  id?: string
  name?: string
  nodes: Node[]
  connections: Record<string, unknown>
  settings?: Record<string, unknown>
  pinData?: unknown
  staticData?: unknown
  [field: string]: unknown
}

/** A workflow of the instance by its id, or the first that has the name. @throws ApiError 404 */
export function storedWorkflow(idOrName: string, { workflows }: State): WorkflowRecord {
  const found = workflows.get(idOrName) ?? [...workflows.values()].find(({ name }) => name === idOrName)
  if (!found) throw notFound(`There is no workflow with the id or name ${JSON.stringify(idOrName)}`)
  return found
}

/**
 * A run to try: which workflow, what its trigger gets, what stands for the services that it calls. Nothing is stored,
 * nothing is sent but what `http` forwards.
 */
export interface RunRequest {
  /** Its id or name in the instance, or the workflow itself. */
  workflow: string | WorkflowGiven
  /** The name of the node to begin at; the only trigger where left out. */
  trigger?: string
  /** What the trigger gets: of a webhook `body`, `query`, `headers` and `params`, of others an item or items. */
  input?: unknown
  /** Node name → what it puts out instead of running. */
  mocks?: Record<string, unknown>
  /** What HTTP requests are answered; in the kit also functions. */
  http?: readonly unknown[] | AnswerRequest
  /** Which engine runs it: the built-in one, or the service's own, where the project has installed it. Default `built-in`. */
  engine?: 'built-in' | 'installed'
  /** For the installed engine: folders of packages with nodes that are under development. */
  nodes?: readonly string[]
  /** Type of credential → its data: for all nodes, whichever they name. */
  credentials?: Record<string, Record<string, unknown>>
  /** Whether pinned data is what its node puts out. Default false. */
  usePinnedData?: boolean
  /** What a node does that calls a service and has no mock. Default `fail`. */
  unmocked?: 'fail' | 'pass'
  /** Workflows that it calls, beside those of the instance. */
  subWorkflows?: WorkflowGiven[]
  /** Packages and types of nodes that are taken as they are, such as `n8n-nodes-x`. */
  allowNodes?: readonly string[]
  /** Data tables that it sees, in the form of a fixture: `id`, `name`, `columns` and `rows`. */
  dataTables?: readonly unknown[]
  /** What `$vars` gives, beside the variables of the instance. */
  variables?: Record<string, string>
  /** The time at which it runs, with its zone; the instance's where left out. */
  now?: string
  /** The time zone of workflows that name none. */
  timezone?: string
}

/** The same, checked and in the form of a run. */
export interface CheckedRequest {
  /** Of the nodes of a workflow, by its id. */
  mocks: ReadonlyMap<string, Record<string, PlannedMock[]>>
  http: HttpRule[]
  usePinnedData: boolean
  unmocked: 'fail' | 'pass'
  variables: Record<string, string>
  dataTables: readonly GivenTable[]
  at: number | undefined
  zone: string | undefined
}

/**
 * Checks what does not depend on the workflow that was found, and what does: that mocks name nodes of it, or of those that
 * it calls.
 *
 * @param allowForward hosts that requests may be forwarded to, beside this machine
 * @throws ApiError 400, which names the part
 */
export async function checkRequest(
  request: RunRequest,
  workflow: WorkflowRecord,
  called: readonly WorkflowRecord[],
  allowForward: readonly string[],
): Promise<CheckedRequest> {
  const { mocks = {}, http = [], usePinnedData = false, unmocked = 'fail', variables = {}, now, timezone } = request
  const { allowNodes = [], dataTables = [] } = request
  const at = now === undefined ? undefined : Date.parse(now)
  if (at !== undefined && !(typeof now === 'string' && /[Zz]|[+-]\d\d:?\d\d$/.test(now) && Number.isFinite(at)))
    throw badRequest(`run/now must be a time with its zone, such as 2026-03-01T09:00:00Z: ${JSON.stringify(now)}`)
  if (timezone !== undefined && !isZone(timezone))
    throw badRequest(`run/timezone is not a time zone: ${JSON.stringify(timezone)}`)
  for (const [key, value] of Object.entries(variables))
    if (typeof value !== 'string') throw badRequest(`run/variables/${key} must be string`)
  if (!Array.isArray(allowNodes) || !allowNodes.every(name => typeof name === 'string'))
    throw badRequest('run/allowNodes must be a list of packages or types of nodes, such as n8n-nodes-x')
  if (!isRecord(mocks)) throw badRequest('run/mocks must be object: node name and what it puts out')
  return {
    mocks: mocksByWorkflow(mocks, workflow, called),
    http: readHttpRules(http, allowForward),
    usePinnedData,
    unmocked,
    variables,
    dataTables: await readDataTables(dataTables),
    at,
    zone: timezone,
  }
}

/** Each run that asks a table fills it again. */
const MAX_ROWS = 1000

/** @throws ApiError 400 */
async function readDataTables(given: readonly unknown[]): Promise<readonly GivenTable[]> {
  if (!Array.isArray(given)) throw badRequest('run/dataTables must be a list of tables: name, columns and rows')
  if (given.length === 0) return []
  const tables = given as GivenTable[]
  const rows = tables.reduce((sum, table) => sum + (table?.rows?.length ?? 0), 0)
  if (rows > MAX_ROWS) throw badRequest(`run/dataTables has ${rows} rows: ${MAX_ROWS} at most`)
  // few runs have tables
  const { checkFixtures } = await import('../../core/documents/check-fixtures.ts')
  checkFixtures([{ source: 'run', value: { dataTables: tables } }])
  return tables
}

function mocksByWorkflow(
  given: Record<string, unknown>,
  workflow: WorkflowRecord,
  called: readonly WorkflowRecord[],
): CheckedRequest['mocks'] {
  const planned = readMocks(given)
  const found = Object.keys(planned).map(name => ({ name, ...namedNode(name, workflow, called, `run/mocks/${name}`) }))
  const byWorkflow = Map.groupBy(found, ({ workflow }) => workflow.id)
  return new Map(
    Array.from(byWorkflow, ([id, nodes]) => [
      id,
      Object.fromEntries(nodes.map(({ name, node }) => [node, planned[name] ?? []])),
    ]),
  )
}

/** @throws ApiError 400 with the nearest name */
export function refuseUnknownNode(name: string, names: readonly string[], place: string) {
  if (names.includes(name)) return
  const near = closestName(name, names)
  const known = near === undefined ? `It has ${names.slice(0, 20).map(quoted).join(', ')}` : `Is it ${quoted(near)}?`
  throw badRequest(`${place}: the workflow has no node ${quoted(name)}. ${known}`)
}

const quoted = (name: string) => JSON.stringify(name)
