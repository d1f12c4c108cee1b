import { forEachItem, type NodeContext, NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf } from './tools/parameters.ts'

const LONGEST_KEY = 50
const LONGEST_VALUE = 512

/** Execution Data: values by which executions are found. What cannot be stored is left out, or fails a manual run. */
export const executionData: NodeType = {
  async run(context) {
    const made = await forEachItem(context, (item, at) => {
      store(context, at)
      return item
    })
    return { main: [made] }
  },
}

/** Of several values with one key the last is stored. What can be is stored, and then the first that cannot fails. */
function store(context: NodeContext, at: number): void {
  const values = new Map(entriesOf(context, 'dataToSave.values', at).map(({ key, value }) => [String(key), value]))
  let failure: NodeFailure | undefined
  for (const [name, value] of values) {
    const isRefused = (value ?? undefined) === undefined && context.typeVersion < 1.1
    const given = value || (context.typeVersion < 1.1 ? value : '')
    const fault = faultOf(name, given)
    if (fault === undefined) context.setCustomData(name.slice(0, LONGEST_KEY), String(given).slice(0, LONGEST_VALUE))
    else if (isRefused || context.execution.mode === 'manual') failure ??= new NodeFailure(fault)
  }
  if (failure) throw failure
}

function faultOf(key: string, value: unknown): string | undefined {
  if (!/^[\p{L}\p{N}\p{M}_]*$/u.test(key))
    return `Custom data key can only contain letters, numbers, and underscores (key "${key}")`
  return typeof value === 'string' || typeof value === 'number'
    ? undefined
    : `Custom data values must be a string (key "${key}")`
}
