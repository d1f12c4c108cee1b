import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'
import { MAX_DEPTH, measureJson } from '../../base/json-text.ts'
import type { Collection, StoredRecord } from '../../base/store.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import { parseJson, UnusableJson } from '../../model/parse-json.ts'
import { AnyMap } from '../../model/schema.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import { nodeFields, settingFields } from '../../model/workflow-fields.ts'

/** The types of files that the service knows. A push and a pull handle the first four. */
export const FILE_TYPES = [
  'workflow',
  'credential',
  'tags',
  'variables',
  'file',
  'folders',
  'project',
  'datatable',
] as const
export type FileType = (typeof FILE_TYPES)[number]

/** A file that a push or a pull would change, or has changed, as newer versions list it. */
export interface ControlledFile {
  /** The path in the repository. */
  file: string
  /** The id of the workflow or credential; `mappings` for the tags, `variables` for the variables. */
  id: string
  name: string
  type: 'workflow' | 'credential' | 'tags' | 'variables'
  status: 'created' | 'modified' | 'deleted'
  /** The side that it comes from. */
  location: 'local' | 'remote'
  /** Whether both sides have changed it, differently, since the last pull or push. */
  conflict: boolean
  updatedAt: string
  /** True in the answer to a push. */
  pushed?: boolean
}

/** The kinds of records under source control. */
export const KINDS = ['workflows', 'credentials', 'tags', 'variables'] as const
export type Kind = (typeof KINDS)[number]

const WORKFLOWS = 'workflows'
const CREDENTIALS = 'credential_stubs'
export const TAGS_FILE = 'tags.json'
export const VARIABLES_FILE = 'variable_stubs.json'

/** The files and folders of a repository that source control uses. */
export const REPOSITORY_PATHS = { folders: [CREDENTIALS, WORKFLOWS], files: [TAGS_FILE, VARIABLES_FILE] } as const

/** The path of the file that an item is pushed to, unless the repository has one by another name. */
export const usualPath: Record<Kind, (id: string) => string> = {
  workflows: id => `${WORKFLOWS}/${id}.json`,
  credentials: id => `${CREDENTIALS}/${id}.json`,
  tags: () => TAGS_FILE,
  variables: () => VARIABLES_FILE,
}

/** The kind of records that a file holds, by its path. */
export function kindOf(path: string): Kind {
  if (path === TAGS_FILE) return 'tags'
  if (path === VARIABLES_FILE) return 'variables'
  return path.startsWith(`${WORKFLOWS}/`) ? 'workflows' : 'credentials'
}

/**
 * Another record that has a name, which does not change.
 *
 * @param holders the records that have the name now
 * @param id the record that is to get it
 * @param planned the names that records are going to have
 */
export const holderOf = <R extends StoredRecord>(
  holders: R[],
  id: string,
  name: string,
  planned: ReadonlyMap<string, string>,
): R | undefined => holders.find(holder => holder.id !== id && (planned.get(holder.id) ?? name) === name)

/** The first free name, counted from 2, that is not planned either. */
export function freeName<R extends StoredRecord>(
  records: Collection<R>,
  index: string,
  taken: ReadonlySet<string>,
  form: (number: number) => string,
): string {
  for (let number = 2; ; number++) {
    const name = form(number)
    if (!taken.has(name) && records.by(index, name).length === 0) return name
  }
}

const Id = Type.Union([Type.String({ minLength: 1 }), Type.Number()])
const Text = Type.String({ minLength: 1 })
const Whatever = Type.Optional(Type.Unknown())

/** `workflows/<id>.json`, as real instances push it. Other keys are ignored. */
export const WorkflowFile = Type.Object({
  id: Id,
  name: Type.String(),
  nodes: Type.Array(Type.Object(nodeFields)),
  connections: AnyMap(),
  settings: Type.Object(settingFields),
  triggerCount: Type.Optional(Type.Number()),
  versionId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  owner: Whatever,
})

/** `credential_stubs/<id>.json`. */
export const CredentialFile = Type.Object({
  id: Id,
  name: Type.String(),
  type: Text,
  data: Type.Optional(AnyMap()),
  ownedBy: Whatever,
})

/** `tags.json`. */
export const TagsFile = Type.Object({
  tags: Type.Array(Type.Object({ id: Id, name: Text })),
  mappings: Type.Array(Type.Object({ workflowId: Id, tagId: Id })),
})
export type TagsFile = Static<typeof TagsFile>

/** `variable_stubs.json`. The value of a stub is empty: then the value in the instance stays. */
export const VariablesFile = Type.Array(
  Type.Object({
    id: Id,
    key: Text,
    type: Type.Optional(Type.String()),
    value: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
)
export type VariablesFile = Static<typeof VariablesFile>

/** The e-mail of an owner: text, or `{ type: 'personal', personalEmail }`. A team has none. */
export function ownerEmail(owner: unknown): string | undefined {
  if (typeof owner === 'string') return owner
  const { personalEmail } = (owner ?? {}) as { personalEmail?: unknown }
  return typeof personalEmail === 'string' ? personalEmail : undefined
}

type Fields = Record<string, unknown>

/** A node with the fields that the API knows; a repository of a newer instance may have others. */
export const knownNode = (node: Fields): Node => pick(node, nodeFields, value => value !== null)

/** Settings with the fields that the API knows. `DEFAULT` is how real instances write "not set". */
export const knownSettings = (settings: Fields): Fields =>
  pick(settings, settingFields, value => value !== null && value !== 'DEFAULT')

/** The part of a workflow that a pull compares and changes. */
export const workflowContent = ({ name, nodes, connections, settings }: WorkflowContent): WorkflowContent => ({
  name,
  nodes: nodes.map(knownNode),
  connections,
  settings: knownSettings(settings),
})
export type WorkflowContent = Pick<WorkflowRecord, 'name' | 'nodes' | 'connections' | 'settings'>

/** The part of a credential that a pull compares and changes. */
export const credentialContent = ({ name, type }: Pick<CredentialRecord, 'name' | 'type'>) => ({ name, type })

const pick = (value: Fields, fields: object, wanted: (value: unknown) => boolean): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key, inner]) => Object.hasOwn(fields, key) && wanted(inner)))

/** An invalid file of the repository. `message` names the file and quotes nothing of it. */
export class InvalidFileError extends Error {
  override name = 'InvalidFileError'
}

/** The most keys and list items of a file: these are parsed and checked in some hundredths of a second. */
const MAX_VALUES = 200_000

/**
 * Parses a file.
 *
 * @param pause lets other work run between the steps
 * @throws InvalidFileError when the bytes are not JSON in UTF-8, nest too deep, or have too many or too large values
 */
export async function parseJsonFile(path: string, bytes: Uint8Array, pause: () => Promise<unknown>) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    await pause()
    const { values } = measureJson(text, { depth: MAX_DEPTH, values: MAX_VALUES })
    if (values > MAX_VALUES) throw new UnusableJson(`has more than ${MAX_VALUES} keys and list items`)
    await pause()
    return { json: parseJson(text), values }
  } catch (error) {
    if (error instanceof UnusableJson) throw new InvalidFileError(`${path}: ${error.message}`)
    // what the parser says may quote the file, and with it a secret
    throw new InvalidFileError(`${path}: is not JSON`)
  }
}

/** @throws InvalidFileError that says where the value is not of its shape */
export function checkShape<S extends TSchema>(path: string, schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value
  const error = Value.Errors(schema, value).First()
  const place = error?.path ? `${error.path.slice(1)}: ` : ''
  throw new InvalidFileError(`${path}: ${place}${error ? expectationOf(error) : 'is not of its shape'}`)
}

const expectationOf = ({ schema, message }: ValueError): string =>
  Array.isArray(schema.enum) ? `expected one of ${schema.enum.join(', ')}` : message.replace(/^Expected/, 'expected')
