import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { unusedId } from '../../model/next-id.ts'
import type { ProjectRecord } from '../../model/project.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { deleteContents } from './delete-contents.ts'
import { ownerOfProject } from './find-project.ts'
import { projectRefusals } from './refusals.ts'

export interface ProjectContext {
  clock: Clock
  ids: Ids
}

/** A team project, for what only those have. @throws ApiError for an unknown one, and for a personal one */
export function getTeamProject(state: State | Draft, id: string): ProjectRecord {
  const project = state.projects.get(id)
  if (project) return project
  throw ownerOfProject(state, id) ? projectRefusals.projectIsPersonal() : projectRefusals.projectNotFound()
}

/** Makes a team project. Who makes it is its first admin. */
export function createProject(draft: Draft, name: string, user: UserRecord, { clock, ids }: ProjectContext) {
  const now = clock.iso()
  const id = unusedId(draft.projects, ids)
  const project: ProjectRecord = {
    id,
    name,
    icon: null,
    description: null,
    customTelemetryTags: [],
    creatorId: user.id,
    members: [{ userId: user.id, role: 'project:admin' }],
    createdAt: now,
    updatedAt: now,
  }
  draft.projects.set(project)
  return project
}

export function renameProject(draft: Draft, id: string, name: string, { clock }: { clock: Clock }): void {
  draft.projects.set({ ...getTeamProject(draft, id), name, updatedAt: clock.iso() })
}

/** Deletes a team project with all that it holds. */
export function deleteProject(draft: Draft, id: string): void {
  const project = getTeamProject(draft, id)
  deleteContents(draft, project.id)
  draft.projects.delete(project.id)
}
