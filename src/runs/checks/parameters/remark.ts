import { pointerOf } from '../../../core/base/json-pointer.ts'
import type { Node } from '../../../core/model/workflow.ts'
import type { Fix, Rule, Severity } from '../finding.ts'

export type Keys = readonly (string | number)[]

/** Something about a part of a node, before it is placed in a workflow. */
export interface Remark {
  rule: Rule
  severity: Severity
  /** From the node on, such as `['parameters', 'text']`. */
  keys: Keys
  message: string
  value?: unknown
  expected?: unknown
  didYouMean?: string
  /** Operations whose paths begin at the node. */
  fix?: readonly Fix[]
}

/** The same of a whole workflow: keys and paths begin there. */
export interface WorkflowRemark extends Remark {
  node: Node
}

/** How a message calls a part of a node's parameters: `options.timeout`, `rules.values[1].outputKey`. */
export const pathText = (keys: Keys): string =>
  keys.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  )

const MAX_LISTED = 12

/** Values for a message: `"a", "b" or "c"`. */
export function oneOf(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map(value => JSON.stringify(value))
  if (values.length > MAX_LISTED) return `${shown.join(', ')} or one of ${values.length - MAX_LISTED} more`
  const last = shown.pop()
  return shown.length === 0 ? String(last) : `${shown.join(', ')} or ${last}`
}

const MAX_SHOWN = 80

/** A value for a message. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

export const replace = (keys: Keys, value: unknown): Fix => ({ op: 'replace', path: pointerOf(keys), value })

/** Gives a value another name. */
export const rename = (keys: Keys, name: string): Fix => ({
  op: 'move',
  from: pointerOf(keys),
  path: pointerOf([...keys.slice(0, -1), name]),
})
