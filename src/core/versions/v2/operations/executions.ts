import { Type } from '@sinclair/typebox'
import { notFound } from '../../../base/errors.ts'
import { executionAccess } from '../../../features/access.ts'
import { annotationTagsOf, replaceAnnotationTags } from '../../../features/executions/annotation-tags.ts'
import { redactLargeData } from '../../../features/executions/redact.ts'
import { executionToRetry, retryExecution } from '../../../features/executions/retry.ts'
import { deleteExecution, getExecution, listSelected } from '../../../features/executions/rules.ts'
import { executionSelection } from '../../../features/executions/selection.ts'
import { type StopSelection, stopExecution, stopExecutions } from '../../../features/executions/stop.ts'
import type { Context } from '../../../http/context.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { cursorAfter } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { ExecutionRecord } from '../../../model/execution.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { Draft, State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import { accessIn } from '../access.ts'
import { pageParameters } from '../dialect/page.ts'
import type { V2Parts } from '../parts.ts'
import type { Details } from '../presenters/execution.ts'
import { Instant } from '../shapes/instant.ts'

const params = Type.Object({ executionId: Type.Integer() })
const tag = 'Execution'
const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const detail = {
  includeData: flag('Include detailed execution data'),
  ignoreDataSizeLimit: flag('Taken, and without effect here: no data is too large'),
  redactExecutionData: flag('Leave out what items hold'),
}
interface Of {
  executionId: number
}

const sees = (state: State | Draft, user: UserRecord, scope: string) =>
  executionAccess(state, accessIn(state, user), scope)

/** Whether any workflow at all is open to a caller. */
function seesAnyWorkflow(state: State | Draft, user: UserRecord, scope: string): boolean {
  const access = accessIn(state, user)
  for (const workflow of state.workflows.values()) {
    if (access.with('workflow:read', workflow) || access.with(scope, workflow)) return true
  }
  return false
}

/** A caller to whom none is open is refused before the execution is looked for. @throws ApiError 404 */
function requireAnyWorkflow(state: State | Draft, user: UserRecord, scope: string) {
  if (!seesAnyWorkflow(state, user, scope)) throw notFound()
}

/** Shows executions as a query asks for them: at once, unless data is redacted. */
function withDetails<T>(
  { includeData = false, redactExecutionData = false }: { includeData?: boolean; redactExecutionData?: boolean },
  executions: readonly ExecutionRecord[],
  show: (details: Details) => T | Promise<T>,
): T | Promise<T> {
  const details = { data: includeData, redact: redactExecutionData }
  if (!includeData || !redactExecutionData) return show(details)
  return redactLargeData(executions).then(redacted => show({ ...details, redacted }))
}

export const executionOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    id: 'getExecutions',
    method: 'GET',
    path: '/executions',
    tag,
    summary: 'Retrieve all executions, newest first',
    scope: 'execution:list',
    pagesBy: 'lastId',
    query: Type.Object({
      ...detail,
      status: Type.Optional(Enumeration(shapes.STATUSES)),
      workflowId: Type.Optional(Type.String()),
      projectId: Type.Optional(Type.String()),
      startedAfter: Type.Optional(Instant()),
      startedBefore: Type.Optional(Instant()),
      ...pageParameters,
    }),
    reads: ['executions', 'workflows'],
    responses: { 200: { description: 'A page of executions', schema: listOf(shapes.ListedExecution) } },
    run: ({ query, page, user }, context) => {
      const { data: state } = context.store
      const isSeen = sees(state, user, 'execution:list')
      const isAsked = executionSelection(state, query)
      const { items, hasMore } = listSelected(state, page, execution => isAsked(execution) && isSeen(execution))
      const last = items.at(-1)
      const nextCursor = last && hasMore ? cursorAfter(last, page) : null
      return withDetails(query, items, details =>
        pageReply(
          items.values().map(execution => presenters.showListedExecution(context, execution, details)),
          nextCursor,
        ),
      )
    },
  }),
  operation({
    id: 'getExecution',
    method: 'GET',
    path: '/executions/:executionId',
    tag,
    summary: 'Retrieve an execution',
    scope: 'execution:read',
    params,
    query: Type.Object(detail),
    reads: ['executions', 'workflows'],
    responses: { 200: { description: 'The execution', schema: shapes.Execution }, ...refusals(404) },
    run: ({ params, query, user }, context) => {
      const { data: state } = context.store
      const execution = getExecution(state, params.executionId, sees(state, user, 'execution:read'))
      return withDetails(query, [execution], details => reply(presenters.showExecution(context, execution, details)))
    },
  }),
  operation({
    id: 'deleteExecution',
    method: 'DELETE',
    path: '/executions/:executionId',
    tag,
    summary: 'Delete an execution',
    scope: 'execution:delete',
    params,
    responses: { 200: { description: 'The deleted execution', schema: shapes.DeletedExecution }, ...refusals(404) },
    run: async ({ params, user }, context) => {
      const deleted = await context.store.update(draft => {
        const isSeen = sees(draft, user, 'execution:delete')
        return deleteExecution(draft, params.executionId, isSeen, { deletesRunning: false })
      })
      return reply({ ...presenters.showExecution(context, deleted), id: Number(deleted.id) })
    },
  }),
  operation({
    id: 'getExecutionTags',
    method: 'GET',
    path: '/executions/:executionId/tags',
    tag,
    summary: "Get an execution's annotation tags",
    scope: 'executionTags:list',
    params,
    reads: ['executions', 'annotationTags', 'workflows'],
    responses: { 200: { description: 'Its tags', schema: Type.Array(shapes.Tag) }, ...refusals(404) },
    run: ({ params, user }, { store: { data: state } }) =>
      reply(
        annotationTagsOf(state, String(params.executionId), sees(state, user, 'execution:read')).map(
          presenters.showTag,
        ),
      ),
  }),
  operation({
    id: 'updateExecutionTags',
    method: 'PUT',
    path: '/executions/:executionId/tags',
    tag,
    summary: "Replace an execution's annotation tags",
    scope: 'executionTags:update',
    params,
    body: { schema: shapes.TagIds, required: true, example: [] },
    responses: { 200: { description: 'Its tags after the change', schema: Type.Array(shapes.Tag) }, ...refusals(404) },
    run: async ({ params, body, user }: Call<Of, unknown, { id: string }[]>, { store }) => {
      const ids = body.map(({ id }) => id)
      const tags = await store.update(draft =>
        replaceAnnotationTags(draft, String(params.executionId), ids, sees(draft, user, 'execution:read')),
      )
      return reply(tags.map(presenters.showTag))
    },
  }),
  operation({
    id: 'stopManyExecutions',
    method: 'POST',
    path: '/executions/stop',
    tag,
    summary: 'Stop executions that run or wait',
    scope: 'execution:stop',
    body: { schema: shapes.StopSelection, required: true, example: { status: ['running'] } },
    responses: {
      200: {
        description: 'How many were stopped',
        schema: Type.Object({ stopped: Type.Integer() }, { additionalProperties: false }),
      },
      ...refusals(404),
    },
    run: async ({ body, user }: Call<unknown, unknown, StopSelection>, { store, clock }) => {
      const stopped = await store.update(draft => {
        const access = accessIn(draft, user)
        const seesWorkflow = (id: string) => {
          const workflow = draft.workflows.get(id)
          return workflow !== undefined && access.with('workflow:read', workflow)
        }
        return stopExecutions(draft, body, {
          sees: sees(draft, user, 'execution:stop'),
          seesAnyWorkflow: () => seesAnyWorkflow(draft, user, 'execution:stop'),
          seesWorkflow,
          clock,
        })
      })
      return reply({ stopped })
    },
  }),
  operation({
    id: 'stopExecution',
    method: 'POST',
    path: '/executions/:executionId/stop',
    tag,
    summary: 'Stop an execution that runs or waits',
    scope: 'execution:stop',
    params,
    responses: { 200: { description: 'What became of it', schema: shapes.Stopped }, ...refusals(404, 409) },
    run: async ({ params, user }, { store, clock }) => {
      const { mode, startedAt, stoppedAt, finished, status } = await store.update(draft => {
        requireAnyWorkflow(draft, user, 'execution:stop')
        return stopExecution(draft, String(params.executionId), { sees: sees(draft, user, 'execution:stop'), clock })
      })
      return reply({ mode, startedAt, stoppedAt, finished, status })
    },
  }),
  operation({
    id: 'retryExecution',
    method: 'POST',
    path: '/executions/:executionId/retry',
    tag,
    summary: 'Run an execution again; nothing is run here, so it ends as the original did, or as a simulation says',
    scope: 'execution:retry',
    params,
    body: { schema: shapes.RetryOptions, required: false, example: {} },
    responses: { 200: { description: 'The new execution', schema: shapes.Retry }, ...refusals(404, 409) },
    run: async (call: Call<Of, unknown, { loadWorkflow?: boolean }>, context) =>
      reply(presenters.showRetry(context, await retry(call, context))),
  }),
]

async function retry({ params, body, user }: Call<Of, unknown, { loadWorkflow?: boolean }>, context: Context) {
  const { store, clock, simulation } = context
  const id = String(params.executionId)
  const optionsIn = (draft: State | Draft) => {
    requireAnyWorkflow(draft, user, 'execution:retry')
    return { sees: sees(draft, user, 'execution:retry'), loadWorkflow: body.loadWorkflow }
  }
  const played = simulation?.isOn
    ? await simulation.retry(draft => executionToRetry(draft, id, optionsIn(draft)))
    : undefined
  return played ?? store.update(draft => retryExecution(draft, id, { ...optionsIn(draft), clock }))
}
