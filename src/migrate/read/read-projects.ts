import type { Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import type { Shelves } from '../shelf/shelf.ts'
import { listAll } from './list-pages.ts'
import { unlessGone } from './read-record.ts'

/** The team projects with their members; personal ones follow from their users. */
export async function readProjects(service: Service, shelves: Shelves): Promise<Fields[]> {
  const listed = await listAll(service, '/projects', await shelves.open('projects'), { limit: 250 })
  const projects: Fields[] = []
  for (const project of listed.filter(({ type }) => type === 'team')) {
    const id = encodeURIComponent(textOf(project.id) ?? '')
    const shelf = await shelves.open(`members-${id.slice(0, 100)}`)
    const users = await unlessGone(listAll(service, `/projects/${id}/users`, shelf, { limit: 250 }))
    if (!users) continue
    const members = users.map(({ id, role }) => ({ user: textOf(id), role: textOf(role) ?? 'project:viewer' }))
    projects.push({ ...project, members })
  }
  return projects
}
