import { isRecord, recordsOf } from '../base/is-record.ts'
import type { Item, NodeItem } from '../model/run-data.ts'
import type { NodeContext, NodeType } from './node-context.ts'
import { locatedValue } from './parameters.ts'

/** Execute Workflow: calls another workflow with all items, or once for each; its inputs mapped where they are defined. */
export const executeWorkflow: NodeType = {
  run(context) {
    const source = context.parameter('source', 0, 'database')
    if (source !== 'database') return { callsService: `Execute Workflow from ${source}` }
    const isEachItem = context.parameter('mode', 0, 'once') === 'each'
    const isAwaited = context.parameter('options.waitForSubWorkflow', 0, true) !== false
    const idAt = (itemIndex: number) => String(locatedValue(context.parameter('workflowId', itemIndex)) ?? '')
    const items = context.items.map((item, itemIndex) => mappedItem(context, item, itemIndex))
    const calls = isEachItem
      ? items.map((item, itemIndex) => ({ workflowId: idAt(itemIndex), items: [item], itemIndex }))
      : [{ workflowId: idAt(0), items, itemIndex: 0 }]
    return { calls, isEachItem, isAwaited }
  },
}

/** An item as the called workflow gets it: the fields that are mapped, or all where none is. */
function mappedItem(context: NodeContext, item: NodeItem, itemIndex: number): NodeItem {
  const inputs = context.stored('workflowInputs')
  if (!isRecord(inputs) || !isRecord(inputs.value) || Object.keys(inputs.value).length === 0) return item
  const value = context.parameter('workflowInputs.value', itemIndex, {})
  return { ...item, json: isRecord(value) ? value : {} }
}

/** Execute Workflow Trigger: what the calling node gives, or the fields that the trigger defines. */
export const executeWorkflowTrigger: NodeType = {
  readsStart: true,
  run(context) {
    const source = context.parameter('inputSource', 0, context.typeVersion >= 1.1 ? 'workflowInputs' : 'passthrough')
    if (source === 'passthrough') return { main: [[...context.items]] }
    const fields = fieldsOf(context, source)
    if (!fields) return { main: [[...context.items]] }
    return { main: [context.items.map(item => ({ ...item, json: definedFields(fields, item) }))] }
  },
}

function fieldsOf(context: NodeContext, source: unknown): string[] | undefined {
  if (source === 'workflowInputs') {
    return recordsOf(context.parameter('workflowInputs.values', 0, [])).map(({ name }) => String(name))
  }
  const example = context.parameter('jsonExample', 0, '{}')
  const object = typeof example === 'string' ? parsed(example) : example
  return isRecord(object) ? Object.keys(object) : undefined
}

/** The fields that the trigger defines; null where one was not given. */
const definedFields = (fields: readonly string[], { json }: NodeItem): Item =>
  Object.fromEntries(fields.map(name => [name, Object.hasOwn(json, name) ? (json[name] ?? null) : null]))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
