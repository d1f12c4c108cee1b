import { isRecord } from '../../base/is-record.ts'
import {
  CredentialFile,
  checkShape,
  InvalidFileError,
  knownNode,
  knownSettings,
  ownerEmail,
  TagsFile,
  VariablesFile,
  WorkflowFile,
} from './controlled-files.ts'

/** A workflow of the repository, with the fields that the API knows. */
export type RemoteWorkflow = ReturnType<typeof readWorkflow>
/** A credential of the repository. */
export type RemoteCredential = ReturnType<typeof readCredential>
/** A variable of the repository, beside its id. The value is empty where the repository has none. */
export type RemoteVariable = [key: string, type: string, value: string]

export function readWorkflow(path: string, json: unknown) {
  const file = checkShape(path, WorkflowFile, isRecord(json) ? tidied(json) : json)
  const { name, nodes, connections, settings, triggerCount = 0, versionId } = file
  const content = { name, nodes, connections, settings }
  return { id: String(file.id), ...content, triggerCount, versionId, ownerEmail: ownerEmail(file.owner) }
}

export function readCredential(path: string, json: unknown) {
  const { id, name, type, data = {}, ownedBy } = checkShape(path, CredentialFile, json)
  return { id: String(id), name, type, data, ownerEmail: ownerEmail(ownedBy) }
}

/** The tags by id, and the tags of each workflow. */
export function readTags(path: string, json: unknown) {
  const file = checkShape(path, TagsFile, json)
  const tags = file.tags.map(({ id, name }) => [String(id), name.trim()] as const)
  refuseDuplicates(
    path,
    'tags',
    'id',
    tags.map(([id]) => id),
  )
  refuseDuplicates(
    path,
    'tags',
    'name',
    tags.map(([, name]) => name),
  )
  const byWorkflow = Map.groupBy(file.mappings, ({ workflowId }) => String(workflowId))
  const tagIds = (mappings: TagsFile['mappings']) => [...new Set(mappings.map(({ tagId }) => String(tagId)))]
  const mappings = new Map([...byWorkflow].map(([workflow, mappings]) => [workflow, tagIds(mappings)]))
  return { tags: new Map(tags), mappings }
}

export function readVariables(path: string, json: unknown): Map<string, RemoteVariable> {
  const file = checkShape(path, VariablesFile, json)
  refuseDuplicates(
    path,
    'variables',
    'id',
    file.map(({ id }) => String(id)),
  )
  refuseDuplicates(
    path,
    'variables',
    'key',
    file.map(({ key }) => key),
  )
  return new Map(file.map(({ id, key, type, value }) => [String(id), [key, type ?? 'string', value ?? '']]))
}

/** A workflow without the fields that the API does not know; all others are checked. */
function tidied(workflow: Record<string, unknown>) {
  const { nodes, settings } = workflow
  return {
    ...workflow,
    nodes: Array.isArray(nodes) ? nodes.map(node => (isRecord(node) ? knownNode(node) : node)) : nodes,
    settings: isRecord(settings) ? knownSettings(settings) : (settings ?? {}),
  }
}

function refuseDuplicates(path: string, what: string, field: string, values: string[]) {
  const seen = new Set<string>()
  const duplicate = values.find(value => seen.size === seen.add(value).size)
  if (duplicate === undefined) return
  throw new InvalidFileError(`${path}: two ${what} have the ${field} ${JSON.stringify(duplicate)}`)
}
