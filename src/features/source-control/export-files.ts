import { personalProjectId } from '../../model/project.ts'
import type { State } from '../../model/state.ts'

/** The text of a file of the repository: JSON as real instances push it. */
const fileOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** `workflows/<id>.json`. */
export function workflowFile(state: State, id: string): string | undefined {
  const workflow = state.workflows.get(id)
  if (!workflow) return undefined
  const { name, nodes, connections, settings, triggerCount, versionId, owner, projectId } = workflow
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
export function credentialStub(state: State, id: string, unseal: (text: string) => unknown): string | undefined {
  const credential = state.credentials.get(id)
  if (!credential) return undefined
  const { name, type, data, owner, projectId, isGlobal = false } = credential
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

const sortById = <T extends { id: string }>(items: T[]) => items.sort((a, b) => (a.id < b.id ? -1 : 1))
