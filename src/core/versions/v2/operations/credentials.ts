import { Type } from '@sinclair/typebox'
import { compare } from '../../../base/compare.ts'
import { credentialRefusals } from '../../../features/credentials/refusals.ts'
import {
  type CredentialChange,
  changeCredential,
  checkChangedType,
  createCredential,
  credentialRefusal,
  deleteCredential,
  type NewCredential,
} from '../../../features/credentials/rules.ts'
import { requireCredentialSchema } from '../../../features/credentials/types.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { AnyMap } from '../../../model/schema.ts'
import { accessIn, requireInProject } from '../access.ts'
import { pageParameters } from '../dialect/page.ts'
import { onCredential } from '../guards.ts'
import type { V2Parts } from '../parts.ts'
import { transferCredentialOperation } from './transfers.ts'

const tag = 'Credential'
const EXAMPLE = { name: 'GitHub (bot)', type: 'githubApi', data: { accessToken: 'not-a-real-token' } }

export const credentialOperations = (parts: V2Parts) => {
  const { shapes, presenters } = parts
  const one = (description: string) => ({ 200: { description, schema: shapes.Credential } })

  return [
    operation({
      id: 'getCredentials',
      method: 'GET',
      path: '/credentials',
      tag,
      summary: 'Retrieve all credentials, newest first',
      scope: 'credential:list',
      query: Type.Object(pageParameters),
      reads: ['credentials'],
      responses: { 200: { description: 'A page of credentials', schema: listOf(shapes.ListedCredential) } },
      run: ({ page, user }, { store }) => {
        const access = accessIn(store.data, user)
        const seen = [...store.data.credentials.values()].filter(it => access.with('credential:list', it)).reverse()
        seen.sort((a, b) => compare(b.createdAt, a.createdAt))
        const { items, nextCursor } = paginate(seen, page)
        return pageReply(
          items.map(it => presenters.showListedCredential(store.data, it)),
          nextCursor,
        )
      },
    }),
    operation({
      id: 'getCredential',
      method: 'GET',
      path: '/credentials/:credentialId',
      tag,
      summary: 'Retrieve a credential, without its data',
      ...onCredential('credential:read'),
      reads: ['credentials'],
      responses: { ...one('The credential'), ...refusals(404) },
      run: ({ params }, { store }) => {
        const credential = store.data.credentials.get(params.credentialId)
        if (!credential) throw credentialRefusals.credentialNotFound()
        return reply(presenters.showCredential(credential))
      },
    }),
    operation({
      id: 'createCredential',
      method: 'POST',
      path: '/credentials',
      tag,
      summary: 'Create a credential',
      scope: 'credential:create',
      body: { schema: shapes.NewCredential, required: true, example: EXAMPLE },
      responses: { ...one('The new credential'), ...refusals(404, 409) },
      run: async ({ body, user }: Call<unknown, unknown, NewCredential>, context) => {
        const refusal = credentialRefusal(await context.loadCredentialTypes(), body, { checksUrls: true })
        if (refusal) throw refusal
        const made = await context.store.update(draft => {
          const { projectId } = body
          if (projectId !== undefined)
            requireInProject(
              draft,
              user,
              'credential:create',
              projectId,
              credentialRefusals.credentialProjectNotPermitted,
            )
          return createCredential(draft, body, user, context)
        })
        return reply(presenters.showCredential(made))
      },
    }),
    operation({
      id: 'updateCredential',
      method: 'PATCH',
      path: '/credentials/:credentialId',
      tag,
      summary: 'Change a credential',
      ...onCredential('credential:update'),
      body: { schema: shapes.ChangedCredential, required: true, example: { name: 'GitHub (bot 2)' } },
      responses: { ...one('The credential after the change'), ...refusals(404) },
      run: async ({ params, body }: Call<{ credentialId: string }, unknown, CredentialChange>, context) => {
        const types = await context.loadCredentialTypes()
        checkChangedType(types, body)
        const changing = { ...context, types }
        return reply(
          presenters.showCredential(
            await context.store.update(draft => changeCredential(draft, params.credentialId, body, changing)),
          ),
        )
      },
    }),
    operation({
      id: 'deleteCredential',
      method: 'DELETE',
      path: '/credentials/:credentialId',
      tag,
      summary: 'Delete a credential',
      ...onCredential('credential:delete'),
      responses: {
        200: { description: 'The deleted credential', schema: shapes.DeletedCredential },
        ...refusals(404),
      },
      run: async ({ params, user }, { store }) => {
        const deleted = await store.update(draft => deleteCredential(draft, params.credentialId, accessIn(draft, user)))
        const { createdAt, updatedAt, ...rest } = presenters.showCredential(deleted)
        return reply({ ...rest, createdAt, updatedAt, usageScope: 'project' })
      },
    }),
    transferCredentialOperation(parts),
    operation({
      id: 'testCredential',
      method: 'POST',
      path: '/credentials/:credentialId/test',
      tag,
      summary: 'Test a credential; nobody is called here, so there is never a test for it',
      ...onCredential('credential:read'),
      responses: { 200: { description: 'What came of it', schema: shapes.CredentialTest }, ...refusals(404) },
      run: ({ params }, { store }) => {
        if (!store.data.credentials.has(params.credentialId))
          throw credentialRefusals.credentialNotThere(params.credentialId)
        return reply({ status: 'Error', message: 'No testing function found for this credential.' })
      },
    }),
    operation({
      id: 'getCredentialType',
      method: 'GET',
      path: '/credentials/schema/:credentialTypeName',
      tag,
      summary: "Show a credential type's data schema",
      params: Type.Object({ credentialTypeName: Type.String({ examples: ['githubApi'] }) }),
      responses: { 200: { description: 'The schema', schema: AnyMap() }, ...refusals(404) },
      run: async ({ params }, context) =>
        reply(requireCredentialSchema(await context.loadCredentialTypes(), params.credentialTypeName)),
    }),
  ]
}
