import { Type } from '@sinclair/typebox'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { AnyMap } from '../../../model/schema.ts'
import { operationRefusals } from '../../operation-refusals.ts'

const shared = { dialect: 'old', tag: 'CommunityPackage' } as const
const packageName = Type.Object({ name: Type.String() })
const packageOptions = {
  version: Type.Optional(Type.String()),
  verify: Type.Optional(Type.Boolean()),
}

/** Nothing can be installed here: there is no list of packages that were checked. */
export const communityPackageOperations = [
  operation({
    ...shared,
    id: 'getInstalledPackages',
    method: 'GET',
    path: '/community-packages',
    summary: 'Retrieve the installed community packages',
    scope: 'communityPackage:list',
    responses: { 200: { description: 'The packages', schema: Type.Array(AnyMap()) } },
    run: (_call, { store }) => reply(store.data.communityPackages),
  }),
  operation({
    ...shared,
    id: 'installPackage',
    method: 'POST',
    path: '/community-packages',
    summary: 'Install a community package; none can be, here',
    scope: 'communityPackage:install',
    body: {
      schema: Type.Object({ name: Type.String(), ...packageOptions }),
      required: true,
      example: { name: 'n8n-nodes-example' },
    },
    responses: {},
    run: ({ body }: Call<unknown, unknown, { name: string }>) => {
      throw operationRefusals.packageNotVetted(body.name)
    },
  }),
  operation({
    ...shared,
    id: 'updatePackage',
    method: 'PATCH',
    path: '/community-packages/:name',
    summary: 'Update a community package; none can be, here',
    scope: 'communityPackage:update',
    params: packageName,
    body: { schema: Type.Object(packageOptions), required: false, example: {} },
    responses: {},
    run: ({ params }: Call<{ name: string }>) => {
      throw operationRefusals.packageNotVetted(params.name)
    },
  }),
  operation({
    ...shared,
    id: 'uninstallPackage',
    method: 'DELETE',
    path: '/community-packages/:name',
    summary: 'Uninstall a community package',
    scope: 'communityPackage:uninstall',
    params: packageName,
    responses: { 204: { description: 'It is uninstalled' }, ...refusals(404) },
    run: async ({ params }, { store }) => {
      if (!params.name.replace(/^@[^/]+\//, '').startsWith('n8n-nodes-')) throw operationRefusals.packageNameInvalid()
      await store.update(draft => {
        const rest = draft.communityPackages.filter(({ packageName }) => packageName !== params.name)
        if (rest.length === draft.communityPackages.length) throw operationRefusals.packageNotInstalled()
        draft.communityPackages = rest
      })
      return noContent()
    },
  }),
]
