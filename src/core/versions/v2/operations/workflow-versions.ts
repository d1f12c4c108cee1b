import { Type } from '@sinclair/typebox'
import { findVersion, listVersions } from '../../../features/workflows/history.ts'
import { workflowRefusals } from '../../../features/workflows/refusals.ts'
import { replaceWorkflowTags } from '../../../features/workflows/rules.ts'
import { tagsInOrder } from '../../../features/workflows/tags-in-order.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { pageParameters } from '../dialect/page.ts'
import { guardWorkflow, onWorkflow, requireWorkflow } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const tag = 'Workflow'

/** The history of a workflow, and its tags. */
export const workflowVersionOperations = ({ shapes, presenters }: V2Parts) => [
  operation({
    id: 'getWorkflowHistory',
    method: 'GET',
    path: '/workflows/:workflowId/history',
    tag,
    summary: 'Retrieve the versions of a workflow, newest first',
    ...onWorkflow('workflow:read'),
    query: Type.Object(pageParameters),
    reads: ['workflows', 'workflowVersions'],
    responses: { 200: { description: 'A page of versions', schema: listOf(shapes.VersionEntry) }, ...refusals(404) },
    run: ({ params, page }, { store }) => {
      const workflow = requireWorkflow(store.data, params.workflowId)
      const { items, nextCursor } = paginate(listVersions(store.data, workflow), page, { looksAhead: true })
      return pageReply(items.map(presenters.showVersionEntry), nextCursor)
    },
  }),
  operation({
    id: 'getWorkflowVersionWithGraph',
    method: 'GET',
    path: '/workflows/:workflowId/versions/:workflowVersionId',
    tag,
    summary: 'Retrieve a version of a workflow',
    ...onWorkflow('workflow:read'),
    params: Type.Object({ workflowId: Type.String(), workflowVersionId: Type.String() }),
    reads: ['workflows', 'workflowVersions'],
    responses: { 200: { description: 'The version', schema: shapes.Version }, ...refusals(404) },
    run: ({ params }, { store }) => {
      const workflow = requireWorkflow(store.data, params.workflowId, workflowRefusals.workflowOfVersionNotFound)
      const version = findVersion(store.data, workflow, params.workflowVersionId)
      if (!version) throw workflowRefusals.workflowVersionNotFound()
      return reply(presenters.showVersion(version))
    },
  }),
  operation({
    id: 'getWorkflowTags',
    method: 'GET',
    path: '/workflows/:workflowId/tags',
    tag,
    summary: "Get a workflow's tags",
    ...onWorkflow('workflowTags:list'),
    reads: ['workflows', 'tags'],
    responses: { 200: { description: 'Its tags', schema: Type.Array(shapes.Tag) }, ...refusals(404) },
    run: ({ params }, { store }) => {
      const workflow = requireWorkflow(store.data, params.workflowId)
      return reply(tagsInOrder(store.data.tags, workflow.tags, 'creation').map(presenters.showTag))
    },
  }),
  operation({
    id: 'updateWorkflowTags',
    method: 'PUT',
    path: '/workflows/:workflowId/tags',
    tag,
    summary: "Replace a workflow's tags",
    ...onWorkflow('workflowTags:update'),
    body: { schema: shapes.TagIds, required: true, example: [{ id: '2tUt1wbLX592XDdX' }] },
    responses: { 200: { description: 'Its tags after the change', schema: Type.Array(shapes.Tag) }, ...refusals(404) },
    run: async ({ params, body }: Call<{ workflowId: string }, unknown, { id: string }[]>, { store }) => {
      const ids = body.map(({ id }) => id)
      const tags = await store.update(draft =>
        replaceWorkflowTags(draft, requireWorkflow(draft, params.workflowId), ids),
      )
      return reply(tags.map(presenters.showTag))
    },
  }),
]

/** The same, as the older operations answer it. */
export const oldWorkflowVersionOperation = ({ shapes, presenters }: V2Parts) =>
  operation({
    id: 'getWorkflowVersion',
    method: 'GET',
    path: '/workflows/:id/:versionId',
    dialect: 'old',
    tag,
    summary: 'Retrieve a version of a workflow',
    scope: 'workflow:read',
    guard: guardWorkflow('id', 'workflow:read'),
    params: Type.Object({ id: Type.String(), versionId: Type.String() }),
    reads: ['workflows', 'workflowVersions'],
    responses: { 200: { description: 'The version', schema: shapes.Version }, ...refusals(404) },
    run: ({ params }, { store }) => {
      const workflow = store.data.workflows.get(params.id)
      const version = workflow && findVersion(store.data, workflow, params.versionId)
      if (!version) throw workflowRefusals.workflowVersionNotFound()
      return reply(presenters.showVersion(version))
    },
  })
