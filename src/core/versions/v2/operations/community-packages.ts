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
    run: ({ body }: Call<unknown, unknown, { name: string; version?: string }>) => {
      if (body.name === '') throw operationRefusals.packageNameEmpty()
      if (body.version) checkVersion(body.version)
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
      checkPackageName(params.name)
      await store.update(draft => {
        const rest = draft.communityPackages.filter(({ packageName }) => packageName !== params.name)
        if (rest.length === draft.communityPackages.length) throw operationRefusals.packageNotInstalled()
        draft.communityPackages = rest
      })
      return noContent()
    },
  }),
]

/** The packages that the service itself is made of. */
const RESERVED = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']

/** A name as a package is asked for: with or without a scope, and with a version behind an `@`. @throws ApiError 400 */
function checkPackageName(given: string): void {
  if (/[^0-9a-z@\-./_]/.test(given)) throw operationRefusals.packageNameOddCharacters()
  const slash = given.indexOf('/')
  const scope = given.slice(0, Math.max(slash, 0))
  if (scope !== '' && !/^@[0-9a-z][0-9a-z.-]*$/.test(scope)) throw operationRefusals.packageScopeInvalid(scope)
  const unscoped = scope === '' ? given : given.slice(slash + 1)
  if (!unscoped.startsWith('n8n-nodes-')) throw operationRefusals.packageNameInvalid()
  const [name = '', version] = unscoped.split('@')
  if (name.includes('/') || version === '') throw operationRefusals.packageNameMalformed(given)
  if (version !== undefined) checkVersion(version)
  if (RESERVED.includes(given)) throw operationRefusals.packageNameReserved(given)
}

/** A whole version, or the name of one such as `latest`. */
function checkVersion(version: string): void {
  const isWhole = /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/.test(version)
  if (!isWhole && !/^[a-z][0-9a-z.-]*$/.test(version)) throw operationRefusals.packageVersionInvalid(version)
}
