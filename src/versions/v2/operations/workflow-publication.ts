import { workflowRefusals } from '../../../features/workflows/refusals.ts'
import { archiveWorkflow, unarchiveWorkflow } from '../../../features/workflows/versioned/archive.ts'
import {
  type PublishOptions,
  publishWorkflow,
  unpublishWorkflow,
} from '../../../features/workflows/versioned/publish.ts'
import { requireWorkflow } from '../../../features/workflows/versioned/save.ts'
import type { Context } from '../../../http/context.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { onWorkflow } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const shared = { method: 'POST', tag: 'Workflow' } as const

const UNPUBLISHED = { shared: true, activeVersion: true }

const unpublishedIn = ({ shown }: V2Parts['shapes']) => ({
  200: { description: 'The workflow', schema: shown.unpublished },
  ...refusals(404),
})

export const archiveOperations = ({ shapes, presenters }: V2Parts) => {
  const unpublished = unpublishedIn(shapes)

  const changeArchived =
    (change: typeof archiveWorkflow) =>
    async ({ params, user }: Call<{ workflowId: string }>, context: Context) => {
      const { store } = context
      const workflow = await store.update(draft => {
        const before = requireWorkflow(draft, params.workflowId, workflowRefusals.workflowNotFound)
        return { ...change(draft, before, user, context), updatedAt: before.updatedAt }
      })
      return reply(presenters.showWorkflow(store.data, workflow, UNPUBLISHED))
    }

  return [
    operation({
      ...shared,
      id: 'archiveWorkflow',
      path: '/workflows/:workflowId/archive',
      summary: 'Put a workflow into the archive',
      ...onWorkflow('workflow:delete'),
      responses: unpublished,
      run: changeArchived(archiveWorkflow),
    }),
    operation({
      ...shared,
      id: 'unarchiveWorkflow',
      path: '/workflows/:workflowId/unarchive',
      summary: 'Take a workflow out of the archive',
      ...onWorkflow('workflow:delete'),
      responses: unpublished,
      run: changeArchived(unarchiveWorkflow),
    }),
  ]
}

export const publicationOperations = ({ shapes, presenters, workflowContext }: V2Parts) => {
  const body = { schema: shapes.PublishOptions, required: false, example: { name: 'First release' } }
  const published = { 200: { description: 'The workflow', schema: shapes.shown.published }, ...refusals(404, 409) }
  const unpublished = unpublishedIn(shapes)

  async function publish(
    { params, body, user }: Call<{ workflowId: string }, unknown, PublishOptions>,
    context: Context,
  ) {
    const { store } = context
    const publishing = await workflowContext(context)
    const workflow = await store.update(draft => {
      const before = requireWorkflow(draft, params.workflowId, () => workflowRefusals.workflowNotPermitted('activate'))
      return publishWorkflow(draft, before, body, user, publishing)
    })
    return reply(presenters.showWorkflow(store.data, workflow, { activeVersion: true }))
  }

  async function unpublish({ params, user }: Call<{ workflowId: string }>, { store, clock }: Context) {
    const workflow = await store.update(draft => {
      const before = requireWorkflow(draft, params.workflowId, () =>
        workflowRefusals.workflowNotPermitted('deactivate'),
      )
      return unpublishWorkflow(draft, before, user, clock)
    })
    return reply(presenters.showWorkflow(store.data, workflow, UNPUBLISHED))
  }

  return [
    operation({
      ...shared,
      id: 'publishWorkflow',
      path: '/workflows/:workflowId/publish',
      summary: 'Publish a version of a workflow',
      ...onWorkflow('workflow:activate'),
      body,
      responses: published,
      run: publish,
    }),
    operation({
      ...shared,
      id: 'unpublishWorkflow',
      path: '/workflows/:workflowId/unpublish',
      summary: 'End the publication of a workflow',
      ...onWorkflow('workflow:deactivate'),
      responses: unpublished,
      run: unpublish,
    }),
    operation({
      ...shared,
      id: 'activateWorkflow',
      path: '/workflows/:workflowId/activate',
      summary: 'Publish a version of a workflow',
      ...onWorkflow('workflow:activate'),
      body,
      responses: published,
      run: publish,
    }),
    operation({
      ...shared,
      id: 'deactivateWorkflow',
      path: '/workflows/:workflowId/deactivate',
      summary: 'End the publication of a workflow',
      ...onWorkflow('workflow:deactivate'),
      responses: unpublished,
      run: unpublish,
    }),
  ]
}
