import type { Collections } from './document.ts'

type RequiredFields<R> = { [F in keyof R]-?: Partial<Pick<R, F>> extends Pick<R, F> ? never : F }[keyof R]

/**
 * The fields that every record of a collection has. The compiler compares them with the record types: a field that is
 * missing here, or that is optional there, does not compile.
 */
const REQUIRED: { readonly [K in keyof Collections]: Record<RequiredFields<Collections[K]>, true> } = {
  users: {
    id: true,
    email: true,
    firstName: true,
    lastName: true,
    role: true,
    isPending: true,
    createdAt: true,
    updatedAt: true,
  },
  apiKeys: { id: true, userId: true, label: true, hash: true, createdAt: true },
  workflows: {
    id: true,
    name: true,
    active: true,
    createdAt: true,
    updatedAt: true,
    nodes: true,
    connections: true,
    settings: true,
    staticData: true,
    tags: true,
    owner: true,
    versionId: true,
    meta: true,
    pinData: true,
    triggerCount: true,
  },
  tags: { id: true, name: true, createdAt: true, updatedAt: true },
  credentials: { id: true, name: true, type: true, data: true, owner: true, createdAt: true, updatedAt: true },
  executions: {
    id: true,
    workflowId: true,
    status: true,
    finished: true,
    mode: true,
    retryOf: true,
    retrySuccessId: true,
    startedAt: true,
    stoppedAt: true,
    waitTill: true,
    deletedAt: true,
  },
  variables: { id: true, key: true, type: true, value: true },
  workflowVersions: {
    id: true,
    workflowId: true,
    nodes: true,
    connections: true,
    nodeGroups: true,
    authors: true,
    name: true,
    description: true,
    autosaved: true,
    createdAt: true,
    updatedAt: true,
  },
  publishEvents: { id: true, workflowId: true, versionId: true, event: true, userId: true, createdAt: true },
  annotationTags: { id: true, name: true, createdAt: true, updatedAt: true },
  dataTables: {
    id: true,
    name: true,
    projectId: true,
    columns: true,
    nextRowId: true,
    createdAt: true,
    updatedAt: true,
  },
  dataTableRows: { id: true, tableId: true, rowId: true, values: true, createdAt: true, updatedAt: true },
  projects: {
    id: true,
    name: true,
    icon: true,
    description: true,
    customTelemetryTags: true,
    creatorId: true,
    members: true,
    createdAt: true,
    updatedAt: true,
  },
  folders: { id: true, name: true, projectId: true, parentFolderId: true, createdAt: true, updatedAt: true },
  customRoles: {
    id: true,
    displayName: true,
    description: true,
    roleType: true,
    scopes: true,
    createdAt: true,
    updatedAt: true,
  },
}

/** What every document of format 1 has had from the first; of the others, one that is absent is empty. */
const FROM_THE_FIRST: readonly string[] = [
  'users',
  'apiKeys',
  'workflows',
  'tags',
  'credentials',
  'executions',
  'variables',
]

/** The fields that every record of each collection has, and whether a complete document may lack the collection. */
export const requiredFields = Object.entries(REQUIRED).map(([name, fields]) => ({
  collection: name as keyof Collections,
  fields: Object.keys(fields),
  mayBeAbsent: !FROM_THE_FIRST.includes(name),
}))
