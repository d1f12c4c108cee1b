import { Type } from '@sinclair/typebox'
import { readableWorkflows } from '../../../features/access.ts'
import { workflowSelection } from '../../../features/workflows/filter.ts'
import { isPublicationPending } from '../../../features/workflows/publication-delay.ts'
import { workflowRefusals } from '../../../features/workflows/refusals.ts'
import { createWorkflow, removeWorkflow, requireName, updateWorkflow } from '../../../features/workflows/rules.ts'
import { createJsonCache } from '../../../http/caches.ts'
import { type Context, perInstance } from '../../../http/context.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import type { WorkflowInput, WorkflowRecord } from '../../../model/workflow.ts'
import { EXAMPLE_WORKFLOW } from '../../example-workflow.ts'
import { accessIn } from '../access.ts'
import { offsetParameter, pageParameters } from '../dialect/page.ts'
import { onWorkflow, requireWorkflow } from '../guards.ts'
import { inSchemaOrder } from '../in-schema-order.ts'
import { ownerFor } from '../owner.ts'
import type { V2Parts } from '../parts.ts'
import type { ShownParts } from '../presenters/workflow.ts'

const tag = 'Workflow'
const excludePinnedData = Type.Optional(Type.Boolean({ description: 'Leave `pinData` out' }))
const reads = ['workflows', 'tags', 'users', 'projects', 'workflowVersions', 'publishEvents'] as const

const ONE: ShownParts = { tags: true, shared: true, activeVersion: 'historyByEvent' }
const ITEM: ShownParts = { tags: true, shared: 'withoutProject', activeVersion: 'withoutHistory', item: true }

/** The JSON of workflows, by what is shown of them. */
function createCaches({ showWorkflow }: V2Parts['presenters']) {
  const cacheOf = (parts: ShownParts) =>
    perInstance(({ store }) =>
      createJsonCache<WorkflowRecord>(workflow => JSON.stringify(showWorkflow(store.data, workflow, parts))),
    )
  return {
    caches: { one: cacheOf(ONE), item: cacheOf(ITEM) },
    unpinned: { one: cacheOf({ ...ONE, pinData: false }), item: cacheOf({ ...ITEM, pinData: false }) },
  }
}

/** Changes with whatever a workflow's JSON is made of beside its own record. */
const revisionIn =
  ({ store: { data } }: Context) =>
  ({ tags, active }: WorkflowRecord) => {
    let sum = data.users.revision + data.projects.revision
    if (tags.length > 0) sum += data.tags.revision
    // it shows its published version
    if (active) sum += data.workflowVersions.revision + data.publishEvents.revision
    return sum
  }

export const workflowOperations = ({ shapes, presenters, workflowContext }: V2Parts) => {
  const { caches, unpinned } = createCaches(presenters)
  return [
    operation({
      id: 'getWorkflows',
      method: 'GET',
      path: '/workflows',
      tag,
      summary: 'Retrieve all workflows',
      scope: 'workflow:list',
      query: Type.Object({
        ...offsetParameter,
        ...pageParameters,
        active: Type.Optional(Type.Boolean()),
        tags: Type.Optional(Type.String({ description: 'Names of tags, separated by commas; all must be there' })),
        name: Type.Optional(Type.String({ description: 'A part of the name' })),
        projectId: Type.Optional(Type.String()),
        excludePinnedData,
      }),
      reads,
      responses: { 200: { description: 'A page of workflows', schema: listOf(shapes.shown.item) } },
      run: ({ query, page, user }, context) => {
        const { workflows } = context.store.data
        const visible = readableWorkflows(accessIn(context.store.data, user))
        const rules = { order: 'id', unknownTagsMatchNothing: true } as const
        const { items, nextCursor } = paginate(
          workflows.select(workflowSelection(context.store.data, visible, query, rules)),
          page,
        )
        const cache = query.excludePinnedData ? unpinned.item : caches.item
        return cache(context).list(items, nextCursor, revisionIn(context))
      },
    }),
    operation({
      id: 'createWorkflow',
      method: 'POST',
      path: '/workflows',
      tag,
      summary: 'Create a workflow',
      scope: 'workflow:create',
      body: { schema: shapes.NewWorkflow, required: true, example: EXAMPLE_WORKFLOW },
      responses: { 200: { description: 'The new workflow', schema: shapes.shown.created }, ...refusals(404) },
      run: async ({ body, user }: Call<unknown, unknown, WorkflowInput & { projectId?: string }>, context) => {
        const { store } = context
        const saving = await workflowContext(context)
        requireName(body.name, { shortest: 1 }, saving.rules)
        const workflow = await store.update(draft => {
          const owner = ownerFor(draft, body, user)
          return createWorkflow(draft, inSchemaOrder(body, shapes.NewWorkflow), owner, user, saving)
        })
        return reply(presenters.showWorkflow(store.data, workflow, { ...ONE, parentFolder: true }))
      },
    }),
    operation({
      id: 'getWorkflow',
      method: 'GET',
      path: '/workflows/:workflowId',
      tag,
      summary: 'Retrieve a workflow',
      ...onWorkflow('workflow:read'),
      query: Type.Object({ excludePinnedData }),
      reads,
      responses: { 200: { description: 'The workflow', schema: shapes.shown.one }, ...refusals(404) },
      run: ({ params, query }, context) => {
        const workflow = requireWorkflow(context.store.data, params.workflowId)
        const cache = query.excludePinnedData ? unpinned.one : caches.one
        return cache(context).reply(workflow, revisionIn(context)(workflow))
      },
    }),
    operation({
      id: 'updateWorkflow',
      method: 'PUT',
      path: '/workflows/:workflowId',
      tag,
      summary: 'Update a workflow',
      ...onWorkflow('workflow:update'),
      query: Type.Object({
        publishIfActive: Type.Optional(
          Type.Boolean({ default: true, description: 'Whether an active workflow publishes the change at once' }),
        ),
      }),
      body: { schema: shapes.ChangedWorkflow, required: true, example: EXAMPLE_WORKFLOW },
      responses: {
        200: { description: 'The workflow after the change', schema: shapes.shown.updated },
        ...refusals(404, 409),
      },
      run: async ({ params, query, body, user }: Call<{ workflowId: string }, Publishing, WorkflowInput>, context) => {
        const { store } = context
        const { publishIfActive = true } = query
        const saving = await workflowContext(context)
        const { answer, refusal } = await store.update(draft =>
          updateWorkflow(
            draft,
            requireWorkflow(draft, params.workflowId, () => workflowRefusals.workflowNotPermitted('update')),
            inSchemaOrder(body, shapes.NewWorkflow),
            user,
            { publishIfActive },
            saving,
          ),
        )
        if (refusal) throw refusal
        const activeVersion = publishIfActive ? true : 'withoutHistory'
        return reply(presenters.showWorkflow(store.data, answer, { tags: true, activeVersion }))
      },
    }),
    operation({
      id: 'deleteWorkflow',
      method: 'DELETE',
      path: '/workflows/:workflowId',
      tag,
      summary: 'Delete a workflow with its executions',
      ...onWorkflow('workflow:delete'),
      responses: { 200: { description: 'The deleted workflow', schema: shapes.shown.deleted }, ...refusals(404, 409) },
      run: async ({ params }, context) => {
        const { store } = context
        const view = await store.update(draft => {
          const workflow = requireWorkflow(draft, params.workflowId)
          if (workflow.active) throw workflowRefusals.workflowIsPublished()
          if (!workflow.isArchived && isPublicationPending(draft, workflow.id, 'deactivated', context)) {
            throw workflowRefusals.workflowIsBeingUnpublished()
          }
          removeWorkflow(draft, workflow.id)
          return workflow
        })
        return reply(presenters.showWorkflow(store.data, view, { shared: true }))
      },
    }),
  ]
}

interface Publishing {
  publishIfActive?: boolean
}
