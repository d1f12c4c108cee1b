import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { namesIn } from './field-path.ts'
import { type NodeContext, NodeFailure } from './node-context.ts'

/** Reading parameters of a node by their kinds; expressions in them are evaluated. */

export function textOf(context: NodeContext, path: string, itemIndex: number, fallback = ''): string {
  const value = context.parameter(path, itemIndex, fallback)
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A parameter that names a field, by the text of whatever value it has. */
export const nameOf = (context: NodeContext, path: string, itemIndex: number, fallback: string): string =>
  String(context.parameter(path, itemIndex, fallback))

export function flagOf(context: NodeContext, path: string, itemIndex: number, fallback = false): boolean {
  const value = context.parameter(path, itemIndex, fallback)
  return value === 'false' ? false : Boolean(value)
}

export const numberOf = (context: NodeContext, path: string, itemIndex: number, fallback: number): number =>
  Number(context.parameter(path, itemIndex, fallback))

/** The options of a node, or another parameter that is an object; an empty one where it is left out. */
export function objectOf(context: NodeContext, path: string, itemIndex: number): Record<string, unknown> {
  const value = context.parameter(path, itemIndex, {})
  return isRecord(value) ? value : {}
}

/** Names of fields: a text with commas between them, or a list. @throws NodeFailure for a parameter that is neither */
export function fieldsIn(value: unknown, label: string): string[] {
  if (typeof value === 'string' || Array.isArray(value)) return namesIn(value)
  throw new NodeFailure(
    `The '${label}' parameter must be a string of fields separated by commas or an array of strings.`,
  )
}

/**
 * A parameter that the node reads whatever its form shows.
 *
 * @throws NodeFailure where its form does not show it
 */
export function shownParameter(context: NodeContext, path: string, itemIndex: number): unknown {
  if (context.stored(path) === undefined) throw new NodeFailure(`Could not get parameter "${path}"`)
  return context.parameter(path, itemIndex)
}

/** The entries of a parameter that is a list of objects, such as `fieldsToAggregate.fieldToAggregate`. */
export const entriesOf = (context: NodeContext, path: string, itemIndex: number): Record<string, unknown>[] =>
  recordsOf(context.parameter(path, itemIndex, []))

/**
 * A text that the service asks for one of its methods, whatever it is.
 *
 * @throws NodeFailure in the words of the runtime for what is no text
 */
export function askedText(value: unknown, call: `${string}.${string}`, itemIndex: number): string {
  if (typeof value === 'string') return value
  const isNothing = value === undefined || value === null
  const message = isNothing
    ? `Cannot read properties of ${value} (reading '${call.split('.').at(-1)}')`
    : `${call} is not a function`
  throw new NodeFailure(message, { context: { itemIndex } })
}

/** The value of a parameter that names a thing by list, id or URL: `{ __rl: true, mode, value }`. */
export function locatedValue(value: unknown): unknown {
  return isRecord(value) && 'value' in value && ('__rl' in value || 'mode' in value) ? value.value : value
}

/** The failure of a parameter whose value is checked by its type. `label` is its name in the form. */
export function invalidInput(
  { runIndex, node }: NodeContext,
  label: string,
  name: string,
  type: string,
  value: unknown,
  itemIndex: number,
): NodeFailure {
  const shown = Array.isArray(value) ? 'array' : isRecord(value) ? 'object' : `'${String(value)}'`
  return new NodeFailure(`Invalid input for '${label}' [item ${itemIndex}]`, {
    name: 'ExpressionError',
    description: `'${name}' expects ${/^[ao]/.test(type) ? 'an' : 'a'} ${type} but we got ${shown}`,
    context: { runIndex, itemIndex, nodeCause: node.name },
    more: { shouldReport: false },
  })
}
