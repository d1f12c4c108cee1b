import type { ApiError } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import type { Connections, Node } from '../../model/workflow.ts'
import { eachConnection } from './connections.ts'
import { workflowRefusals } from './refusals.ts'

/** The most characters of the findings; a graph of megabytes can have one at each place. */
const MAX_CHARACTERS = 100_000

/**
 * What is wrong with a graph, each as `<path> (<code>): <text>`; empty if nothing is. Nodes come first, then
 * connections; duplicates and references to nothing are looked for only where all shapes are right. Takes time in
 * proportion to the graph's size. The nodes themselves have passed the check of the body.
 *
 * @example
 * structureFindings([{ name: 'A', type: 'x', position: [0, 0] }], { B: {} })
 * // ['connections.B (unknown_connection_source): Connection source "B" does not reference an existing node']
 */
export function structureFindings(nodes: readonly Node[], connections: Connections): string[] {
  const shapes = new Findings()
  for (let index = 0; index < nodes.length; index++) checkNode(nodes[index] ?? {}, index, shapes)
  for (const source of Object.keys(connections)) checkOutputs(connections[source], source, shapes)
  if (shapes.list.length > 0) return shapes.list
  const references = new Findings()
  checkReferences(nodes, connections, references)
  return references.list
}

/** The findings as a 400; `undefined` where there are none. */
export function structureRefusal(nodes: readonly Node[], connections: Connections): ApiError | undefined {
  const findings = structureFindings(nodes, connections)
  return findings.length > 0 ? workflowRefusals.workflowStructureInvalid(findings) : undefined
}

class Findings {
  readonly list: string[] = []
  #length = 0
  #isFull = false

  /** The finding is made only while there is room for it. */
  add(finding: () => string): void {
    if (this.#isFull) return
    const text = this.#length > MAX_CHARACTERS ? 'and more' : finding()
    this.#isFull = this.#length > MAX_CHARACTERS
    this.#length += text.length
    this.list.push(text)
  }
}

function checkNode({ name, type, position }: Node, index: number, findings: Findings): void {
  const add = (key: string, text: string) => findings.add(() => `nodes[${index}].${key} ${text}`)
  if (name === undefined) add('name', REQUIRED)
  else if (name === '') add('name', EMPTY)
  if (type === undefined) add('type', REQUIRED)
  else if (type === '') add('type', EMPTY)
  if (position === undefined) add('position', REQUIRED)
  else if (position.length < 2) add('position', '(too_small): Array must contain at least 2 element(s)')
  else if (position.length > 2) add('position', '(too_big): Array must contain at most 2 element(s)')
}

const REQUIRED = '(invalid_type): Required'
const EMPTY = '(too_small): String must contain at least 1 character(s)'

function checkOutputs(outputs: unknown, source: string, findings: Findings): void {
  const path = () => `connections.${source}`
  if (!isRecord(outputs)) {
    findings.add(() => expected(path(), 'object', outputs))
    return
  }
  for (const kind of Object.keys(outputs)) checkSlots(outputs[kind], () => `${path()}.${kind}`, findings)
}

function checkSlots(slots: unknown, path: () => string, findings: Findings): void {
  if (!Array.isArray(slots)) {
    findings.add(() => expected(path(), 'array', slots))
    return
  }
  for (let index = 0; index < slots.length; index++) {
    const targets: unknown = slots[index]
    if (targets === null) continue
    if (!Array.isArray(targets)) findings.add(() => expected(`${path()}[${index}]`, 'array', targets))
    else for (let at = 0; at < targets.length; at++) checkTarget(targets[at], path, index, at, findings)
  }
}

function checkTarget(target: unknown, slots: () => string, index: number, at: number, findings: Findings): void {
  const isComplete =
    isRecord(target) &&
    isFilled(target.node) &&
    isFilled(target.type) &&
    Number.isInteger(target.index) &&
    Number(target.index) >= 0
  if (isComplete) return
  const path = () => `${slots()}[${index}][${at}]`
  if (!isRecord(target)) {
    findings.add(() => expected(path(), 'object', target))
    return
  }
  for (const [key, kind] of TARGET_KEYS) {
    const value = target[key]
    if (typeof value !== kind) findings.add(() => expected(`${path()}.${key}`, kind, value))
    else if (value === '') findings.add(() => `${path()}.${key} ${EMPTY}`)
  }
  if (typeof target.index === 'number') checkIndex(target.index, () => `${path()}.index`, findings)
}

const isFilled = (value: unknown) => typeof value === 'string' && value !== ''

function checkIndex(index: number, path: () => string, findings: Findings): void {
  if (!Number.isInteger(index)) findings.add(() => `${path()} (invalid_type): Expected integer, received float`)
  if (index < 0) findings.add(() => `${path()} (too_small): Number must be greater than or equal to 0`)
}

const TARGET_KEYS = [
  ['node', 'string'],
  ['type', 'string'],
  ['index', 'number'],
] as const

function checkReferences(nodes: readonly Node[], connections: Connections, findings: Findings): void {
  const names = new Set<string>()
  const nameOfId = new Map<string, string>()
  for (let index = 0; index < nodes.length; index++) {
    const { id, name = '' } = nodes[index] ?? {}
    const first = id ? nameOfId.get(id) : undefined
    if (first !== undefined) {
      findings.add(
        () => `nodes[${index}].id (duplicate_node_id): Nodes "${first}" and "${name}" share the node ID "${id}"`,
      )
    } else if (id) nameOfId.set(id, name)
    if (names.has(name)) {
      findings.add(() => `nodes[${index}].name (duplicate_node_name): Duplicate node name "${name}"`)
    }
    names.add(name)
  }
  const noNode = 'does not reference an existing node'
  eachConnection(
    connections,
    (source, { node, kind, slot, at }) => {
      if (names.has(node)) return
      const path = () => `connections.${source}.${kind}[${slot}][${at}].node`
      findings.add(() => `${path()} (unknown_connection_target): Connection target "${node}" ${noNode}`)
    },
    source => {
      if (names.has(source)) return
      findings.add(() => `connections.${source} (unknown_connection_source): Connection source "${source}" ${noNode}`)
    },
  )
}

const expected = (path: string, kind: string, value: unknown) =>
  `${path} (invalid_type): ${value === undefined ? 'Required' : `Expected ${kind}, received ${kindOf(value)}`}`

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
