import { Type } from '@sinclair/typebox'
import { listFolders } from '../../../features/folders/folder-list.ts'
import { changeFolder, createFolder, deleteFolder, getFolder } from '../../../features/folders/folders.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { noContent, reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { Enumeration } from '../../../model/schema.ts'
import { requireInProject } from '../access.ts'
import type { V2Parts } from '../parts.ts'

const shared = { tag: 'Folders', feature: 'feat:folders' } as const
const text = (description: string) => Type.Optional(Type.String({ description }))
const params = Type.Object({ projectId: Type.String() })
const one = Type.Object({ projectId: Type.String(), folderId: Type.String() })
const reads = ['folders', 'workflows', 'projects', 'users', 'customRoles'] as const
const SORTED = ['name:asc', 'name:desc', 'createdAt:asc', 'createdAt:desc', 'updatedAt:asc', 'updatedAt:desc']

interface Project {
  projectId: string
}
interface Folder extends Project {
  folderId: string
}

export const folderOperations = ({ shapes, presenters, workflowRules: rules }: V2Parts) => [
  operation({
    ...shared,
    dialect: 'old',
    id: 'createFolder',
    method: 'POST',
    path: '/projects/:projectId/folders',
    summary: 'Create a folder',
    scope: 'folder:create',
    params,
    body: { schema: shapes.NewFolder, required: true, example: { name: 'Onboarding' } },
    responses: { 201: { description: 'The new folder', schema: shapes.Folder }, ...refusals(404) },
    run: async ({ params, body, user }: Call<Project, unknown, { name: string; parentFolderId?: string }>, context) => {
      const made = await context.store.update(draft => {
        requireInProject(draft, user, 'folder:create', params.projectId)
        return createFolder(draft, params.projectId, body, context)
      })
      return reply(presenters.showFolder(made), 201)
    },
  }),
  operation({
    ...shared,
    dialect: 'old',
    id: 'updateFolder',
    method: 'PATCH',
    path: '/projects/:projectId/folders/:folderId',
    summary: 'Rename a folder, or move it to another one',
    scope: 'folder:update',
    params: one,
    body: { schema: shapes.ChangedFolder, required: true, example: { name: 'Archive' } },
    responses: { 200: { description: 'The folder after the change', schema: shapes.Folder }, ...refusals(404) },
    run: async ({ params, body, user }: Call<Folder, unknown, { name?: string; parentFolderId?: string }>, context) => {
      const changed = await context.store.update(draft => {
        requireInProject(draft, user, 'folder:update', params.projectId)
        return changeFolder(draft, params.projectId, params.folderId, body, context)
      })
      return reply(presenters.showFolder(changed))
    },
  }),
  operation({
    ...shared,
    dialect: 'old',
    id: 'deleteFolder',
    method: 'DELETE',
    path: '/projects/:projectId/folders/:folderId',
    summary: 'Delete a folder; what it holds is moved, or archived',
    scope: 'folder:delete',
    params: one,
    query: Type.Object({ transferToFolderId: text('Where to move what it holds') }),
    responses: { 204: { description: 'It is deleted' }, ...refusals(404) },
    run: async ({ params, query, user }, context) => {
      await context.store.update(draft => {
        requireInProject(draft, user, 'folder:delete', params.projectId)
        deleteFolder(draft, params.projectId, params.folderId, query.transferToFolderId, user, {
          ...context,
          rules,
        })
      })
      return noContent()
    },
  }),
  operation({
    ...shared,
    id: 'listFolders',
    method: 'GET',
    path: '/projects/:projectId/folders',
    summary: 'Retrieve the folders of a project',
    scope: 'folder:list',
    params,
    query: Type.Object({
      filter: text('JSON: `name` (a part of it) and `parentFolderId`'),
      select: text('JSON: a list of fields'),
      sortBy: Type.Optional(Enumeration(SORTED)),
      skip: text('How many to pass over'),
      take: text('The most to list'),
    }),
    reads,
    responses: { 200: { description: 'The folders', schema: shapes.FolderList }, ...refusals(404) },
    run: ({ params, query, user }, { store: { data: state } }) => {
      requireInProject(state, user, 'folder:list', params.projectId)
      return reply(listFolders(state, params.projectId, query))
    },
  }),
  operation({
    ...shared,
    id: 'getFolder',
    method: 'GET',
    path: '/projects/:projectId/folders/:folderId',
    summary: 'Retrieve a folder with how much is in it',
    scope: 'folder:read',
    params: one,
    reads,
    responses: { 200: { description: 'The folder', schema: shapes.CountedFolder }, ...refusals(404) },
    run: ({ params, user }, { store: { data: state } }) => {
      requireInProject(state, user, 'folder:read', params.projectId)
      return reply(presenters.showCountedFolder(state, getFolder(state, params.projectId, params.folderId)))
    },
  }),
]
