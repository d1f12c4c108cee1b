import { Type } from '@sinclair/typebox'
import { findProject, listProjects } from '../../../features/projects/find-project.ts'
import { createProject, deleteProject, renameProject } from '../../../features/projects/team-projects.ts'
import { scopesOfRole } from '../../../features/roles/roles.ts'
import { pageReply } from '../../../http/list-reply.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { paginate } from '../../../http/paging.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { listOf, refusals } from '../../../http/response-schemas.ts'
import { accessIn, requireInProject } from '../access.ts'
import { pageParameters } from '../dialect/page.ts'
import type { V2Parts } from '../parts.ts'
import { ROLES } from '../roles.ts'

const shared = { tag: 'Projects', feature: 'feat:projectRole:admin' } as const
const params = Type.Object({ projectId: Type.String() })
interface Named {
  name: string
}

export const projectOperations = ({ shapes }: V2Parts) => {
  const body = { schema: shapes.ProjectInput, required: true, example: { name: 'Sales' } }

  return [
    operation({
      ...shared,
      id: 'getProjects',
      method: 'GET',
      path: '/projects',
      summary: 'Retrieve all projects, personal ones and those of teams',
      scope: 'project:list',
      query: Type.Object(pageParameters),
      reads: [],
      responses: { 200: { description: 'A page of projects', schema: listOf(shapes.Project) } },
      run: ({ page, user }, { store: { data: state } }) => {
        const access = accessIn(state, user)
        const seen = listProjects(state).filter(({ id }) => access.inProject('project:list', id))
        const { items, nextCursor } = paginate(seen, page)
        return pageReply(items, nextCursor)
      },
    }),
    operation({
      ...shared,
      id: 'createProject',
      method: 'POST',
      path: '/projects',
      summary: 'Create a team project; its maker is its admin',
      scope: 'project:create',
      body,
      responses: { 201: { description: 'The new project', schema: shapes.MadeProject } },
      run: async ({ body, user }: Call<unknown, unknown, Named>, context) => {
        const { store } = context
        const { id, members } = await store.update(draft => createProject(draft, body.name, user, context))
        const role = members[0]?.role ?? ''
        const scopes = [...scopesOfRole(store.data, ROLES, role)]
        return reply({ ...findProject(store.data, id), role, scopes }, 201)
      },
    }),
    operation({
      ...shared,
      id: 'updateProject',
      method: 'PUT',
      path: '/projects/:projectId',
      summary: 'Rename a team project',
      scope: 'project:update',
      params,
      body,
      responses: { 204: { description: 'It is renamed' }, ...refusals(404) },
      run: async ({ params, body, user }: Call<{ projectId: string }, unknown, Named>, context) => {
        await context.store.update(draft => {
          requireInProject(draft, user, 'project:update', params.projectId)
          renameProject(draft, params.projectId, body.name, context)
        })
        return noContent()
      },
    }),
    operation({
      ...shared,
      id: 'deleteProject',
      method: 'DELETE',
      path: '/projects/:projectId',
      summary: 'Delete a team project with all that it holds',
      scope: 'project:delete',
      params,
      responses: { 204: { description: 'It is deleted' }, ...refusals(404) },
      run: async ({ params, user }, { store }) => {
        await store.update(draft => {
          requireInProject(draft, user, 'project:delete', params.projectId)
          deleteProject(draft, params.projectId)
        })
        return noContent()
      },
    }),
  ]
}
