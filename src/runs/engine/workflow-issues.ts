import { isRecord } from '../../core/base/is-record.ts'
import type { Node } from '../../core/model/workflow.ts'
import { isShown, type ParameterDescription, type Reading } from '../nodes/tools/shown-parameters.ts'
import { isFit, shownValue } from '../nodes/tools/value-types.ts'
import type { Wiring } from './graph.ts'
import { parametersOf, versionOf, withDefaults } from './node-parameters.ts'

const MAX_SHOWN = 4

/**
 * Why a workflow is not run at all: parameters that nodes behind its start require and have not.
 *
 * @param isPinned whether what a node puts out is given: then its parameters are not asked for
 *
 * @example
 * workflowIssues(wiring, 'Webhook', () => false) // `The 'Ask' node has issues:\n- Parameter "URL" is required.`
 */
export function workflowIssues(wiring: Wiring, start: string, isPinned: (name: string) => boolean): string | undefined {
  const found: [name: string, issues: string[]][] = []
  for (const name of behind(start, wiring)) {
    const node = wiring.nodes.get(name)
    if (!node || node.disabled === true || isPinned(name)) continue
    const { broken, issues } = readIssues(node)
    if (broken !== undefined) return broken
    if (issues.length > 0) found.push([name, issues])
  }
  const [first, ...others] = found
  if (!first) return undefined
  const [name, issues] = first
  if (others.length === 0) return `The '${name}' node has issues:\n${issues.map(issue => `- ${issue}`).join('\n')}`
  const lines = found.slice(0, MAX_SHOWN).map(([name, issues]) => `- '${name}': ${issues.join(' ')}`)
  if (found.length > MAX_SHOWN) lines.push(`- (${found.length - MAX_SHOWN} more)`)
  return `${found.length} nodes have issues:\n${lines.join('\n')}`
}

/** The nodes that a run from a start may reach: each behind those that follow it, in the order in which the service names them. */
function behind(start: string, { targets }: Wiring): string[] {
  const following = (name: string) => (targets.get(name) ?? []).flat().map(({ node }) => node)
  const ordered: string[] = []
  const seen = new Set([start])
  const path = [{ name: start, left: following(start) }]
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = last.left.pop()
    if (next === undefined) {
      ordered.push(last.name)
      path.pop()
    } else if (!seen.has(next)) {
      seen.add(next)
      path.push({ name: next, left: following(next) })
    }
  }
  return ordered
}

/** What the service says of conditions that are no list, before it runs anything. */
function brokenAmong(
  described: readonly ParameterDescription[],
  values: Record<string, unknown>,
  reading: Reading,
): string | undefined {
  for (const parameter of described) {
    const value = values[parameter.name]
    if (!isRecord(value) || !isShown(parameter, values, reading)) continue
    const { conditions } = value
    if (parameter.type === 'filter' && conditions !== undefined && !Array.isArray(conditions))
      return conditions === null
        ? "Cannot read properties of null (reading 'reduce')"
        : 'value.conditions.reduce is not a function'
    if (parameter.type !== 'fixedCollection') continue
    for (const [group, parts] of Object.entries(parameter.groups ?? {}))
      for (const entry of [value[group]].flat().filter(isRecord)) {
        const broken = brokenAmong(parts, entry, reading)
        if (broken !== undefined) return broken
      }
  }
  return undefined
}

interface NodeIssues {
  /** With this text the whole run does not begin. */
  broken: string | undefined
  issues: string[]
}

const known = new WeakMap<Node, NodeIssues>()

function readIssues(node: Node): NodeIssues {
  const remembered = known.get(node)
  if (remembered) return remembered
  const { parameters } = withDefaults(node)
  const root = isRecord(parameters) ? parameters : {}
  const reading = { version: versionOf(node), root }
  const all = parametersOf(node) ?? []
  const made = { broken: brokenAmong(all, root, reading), issues: missingAmong(all, root, reading) }
  known.set(node, made)
  return made
}

/** Of the parameters at the top of the form, and of entries of a list: further inside the service does not look. */
function missingAmong(all: readonly ParameterDescription[], root: Record<string, unknown>, reading: Reading): string[] {
  const missing = (described: readonly ParameterDescription[], values: Record<string, unknown>): string[] =>
    described.flatMap(parameter => {
      const { required, isList, name, label = name } = parameter
      const value = values[name]
      const unfit = unfitness(parameter, value)
      if (!required || !isShown(parameter, values, reading)) return unfit
      const given = isList ? (Array.isArray(value) ? value : []) : [value]
      return [
        ...given.filter(one => isMissing(parameter, one)).map(() => `Parameter "${label}" is required.`),
        ...unfit,
      ]
    })
  const inLists = all.flatMap(parameter => {
    if (parameter.type !== 'fixedCollection' || !isShown(parameter, root, reading)) return []
    const held = root[parameter.name]
    return Object.entries(parameter.groups ?? {}).flatMap(([group, parts]) => {
      const entries = isRecord(held) ? held[group] : undefined
      const list = parameter.isList ? entries : [entries]
      return (Array.isArray(list) ? list : []).filter(isRecord).flatMap(entry => missing(parts, entry))
    })
  })
  return [...missing(all, root), ...inLists]
}

/** What is said of a value of another type than that of its parameter. */
function unfitness({ name, valueType }: ParameterDescription, value: unknown): string[] {
  if (valueType === undefined || value === undefined || value === null || String(value).startsWith('=')) return []
  if (isFit(value, valueType)) return []
  return [
    valueType === 'jwt'
      ? 'Value is not a valid JWT token'
      : `'${name}' expects a ${valueType} but we got ${shownValue(value)}`,
  ]
}

function isMissing({ type = 'string' }: ParameterDescription, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'dateTime':
    case 'options':
      return value === '' || value === undefined
    case 'multiOptions':
      return Array.isArray(value) && value.length === 0
    case 'resourceLocator':
    case 'workflowSelector':
      return isRecord(value) ? typeof value.value !== 'number' && !value.value : !value
    default:
      return false
  }
}
