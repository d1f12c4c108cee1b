import { personalProjectId } from '../../../model/project.ts'
import type { UserRecord } from '../../../model/user.ts'
import type { State } from '../../../state.ts'

/** A project as the API shows it. */
export interface ShownProject {
  id: string
  name: string
  type: 'personal' | 'team'
  icon: unknown
  description: string | null
  customTelemetryTags: unknown[]
  creatorId: string | null
  createdAt: string
  updatedAt: string
}

/** The id of the project that has a record: the team project that it is in, or its owner's personal one. */
export function projectIdOf(state: Pick<State, 'users'>, { owner, projectId }: { owner: string; projectId?: string }) {
  return projectId ?? personalProjectId(state.users.get(owner) ?? { id: owner })
}

/** The project that has a record. */
export function showHome(state: Pick<State, 'users' | 'projects'>, record: { owner: string; projectId?: string }) {
  const team = record.projectId === undefined ? undefined : state.projects.get(record.projectId)
  if (team) {
    const { id, name, icon, description, customTelemetryTags, creatorId, createdAt, updatedAt } = team
    const rest = { icon, description, customTelemetryTags, creatorId, createdAt, updatedAt }
    return { id, name, type: 'team', ...rest } satisfies ShownProject
  }
  const user = state.users.get(record.owner)
  return user && showPersonalProject(user)
}

/** A user's personal project. */
export function showPersonalProject(user: UserRecord): ShownProject {
  const { firstName, lastName, email, id: creatorId, createdAt, updatedAt } = user
  return {
    id: personalProjectId(user),
    name: [firstName, lastName, `<${email}>`].filter(Boolean).join(' '),
    type: 'personal',
    icon: null,
    description: null,
    customTelemetryTags: [],
    ...{ creatorId, createdAt, updatedAt },
  }
}
