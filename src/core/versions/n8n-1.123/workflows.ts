import { Type } from '@sinclair/typebox'
import { common } from '../../base/errors.ts'
import { accessByOwner, readableWorkflows } from '../../features/access.ts'
import { transferWorkflow } from '../../features/projects/transfer.ts'
import { workflowSelection } from '../../features/workflows/filter.ts'
import { findVersion } from '../../features/workflows/history.ts'
import { activateWorkflow, deactivateWorkflow } from '../../features/workflows/publish.ts'
import { workflowRefusals } from '../../features/workflows/refusals.ts'
import { createWorkflow, removeWorkflow, replaceWorkflowTags, updateWorkflow } from '../../features/workflows/rules.ts'
import { tagsInOrder } from '../../features/workflows/tags-in-order.ts'
import { withWrites } from '../../features/workflows/workflow-rules.ts'
import { pageReply } from '../../http/list-reply.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { pageParameters, paginate } from '../../http/paging.ts'
import { noContent, reply } from '../../http/reply.ts'
import { listOf, refusals } from '../../http/response-schemas.ts'
import type { WorkflowInput } from '../../model/workflow.ts'
import { EXAMPLE_WORKFLOW } from '../example-workflow.ts'
import { showTag } from '../v1/presenters/tag.ts'
import { Tag, TagIds } from '../v1/shapes/tag.ts'
import { workflowFilters } from '../v1/shapes/workflow.ts'
import { accessIn } from '../v2/access.ts'
import { showCreatedWorkflow, showVersion, showWorkflow } from './presenters.ts'
import { requireWorkflow, WORKFLOW_RULES, workflowContext } from './rules.ts'
import * as shapes from './shapes.ts'

const tag = 'Workflow'
const params = Type.Object({ id: Type.String() })
const excludePinnedData = Type.Optional(Type.Boolean({ description: 'Leave `pinData` out' }))
const body = { schema: shapes.WorkflowInput, required: true, example: EXAMPLE_WORKFLOW }
const one = (description: string) => ({ 200: { description, schema: shapes.Workflow } })
const reads = ['workflows', 'tags', 'users', 'projects', 'workflowVersions'] as const

/** Paths of a workflow that only writes have. */
const WRITES = ['activate', 'deactivate', 'transfer']

type Of = { id: string }

/** The operations on workflows whose answers or rules differ from those of 1.41. */
export const workflowOperations: Operation[] = [
  operation({
    id: 'createWorkflow',
    method: 'POST',
    path: '/workflows',
    tag,
    summary: 'Create a workflow',
    body,
    responses: one('The new workflow'),
    run: async ({ body, user }: Call<unknown, unknown, WorkflowInput>, context) => {
      const saving = await workflowContext(context)
      const workflow = await context.store.update(draft =>
        createWorkflow(draft, body, { owner: user.id }, user, saving),
      )
      return reply(showCreatedWorkflow(body as unknown as Record<string, unknown>, workflow))
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
      projectId: Type.Optional(Type.String()),
      excludePinnedData,
      ...pageParameters({ limitAtLeastOne: false }),
    }),
    reads,
    responses: { 200: { description: 'A page of workflows', schema: listOf(shapes.Workflow) } },
    run: ({ query, page, user }, { store: { data: state } }) => {
      const rules = { order: 'id', unknownTagsMatchNothing: false } as const
      const selection = workflowSelection(state, readableWorkflows(accessByOwner(user)), query, rules)
      const { items, nextCursor } = paginate(state.workflows.select(selection), page)
      const parts = { tags: true, shared: 'withoutProject', activeVersion: true, item: true } as const
      return pageReply(
        items.map(it => showWorkflow(state, it, { ...parts, pinData: query.excludePinnedData !== true })),
        nextCursor,
      )
    },
  }),
  operation({
    id: 'getWorkflow',
    method: 'GET',
    path: '/workflows/:id',
    tag,
    summary: 'Retrieve a workflow',
    params,
    query: Type.Object({ excludePinnedData }),
    reads,
    responses: { ...one('The workflow'), ...refusals(403, 404) },
    run: ({ params, query, user }, { store: { data: state } }) => {
      const parts = { tags: true, shared: 'withProject', activeVersion: true } as const
      const pinData = query.excludePinnedData !== true
      return reply(showWorkflow(state, requireWorkflow(state, params.id, user), { ...parts, pinData }))
    },
  }),
  operation({
    id: 'updateWorkflow',
    method: 'PUT',
    path: '/workflows/:id',
    tag,
    summary: 'Update a workflow',
    params,
    body,
    responses: { ...one('The workflow after the change'), ...refusals(403, 404) },
    run: async ({ params, body, user }: Call<Of, unknown, WorkflowInput>, context) => {
      const saving = await workflowContext(context)
      const { answer, refusal } = await context.store.update(draft =>
        updateWorkflow(draft, requireWorkflow(draft, params.id, user), body, user, {}, saving),
      )
      if (refusal) throw refusal
      return reply(showWorkflow(context.store.data, answer, { tags: true }))
    },
  }),
  operation({
    id: 'deleteWorkflow',
    method: 'DELETE',
    path: '/workflows/:id',
    tag,
    summary: 'Delete a workflow with its executions',
    params,
    responses: { ...one('The deleted workflow'), ...refusals(403, 404) },
    run: async ({ params, user }, { store }) => {
      const deleted = await store.update(draft => {
        const workflow = requireWorkflow(draft, params.id, user)
        removeWorkflow(draft, workflow.id)
        return workflow
      })
      return reply(showWorkflow(store.data, deleted, { shared: 'withProject' }))
    },
  }),
  operation({
    id: 'activateWorkflow',
    method: 'POST',
    path: '/workflows/:id/activate',
    tag,
    summary: 'Activate a workflow',
    params,
    responses: { ...one('The workflow'), ...refusals(403, 404) },
    run: async ({ params, user }, context) => {
      const saving = await workflowContext(context)
      const { before, answer, refusal } = await context.store.update(draft => {
        const before = requireWorkflow(draft, params.id, user)
        return { before, ...activateWorkflow(draft, before, {}, user, saving) }
      })
      if (refusal) throw refusal
      const shared = before.active ? ({ shared: 'withProject' } as const) : {}
      return reply(showWorkflow(context.store.data, answer, { activeVersion: true, ...shared }))
    },
  }),
  operation({
    id: 'deactivateWorkflow',
    method: 'POST',
    path: '/workflows/:id/deactivate',
    tag,
    summary: 'Deactivate a workflow',
    params,
    responses: { ...one('The workflow'), ...refusals(403, 404) },
    run: async ({ params, user }, { store, clock }) => {
      const shown = await store.update(draft =>
        deactivateWorkflow(draft, requireWorkflow(draft, params.id, user), user, { clock, rules: WORKFLOW_RULES }),
      )
      return reply(showWorkflow(store.data, shown, { shared: 'withProject', activeVersion: true }))
    },
  }),
  operation({
    id: 'getWorkflowVersion',
    method: 'GET',
    path: '/workflows/:id/:versionId',
    tag,
    summary: 'Retrieve a version of a workflow',
    params: Type.Object({ id: Type.String(), versionId: Type.String() }),
    reads,
    responses: { 200: { description: 'The version', schema: shapes.Version }, ...refusals(403, 404) },
    run: ({ params, user }, { store: { data: state } }) => {
      if (WRITES.includes(params.versionId)) throw common.wrongMethod('GET')
      const isUnknown = !state.workflows.has(params.id)
      if (isUnknown && user.role !== 'global:member') throw workflowRefusals.workflowVersionNotFound()
      const version = findVersion(state, requireWorkflow(state, params.id, user), params.versionId)
      if (!version) throw workflowRefusals.workflowVersionNotFound()
      return reply(showVersion(version))
    },
  }),
  operation({
    id: 'transferWorkflow',
    method: 'PUT',
    path: '/workflows/:id/transfer',
    tag,
    summary: 'Move a workflow to another project',
    params,
    body: { schema: shapes.Destination, required: true, example: { destinationProjectId: 'VmwOO9HeTEj20kxM' } },
    responses: { 204: { description: 'It is moved' }, ...refusals(403, 404) },
    run: async ({ params, body, user }: Call<Of, unknown, { destinationProjectId: string }>, { store, clock }) => {
      await store.update(draft => {
        if (draft.workflows.has(params.id) || user.role === 'global:member') requireWorkflow(draft, params.id, user)
        const moved = transferWorkflow(draft, params.id, body.destinationProjectId, accessIn(draft, user))
        draft.workflows.set(withWrites({ ...moved, updatedAt: clock.iso() }, 1, WORKFLOW_RULES))
      })
      return noContent()
    },
  }),
  operation({
    id: 'getWorkflowTags',
    method: 'GET',
    path: '/workflows/:id/tags',
    tag,
    summary: "Get a workflow's tags",
    params,
    responses: { 200: { description: 'Its tags', schema: Type.Array(Tag) }, ...refusals(403, 404) },
    run: ({ params, user }, { store }) => {
      const { tags } = requireWorkflow(store.data, params.id, user)
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
    body: { schema: TagIds, required: true, example: [{ id: '2tUt1wbLX592XDdX' }] },
    responses: { 200: { description: 'Its tags', schema: Type.Array(Tag) }, ...refusals(403, 404) },
    run: async ({ params, body, user }: Call<Of, unknown, { id: string }[]>, { store }) => {
      const ids = body.map(({ id }) => id)
      const tags = await store.update(draft => replaceWorkflowTags(draft, requireWorkflow(draft, params.id, user), ids))
      return reply(tags.map(showTag))
    },
  }),
]
