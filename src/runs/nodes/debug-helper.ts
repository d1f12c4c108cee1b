import { forEachItem, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { textOf } from './tools/parameters.ts'

/** Debug Helper: fails or does nothing; random data and too much memory are not made. */
export const debugHelper: NodeType = {
  async run(context): Promise<NodeResult> {
    const category = textOf(context, 'category', 0, 'throwError')
    if (category === 'doNothing') return { main: [[]] }
    if (category !== 'throwError') return { callsService: `Debug Helper: ${category}` }
    const name = textOf(context, 'throwErrorType', 0, 'NodeApiError')
    const message = textOf(context, 'throwErrorMessage', 0, 'Node has thrown an error')
    const fail = () => {
      throw new NodeFailure(message, name === 'Error' ? { name, level: 'error' } : { name })
    }
    return { main: [await forEachItem(context, fail)] }
  },
}
