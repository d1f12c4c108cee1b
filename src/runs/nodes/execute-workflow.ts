import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import { excludedIn } from './excluded-modes.ts'
import { type NodeContext, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { flagOf, invalidInput, locatedValue, textOf } from './tools/parameters.ts'
import { type Converted, convert, readLooseJson } from './tools/value-types.ts'

/** Execute Workflow: workflows of the instance. Those of a file, of a URL or of a parameter are not run. */
export const executeWorkflow: NodeType = {
  run(context): NodeResult {
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    const isEachItem = textOf(context, 'mode', 0, 'once') === 'each'
    const isAwaited = flagOf(context, 'options.waitForSubWorkflow', 0, true)
    const items = context.items.map((item, at) => withInputs(context, item, at))
    const workflowId = (at: number) => String(locatedValue(context.parameter('workflowId', at, '')) ?? '')
    const calls = isEachItem
      ? items.map((item, at) => ({ workflowId: workflowId(at), items: [item], itemIndex: at }))
      : [{ workflowId: workflowId(0), items, itemIndex: 0 }]
    return { calls, isEachItem, isAwaited }
  },
}

/** An item as the called workflow gets it: with the inputs that the node defines beside its own fields. */
function withInputs(context: NodeContext, item: NodeItem, at: number): NodeItem {
  if (context.typeVersion < 1.2) return item
  const given = context.parameter('workflowInputs.value', at, {})
  const json = { ...item.json, ...(isRecord(given) ? checkedInputs(context, given, at) : {}) }
  for (const { id, removed } of recordsOf(context.stored('workflowInputs.schema'))) {
    if (removed === true) delete json[String(id)]
  }
  return { ...item, json, index: at }
}

/** Inputs by their types: converted where the node says so; checked by those that never convert. */
function checkedInputs(context: NodeContext, given: Item, at: number): Item {
  const flag = context.stored('workflowInputs.attemptToConvertTypes')
  const isConverting = flag === true
  if (!isConverting && flag !== false && context.typeVersion < 1.4) return given
  const made: Item = { ...given }
  for (const { id, type = 'string', removed } of recordsOf(context.stored('workflowInputs.schema'))) {
    const name = String(id)
    const value = made[name]
    if (removed === true || type === 'any' || value === undefined || value === null) continue
    const converted = isConverting ? convert(value, String(type), context.zone) : checked(value, String(type))
    if (!converted.isValid) throw invalidInput(context, name, name, String(type), value, at)
    made[name] = converted.value
  }
  return made
}

function checked(value: unknown, type: string): Converted {
  const isType =
    type === 'array'
      ? Array.isArray(value)
      : type === 'object'
        ? isRecord(value)
        : typeof value === type || !['string', 'number', 'boolean'].includes(type)
  return isType ? { isValid: true, value } : { isValid: false }
}

/** The trigger of a called workflow: with its own inputs, where it names them. */
export const executeWorkflowTrigger: NodeType = {
  readsStart: true,
  run(context) {
    const source = textOf(context, 'inputSource', 0, context.typeVersion < 1.1 ? 'passthrough' : 'workflowInputs')
    if (context.typeVersion < 1.1 || source === 'passthrough') return { main: [[...context.items]] }
    const names = source === 'jsonExample' ? exampleNames(context) : fieldNames(context)
    const items = context.items.map((item, index): NodeItem => {
      const json: Item = {}
      for (const name of names) json[name] = item.json[name] ?? null
      return { json, index }
    })
    return { main: [items] }
  },
}

const fieldNames = (context: NodeContext) =>
  recordsOf(context.stored('workflowInputs.values')).flatMap(({ name }) => (typeof name === 'string' ? [name] : []))

function exampleNames(context: NodeContext): string[] {
  const given = context.parameter('jsonExample', 0, '{}')
  const example = typeof given === 'string' ? readLooseJson(given) : given
  if (!isRecord(example)) throw new NodeFailure('The JSON example is not an object')
  return Object.keys(example)
}
