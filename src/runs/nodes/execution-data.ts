import { NodeFailure, type NodeType } from './tools/node-context.ts'
import { entriesOf } from './tools/parameters.ts'

const LONGEST_KEY = 50
const LONGEST_VALUE = 512

/** Execution Data: values by which executions are found. A key of other characters is left out. */
export const executionData: NodeType = {
  run(context) {
    for (const at of context.items.keys()) {
      for (const { key, value } of entriesOf(context, 'dataToSave.values', at)) {
        const name = String(key ?? '')
        const isMissing = value === undefined || value === null
        if (isMissing && context.typeVersion < 1.1)
          throw new NodeFailure(`Custom data values must be a string (key "${name}")`)
        if (/^[A-Za-z0-9_]*$/.test(name)) context.setCustomData(name.slice(0, LONGEST_KEY), shown(value))
      }
    }
    return { main: [[...context.items]] }
  },
}

function shown(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
  return text.slice(0, LONGEST_VALUE)
}
