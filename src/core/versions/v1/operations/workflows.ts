import { Type } from '@sinclair/typebox'
import { accessByOwner, readableWorkflows, requireAllowed } from '../../../features/access.ts'
import { workflowSelection } from '../../../features/workflows/filter.ts'
import { activateWorkflow, deactivateWorkflow } from '../../../features/workflows/publish.ts'
import {
  createWorkflow,
  removeWorkflow,
  replaceWorkflowTags,
  updateWorkflow,
} from '../../../features/workflows/rules.ts'
import { tagsInOrder } from '../../../features/workflows/tags-in-order.ts'
import type { WorkflowContext, WorkflowRules } from '../../../features/workflows/workflow-rules.ts'
import { createJsonCache } from '../../../http/caches.ts'
import { type Context, perInstance } from '../../../http/context.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { pageParameters, paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { Draft, State } from '../../../model/state.ts'
import type { UserRecord } from '../../../model/user.ts'
import type { WorkflowInput, WorkflowRecord } from '../../../model/workflow.ts'
import { EXAMPLE_WORKFLOW } from '../../example-workflow.ts'
import type { Decisions } from '../decisions.ts'
import { showTag } from '../presenters/tag.ts'
import { showCreatedWorkflow, showWorkflow, showWrittenWorkflow } from '../presenters/workflow.ts'
import { Tag, TagIds } from '../shapes/tag.ts'
import { type WorkflowShapes, workflowFilters } from '../shapes/workflow.ts'

const params = Type.Object({ id: Type.String() })
const tag = 'Workflow'

const RULES: WorkflowRules = {
  history: 'none',
  newVersionBy: 'save',
  counts: 'nothing',
  activationIsDated: true,
  recurrences: 'recurrencyRules',
  archives: false,
  checksStructure: false,
  deactivationEndsMcpAccess: false,
  textsAreWellFormed: false,
  staticDataIsObject: false,
  mergesSettings: false,
  filledSettings: {},
  removableSettings: {},
  unlicensedSettings: [],
  ownFields: [],
}

const find = (state: State | Draft, id: string, user: UserRecord) =>
  requireAllowed(state.workflows.get(id), accessByOwner(user), 'workflow:read')

export function workflowOperations(decisions: Decisions, { WorkflowInput, Workflow }: WorkflowShapes): Operation[] {
  const one = (description: string) => ({ 200: { description, schema: Workflow } })
  const body = { schema: WorkflowInput, required: true, example: EXAMPLE_WORKFLOW }
  const checkedIf = async (isChecked: boolean, context: Context): Promise<WorkflowContext> => ({
    ...context,
    rules: RULES,
    ...(isChecked
      ? { check: { nodeTypes: await context.loadNodeTypes(), webhooksBelowWorkflow: decisions.webhooksBelowWorkflow } }
      : {}),
  })

  const cacheOf = perInstance(({ store }) =>
    createJsonCache<WorkflowRecord>(workflow => JSON.stringify(showWorkflow(store.data, workflow, decisions))),
  )
  const revisionIn =
    ({ store }: Context) =>
    ({ tags }: WorkflowRecord) =>
      tags.length > 0 ? store.data.tags.revision : 0
  const replyWith = (workflow: WorkflowRecord, context: Context) =>
    cacheOf(context).reply(workflow, revisionIn(context)(workflow))

  /** Where a write shows what a read does, the answer is cached: what was written is most often read next. */
  const afterWrite = (workflow: WorkflowRecord, context: Context, other: () => unknown) =>
    decisions.workflowExtras ? reply(other()) : replyWith(workflow, context)

  const showChange = (before: WorkflowRecord, after: WorkflowRecord, { store }: Context) => {
    const shown = decisions.activationAnswersBefore ? { ...before, active: after.active } : after
    return reply(showWorkflow(store.data, shown, decisions))
  }

  return [
    operation({
      id: 'createWorkflow',
      method: 'POST',
      path: '/workflows',
      tag,
      summary: 'Create a workflow',
      body,
      responses: one('The new workflow'),
      run: async ({ body, user }: Call<unknown, unknown, WorkflowInput>, context) => {
        const owner = { owner: user.id }
        const saving = { ...context, rules: RULES }
        const workflow = await context.store.update(draft => createWorkflow(draft, body, owner, user, saving))
        return afterWrite(workflow, context, () => showCreatedWorkflow(body, workflow, decisions))
      },
    }),
    operation({
      id: 'getWorkflows',
      method: 'GET',
      path: '/workflows',
      tag,
      summary: 'Retrieve all workflows',
      query: Type.Object({
        ...workflowFilters,
        ...pageParameters(decisions),
      }),
      reads: ['workflows', 'tags'],
      responses: { 200: { description: 'A page of workflows', schema: listOf(Workflow) } },
      run: ({ query, page, user }, context) => {
        const { store } = context
        const selection = workflowSelection(store.data, readableWorkflows(accessByOwner(user)), query, {
          order: decisions.workflowOrder,
          unknownTagsMatchNothing: false,
        })
        const { items, nextCursor } = paginate(store.data.workflows.select(selection), page)
        return cacheOf(context).list(items, nextCursor, revisionIn(context))
      },
    }),
    operation({
      id: 'getWorkflow',
      method: 'GET',
      path: '/workflows/:id',
      tag,
      summary: 'Retrieve a workflow',
      params,
      reads: ['workflows', 'tags'],
      responses: { ...one('The workflow'), ...refusals(404) },
      run: ({ params, user }, context) => replyWith(find(context.store.data, params.id, user), context),
    }),
    operation({
      id: 'updateWorkflow',
      method: 'PUT',
      path: '/workflows/:id',
      tag,
      summary: 'Update a workflow',
      params,
      body,
      responses: { ...one('The workflow after the change'), ...refusals(404) },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, WorkflowInput>, context) => {
        const { store } = context
        const saving = await checkedIf(decisions.activeUpdateChecked, context)
        const { record } = await store.update(draft =>
          updateWorkflow(draft, find(draft, params.id, user), body, user, {}, saving),
        )
        return afterWrite(record, context, () => showWrittenWorkflow(store.data, record, decisions))
      },
    }),
    operation({
      id: 'deleteWorkflow',
      method: 'DELETE',
      path: '/workflows/:id',
      tag,
      summary: 'Delete a workflow with its executions',
      params,
      responses: { ...one('The deleted workflow'), ...refusals(404) },
      run: async ({ params, user }, { store }) => {
        const workflow = await store.update(draft => {
          const found = find(draft, params.id, user)
          removeWorkflow(draft, found.id)
          return found
        })
        return reply(showWrittenWorkflow(store.data, workflow, decisions))
      },
    }),
    operation({
      id: 'activateWorkflow',
      method: 'POST',
      path: '/workflows/:id/activate',
      tag,
      summary: 'Activate a workflow',
      params,
      responses: { ...one('The workflow'), ...refusals(404) },
      run: async ({ params, user }, context) => {
        const activating = await checkedIf(decisions.activationChecked, context)
        const { before, answer } = await context.store.update(draft => {
          const before = find(draft, params.id, user)
          return { before, ...activateWorkflow(draft, before, {}, user, activating) }
        })
        return showChange(before, answer, context)
      },
    }),
    operation({
      id: 'deactivateWorkflow',
      method: 'POST',
      path: '/workflows/:id/deactivate',
      tag,
      summary: 'Deactivate a workflow',
      params,
      responses: { ...one('The workflow'), ...refusals(404) },
      run: async ({ params, user }, context) => {
        const { before, after } = await context.store.update(draft => {
          const before = find(draft, params.id, user)
          return { before, after: deactivateWorkflow(draft, before, user, { ...context, rules: RULES }) }
        })
        return showChange(before, after, context)
      },
    }),
    operation({
      id: 'getWorkflowTags',
      method: 'GET',
      path: '/workflows/:id/tags',
      tag,
      summary: "Get a workflow's tags",
      params,
      reads: ['workflows', 'tags'],
      responses: { 200: { description: 'Its tags', schema: Type.Array(Tag) }, ...refusals(404) },
      run: ({ params, user }, { store }) => {
        const { tags } = find(store.data, params.id, user)
        return reply(tagsInOrder(store.data.tags, tags, 'creation').map(showTag))
      },
    }),
    operation({
      id: 'updateWorkflowTags',
      method: 'PUT',
      path: '/workflows/:id/tags',
      tag,
      summary: "Replace a workflow's tags",
      params,
      body: { schema: TagIds, required: true, example: [{ id: '1' }] },
      responses: {
        200: { description: 'Its tags after the change', schema: Type.Array(Tag) },
        ...refusals(404),
      },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, { id: string }[]>, { store }) => {
        const ids = body.map(({ id }) => id)
        const tags = await store.update(draft => replaceWorkflowTags(draft, find(draft, params.id, user), ids))
        return reply(tags.map(showTag))
      },
    }),
  ]
}
