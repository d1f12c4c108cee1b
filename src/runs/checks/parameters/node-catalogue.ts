import { boundedClosestName } from '../../../core/model/closest-name.ts'
import { type LinesByType, linesByType } from '../../../core/model/lines-by-type.ts'
import type { ReferenceFile } from '../../../core/model/reference-file.ts'
import type { NodeFacts, ParameterFacts } from './node-facts.ts'

/** What is added to a node that an agent uses as a tool. */
const TOOL_PARAMETERS: readonly ParameterFacts[] = [
  { name: 'descriptionType', type: 'options', values: ['auto', 'manual'], default: 'auto' },
  { name: 'toolDescription', hasLongDefault: true },
]

const catalogues = new WeakMap<ReferenceFile, Promise<NodeCatalogue>>()

/** What is known of the nodes of a version; read once, when it is first asked for. */
export async function loadCatalogue(file: ReferenceFile | undefined): Promise<NodeCatalogue | undefined> {
  if (!file) return undefined
  const known =
    catalogues.get(file) ??
    file().then(
      ({ default: lines }) =>
        new NodeCatalogue(typeof lines === 'string' ? linesByType(lines) : (lines as LinesByType)),
    )
  catalogues.set(file, known)
  return known
}

/** The facts of node types: lines of JSON, of which one is read when a workflow has a node of its type. */
export class NodeCatalogue {
  readonly #lines: LinesByType
  readonly #read = new Map<string, readonly NodeFacts[]>()

  constructor(lines: LinesByType) {
    this.#lines = lines
  }

  /** The same with the types of packages of a project, which come before those of the service. */
  with(facts: readonly NodeFacts[]): NodeCatalogue {
    if (facts.length === 0) return this
    const all = new NodeCatalogue(this.#lines)
    for (const [type, ofType] of Map.groupBy(facts, one => one.type)) all.#read.set(type, newestFirst(ofType))
    return all
  }

  /** All versions of a type, the newest first; none for an unknown one. */
  all(type: string): readonly NodeFacts[] {
    // a file may hold anything
    if (typeof type !== 'string') return []
    const before = this.#read.get(type)
    if (before) return before
    const lines = this.#lines.linesOf(type)
    const read = lines.length > 0 ? lines.map(line => JSON.parse(line) as NodeFacts) : this.#toolsOf(type)
    this.#read.set(type, read)
    return read
  }

  /** The facts of what runs for a version of a type. */
  of(type: string, version: number): NodeFacts | undefined {
    const all = this.all(type)
    return all.find(({ versions }) => versions.includes(version)) ?? (runsAnyVersion(all) ? all[0] : undefined)
  }

  /** The known type that was probably meant. */
  closest(type: string): string | undefined {
    return boundedClosestName()(type, this.#types())
  }

  #types(): string[] {
    const read = [...this.#read].flatMap(([type, facts]) => (facts.length > 0 ? [type] : []))
    return [...new Set([...read, ...this.#lines.types])]
  }

  /** `slackTool` is the node Slack with another output. */
  #toolsOf(type: string): readonly NodeFacts[] {
    if (!type.endsWith('Tool') || type.endsWith('HitlTool')) return []
    return this.all(type.slice(0, -'Tool'.length)).flatMap(facts =>
      facts.usableAsTool
        ? [
            {
              ...facts,
              type,
              inputs: [],
              outputs: [{ type: 'ai_tool' }],
              parameters: [...facts.parameters, ...TOOL_PARAMETERS],
            },
          ]
        : [],
    )
  }
}

/** Whether the service runs a type for versions that it does not have: it has one implementation. */
export const runsAnyVersion = (facts: readonly NodeFacts[]) => facts.length === 1 && !facts[0]?.versioned

const newestFirst = (facts: readonly NodeFacts[]) =>
  facts.toSorted((a, b) => Math.max(...b.versions) - Math.max(...a.versions))
