import { compare } from '../../base/compare.ts'
import type { CredentialRecord } from '../../model/credential.ts'
import { personalProjectId } from '../../model/project.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Kind, TAGS_FILE, VARIABLES_FILE } from './controlled-files.ts'
import { credentialFingerprint, workflowFingerprint } from './fingerprints.ts'
import type { Plan } from './plan.ts'

/** The text of a file of the repository: JSON as real instances push it. */
const fileOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** `workflows/<id>.json`. */
export function workflowFile(state: State, workflow: WorkflowRecord): string {
  const { id, name, nodes, connections, settings, triggerCount, versionId, owner, projectId } = workflow
  return fileOf({
    id,
    name,
    nodes,
    connections,
    settings,
    triggerCount,
    versionId,
    owner: ownerOf(state, owner, projectId),
    parentFolderId: workflow.parentFolderId ?? null,
    isArchived: workflow.isArchived ?? false,
  })
}

/**
 * `credential_stubs/<id>.json`: of the data only expressions, and the names of the rest.
 *
 * @param unseal throws where the data was sealed with another key; the stub has none then
 */
export function credentialStub(state: State, credential: CredentialRecord, unseal: (text: string) => unknown): string {
  const { id, name, type, data, owner, projectId, isGlobal = false } = credential
  return fileOf({ id, name, type, data: stubOf(tryUnseal()), ownedBy: ownerOf(state, owner, projectId), isGlobal })

  function tryUnseal() {
    try {
      return unseal(data)
    } catch {
      return {}
    }
  }
}

/** `tags.json`: every tag, and the workflows that have them. */
export function tagsFile(state: State): string {
  const tags = Array.from(state.tags.values(), ({ id, name }) => ({ id, name }))
  const mappings = [...state.workflows.values()].flatMap(({ id, tags }) =>
    tags.map(tagId => ({ workflowId: id, tagId })),
  )
  return fileOf({ tags: sortById(tags), mappings })
}

/** `variable_stubs.json`: the keys, and no values. */
export function variablesFile(state: State): string {
  const variables = Array.from(state.variables.values(), ({ id, key, type }) => ({ id, key, type, value: '' }))
  return fileOf(sortById(variables))
}

function ownerOf(state: State, userId: string, projectId: string | undefined) {
  const project = projectId === undefined ? undefined : state.projects.get(projectId)
  if (project) return { type: 'team', teamId: project.id, teamName: project.name }
  const user = state.users.get(userId)
  if (!user) return null
  return { type: 'personal', projectId: personalProjectId(user), personalEmail: user.email }
}

function stubOf(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('=') ? value : ''
  if (typeof value === 'number') return 0
  if (Array.isArray(value)) return value.map(stubOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stubOf(inner)]))
}

const sortById = <T extends { id: string }>(items: T[]) => items.sort((a, b) => compare(a.id, b.id))

/** An item of the instance, as it is compared with the repository. */
export interface LocalItem {
  name: string
  content: string
  updatedAt: string | undefined
}

/** The records of the instance under source control, by kind and id. */
export interface LocalItems extends Record<Kind, Map<string, LocalItem>> {
  /** Workflow id to tag ids. */
  mappings: Map<string, string[]>
}

/** The items of the instance, without the values of variables, which a repository does not hold. */
export function localItems(state: State): LocalItems {
  return {
    workflows: new Map(
      [...state.workflows.values()].map(workflow => [
        workflow.id,
        { name: workflow.name, content: workflowFingerprint(workflow), updatedAt: workflow.updatedAt },
      ]),
    ),
    credentials: new Map(
      [...state.credentials.values()].map(credential => [
        credential.id,
        { name: credential.name, content: credentialFingerprint(credential), updatedAt: credential.updatedAt },
      ]),
    ),
    tags: new Map([...state.tags.values()].map(({ id, name, updatedAt }) => [id, { name, content: name, updatedAt }])),
    variables: new Map(
      [...state.variables.values()].map(({ id, key, type }) => [
        id,
        { name: key, content: variableContent(key, type), updatedAt: undefined },
      ]),
    ),
    mappings: new Map(
      [...state.workflows.values()].flatMap(({ id, tags }) => (tags.length > 0 ? [[id, tags] as const] : [])),
    ),
  }
}

const variableContent = (key: string, type: string) => JSON.stringify([key, type, ''])

/** The content of a variable of the repository, without its value. */
export function withoutValue(content: string): string {
  const [key = '', type = ''] = JSON.parse(content) as string[]
  return variableContent(key, type)
}

/** A changed file, as the real service lists it. */
export interface SourceControlledFile {
  id: string
  name: string
  type: 'credential' | 'workflow' | 'tags' | 'variables'
  status: 'created' | 'modified' | 'deleted'
  location: 'remote'
  /** Whether something with the same id was in the instance. */
  conflict: boolean
  /** The path in the repository. */
  file: string
  updatedAt: string
}

/**
 * What a pull changed, as older versions of the real service answer it (read in their source): workflows and
 * credentials one by one, tags and variables each as one file. `deleted` is a workflow that is no longer in the
 * repository; in the instance it stays.
 */
export function changedFiles(
  { workflows, credentials, tags, mappings, variables, deletedUpstream }: Plan,
  now: string,
) {
  const entry = { status: 'modified', location: 'remote', conflict: false, updatedAt: now } as const
  const files: SourceControlledFile[] = []
  for (const { item, before, path: file } of workflows) {
    const own = { ...entry, id: item.id, name: item.name, type: 'workflow', file } as const
    const name = before && before.name !== item.name ? `${item.name} (Local: ${before.name})` : item.name
    files.push(before ? { ...own, name, conflict: true, updatedAt: before.updatedAt } : { ...own, status: 'created' })
  }
  for (const { kind, id, name, path: file } of deletedUpstream) {
    if (kind === 'workflows') files.push({ ...entry, id, name, type: 'workflow', file, status: 'deleted' })
  }
  for (const { item, before, path: file } of credentials) {
    const own = { ...entry, id: item.id, name: item.name, type: 'credential', file } as const
    files.push(before ? { ...own, conflict: true } : { ...own, status: 'created' })
  }
  if (variables.length > 0) {
    files.push({ ...entry, id: 'variables', name: 'variables', type: 'variables', file: VARIABLES_FILE })
  }
  if (tags.length > 0 || mappings.length > 0) {
    files.push({ ...entry, id: 'mappings', name: 'tags', type: 'tags', file: TAGS_FILE })
  }
  return files
}
