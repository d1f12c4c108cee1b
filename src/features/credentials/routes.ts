import { Type } from '@sinclair/typebox'
import type { Context } from '../../context.ts'
import { badRequest, notFound } from '../../errors.ts'
import { answer } from '../../http/answer.ts'
import { refusals } from '../../http/answers.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { Credential, CredentialInput, CredentialSchema } from '../../model/credential.ts'
import { createCredential, credentialRefusal, deleteCredential } from './rules.ts'
import { isOddTypeName, ODD_TYPE } from './types.ts'

const tag = 'Credential'

export function credentialRoutes(context: Context): Operation[] {
  const { store, profile } = context
  return [
    operation({
      id: 'createCredential',
      method: 'POST',
      path: '/credentials',
      tag,
      summary: 'Create a credential',
      body: { schema: CredentialInput, required: true },
      answers: { 200: { says: 'The new credential', schema: Credential }, ...refusals(400, 401, 415) },
      run: async ({ body, user }: Call<unknown, unknown, CredentialInput>) => {
        const types = await context.loadCredentialTypes()
        const refusal = credentialRefusal(types, body)
        if (refusal) throw badRequest(refusal)
        const { id, createdAt, updatedAt } = await store.update(draft => createCredential(draft, body, user, context))
        const { data: _data, shared: _shared, ...sent } = body
        const shown = profile.credentialEchoed ? sent : { name: body.name, type: body.type }
        return answer({ ...shown, id, createdAt, updatedAt })
      },
    }),
    operation({
      id: 'deleteCredential',
      method: 'DELETE',
      path: '/credentials/:id',
      tag,
      summary: 'Delete a credential',
      params: Type.Object({ id: Type.String() }),
      answers: { 200: { says: 'The deleted credential', schema: Credential }, ...refusals(401, 404) },
      run: async ({ params, user }) => {
        const deleted = await store.update(draft => deleteCredential(draft, params.id, user, context))
        const { createdAt, updatedAt, id, name, type } = deleted
        return answer({ createdAt, updatedAt, ...(profile.deletedCredentialHasId ? { id } : {}), name, type })
      },
    }),
    operation({
      id: 'getCredentialSchema',
      method: 'GET',
      path: '/credentials/schema/:credentialTypeName',
      tag,
      summary: "Show a credential type's data schema",
      params: Type.Object({ credentialTypeName: Type.String() }),
      answers: { 200: { says: 'The schema', schema: CredentialSchema }, ...refusals(401, 404) },
      run: async ({ params }) => {
        const types = await context.loadCredentialTypes()
        const schema = types.schemaOf(params.credentialTypeName)
        if (schema) return answer(schema)
        throw isOddTypeName(params.credentialTypeName) ? badRequest(ODD_TYPE) : notFound()
      },
    }),
  ]
}
