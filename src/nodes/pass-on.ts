import { recordsOf } from '../base/is-record.ts'
import { NodeFailure, type NodeType } from './node-context.ts'

/** No Operation: hands its items on. */
export const noOp: NodeType = { run: context => ({ main: [[...context.items]] }) }

/** Execution Data: saves values with the execution, and hands its items on. */
export const executionData: NodeType = {
  run(context) {
    for (const [itemIndex] of context.items.entries()) {
      for (const { key, value } of recordsOf(context.parameter('dataToSave.values', itemIndex, [])))
        context.setCustomData(String(key ?? ''), String(value ?? ''))
    }
    return { main: [[...context.items]] }
  },
}

/** Debug Helper: fails on purpose, or does nothing; made-up data and memory are left out. */
export const debugHelper: NodeType = {
  run(context) {
    const category = context.parameter('category', 0, 'throwError')
    if (category === 'doNothing') return { main: [[...context.items]] }
    if (category !== 'throwError') return { callsService: `Debug Helper: ${category}` }
    const message = String(context.parameter('throwErrorMessage', 0, 'Node has thrown an error'))
    throw new NodeFailure(message, { name: String(context.parameter('throwErrorType', 0, 'NodeApiError')) })
  },
}
