import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox'
import groups from '../../../../../data/n8n-2.41/refused-operations.json' with { type: 'json' }
import { forbidden } from '../../../base/errors.ts'
import type { Caller } from '../../../http/api-key.ts'
import type { Context } from '../../../http/context.ts'
import { type BodyRule, type Operation, operation } from '../../../http/operation.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { Method } from '../../../http/surface.ts'
import { accessIn } from '../access.ts'
import { oldPageParameters } from '../dialect/old-page.ts'
import { pageParameters } from '../dialect/page.ts'
import { exampleOf } from '../shapes/example.ts'
import { type JsonSchema, schemaOf } from '../shapes/json-schema.ts'

interface Refused {
  method: string
  path: string
  id: string
  scope: string[]
  feature: string
  dialect?: string
  query?: Record<string, JsonSchema>
  body?: JsonSchema
  bodyRequired?: boolean
}

const TAGS: Record<string, string> = {
  'feat:ldap': 'Settings',
  'feat:personalSpacePolicy': 'Settings',
  'feat:oidc': 'Settings',
  'feat:saml': 'Settings',
  'feat:logStreaming': 'LogStreaming',
  'feat:nodeTypePolicies': 'NodeTypePolicy',
  'feat:gitConnections': 'Promotion',
  provisioning: 'RoleMappingRule',
}

/**
 * The operations that make no sense without the real product: they are checked as the others are, and then refused for
 * want of a licence that no instance here has.
 */
const refused: Operation[] = (groups as Refused[]).map(
  ({ method, path, id, scope, feature, dialect, query, body, bodyRequired }) =>
    operation({
      id,
      method: method as Method,
      path,
      tag: TAGS[feature] ?? 'Licensed',
      summary: `${sentenceOf(id)}; needs a licence that no instance here has`,
      scope,
      feature,
      ...(dialect === undefined ? {} : { dialect }),
      ...(feature === 'provisioning' ? { licenceAfterBody: true } : {}),
      ...(feature === 'feat:nodeTypePolicies' ? { guard: forPolicies } : {}),
      params: paramsOf(path),
      ...queryOf(query, dialect === 'old'),
      ...(body ? { body: bodyOf(body, bodyRequired) } : {}),
      responses: refusals(403),
      run: () => {
        throw forbidden()
      },
    }),
)

/** Keys of members hold the scope, which counts in projects only. */
function forPolicies({ user }: Caller, { projectId }: Record<string, string>, { store }: Context): void {
  const access = accessIn(store.data, user)
  const may = projectId ? access.inProject(SCOPE, projectId) : access.everywhere(SCOPE)
  if (!may) throw forbidden()
}

const SCOPE = 'nodeTypePolicy:manage'

/** A body whose shape is read when it is needed: an instance may never be asked for one of them. */
function bodyOf(shape: JsonSchema, required = true): BodyRule {
  let schema: TSchema | undefined
  return {
    required,
    get schema() {
      schema ??= schemaOf(shape)
      return schema
    },
    get example() {
      return exampleOf(this.schema)
    },
  }
}

/** Those below a path. */
export const refusedBelow = (...paths: string[]): Operation[] =>
  refused.filter(({ path }) => paths.some(start => path.startsWith(start)))

function paramsOf(path: string) {
  return Type.Object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, Type.String()])))
}

/** The query of an operation. Pages are as in the others' lists. */
function queryOf(parameters: Record<string, JsonSchema> | undefined, isOld: boolean): { query?: TObject } {
  if (!parameters) return {}
  const pages: TProperties = isOld ? oldPageParameters : pageParameters
  const query = Object.entries(parameters).map(([name, schema]) => [
    name,
    pages[name] ?? Type.Optional(schemaOf(schema)),
  ])
  return { query: Type.Object(Object.fromEntries(query)) }
}

/** `getLdapSync` → `Get ldap sync`. */
function sentenceOf(id: string) {
  const words = id.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
