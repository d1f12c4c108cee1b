import { type TSchema, Type } from '@sinclair/typebox'
import { mayUseProject } from '../../../features/access.ts'
import { checkPackageRequest, exportPackage, type PackageRequest } from '../../../features/packages/export-package.ts'
import { packageRefusals } from '../../../features/packages/refusals.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { AnyMap, Enumeration } from '../../../model/schema.ts'
import { accessIn } from '../access.ts'
import type { V2Parts } from '../parts.ts'

const shared = { dialect: 'old', tag: 'Package' } as const
const strict = { additionalProperties: false }
const MAX_IDS = 300
const ids = Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: MAX_IDS }))
const flag = Type.Optional(Type.Boolean())
const archive: TSchema = Type.Unsafe({ type: 'string', format: 'binary' })

export const packageOperations = ({ release }: V2Parts) => [
  operation({
    ...shared,
    id: 'exportPackage',
    method: 'POST',
    path: '/n8n-packages/export',
    summary: 'Export workflows, folders or projects as a package',
    scope: ['project:export', 'workflow:export'],
    body: {
      schema: Type.Object(
        {
          workflowIds: ids,
          folderIds: ids,
          projectIds: ids,
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
      check: body => checkPackageRequest(body as PackageRequest),
      example: { workflowIds: ['VmwOO9HeTEj20kxM'] },
    },
    responses: { 200: { description: 'A gzipped tar archive', schema: archive, type: 'application/gzip' } },
    run: async ({ body, user, key }: Call<unknown, unknown, PackageRequest>, { store: { data: state }, clock }) => {
      const access = accessIn(state, user)
      const { archive, counts } = await exportPackage(state, body, {
        access,
        mayExportProject: id => mayUseProject(state, access, 'project:export', id),
        mayReadVariables: key.scopes?.includes('variable:list') ?? true,
        clock,
        release,
      })
      const headers = new Headers({
        'content-type': 'application/gzip',
        'content-disposition': 'attachment; filename="export.n8np"',
        'x-n8n-export-counts': JSON.stringify(counts),
      })
      return { status: 200, body: archive, headers, isPacked: true }
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
      throw packageRefusals.importNotPossible()
    },
  }),
]
