import { Type } from '@sinclair/typebox'
import { transferWorkflow } from '../../../features/projects/transfer.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { accessIn, ownWorkflow } from '../access.ts'
import { Destination } from '../shapes/project.ts'

export const transferWorkflowOperation = operation({
  id: 'transferWorkflow',
  method: 'PUT',
  path: '/workflows/:workflowId/transfer',
  tag: 'Workflow',
  summary: 'Move a workflow to another project',
  scope: 'workflow:move',
  guard: ownWorkflow('workflowId', 'workflow:move'),
  params: Type.Object({ workflowId: Type.String() }),
  body: { schema: Destination, required: true, example: { destinationProjectId: 'VmwOO9HeTEj20kxM' } },
  responses: { 204: { description: 'It is moved' }, ...refusals(404) },
  run: async (
    { params, body, user }: Call<{ workflowId: string }, unknown, { destinationProjectId: string }>,
    { store },
  ) => {
    await store.update(draft =>
      transferWorkflow(draft, params.workflowId, body.destinationProjectId, accessIn(draft, user)),
    )
    return noContent()
  },
})
