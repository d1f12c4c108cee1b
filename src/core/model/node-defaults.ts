/** A parameter of a node type, in the order of its description; without a default it only has its place. */
export interface ParameterDefault {
  name: string
  default?: unknown
  /** It is shown where another parameter has one of these values, or none of these. */
  if?: Record<string, unknown[]>
  unless?: Record<string, unknown[]>
  /** The first version of the node that has it, and the first that has it no more. */
  from?: number
  before?: number
  /** Parts of it that are shown only where another parameter has one of these values. */
  only?: Record<string, Record<string, unknown[]>>
  /** The parameters of the entries of its lists. */
  each?: Record<string, ParameterDefault[]>
}

/** Node type → its parameters; of types that are not in it, parameters stay as they are stored. */
export type NodeDefaults = Readonly<Record<string, ParameterDefault[]>>
