import { Type } from '@sinclair/typebox'
import { mayUseProject } from '../../../features/access.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { AnyMap, Enumeration } from '../../../model/schema.ts'
import { operationRefusals } from '../../operation-refusals.ts'
import { accessIn } from '../access.ts'

const shared = { dialect: 'old', tag: 'Package' } as const
const strict = { additionalProperties: false }
const ids = (items = {}) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), items))
const flag = Type.Optional(Type.Boolean())

interface Contents {
  workflowIds?: string[]
  folderIds?: string[]
  projectIds?: string[]
}

function requireContents(body: unknown): void {
  const { workflowIds = [], folderIds = [], projectIds = [] } = body as Contents
  if (workflowIds.length + folderIds.length + projectIds.length === 0) throw operationRefusals.exportIsEmpty()
}

/** Packages of projects are archives whose form is not known, so each export ends in a refusal. */
export const packageOperations = [
  operation({
    ...shared,
    id: 'exportPackage',
    method: 'POST',
    path: '/n8n-packages/export',
    summary: 'Export workflows as a package; refused here',
    scope: ['project:export', 'workflow:export'],
    body: {
      schema: Type.Object(
        {
          workflowIds: ids(),
          folderIds: ids(),
          projectIds: ids(),
          includeVariableValues: flag,
          includeTags: flag,
          includeArchivedWorkflows: flag,
          missingWorkflowDependencyPolicy: Type.Optional(Enumeration(['fail', 'reference-only', 'include-in-package'])),
          workflowVersionPolicy: Type.Optional(
            Enumeration(['published-strict', 'prefer-published', 'ignore-unpublished', 'latest']),
          ),
          credentialExportPolicy: Type.Optional(Enumeration(['expression-values-only', 'no-values'])),
        },
        strict,
      ),
      required: true,
      check: requireContents,
      example: { workflowIds: ['VmwOO9HeTEj20kxM'] },
    },
    responses: {},
    run: ({ body, user }: Call<unknown, unknown, Contents>, { store: { data: state } }) => {
      const { workflowIds = [], folderIds = [], projectIds = [] } = body
      const access = accessIn(state, user)
      const missing = (wanted: string[], what: string, isThere: (id: string) => boolean) => {
        const count = wanted.filter(id => !isThere(id)).length
        if (count > 0) throw operationRefusals.exportNotAccessible(count, what)
      }
      missing(workflowIds, 'workflow', id => {
        const workflow = state.workflows.get(id)
        return workflow !== undefined && access.with('workflow:export', workflow)
      })
      missing(folderIds, 'folder', id => {
        const folder = state.folders.get(id)
        return folder !== undefined && access.inProject('project:export', folder.projectId)
      })
      missing(projectIds, 'project', id => mayUseProject(state, access, 'project:export', id))
      throw operationRefusals.exportNotPossible()
    },
  }),
  operation({
    ...shared,
    id: 'importPackage',
    method: 'POST',
    path: '/n8n-packages/import',
    summary: 'Import a package; refused here',
    scope: 'workflow:import',
    body: { schema: AnyMap(), required: true, mediaType: 'multipart/form-data' },
    responses: {},
    run: () => {
      throw operationRefusals.importNotPossible()
    },
  }),
]
