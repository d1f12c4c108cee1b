import type { Workflow } from '../instance/records.ts'

export interface CredentialUse {
  id: string
  name: string
  /** The names of the nodes. */
  nodes: string[]
}

/** The workflows that use a credential, with the nodes that do. A node may hold anything where its credentials are. */
export function usesOf(id: string, workflows: Pick<Workflow, 'id' | 'name' | 'nodes'>[]): CredentialUse[] {
  const isUsedBy = ({ credentials }: { credentials?: unknown }) =>
    Object.values((credentials ?? {}) as Record<string, unknown>).some(
      given => typeof given === 'object' && given !== null && 'id' in given && String(given.id) === id,
    )
  return workflows
    .map(({ id, name, nodes }) => ({
      id,
      name,
      nodes: nodes.filter(isUsedBy).map(node => String(node.name)),
    }))
    .filter(({ nodes }) => nodes.length > 0)
}
