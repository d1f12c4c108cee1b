import type { Collections } from './document.ts'

type RequiredFields<R> = { [F in keyof R]-?: Partial<Pick<R, F>> extends Pick<R, F> ? never : F }[keyof R]

/**
 * The fields that every record of a collection has. The compiler compares them with the record types: a field that is
 * missing here, or that is optional there, does not compile.
 */
const REQUIRED: { readonly [K in keyof Collections]: Record<RequiredFields<Collections[K]>, true> } = {
  users: {
    ...{ id: true, email: true, firstName: true, lastName: true, role: true, isPending: true },
    ...{ createdAt: true, updatedAt: true },
  },
  apiKeys: { id: true, userId: true, label: true, hash: true, createdAt: true },
  workflows: {
    ...{ id: true, name: true, active: true, createdAt: true, updatedAt: true, nodes: true, connections: true },
    ...{ settings: true, staticData: true, tags: true, owner: true, versionId: true, meta: true, pinData: true },
    ...{ triggerCount: true },
  },
  tags: { id: true, name: true, createdAt: true, updatedAt: true },
  credentials: { id: true, name: true, type: true, data: true, owner: true, createdAt: true, updatedAt: true },
  executions: {
    ...{ id: true, workflowId: true, status: true, finished: true, mode: true, retryOf: true, retrySuccessId: true },
    ...{ startedAt: true, stoppedAt: true, waitTill: true, deletedAt: true },
  },
  variables: { id: true, key: true, type: true, value: true },
}

/** The fields that every record of each collection has. */
export const requiredFields = Object.entries(REQUIRED).map(([name, fields]) => ({
  collection: name as keyof Collections,
  fields: Object.keys(fields),
}))
