import type { LinesByType } from '../../model/lines-by-type.ts'
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
  /** How many items each of these lists in its value must have at least. */
  least?: { items: number; of: string[] }
  /** Of a collection: what the entries of each of its lists need. */
  lists?: Readonly<Record<string, readonly Parameter[]>>
  /** Whether each of these is a list: the service looks at lists alone then, else at one entry. */
  multiple?: boolean
  /** What a value that is no expression must look like, also where it is not shown. */
  pattern?: string
  /** What the value of a locator must look like in these modes, unless it is an expression. */
  modes?: Readonly<Record<string, string>>
}

/** What the nodes of a type need in some of its versions before they can be published. */
export interface Requirements {
  versions?: number[]
  credentials?: RequiredCredential[]
  parameters?: Parameter[]
}

/** A type that needs what another one needs, with these defaults. */
interface Variant {
  of: string
  defaults: Record<string, unknown>
}

/** What the nodes of each type need, by its groups of versions. */
export interface ActivationRequirements {
  has(type: string): boolean
  get(type: string): readonly Requirements[] | undefined
}

/** Those of a version that publishes nodes without asking. */
export const NO_REQUIREMENTS: ActivationRequirements = { has: () => false, get: () => undefined }

/** A type's groups in the file. */
type Groups = Requirements[] | [Variant]

/** Reads them. Nothing is read before, so call it late and keep what it gives. */
export async function loadActivationRequirements(file: ReferenceFile): Promise<ActivationRequirements> {
  const { default: types } = (await file()) as { default: Record<string, Groups> | LinesByType }
  return new RequirementsByType(
    isInLines(types)
      ? type => groupsIn(types.linesOf(type))
      : type => (Object.hasOwn(types, type) ? types[type] : undefined),
  )
}

/** As the package has them: of 500 types, those that are asked for are read. */
const isInLines = (types: object): types is LinesByType => 'linesOf' in types

const groupsIn = ([line]: readonly string[]) =>
  line === undefined ? undefined : (JSON.parse(line) as { groups: Groups }).groups

class RequirementsByType implements ActivationRequirements {
  readonly #groupsOf: (type: string) => Groups | undefined
  readonly #read = new Map<string, readonly Requirements[]>()

  constructor(groupsOf: (type: string) => Groups | undefined) {
    this.#groupsOf = groupsOf
  }

  has(type: string) {
    return this.get(type) !== undefined
  }

  get(type: string) {
    const before = this.#read.get(type)
    if (before) return before
    const read = this.#requirementsOf(type)
    // there is no end of unknown types
    if (read) this.#read.set(type, read)
    return read
  }

  #requirementsOf(type: string): readonly Requirements[] | undefined {
    const groups = this.#groupsOf(type)
    return groups && isVariant(groups) ? this.#withDefaults(groups[0]) : groups
  }

  #withDefaults({ of, defaults }: Variant): Requirements[] {
    const changed = (parameter: Parameter) =>
      Object.hasOwn(defaults, parameter.name) ? { ...parameter, default: defaults[parameter.name] } : parameter
    return (this.get(of) ?? []).map(({ parameters = [], ...group }) => ({
      ...group,
      parameters: parameters.map(changed),
    }))
  }
}

const isVariant = (groups: Groups): groups is [Variant] => groups[0] !== undefined && 'of' in groups[0]

/** The groups of a type. A node as a tool (`slackTool`) needs what the node needs, unless the tool has its own. */
export const groupsOf = (requirements: ActivationRequirements, type: string): readonly Requirements[] =>
  requirements.get(type) ?? requirements.get(type.replace(/Tool$/, '')) ?? []

/** What a node of this version needs: by its own group, or by the one with the nearest version. */
export function requirementsOf(groups: readonly Requirements[], version: number | undefined): Requirements | undefined {
  if (!version) return groups[0]
  const distance = ({ versions = [] }: Requirements) => Math.min(...versions.map(other => Math.abs(other - version)))
  return groups.toSorted((a, b) => distance(a) - distance(b))[0]
}
