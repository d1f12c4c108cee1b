import { NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf } from './tools/parameters.ts'

const LONGEST_KEY = 50
const LONGEST_VALUE = 512

/** Execution Data: values by which executions are found. What cannot be stored is left out, or fails a manual run. */
export const executionData: NodeType = {
  run(context) {
    for (const at of context.items.keys()) {
      for (const { key, value } of entriesOf(context, 'dataToSave.values', at)) {
        const name = String(key ?? '')
        const isRefused = (value ?? undefined) === undefined && context.typeVersion < 1.1
        const given = isRefused ? value : (value ?? '')
        const fault = faultOf(name, given)
        if (fault === undefined)
          context.setCustomData(name.slice(0, LONGEST_KEY), String(given).slice(0, LONGEST_VALUE))
        else if (isRefused || context.execution.mode === 'manual') throw new NodeFailure(fault)
      }
    }
    return { main: [[...context.items]] }
  },
}

function faultOf(key: string, value: unknown): string | undefined {
  if (!/^[\p{L}\p{N}\p{M}_]*$/u.test(key))
    return `Custom data key can only contain letters, numbers, and underscores (key "${key}")`
  return typeof value === 'string' || typeof value === 'number'
    ? undefined
    : `Custom data values must be a string (key "${key}")`
}
