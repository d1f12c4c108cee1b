import type { Operation, Operations } from './operations.ts'
import type { Drawable, Node } from './records.ts'

/** What the deletion of a published workflow is answered, where the version refuses it. */
export const PUBLISHED = 'Cannot delete a published workflow. Unpublish it before deleting.'

/** Whether the version refuses to delete what is published: its document has the answer then. */
export const refusesPublished = (operations: Operations) =>
  operations.get('deleteWorkflow')?.statuses.includes('409') === true

/** What a client may send of a workflow, where the instance's own document does not say. */
const WRITABLE = ['name', 'nodes', 'connections', 'settings', 'staticData']

/** Whose it is: that is changed by another operation. */
const NOT_TEXT = ['shared']

/**
 * The part of a workflow that a client may send, in the order in which people read it. What is null is left out: a version
 * may answer it and refuse it.
 */
export function writablePart(
  workflow: object,
  operation: Pick<Operation, 'fields'> | undefined,
): Record<string, unknown> {
  const value = workflow as Record<string, unknown>
  const fields = operation?.fields.length ? operation.fields : WRITABLE
  const given = fields.filter(name => (value[name] ?? undefined) !== undefined && !NOT_TEXT.includes(name))
  return Object.fromEntries(given.map(name => [name, value[name]]))
}

export const emptyWorkflow = (name: unknown) => ({
  name,
  nodes: [],
  connections: {},
  settings: { executionOrder: 'v1' },
})

/** The nodes of a workflow. Fixtures and executions that were added may hold anything in their place. */
export const nodesOf = ({ nodes }: Drawable): Node[] =>
  Array.isArray(nodes) ? nodes.filter(node => typeof node === 'object' && node !== null) : []

export const workflowPath = (id: string) => `/api/v1/workflows/${encodeURIComponent(id)}`
