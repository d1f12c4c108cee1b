import { archiveWorkflow, unarchiveWorkflow } from '../../../features/workflows/archive.ts'
import { activateWorkflow, deactivateWorkflow, type PublishOptions } from '../../../features/workflows/publish.ts'
import { workflowRefusals } from '../../../features/workflows/refusals.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { onWorkflow, requireWorkflow } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

const shared = { method: 'POST', tag: 'Workflow' } as const

const UNPUBLISHED = { shared: true, activeVersion: true }

const unpublishedIn = ({ shown }: V2Parts['shapes']) => ({
  200: { description: 'The workflow', schema: shown.unpublished },
  ...refusals(404),
})

/** Workflows are archived, and taken out again. */
export const archiveOperations = ({ shapes, presenters, workflowRules: rules }: V2Parts) => {
  const changes = [
    {
      id: 'archiveWorkflow',
      path: '/workflows/:workflowId/archive',
      summary: 'Put a workflow into the archive',
      change: archiveWorkflow,
    },
    {
      id: 'unarchiveWorkflow',
      path: '/workflows/:workflowId/unarchive',
      summary: 'Take a workflow out of the archive',
      change: unarchiveWorkflow,
    },
  ]
  return changes.map(({ change, ...named }) =>
    operation({
      ...shared,
      ...named,
      ...onWorkflow('workflow:delete'),
      responses: unpublishedIn(shapes),
      run: async ({ params, user }, context) => {
        const { store } = context
        const workflow = await store.update(draft => {
          const before = requireWorkflow(draft, params.workflowId, workflowRefusals.workflowToArchiveNotFound)
          return { ...change(draft, before, user, { ...context, rules }), updatedAt: before.updatedAt }
        })
        return reply(presenters.showWorkflow(store.data, workflow, UNPUBLISHED))
      },
    }),
  )
}

/** Publish and unpublish; `activate` and `deactivate` are aliases. */
export const publicationOperations = ({ shapes, presenters, workflowContext, workflowRules: rules }: V2Parts) => {
  const publish = (id: string, path: string) =>
    operation({
      ...shared,
      id,
      path,
      summary: 'Publish a version of a workflow',
      ...onWorkflow('workflow:activate'),
      body: { schema: shapes.PublishOptions, required: false, example: { name: 'First release' } },
      responses: { 200: { description: 'The workflow', schema: shapes.shown.published }, ...refusals(404, 409) },
      run: async ({ params, body, user }: Call<{ workflowId: string }, unknown, PublishOptions>, context) => {
        const { store } = context
        const publishing = await workflowContext(context)
        const { answer } = await store.update(draft => {
          const refuse = () => workflowRefusals.workflowNotPermitted('activate')
          return activateWorkflow(draft, requireWorkflow(draft, params.workflowId, refuse), body, user, publishing)
        })
        return reply(presenters.showWorkflow(store.data, answer, { activeVersion: true }))
      },
    })

  const unpublish = (id: string, path: string) =>
    operation({
      ...shared,
      id,
      path,
      summary: 'End the publication of a workflow',
      ...onWorkflow('workflow:deactivate'),
      responses: unpublishedIn(shapes),
      run: async ({ params, user }, { store, clock }) => {
        const workflow = await store.update(draft => {
          const refuse = () => workflowRefusals.workflowNotPermitted('deactivate')
          return deactivateWorkflow(draft, requireWorkflow(draft, params.workflowId, refuse), user, { clock, rules })
        })
        return reply(presenters.showWorkflow(store.data, workflow, UNPUBLISHED))
      },
    })

  return [
    publish('publishWorkflow', '/workflows/:workflowId/publish'),
    unpublish('unpublishWorkflow', '/workflows/:workflowId/unpublish'),
    publish('activateWorkflow', '/workflows/:workflowId/activate'),
    unpublish('deactivateWorkflow', '/workflows/:workflowId/deactivate'),
  ]
}
