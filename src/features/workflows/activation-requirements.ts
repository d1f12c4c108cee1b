import type { ReferenceFile } from '../../model/reference-file.ts'

/** A condition on a parameter: a value, or a comparison. */
export type Condition = string | number | boolean | null | { _cnd: Record<string, unknown> }

/** Parameter name → what it may be. `@version` is the version of the node, `/x` the parameter `x`. */
export type Conditions = Record<string, Condition[]>

interface Shown {
  show?: Conditions
  hide?: Conditions
}

export interface RequiredCredential extends Shown {
  name: string
  /** What messages call it, where that is not its name. */
  displayName?: string
}

/** A parameter that is required, or that a condition looks at. */
export interface Parameter extends Shown {
  name: string
  /** Default `string`. */
  type?: string
  /** Default "". */
  default?: unknown
  required?: boolean
}

/** What the nodes of a type need in some of its versions before they can be published. */
export interface Requirements {
  versions?: number[]
  credentials?: RequiredCredential[]
  parameters?: Parameter[]
}

/** Node type → its groups of versions. */
export type ActivationRequirements = ReadonlyMap<string, readonly Requirements[]>

/** Reads them. Nothing is read before, so call it late and keep what it gives. */
export async function loadActivationRequirements(file: ReferenceFile): Promise<ActivationRequirements> {
  const { default: types } = await file()
  return new Map(Object.entries(types as Record<string, Requirements[]>))
}

/** What a node of this version needs: by its own group, or by the one with the nearest version. */
export function requirementsOf(groups: readonly Requirements[], version: number | undefined): Requirements | undefined {
  if (version === undefined) return groups[0]
  const distance = ({ versions = [] }: Requirements) => Math.min(...versions.map(other => Math.abs(other - version)))
  return groups.toSorted((a, b) => distance(a) - distance(b))[0]
}
