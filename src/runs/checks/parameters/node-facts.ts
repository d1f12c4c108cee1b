/** A condition on a parameter: a value, or a comparison such as `{ _cnd: { gte: 2 } }`. */
export type Condition = string | number | boolean | null | { _cnd: Record<string, unknown> }

/** Parameter name → what it may be. `@version` is the version of the node, `/x` a parameter of the node itself. */
export type Conditions = Readonly<Record<string, readonly Condition[]>>

export interface Conditional {
  show?: Conditions
  hide?: Conditions
}

/** A value that an option may have, where it depends on others. */
export interface ConditionalValue extends Conditional {
  value: string | number | boolean
}

/** A group of fields of a fixed collection. */
export interface FieldGroup {
  name: string
  fields: readonly ParameterFacts[]
}

/** A parameter of a node type, or a field of one. */
export interface ParameterFacts extends Conditional {
  name: string
  /** Default `string`. */
  type?: string
  /** Left out where it is "" or long. */
  default?: unknown
  /** It has a default that is not recorded. */
  hasLongDefault?: true
  required?: true
  /** The values of an option. */
  values?: readonly (string | number | boolean | ConditionalValue)[]
  /** Further values are loaded from the account, or may be typed. */
  open?: true
  min?: number
  max?: number
  /** A list of these. */
  multiple?: true
  /** No expression is evaluated: a `=` at the beginning is dropped. */
  plain?: true
  /** What its text is in the editor, such as `sqlEditor`: the node evaluates expressions in it itself. */
  editor?: string
  /** What the service takes it for when the node runs, such as `object`. */
  validate?: string
  /** How many items each group of a fixed collection has at least and at most. */
  least?: number
  most?: number
  /** Of a collection. */
  fields?: readonly ParameterFacts[]
  /** Of a fixed collection. */
  groups?: readonly FieldGroup[]
  /** How the value of a resource locator may be given, and what it then looks like. */
  modes?: readonly { name: string; pattern?: string }[]
}

export interface Port {
  /** Such as `main` or `ai_tool`. */
  type: string
  required?: true
  /** How many connections it takes. */
  max?: number
  /** As many ports as this number, as the list has items, or as the text has parts between commas. */
  per?: string
  /** As many where that is not given. */
  otherwise?: number
}

/** Inputs or outputs; where they depend on parameters, a tree of decisions; `null` where they are not known. */
export type Ports = readonly Port[] | PortChoice | null

export interface PortChoice {
  /** The path of a parameter, or `@version`. */
  by: string
  /** Its value, as text → the ports. */
  is: Readonly<Record<string, Ports>>
  else: Ports
}

export interface CredentialFacts extends Conditional {
  name: string
  required?: true
}

/** What a node type takes, in some of its versions. */
export interface NodeFacts {
  /** With its package, such as `n8n-nodes-base.webhook`. */
  type: string
  versions: readonly number[]
  /** The service chooses an implementation by the version: a version that no facts name does not run. */
  versioned?: true
  inputs: Ports
  outputs: Ports
  /** An agent may use it as a tool, as the type with `Tool` behind its name. */
  usableAsTool?: true
  credentials?: readonly CredentialFacts[]
  parameters: readonly ParameterFacts[]
}
