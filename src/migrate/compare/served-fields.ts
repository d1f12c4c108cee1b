import { isRecord } from '../../core/base/is-record.ts'
import type { Version } from '../../core/http/version.ts'
import type { Field } from '../../core/model/field.ts'
import { RECORD_FIELDS } from '../../core/model/record-fields.ts'
import type { Kind } from './side.ts'

/** The operation that shows most of a record. */
const READS: Record<Kind, string> = {
  workflows: 'getWorkflow',
  tags: 'getTag',
  credentials: 'getCredentials',
  users: 'getUser',
  variables: 'getVariables',
  projects: 'getProjects',
  folders: 'listFolders',
  customRoles: 'getRole',
  dataTables: 'listDataTables',
  annotationTags: 'getExecutionTags',
  executions: 'getExecution',
}

/** What nodes say of a credential, where a version lists none. */
const NAMED_BY_NODES = ['id', 'name', 'type']

/** What a reading adds to what the operation shows. */
const ADDED: Partial<Record<Kind, readonly string[]>> = {
  projects: ['members'],
  dataTables: ['rows'],
  workflows: ['more'],
  executions: ['status'],
}

/** Whether a version shows records of a kind at all. */
export const isServed = ({ operations }: Pick<Version, 'operations'>, kind: Kind): boolean =>
  operations.some(({ id }) => id === READS[kind])

/** The fields of a kind that a version shows, by the names that records have. */
export function servedFields({ operations }: Pick<Version, 'operations'>, kind: Kind): ReadonlySet<string> {
  const shown = new Set(shownNames(operations, kind))
  const fields = Object.entries<Field>(RECORD_FIELDS[kind])
  const served = fields.filter(([name, { shownAs = [] }]) => shown.has(name) || shownAs.some(other => shown.has(other)))
  return new Set([...served.map(([name]) => name), ...(ADDED[kind] ?? [])])
}

/** The names of the properties with which a version shows records of a kind. */
export function shownNames(operations: Version['operations'], kind: Kind): string[] {
  const operation = operations.find(({ id }) => id === READS[kind])
  if (!operation) return kind === 'credentials' ? NAMED_BY_NODES : []
  const properties = propertiesOf(operation.responses[200]?.schema)
  const { data } = properties
  return Object.keys(isRecord(data) && isRecord(data.items) ? propertiesOf(data.items) : properties)
}

const propertiesOf = (schema: unknown): Record<string, unknown> =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
