import { isRecord, recordsOf } from '../base/is-record.ts'
import type { Node } from '../model/workflow.ts'
import { decide, type Held, holds, holdsByType } from './conditions.ts'
import type { Scope } from './expression-values.ts'
import { type Evaluated, evaluate } from './expressions.ts'
import { type Item, type NodeItem, recordOf } from './item.ts'
import { runErrors } from './refusals.ts'

/** What a node says when it fails. */
export interface NodeFailure {
  message: string
  description?: string
  context?: Record<string, unknown>
  level?: 'error' | 'warning'
  /** The whole error, where another workflow failed. */
  error?: Record<string, unknown>
}

/** What a node does with its items. */
export type NodeResult =
  | { main: NodeItem[][] }
  | { failure: NodeFailure }
  /** It waits until a time, or for a call; then it puts its items out. */
  | { waitsUntil: number; isResumedByCall: boolean }
  /** It runs another workflow: with all its items, or once for each of them. */
  | { calls: string; isEachItem: boolean; isAwaited: boolean }

/** A node in its turn. */
export interface Turn {
  node: Node
  /** The items of each of its inputs. */
  inputs: NodeItem[][]
  /** What an expression may read for an item. */
  scopeOf(item: NodeItem, at: number): Scope
  /** How many outputs the connections know. */
  outputs: number
  /** The output that is taken where the node cannot decide. */
  first: number
  /** Whether the first output is taken whatever the conditions say. */
  isForced: boolean
  hints: Set<string>
  now: number
}

const UNDECIDED = 'The condition takes code, which is not run here: the first branch is taken'
const MOST_OUTPUTS = 100
/** A field that lies deeper is left out, as what would nest too deep to be read again. */
const DEEPEST = 100
/** So much of the name of a field is shown. */
const LONGEST_NAME = 200
const MOST_ITEMS = 1000

type Perform = (turn: Turn) => Generator<void, NodeResult> | NodeResult

/** Node type → what it does. A node of any other type passes on what it gets. */
const TYPES: Record<string, Perform> = {
  set: setFields,
  if: branch(2, function* ({ parameters = {} }, _item, resolve, at) {
    const isHeld = isNewForm(parameters)
      ? yield* holds(parameters.conditions, resolve, at)
      : yield* holdsByType(parameters.conditions, parameters.combineOperation, resolve)
    return typeof isHeld === 'boolean' ? (isHeld ? 0 : 1) : isHeld
  }),
  filter: branch(2, function* ({ parameters = {} }, _item, resolve, at) {
    const isHeld = isNewForm(parameters) ? yield* holds(parameters.conditions, resolve, at) : 'unknown'
    return typeof isHeld === 'boolean' ? (isHeld ? 0 : 1) : isHeld
  }),
  switch: branch(0, switched),
  merge,
  splitOut,
  limit,
  aggregate,
  stopAndError,
  wait,
  executeWorkflow,
  respondToWebhook,
}

export const isType = (node: Node, type: string) => node.type === `n8n-nodes-base.${type}`

/** Performs a node: what it puts out, how it fails, for what it waits. */
export function* performNode(turn: Turn): Generator<void, NodeResult> {
  const name = turn.node.type?.replace(/^n8n-nodes-base\./, '') ?? ''
  if (turn.node.disabled === true) return { main: [turn.inputs[0] ?? []] }
  const known = Object.hasOwn(TYPES, name) && turn.node.type !== name ? TYPES[name] : undefined
  if (!known) return { main: passedOn(turn.first, turn.inputs.flat()) }
  try {
    const performed = known(turn)
    return Symbol.iterator in performed ? yield* performed : performed
  } catch (error) {
    // a value that is neither text nor a number, such as `{ "toString": 1 }`
    if (!(error instanceof TypeError)) throw error
    return { failure: { message: runErrors.valueUnfit } }
  }
}

/** How many outputs a node has, whatever it puts out. */
export function outputsOf({ type, parameters = {} }: Node): number {
  if (type === 'n8n-nodes-base.if' || type === 'n8n-nodes-base.filter') return 2
  if (type !== 'n8n-nodes-base.switch') return 1
  const rules = recordsOf(recordOf(parameters.rules).values)
  const extra = recordOf(parameters.options).fallbackOutput === 'extra' ? 1 : 0
  return rules.length > 0 ? rules.length + extra : Math.min(Number(parameters.numberOutputs ?? 4) || 1, MOST_OUTPUTS)
}

function passedOn(first: number, items: NodeItem[]): NodeItem[][] {
  return first < MOST_OUTPUTS ? [...Array.from({ length: first }, () => []), items] : []
}

const isNewForm = (parameters: Item) => Array.isArray(recordOf(parameters.conditions).conditions)

type Resolve = (parameter: unknown) => Evaluated
type Branch = number | 'none' | Exclude<Held, boolean>

/** A value for a condition: looking at it is work. */
function readBy(scope: Scope, parameter: unknown): Evaluated {
  if (scope.isSpent()) return 'unsupported'
  const known = evaluate(parameter, scope)
  scope.spend(1 + (typeof known === 'object' ? scope.sizeOf(known.value) / 1000 : 0))
  return known
}

/** A node that sends each item to one of its outputs. */
function branch(
  least: number,
  choose: (node: Node, item: NodeItem, resolve: Resolve, at: number) => Generator<void, Branch>,
): Perform {
  return function* (turn) {
    const { node, inputs, scopeOf, first, isForced, hints } = turn
    const main: NodeItem[][] = Array.from({ length: Math.max(least, outputsOf(node)) }, () => [])
    for (const [at, item] of (inputs[0] ?? []).entries()) {
      yield
      const scope = scopeOf(item, at)
      const chosen = isForced ? first : yield* choose(node, item, parameter => readBy(scope, parameter), at)
      if (isRecord(chosen)) return { failure: { ...chosen.error, context: { itemIndex: at } } }
      if (chosen === 'unknown') hints.add(UNDECIDED)
      const output = chosen === 'unknown' ? first : chosen
      if (output === 'none' || output >= MOST_OUTPUTS) continue
      while (main.length <= output) main.push([])
      main[output]?.push(item)
    }
    return { main }
  }
}

function* switched({ parameters = {} }: Node, _item: NodeItem, resolve: Resolve, at: number): Generator<void, Branch> {
  if (parameters.mode === 'expression') {
    const known = resolve(parameters.output)
    const number = typeof known === 'object' ? Number(known.value) : Number.NaN
    return Number.isInteger(number) && number >= 0 ? number : 'unknown'
  }
  const { rules, value1, options } = parameters
  const cases = recordsOf(recordOf(rules).values)
  if (cases.length > 0) {
    for (const [output, { conditions }] of cases.entries()) {
      const isHeld = yield* holds(conditions, resolve, at)
      if (isHeld === true) return output
      if (isHeld !== false) return isHeld
    }
    return fallbackOf(recordOf(options).fallbackOutput, cases.length)
  }
  for (const [output, { operation, value2, ...rule }] of recordsOf(recordOf(rules).rules).entries()) {
    yield
    const isHeld = decide(operation, value1, value2, resolve)
    if (isHeld === true) return Number(rule.output ?? output)
    if (isHeld === 'unknown') return isHeld
  }
  return fallbackOf(parameters.fallbackOutput, -1)
}

/** @param extra the output that comes after those of the rules */
function fallbackOf(given: unknown, extra: number): Branch {
  if (given === 'extra') return extra
  return typeof given === 'number' && given >= 0 ? given : 'none'
}

function* setFields({
  node: { parameters = {}, typeVersion = 1 },
  inputs,
  scopeOf,
  first,
  hints,
}: Turn): Generator<void, NodeResult> {
  const made: NodeItem[] = []
  for (const [at, item] of (inputs[0] ?? []).entries()) {
    yield
    const scope = scopeOf(item, at)
    const set =
      parameters.mode === 'raw' ? setRaw(parameters, item, scope) : yield* setEach(parameters, item, scope, typeVersion)
    if (set === 'invalid') {
      return { failure: { message: runErrors.expressionInvalid, context: { parameter: 'assignments', itemIndex: at } } }
    }
    if (set.left.length > 0) {
      const names = set.left.map(name => name.slice(0, LONGEST_NAME)).join(', ')
      hints.add(`This takes code, which is not run here, and is left as text: ${names}`)
    }
    const { binary } = item
    const isBinaryKept = binary && recordOf(parameters.options).stripBinary === false
    made.push({ json: set.json, ...(isBinaryKept ? { binary } : {}), pairedItem: item.pairedItem })
  }
  return { main: passedOn(first, made) }
}

type SetFields = { json: Item; left: string[] } | 'invalid'

function* setEach(parameters: Item, { json }: NodeItem, scope: Scope, typeVersion: number): Generator<void, SetFields> {
  const fields = fieldsOf(parameters, typeVersion)
  const made: Item = fields.isOld && parameters.keepOnlySet !== true ? { ...json } : includedFields(parameters, json)
  const left: string[] = []
  const own = new Set([made])
  for (const { name, value, type } of fields.list) {
    yield
    const known = readBy(scope, value)
    if (known === 'invalid') return 'invalid'
    if (known === 'unsupported') left.push(String(name))
    const path = String(name).split('.', DEEPEST + 1)
    if (path.length > DEEPEST) left.push(String(name))
    else setField(made, path, known === 'unsupported' ? value : typed(known.value, type), own)
  }
  return { json: made, left }
}

function includedFields(parameters: Item, json: Item): Item {
  const { includeOtherFields, include = 'all', includeFields, excludeFields } = parameters
  const isIncluding = includeOtherFields === true || (includeOtherFields === undefined && parameters.include === 'all')
  if (!isIncluding || include === 'none') return {}
  const names = (given: unknown) =>
    String(given ?? '')
      .split(',')
      .map(name => name.trim())
  if (include === 'selected') {
    const kept = names(includeFields)
    return Object.fromEntries(Object.entries(json).filter(([name]) => kept.includes(name)))
  }
  if (include === 'except') {
    const dropped = names(excludeFields)
    return Object.fromEntries(Object.entries(json).filter(([name]) => !dropped.includes(name)))
  }
  return { ...json }
}

function fieldsOf({ assignments, fields, values }: Item, typeVersion: number) {
  if (assignments !== undefined) return { isOld: false, list: recordsOf(recordOf(assignments).assignments) }
  if (fields !== undefined) return { isOld: false, list: recordsOf(recordOf(fields).values).map(typedField) }
  return { isOld: values !== undefined || typeVersion < 3, list: Object.values(recordOf(values)).flatMap(recordsOf) }
}

/** `{ name, type: 'stringValue', stringValue }`, as one version of the node has it. */
const typedField = ({ name, type = 'stringValue', ...field }: Record<string, unknown>) => ({
  name,
  type: String(type).replace(/Value$/, ''),
  value: field[String(type)],
})

function setRaw({ jsonOutput, ...parameters }: Item, { json }: NodeItem, scope: Scope): SetFields {
  const base = includedFields(parameters, json)
  const known = evaluate(jsonOutput, scope)
  if (known === 'invalid') return 'invalid'
  if (known === 'unsupported') return { json: base, left: ['jsonOutput'] }
  const made = typeof known.value === 'string' ? parsed(known.value) : known.value
  return isRecord(made) ? { json: { ...base, ...made }, left: [] } : { json: base, left: ['jsonOutput'] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value as the type of its field wants it. */
function typed(value: unknown, type: unknown): unknown {
  if (value === undefined || value === null) return null
  if (type === 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') return Number(value)
  if (type === 'boolean' && typeof value === 'string') return value === 'true'
  if ((type !== 'object' && type !== 'array') || typeof value !== 'string') return value
  const made = parsed(value)
  return made === undefined ? value : made
}

/**
 * Sets a field by its path: `customer.name` is inside `customer`. What lies on the way is copied once for an item.
 *
 * @param own the copies, which belong to this item alone
 */
function setField(made: Item, path: string[], value: unknown, own: Set<Item>): void {
  let into = made
  for (const name of path.slice(0, -1)) {
    const given = recordOf(Object.hasOwn(into, name) ? into[name] : undefined)
    const inner = own.has(given) ? given : { ...given }
    own.add(inner)
    define(into, name, inner)
    into = inner
  }
  define(into, path.at(-1) ?? '', value)
}

/** Also where the name is one that every object has, such as `__proto__`. */
const define = (item: Item, name: string, value: unknown) =>
  Object.defineProperty(item, name, { value, enumerable: true, configurable: true, writable: true })

function merge({ node: { parameters = {} }, inputs, first }: Turn): NodeResult {
  const { mode, combineBy } = parameters
  const out = (items: NodeItem[]) => ({ main: passedOn(first, items) })
  if (mode === 'chooseBranch') {
    const input = parameters.useDataOfInput ?? (parameters.output === 'input2' ? 2 : 1)
    return out(inputs[Number(input) - 1] ?? [])
  }
  if ((mode === 'combine' && combineBy === 'combineByPosition') || mode === 'mergeByIndex') {
    const [left = [], ...others] = inputs
    const length = Math.min(left.length, ...others.map(items => items.length))
    const combined = left.slice(0, length).map((item, at) => ({
      json: Object.assign({}, item.json, ...others.map(items => items[at]?.json)) as Item,
      pairedItem: [item.pairedItem, ...others.map(items => items[at]?.pairedItem)],
    }))
    return out(combined)
  }
  return out(inputs.flat())
}

function* splitOut({ node: { parameters = {} }, inputs, first, hints }: Turn): Generator<void, NodeResult> {
  const made: NodeItem[] = []
  const fields = String(parameters.fieldToSplitOut ?? '')
    .split(',')
    .map(field => field.trim().replace(/^\$json\./, ''))
  for (const item of inputs[0] ?? []) {
    yield
    for (const field of fields) {
      const found = fieldAt(item.json, field)
      const values = Array.isArray(found) ? found : isRecord(found) ? Object.values(found) : [found]
      const last = String(recordOf(parameters.options).destinationFieldName || field.split('.').at(-1))
      for (const value of values) {
        if (made.length >= MOST_ITEMS) {
          hints.add(`More than ${MOST_ITEMS} items: the rest is left out`)
          break
        }
        if (value === undefined) continue
        const own = parameters.include === 'allOtherFields' ? { ...item.json } : {}
        const isWhole =
          isRecord(value) &&
          parameters.include !== 'allOtherFields' &&
          !recordOf(parameters.options).destinationFieldName
        made.push({ json: isWhole ? value : { ...own, [last]: value }, pairedItem: item.pairedItem })
      }
    }
  }
  return { main: passedOn(first, made) }
}

function fieldAt(json: unknown, path: string): unknown {
  let value = json
  for (const name of path.split('.')) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

function limit({ node: { parameters = {} }, inputs, first }: Turn): NodeResult {
  const [items = []] = inputs
  const most = Math.max(Number(parameters.maxItems ?? 1) || 0, 0)
  const kept = parameters.keep === 'lastItems' ? items.slice(Math.max(items.length - most, 0)) : items.slice(0, most)
  return { main: passedOn(first, kept) }
}

function* aggregate({ node: { parameters = {} }, inputs, first }: Turn): Generator<void, NodeResult> {
  const [items = []] = inputs
  const pairedItem = items.map(item => item.pairedItem)
  const out = (json: Item) => ({ main: passedOn(first, [{ json, pairedItem }]) })
  if (parameters.aggregate === 'aggregateAllItemData') {
    return out({ [String(parameters.destinationFieldName ?? 'data')]: items.map(({ json }) => json) })
  }
  const made: Item = {}
  for (const { fieldToAggregate, renameField, outputFieldName } of recordsOf(
    recordOf(parameters.fieldsToAggregate).fieldToAggregate,
  )) {
    yield
    const field = String(fieldToAggregate ?? '')
    const name = renameField === true ? String(outputFieldName ?? field) : (field.split('.').at(-1) ?? field)
    define(
      made,
      name,
      items.map(({ json }) => fieldAt(json, field)).filter(value => value !== undefined),
    )
  }
  return out(made)
}

function stopAndError({ node: { parameters = {} }, inputs, scopeOf, hints }: Turn): NodeResult {
  const item = inputs[0]?.[0] ?? { json: {} }
  const read = (parameter: unknown) => {
    const known = evaluate(parameter, scopeOf(item, 0))
    if (typeof known === 'object') return known.value
    hints.add('This takes code, which is not run here, and is left as text: the error')
    return parameter
  }
  if (parameters.errorType === 'errorObject') {
    const given = read(parameters.errorObject)
    const object = typeof given === 'string' ? parsed(given) : given
    if (!isRecord(object)) return { failure: { message: runErrors.errorObjectInvalid } }
    const message = object.message ?? object.description ?? object.error
    return {
      failure: {
        message: message === undefined ? `Error: ${JSON.stringify(object)}` : String(message),
        level: 'error',
        context: { metadata: object },
      },
    }
  }
  const message = read(parameters.errorMessage)
  return { failure: { message: message === undefined || message === '' ? runErrors.errorEmpty : String(message) } }
}

const SPANS: Record<string, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 }
/** When a wait ends that has no end of its own. */
const NEVER = Date.UTC(3000, 0, 1)

function wait({ node, inputs, scopeOf, now }: Turn): NodeResult {
  const { parameters = {}, typeVersion = 1 } = node
  const item = inputs[0]?.[0] ?? { json: {} }
  const read = (parameter: unknown, other: unknown) => {
    const known = evaluate(parameter ?? other, scopeOf(item, 0))
    return typeof known === 'object' ? known.value : undefined
  }
  const isNew = typeVersion >= 1.1
  switch (parameters.resume) {
    case 'webhook':
    case 'form': {
      if (parameters.limitWaitTime !== true) return { waitsUntil: NEVER, isResumedByCall: true }
      const until =
        parameters.limitType === 'atSpecifiedTime'
          ? timeOf(read(parameters.maxDateAndTime, undefined))
          : now +
            Number(read(parameters.resumeAmount, 1)) * (SPANS[String(parameters.resumeUnit ?? 'hours')] ?? Number.NaN)
      return { waitsUntil: Number.isFinite(until) ? Math.min(until, NEVER) : NEVER, isResumedByCall: true }
    }
    case 'specificTime': {
      const until = timeOf(read(parameters.dateTime, undefined))
      if (!Number.isFinite(until)) return { failure: { message: runErrors.waitDateInvalid } }
      return { waitsUntil: Math.min(until, NEVER), isResumedByCall: false }
    }
    default: {
      const unit = String(read(parameters.unit, isNew ? 'seconds' : 'hours'))
      const span = Number(read(parameters.amount, isNew ? 5 : 1)) * (SPANS[unit] ?? Number.NaN)
      if (!(span >= 0)) return { failure: { message: runErrors.waitAmountInvalid } }
      return { waitsUntil: Math.min(now + span, NEVER), isResumedByCall: false }
    }
  }
}

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

function executeWorkflow({ node, inputs, scopeOf }: Turn): NodeResult {
  const { source = 'database', workflowId, mode, options } = node.parameters ?? {}
  const given = isRecord(workflowId) ? workflowId.value : workflowId
  const known = evaluate(given, scopeOf(inputs[0]?.[0] ?? { json: {} }, 0))
  if (source !== 'database' || typeof known !== 'object') return { main: [inputs.flat()] }
  const isAwaited = recordOf(options).waitForSubWorkflow !== false
  return { calls: String(known.value ?? ''), isEachItem: mode === 'each', isAwaited }
}

function respondToWebhook({ node, inputs, scopeOf, first }: Turn): NodeResult {
  const { respondWith = 'firstIncomingItem', responseBody } = node.parameters ?? {}
  const items = inputs.flat()
  if (respondWith === 'json') {
    const known = evaluate(responseBody, scopeOf(items[0] ?? { json: {} }, 0))
    if (typeof known === 'object' && typeof known.value === 'string' && parsed(known.value) === undefined) {
      return {
        failure: {
          message: runErrors.responseBodyInvalid,
          description: runErrors.responseBodyInvalidHint,
        },
      }
    }
  }
  if (respondWith === 'binary' && !isRecord(items[0]?.binary)) {
    return { failure: { message: runErrors.responseFileMissing } }
  }
  return { main: passedOn(first, items) }
}
