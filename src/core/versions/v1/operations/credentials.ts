import { Type } from '@sinclair/typebox'
import { accessByOwner } from '../../../features/access.ts'
import { createCredential, credentialRefusal, deleteCredential } from '../../../features/credentials/rules.ts'
import { requireCredentialSchema } from '../../../features/credentials/types.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { CredentialInput } from '../../../model/credential.ts'
import type { Decisions } from '../decisions.ts'
import * as shapes from '../shapes/credential.ts'

const tag = 'Credential'

export const credentialOperations = (decisions: Decisions): Operation[] => [
  operation({
    id: 'createCredential',
    method: 'POST',
    path: '/credentials',
    tag,
    summary: 'Create a credential',
    body: {
      schema: shapes.CredentialInput,
      required: true,
      example: { name: 'GitHub (bot)', type: 'githubApi', data: { accessToken: 'not-a-real-token' } },
    },
    responses: {
      200: {
        description: 'The new credential',
        schema: decisions.credentialEchoed ? shapes.EchoedCredential : shapes.Credential,
      },
    },
    run: async ({ body, user }: Call<unknown, unknown, CredentialInput>, context) => {
      const refusal = credentialRefusal(await context.loadCredentialTypes(), body)
      if (refusal) throw refusal
      const { data, shared: _shared, ...sent } = body
      const { name, type } = sent
      const made = await context.store.update(draft => createCredential(draft, { name, type, data }, user, context))
      const { id, createdAt, updatedAt } = made
      const shown = decisions.credentialEchoed ? sent : { name, type }
      return reply({ ...shown, id, createdAt, updatedAt })
    },
  }),
  operation({
    id: 'deleteCredential',
    method: 'DELETE',
    path: '/credentials/:id',
    tag,
    summary: 'Delete a credential',
    params: Type.Object({ id: Type.String() }),
    responses: { 200: { description: 'The deleted credential', schema: shapes.Credential }, ...refusals(404) },
    run: async ({ params, user }, { store }) => {
      const access = accessByOwner(user, decisions.foreignCredentialsFor.includes(user.role))
      const deleted = await store.update(draft => deleteCredential(draft, params.id, access))
      const { createdAt, updatedAt, id, name, type } = deleted
      return reply({ createdAt, updatedAt, ...(decisions.deletedCredentialHasId ? { id } : {}), name, type })
    },
  }),
  operation({
    id: 'getCredentialSchema',
    method: 'GET',
    path: '/credentials/schema/:credentialTypeName',
    tag,
    summary: "Show a credential type's data schema",
    params: Type.Object({ credentialTypeName: Type.String({ examples: ['githubApi'] }) }),
    responses: { 200: { description: 'The schema', schema: shapes.CredentialSchema }, ...refusals(404) },
    run: async ({ params }, context) =>
      reply(requireCredentialSchema(await context.loadCredentialTypes(), params.credentialTypeName)),
  }),
]
