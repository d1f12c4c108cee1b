import { transferCredential, transferWorkflow } from '../../../features/projects/transfer.ts'
import type { Context } from '../../../http/context.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { accessIn } from '../access.ts'
import { onCredential, onWorkflow } from '../guards.ts'
import type { V2Parts } from '../parts.ts'

type Transfer<Params = unknown> = Call<Params, unknown, { destinationProjectId: string }>

const sharedOf = ({ shapes }: V2Parts) => ({
  method: 'PUT' as const,
  body: { schema: shapes.Destination, required: true, example: { destinationProjectId: 'VmwOO9HeTEj20kxM' } },
  responses: { 204: { description: 'It is moved' }, ...refusals(404) },
})

async function transfer(
  move: typeof transferWorkflow | typeof transferCredential,
  id: string,
  { body, user }: Transfer,
  { store }: Context,
) {
  await store.update(draft => move(draft, id, body.destinationProjectId, accessIn(draft, user)))
  return noContent()
}

export const transferWorkflowOperation = (parts: V2Parts) =>
  operation({
    ...sharedOf(parts),
    id: 'transferWorkflow',
    path: '/workflows/:workflowId/transfer',
    tag: 'Workflow',
    summary: 'Move a workflow to another project',
    ...onWorkflow('workflow:move'),
    run: (call: Transfer<{ workflowId: string }>, context) =>
      transfer(transferWorkflow, call.params.workflowId, call, context),
  })

export const transferCredentialOperation = (parts: V2Parts) =>
  operation({
    ...sharedOf(parts),
    id: 'transferCredential',
    path: '/credentials/:credentialId/transfer',
    tag: 'Credential',
    summary: 'Move a credential to another project',
    ...onCredential('credential:move'),
    run: (call: Transfer<{ credentialId: string }>, context) =>
      transfer(transferCredential, call.params.credentialId, call, context),
  })
