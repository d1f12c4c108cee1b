import { type Static, Type } from '@sinclair/typebox'
import { compare } from '../core/base/compare.ts'
import { mapInSteps, runInSlices } from '../core/base/run-in-slices.ts'
import type { Collection } from '../core/base/store.ts'
import { isBefore, newestFirst } from '../core/features/executions/rules.ts'
import { memoizeByRevision } from '../core/features/memoize-by-revision.ts'
import { projectIdOf } from '../core/features/projects/find-project.ts'
import { cursorAfter, DEFAULT_LIMIT, MAX_LIMIT, type Page, pageOf } from '../core/http/paging.ts'
import { reply } from '../core/http/reply.ts'
import {
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  type ExecutionRecord,
  type ExecutionStatus,
} from '../core/model/execution.ts'
import { AnyMap, DateTime, Enumeration, Nullable } from '../core/model/schema.ts'
import type { State } from '../core/model/state.ts'
import type { WorkflowRecord } from '../core/model/workflow.ts'
import { type ControlPart, controlOperation } from './operation.ts'
import type { MetRule } from './simulation/outcome-plan.ts'
import { OutcomeRuleShape } from './simulation/outcome-rule.ts'

const HOUR = 3_600_000
const USUAL_HOURS = 24 * 14

const text = (description: string) => Type.Optional(Type.String({ description }))
const workflowId = text('The id of a workflow. Default: all workflows')
export const OverviewQuery = Type.Object({
  workflowId,
  hours: Type.Optional(
    Type.Number({
      multipleOf: 1,
      minimum: 1,
      maximum: 24 * 366,
      description: `The number of hours to count. Default: ${USUAL_HOURS}`,
    }),
  ),
})
const pageNumber = Type.Optional(
  Type.Number({
    multipleOf: 1,
    minimum: 1,
    maximum: 1_000_000,
    description: 'The page, from 1; beyond the end, the last one. Default: 1',
  }),
)

const limit = Type.Optional(
  Type.Number({
    multipleOf: 1,
    minimum: 1,
    maximum: MAX_LIMIT,
    description: `Records of a page. Default: ${DEFAULT_LIMIT}`,
  }),
)

const WORKFLOW_ORDERS = ['updatedAt', 'createdAt', 'name', 'nodes', 'active'] as const
export const WorkflowsQuery = Type.Object({
  name: Type.Optional(Type.String({ description: 'Part of the name' })),
  tags: Type.Optional(
    Type.String({ description: 'Names of tags, separated by commas; workflows that have all of them' }),
  ),
  active: Type.Optional(Enumeration(['true', 'false', 'archived'] as const, { description: 'Default: all' })),
  projectId: text('The id of a project, personal ones too'),
  parentFolderId: text('The id of a folder; `0` for workflows outside all folders'),
  sortBy: Type.Optional(Enumeration(WORKFLOW_ORDERS, { description: 'Default: `updatedAt`' })),
  order: Type.Optional(
    Enumeration(['asc', 'desc'] as const, { description: 'Default: `asc` for `name`, `desc` for others' }),
  ),
  page: pageNumber,
  limit,
})
export type WorkflowsQuery = Static<typeof WorkflowsQuery>

export const ExecutionsQuery = Type.Object({
  id: text('The id of an execution'),
  workflowId,
  status: Type.Optional(Enumeration(EXECUTION_STATUSES, { description: 'Default: all' })),
  startedAfter: Type.Optional(DateTime()),
  startedBefore: Type.Optional(DateTime()),
  page: pageNumber,
  limit,
  cursor: text('`nextCursor` of the page before, instead of `page`'),
})

export type OverviewQuery = Static<typeof OverviewQuery>
export type ExecutionsQuery = Static<typeof ExecutionsQuery>

/** Counts, and executions per hour. */
export const overviewOf = (state: State, { workflowId, hours = USUAL_HOURS }: OverviewQuery, now: number) => ({
  counts: countsOf(state),
  executions: executionsPerHour(state, workflowId, hours, now),
})

/** How many records there are of each kind. */
function countsOf({ workflows, tags, credentials, executions, users }: State) {
  return {
    workflows: workflows.size,
    activeWorkflows: activeCount(workflows),
    executions: executions.size,
    tags: tags.size,
    credentials: credentials.size,
    users: users.size,
  }
}

/**
 * The executions that started in each hour, by status; hours in which none did are left out. The last hour is the
 * present one or, where nothing ran lately, that of the newest execution.
 */
function executionsPerHour({ executions }: State, workflowId: string | undefined, hours: number, now: number) {
  const starts = startsOf(executions).filter(start => workflowId === undefined || start.workflowId === workflowId)
  const newest = starts.reduce((latest, { hour }) => Math.max(latest, hour), -Infinity)
  const present = Math.floor(now / HOUR)
  const last = newest < 0 || newest > present - hours ? Math.max(present, newest) : newest
  const perHour = new Map<number, Partial<Record<ExecutionStatus, number>>>()
  for (const { hour, status } of starts) {
    if (hour <= last - hours) continue
    const counts = perHour.get(hour) ?? {}
    counts[status] = (counts[status] ?? 0) + 1
    perHour.set(hour, counts)
  }
  const isoOf = (hour: number) => new Date(hour * HOUR).toISOString()
  return {
    from: isoOf(last - hours + 1),
    until: isoOf(last + 1),
    hours: [...perHour].sort(([a], [b]) => a - b).map(([hour, counts]) => ({ hour: isoOf(hour), counts })),
  }
}

/** One page of executions, newest first, whatever their status, with the names of their workflows. */
export function executionPage(
  { executions, workflows }: State,
  query: ExecutionsQuery,
  { page, rulesMetBy }: { page: Page; rulesMetBy(executionId: string): readonly MetRule[] },
) {
  const after = query.startedAfter === undefined ? -Infinity : Date.parse(query.startedAfter)
  const before = query.startedBefore === undefined ? Infinity : Date.parse(query.startedBefore)
  const wanted = newestFirst(executions).filter(
    ({ id, workflowId, status, startedAt }) =>
      (query.id === undefined || query.id === id) &&
      (query.workflowId === undefined || query.workflowId === workflowId) &&
      (query.status === undefined || query.status === status) &&
      (query.startedAfter === undefined || Date.parse(startedAt) >= after) &&
      (query.startedBefore === undefined || Date.parse(startedAt) <= before),
  )
  const shown = query.page === undefined ? undefined : numberedPage(wanted, query.page, page.limit)
  const from = shown?.from ?? wanted.findIndex(it => isBefore(it, page.lastId))
  const items = from < 0 ? [] : wanted.slice(from, from + page.limit)
  const last = items.at(-1)
  const more = last !== undefined && last !== wanted.at(-1)
  return {
    data: items.map(execution => {
      const rules = rulesMetBy(execution.id)
      return {
        ...withoutData(execution),
        workflowName: workflows.get(execution.workflowId)?.name ?? null,
        ...(rules.length > 0 ? { rules: [...rules] } : {}),
      }
    }),
    total: wanted.length,
    ...(shown ? { page: shown.page } : {}),
    nextCursor: more ? cursorAfter(last, page) : null,
  }
}

/** What is parsed when it is read is not read. */
const withoutData = (execution: ExecutionRecord): Omit<ExecutionRecord, 'data' | 'workflowData'> =>
  Object.fromEntries(
    Object.keys(execution)
      .filter(name => name !== 'data' && name !== 'workflowData')
      .map(name => [name, execution[name as keyof ExecutionRecord]]),
  ) as Omit<ExecutionRecord, 'data' | 'workflowData'>

/**
 * One page of workflows in any order, with how many there are; by default the last changed first. Of the nodes
 * only what a list shows.
 */
export async function workflowPage(state: State, query: WorkflowsQuery) {
  const { workflows, tags } = state
  const {
    name = '',
    active,
    projectId,
    parentFolderId,
    sortBy = 'updatedAt',
    order = sortBy === 'name' ? 'asc' : 'desc',
  } = query
  const text = name.toLowerCase()
  const wantedTags = (query.tags ?? '').split(',').filter(Boolean)
  const tagsOf = (workflow: WorkflowRecord) => workflow.tags.flatMap(id => tags.get(id) ?? [])
  const hasTags = (workflow: WorkflowRecord) => {
    const names = new Set(tagsOf(workflow).map(tag => tag.name))
    return wantedTags.every(it => names.has(it))
  }
  if (sortBy === 'nodes') await runInSlices(mapInSteps([...workflows.values()], nodeCount, 50))
  const sorted = sortedBy[sortBy](workflows)[order]
  const isPlaced = projectId !== undefined || parentFolderId !== undefined
  const isFiltered = text !== '' || active !== undefined || wantedTags.length > 0 || isPlaced
  const isWanted = (workflow: WorkflowRecord) =>
    (projectId === undefined || projectIdOf(state, workflow) === projectId) &&
    (parentFolderId === undefined || (workflow.parentFolderId ?? '0') === parentFolderId) &&
    (text === '' || workflow.name.toLowerCase().includes(text)) &&
    (active === undefined ||
      (active === 'archived' ? workflow.isArchived === true : workflow.active === (active === 'true'))) &&
    (wantedTags.length === 0 || hasTags(workflow))
  const wanted = isFiltered ? sorted.filter(isWanted) : sorted
  const { page, from, limit } = numberedPage(wanted, query.page ?? 1, query.limit ?? DEFAULT_LIMIT)
  return {
    data: wanted.slice(from, from + limit).map(workflow => ({
      id: workflow.id,
      name: workflow.name,
      active: workflow.active,
      isArchived: workflow.isArchived ?? false,
      createdAt: workflow.createdAt,
      updatedAt: workflow.updatedAt,
      projectId: projectIdOf(state, workflow),
      parentFolderId: workflow.parentFolderId ?? null,
      tags: tagsOf(workflow).map(tag => ({ id: tag.id, name: tag.name })),
      nodes: workflow.nodes.map(({ type, disabled }) => ({ type, disabled })),
    })),
    total: wanted.length,
    page,
  }
}

/** A cache: the nodes of a document may have to be parsed to be counted. */
const nodeCounts = new WeakMap<WorkflowRecord, number>()

function nodeCount(workflow: WorkflowRecord): number {
  const count = nodeCounts.get(workflow) ?? workflow.nodes.length
  nodeCounts.set(workflow, count)
  return count
}

const KEYS: Record<(typeof WORKFLOW_ORDERS)[number], (workflow: WorkflowRecord) => string | number> = {
  updatedAt: ({ updatedAt }) => updatedAt,
  createdAt: ({ createdAt }) => createdAt,
  name: ({ name }) => name.toLowerCase(),
  nodes: nodeCount,
  active: ({ active }) => Number(active),
}

/** The workflows in each order: sorted once for each state of them, as the page asks again after every change. */
const inOrder = (keyOf: (workflow: WorkflowRecord) => string | number) =>
  memoizeByRevision((workflows: Collection<WorkflowRecord>) => {
    const asc = Array.from(workflows.values(), workflow => ({ workflow, key: keyOf(workflow) }))
      .sort((a, b) => compare(a.key, b.key) || compare(a.workflow.id, b.workflow.id))
      .map(({ workflow }) => workflow)
    return { asc, desc: asc.toReversed() }
  })
const sortedBy = {
  updatedAt: inOrder(KEYS.updatedAt),
  createdAt: inOrder(KEYS.createdAt),
  name: inOrder(KEYS.name),
  nodes: inOrder(KEYS.nodes),
  active: inOrder(KEYS.active),
}

/** A page by its number: the last one where there are fewer. */
function numberedPage(items: readonly unknown[], wanted: number, limit: number) {
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / limit)))
  return { page, from: (page - 1) * limit, limit }
}

const startsOf = memoizeByRevision((executions: Collection<ExecutionRecord>) =>
  Array.from(executions.values(), ({ startedAt, status, workflowId }) => ({
    hour: Math.floor(Date.parse(startedAt) / HOUR),
    status,
    workflowId,
  })),
)

const activeCount = memoizeByRevision((workflows: Collection<WorkflowRecord>) => {
  let count = 0
  for (const { active } of workflows.values()) if (active) count++
  return count
})

const count = Type.Integer({ minimum: 0 })
const counts = ['workflows', 'activeWorkflows', 'executions', 'tags', 'credentials', 'users'] as const

const Overview = Type.Object({
  counts: Type.Object(Object.fromEntries(counts.map(name => [name, count]))),
  executions: Type.Object({
    from: DateTime(),
    until: DateTime(),
    hours: Type.Array(
      Type.Object({
        hour: DateTime(),
        counts: AnyMap({ additionalProperties: count, description: 'By status' }),
      }),
      { description: 'Hours without executions are left out' },
    ),
  }),
})

const ExecutionPage = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        id: Type.String(),
        workflowId: Type.String(),
        workflowName: Nullable(Type.String()),
        status: Enumeration(EXECUTION_STATUSES),
        mode: Enumeration(EXECUTION_MODES),
        startedAt: DateTime(),
        rules: Type.Optional(
          Type.Array(
            Type.Object({
              id: Type.Integer({ minimum: 1 }),
              uses: Type.Integer({ minimum: 1, description: 'How often the run used it' }),
              rule: OutcomeRuleShape,
            }),
            { description: 'Rules of the simulation that its run used, as they were then; not known after a restart' },
          ),
        ),
      },
      { additionalProperties: true },
    ),
  ),
  total: count,
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'If a page number was requested' })),
  nextCursor: Nullable(Type.String()),
})

const WorkflowPage = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      active: Type.Boolean(),
      isArchived: Type.Boolean(),
      createdAt: DateTime(),
      updatedAt: DateTime(),
      projectId: Type.String(),
      parentFolderId: Nullable(Type.String()),
      tags: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      nodes: Type.Array(Type.Object({ type: Type.Optional(Type.String()), disabled: Type.Optional(Type.Boolean()) })),
    }),
  ),
  total: count,
  page: Type.Integer({ minimum: 1 }),
})

/** What a person wants to see at a glance, without the whole document. */
export function overviewPart(
  state: State,
  { clock, rulesMetBy }: { clock: { now(): number }; rulesMetBy(executionId: string): readonly MetRule[] },
) {
  const control = {
    overview: (query: OverviewQuery) => overviewOf(state, query, clock.now()),
    executionPage: (query: ExecutionsQuery) =>
      executionPage(state, query, { page: pageOf(query, { limitAtLeastOne: true }), rulesMetBy }),
    workflowPage: (query: WorkflowsQuery) => workflowPage(state, query),
  }
  return {
    control,
    operations: [
      controlOperation({
        id: 'getOverview',
        method: 'GET',
        path: '/overview',
        tag: 'State',
        summary: 'Count records of each kind, and executions per hour',
        query: OverviewQuery,
        responses: { 200: { description: 'Counts', schema: Overview } },
        run: ({ query }) => reply(control.overview(query)),
      }),
      controlOperation({
        id: 'listExecutions',
        method: 'GET',
        path: '/overview/executions',
        tag: 'State',
        summary: 'List executions of every status, newest first, with the names of their workflows',
        query: ExecutionsQuery,
        responses: { 200: { description: 'A page of them', schema: ExecutionPage } },
        run: ({ query }) => reply(control.executionPage(query)),
      }),
      controlOperation({
        id: 'listWorkflows',
        method: 'GET',
        path: '/overview/workflows',
        tag: 'State',
        summary: 'List workflows, sorted and counted, with the types of their nodes',
        query: WorkflowsQuery,
        responses: { 200: { description: 'A page of them', schema: WorkflowPage } },
        run: async ({ query }) => reply(await control.workflowPage(query)),
      }),
    ],
  } satisfies ControlPart
}
