import { type ProjectRecord, personalProjectId } from '../../model/project.ts'
import type { Draft, State } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'

/** A project as it is answered: a team's, or the personal one of a user. */
export interface ProjectView extends Omit<ProjectRecord, 'members'> {
  type: 'personal' | 'team'
}

/** The owner of a record. */
export interface RecordOwner {
  /** The id of a user. */
  owner: string
  /** The team project; the user's personal one where left out. */
  projectId?: string
}

/** The id of the project that has a workflow or credential: a team's, or its owner's personal one. */
export const projectIdOf = (state: State | Draft, { projectId, owner }: RecordOwner): string =>
  projectId ?? personalProjectId(state.users.get(owner) ?? { id: owner })

/** The user whose personal project this is. */
export const ownerOfProject = (state: State | Draft, projectId: string): UserRecord | undefined =>
  state.users.by('projectId', projectId)[0]

/** A project by its id; `undefined` if there is none. */
export function findProject(state: State | Draft, id: string): ProjectView | undefined {
  const team = state.projects.get(id)
  if (team) return teamView(team)
  const user = ownerOfProject(state, id)
  return user && personalView(user, id)
}

/** All of them: the personal ones in the order of their users, then the teams'. */
export const listProjects = (state: State | Draft): ProjectView[] => [
  ...[...state.users.values()].map(user => personalView(user, personalProjectId(user))),
  ...[...state.projects.values()].map(teamView),
]

function teamView({
  id,
  name,
  icon,
  description,
  customTelemetryTags,
  creatorId,
  createdAt,
  updatedAt,
}: ProjectRecord) {
  return { id, name, type: 'team' as const, icon, description, customTelemetryTags, creatorId, createdAt, updatedAt }
}

const personalView = (user: UserRecord, id: string): ProjectView => ({
  id,
  name: personalName(user),
  type: 'personal',
  icon: null,
  description: null,
  customTelemetryTags: [],
  creatorId: user.id,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
})

/** `First Last <e-mail>`, or `<e-mail>` of a user without a name. */
const personalName = ({ firstName, lastName, email }: UserRecord) =>
  [firstName, lastName, `<${email}>`].filter(part => part !== null && part !== '').join(' ')
