import { Type } from '@sinclair/typebox'
import { getWorkflow, visibleTo } from '../../../features/visibility.ts'
import { workflowSelection } from '../../../features/workflows/filter.ts'
import {
  type ActivationCheck,
  activateWorkflow,
  createWorkflow,
  deactivateWorkflow,
  deleteWorkflow,
  replaceWorkflowTags,
  updateWorkflow,
} from '../../../features/workflows/rules.ts'
import { tagsInOrder } from '../../../features/workflows/tags-in-order.ts'
import { type Context, perInstance } from '../../../http/context.ts'
import { createJsonCache } from '../../../http/json-cache.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { pageParameters, paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { WorkflowInput, WorkflowRecord } from '../../../model/workflow.ts'
import { EXAMPLE_WORKFLOW } from '../../example-workflow.ts'
import type { Decisions } from '../decisions.ts'
import { showTag } from '../presenters/tag.ts'
import { showCreatedWorkflow, showWorkflow, showWrittenWorkflow } from '../presenters/workflow.ts'
import { Tag, TagIds } from '../shapes/tag.ts'
import type { WorkflowShapes } from '../shapes/workflow.ts'

const params = Type.Object({ id: Type.String() })
const tag = 'Workflow'

export function workflowOperations(decisions: Decisions, { WorkflowInput, Workflow }: WorkflowShapes): Operation[] {
  const one = (description: string) => ({ 200: { description, schema: Workflow } })
  const body = { schema: WorkflowInput, required: true, example: EXAMPLE_WORKFLOW }
  const checkIf = async (isChecked: boolean, context: Context): Promise<ActivationCheck> =>
    isChecked ? { nodeTypes: await context.loadNodeTypes() } : undefined

  const cacheOf = perInstance(({ store }) =>
    createJsonCache<WorkflowRecord>(workflow => JSON.stringify(showWorkflow(store.data, workflow, decisions))),
  )
  const revisionIn =
    ({ store }: Context) =>
    ({ tags }: WorkflowRecord) =>
      tags.length > 0 ? store.data.tags.revision : 0
  const replyWith = (workflow: WorkflowRecord, context: Context) =>
    cacheOf(context).reply(workflow, revisionIn(context)(workflow))

  /** Where a write shows what a read does, that is kept: what was written is most often read next. */
  const afterWrite = (workflow: WorkflowRecord, context: Context, other: () => unknown) =>
    decisions.workflowExtras ? reply(other()) : replyWith(workflow, context)

  const changeActive =
    (change: typeof activateWorkflow, isChecked: boolean) =>
    async ({ params, user }: Call<{ id: string }>, context: Context) => {
      const { store } = context
      const check = await checkIf(isChecked, context)
      const { before, after } = await store.update(draft => change(draft, params.id, user, context, check))
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
      responses: { ...one('The new workflow'), ...refusals(400, 401) },
      run: async ({ body, user }: Call<unknown, unknown, WorkflowInput>, context) => {
        const workflow = await context.store.update(draft => createWorkflow(draft, body, user, context))
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
        active: Type.Optional(Type.Boolean()),
        tags: Type.Optional(
          Type.String({ allowReserved: true, description: 'Names of tags, separated by commas; all must be there' }),
        ),
        name: Type.Optional(Type.String({ allowReserved: true, description: 'A part of the name' })),
        ...pageParameters(decisions),
      }),
      reads: ['workflows', 'tags'],
      responses: { 200: { description: 'A page of workflows', schema: listOf(Workflow) }, ...refusals(401) },
      run: ({ query, page, user }, context) => {
        const { store } = context
        const selection = workflowSelection(store.data, visibleTo(user), query, {
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
      responses: { ...one('The workflow'), ...refusals(401, 404) },
      run: ({ params, user }, context) => replyWith(getWorkflow(context.store.data, params.id, user), context),
    }),
    operation({
      id: 'updateWorkflow',
      method: 'PUT',
      path: '/workflows/:id',
      tag,
      summary: 'Update a workflow',
      params,
      body,
      responses: { ...one('The workflow after the change'), ...refusals(400, 401, 404) },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, WorkflowInput>, context) => {
        const { store } = context
        const check = await checkIf(decisions.activeUpdateChecked, context)
        const workflow = await store.update(draft => updateWorkflow(draft, params.id, body, user, context, check))
        return afterWrite(workflow, context, () => showWrittenWorkflow(store.data, workflow, decisions))
      },
    }),
    operation({
      id: 'deleteWorkflow',
      method: 'DELETE',
      path: '/workflows/:id',
      tag,
      summary: 'Delete a workflow with its executions',
      params,
      responses: { ...one('The deleted workflow'), ...refusals(401, 404) },
      run: async ({ params, user }, { store }) => {
        const workflow = await store.update(draft => deleteWorkflow(draft, params.id, user))
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
      responses: { ...one('The workflow'), ...refusals(400, 401, 404) },
      run: changeActive(activateWorkflow, decisions.activationChecked),
    }),
    operation({
      id: 'deactivateWorkflow',
      method: 'POST',
      path: '/workflows/:id/deactivate',
      tag,
      summary: 'Deactivate a workflow',
      params,
      responses: { ...one('The workflow'), ...refusals(401, 404) },
      run: changeActive(deactivateWorkflow, false),
    }),
    operation({
      id: 'getWorkflowTags',
      method: 'GET',
      path: '/workflows/:id/tags',
      tag,
      summary: "Get a workflow's tags",
      params,
      reads: ['workflows', 'tags'],
      responses: { 200: { description: 'Its tags', schema: Type.Array(Tag) }, ...refusals(400, 401, 404) },
      run: ({ params, user }, { store }) => {
        const { tags } = getWorkflow(store.data, params.id, user)
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
        ...refusals(400, 401, 404),
      },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, { id: string }[]>, { store }) => {
        const ids = body.map(({ id }) => id)
        const tags = await store.update(draft => replaceWorkflowTags(draft, params.id, ids, user))
        return reply(tags.map(showTag))
      },
    }),
  ]
}
