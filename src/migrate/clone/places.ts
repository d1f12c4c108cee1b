import { isRecord, recordsOf } from '../../base/is-record.ts'
import { textOf } from '../fields.ts'
import type { Reading } from '../read/read-service.ts'

/** Who has a record of a fixture. */
export interface Place {
  owner?: string
  projectId?: string
}

/** Which user or team project has what a service shows. */
export interface Places {
  /** From the `shared` of a workflow or credential. */
  ofShared(shared: unknown): Place
  ofProject(id: unknown): Place
  /** The id of a user's personal project, where it was met. */
  personalProjectOf(userId: unknown): string | undefined
}

/** A personal project is known by its creator, or by its name, which ends in the e-mail address. */
export function createPlaces(
  reading: Pick<Reading, 'users' | 'credentials' | 'projects' | 'personalProjects'>,
): Places {
  const { users = [], credentials, projects = [], personalProjects } = reading
  const teams = new Set(projects.map(({ id }) => id))
  const byEmail = new Map(users.map(user => [String(user.email).toLowerCase(), textOf(user.id)]))
  const ids = new Set(byEmail.values())
  const owners = new Map<unknown, string>()
  const met = [...credentials.flatMap(({ shared }) => recordsOf(shared)), ...personalProjects]
  for (const { id, name, creatorId } of met) {
    const creator = textOf(creatorId)
    const user =
      byEmail.get(/<([^<>]+)>$/.exec(String(name))?.[1]?.toLowerCase() ?? '') ??
      (ids.has(creator) ? creator : undefined)
    if (!teams.has(id) && user !== undefined) owners.set(id, user)
  }
  const projectsOf = new Map(Array.from(owners, ([project, user]) => [user, project]))
  const ofProject = (id: unknown): Place => {
    const owner = owners.get(id)
    if (owner !== undefined) return { owner }
    return teams.has(id) ? { projectId: String(id) } : {}
  }
  return {
    ofProject,
    ofShared(shared) {
      const [first] = recordsOf(shared)
      return ofProject(first?.projectId ?? (isRecord(first?.project) ? first.project.id : first?.id))
    },
    personalProjectOf: userId => textOf(projectsOf.get(String(userId))),
  }
}
