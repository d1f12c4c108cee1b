import { badRequest, conflict } from '../base/errors.ts'
import { mapInSteps } from '../base/run-in-slices.ts'
import type { RecordOwner } from '../features/projects/find-project.ts'
import { type CustomRoleRecord, customRoleFields } from '../model/custom-role.ts'
import { seededRecord } from '../model/field.ts'
import type { FixtureOf } from '../model/fixture.ts'
import { type FolderRecord, folderFields, PROJECT_ROLES, type ProjectRecord, projectFields } from '../model/project.ts'
import type { Draft } from '../model/state.ts'
import { GLOBAL_ROLES } from '../model/user.ts'
import { datesOf, type SeedContext, userIdOf } from './seed-context.ts'
import { knownRoles } from './seed-user.ts'

export function* projectRecord(
  draft: Draft,
  project: FixtureOf<'projects'>,
  { clock, ids }: SeedContext,
): Generator<undefined, ProjectRecord> {
  const id = project.id ?? ids.short()
  if (draft.users.by('projectId', id).length) throw conflict('/id: it is the personal project of a user')
  const { creatorId = null, members = [] } = project
  return seededRecord<ProjectRecord, typeof projectFields>(projectFields, project, {
    id,
    name: project.name,
    creatorId: creatorId === null ? null : userIdOf(draft, creatorId, 'creatorId'),
    members: yield* mapInSteps(members, (member, at) => memberOf(draft, member, `members/${at}`)),
    ...datesOf(project, clock),
  })
}

type Member = NonNullable<FixtureOf<'projects'>['members']>[number]

function memberOf(draft: Draft, { user, userId, role }: Member, place: string) {
  const named = user ?? userId
  if (named === undefined) throw badRequest(`/${place} must have required property 'user'`)
  if (!(PROJECT_ROLES as readonly string[]).includes(role) && draft.customRoles.get(role)?.roleType !== 'project') {
    const known = knownRoles(draft, 'project', PROJECT_ROLES)
    throw badRequest(`/${place}/role must be equal to one of the allowed values: ${known}`)
  }
  return { userId: userIdOf(draft, named, `${place}/user`), role }
}

export function folderRecord(draft: Draft, folder: FixtureOf<'folders'>, { clock, ids }: SeedContext): FolderRecord {
  const { projectId, name } = folder
  if (!isProject(draft, projectId)) {
    throw badRequest(`/projectId: there is no project ${JSON.stringify(projectId)}`)
  }
  const made = { id: folder.id ?? ids.short(), name, projectId, ...datesOf(folder, clock) }
  return seededRecord<FolderRecord, typeof folderFields>(folderFields, folder, made)
}

/**
 * Checks the parent of a folder when all folders are in.
 *
 * @param sound ids of folders whose parents are known to be right, to which this one's are added
 * @throws ApiError 400 for a parent that is not there, is in another project, or lies in the folder itself
 */
export function checkParents(draft: Draft, folder: FolderRecord, sound: Set<string>) {
  const path = new Set<string>()
  let at = folder
  while (!sound.has(at.id)) {
    if (path.has(at.id)) throw badRequest('/parentFolderId: the folder would be inside itself')
    path.add(at.id)
    if (at.parentFolderId === null) break
    const parent: FolderRecord | undefined = draft.folders.get(at.parentFolderId)
    if (parent?.projectId !== at.projectId) {
      throw badRequest(`/parentFolderId: its project has no folder ${JSON.stringify(at.parentFolderId)}`)
    }
    at = parent
  }
  for (const id of path) sound.add(id)
}

export function customRoleRecord(role: FixtureOf<'customRoles'>, { clock }: SeedContext): CustomRoleRecord {
  const id = role.slug ?? role.id
  if (id === undefined) throw badRequest(" must have required property 'slug'")
  if (role.id !== undefined && role.id !== id) throw badRequest('/id: the id of a role is its slug')
  if (([...GLOBAL_ROLES, ...PROJECT_ROLES] as string[]).includes(id)) {
    throw conflict(`/slug: there is a built-in role ${id}`)
  }
  return seededRecord<CustomRoleRecord, typeof customRoleFields>(customRoleFields, role, {
    id,
    displayName: role.displayName,
    ...datesOf(role, clock),
  })
}

/**
 * The owner of a seeded record: the user or project that the fixture names, else the instance's owner.
 *
 * @throws ApiError 400 for an unknown owner or project
 */
export function ownerOf(
  draft: Draft,
  given: { owner?: string; projectId?: string | null },
  instanceOwner: () => string,
): RecordOwner {
  const owner = given.owner === undefined ? undefined : userIdOf(draft, given.owner, 'owner')
  const { projectId } = given
  if (projectId === undefined || projectId === null) return { owner: owner ?? instanceOwner() }
  const team = draft.projects.get(projectId)
  if (team) return { owner: owner ?? creatorOf(draft, team.creatorId) ?? instanceOwner(), projectId }
  instanceOwner()
  const [user] = draft.users.by('projectId', projectId)
  if (!user) throw badRequest(`/projectId: there is no project ${JSON.stringify(projectId)}`)
  if (owner !== undefined && owner !== user.id) {
    throw badRequest(`/projectId: ${JSON.stringify(projectId)} is the personal project of another user than the owner`)
  }
  return { owner: user.id }
}

/** Whether there is such a project, team or personal. */
export const isProject = (draft: Draft, id: string) =>
  draft.projects.has(id) || draft.users.by('projectId', id).length > 0

const creatorOf = (draft: Draft, id: string | null) => (id !== null && draft.users.has(id) ? id : undefined)
