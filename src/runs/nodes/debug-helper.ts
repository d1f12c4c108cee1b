import { excludedIn } from './excluded-modes.ts'
import { bareFailure } from './stop-and-error.ts'
import { forEachItem, NodeFailure, type NodeResult, type NodeType } from './tools/node-context.ts'
import { textOf } from './tools/parameters.ts'

/** Debug Helper: fails or does nothing; random data and too much memory are not made. */
export const debugHelper: NodeType = {
  async run(context): Promise<NodeResult> {
    const category = textOf(context, 'category', 0, 'throwError')
    if (category === 'doNothing') return { main: [[]] }
    const excluded = excludedIn(context)
    if (excluded !== undefined) return { callsService: excluded }
    const name = textOf(context, 'throwErrorType', 0, 'NodeApiError')
    const given = context.parameter('throwErrorMessage', 0, 'Node has thrown an error')
    const fail = () => {
      throw failureOf(name, given)
    }
    return { main: [await forEachItem(context, fail)] }
  },
}

const UNKNOWN = 'There was an unknown issue while executing the node'
const ABOUT_UNKNOWN =
  'Double-check the node configuration and the service it connects to. Check the error details below and refer to the <a href="https://docs.n8n.io" target="_blank">n8n documentation</a> to troubleshoot the issue.'

/** Each kind of error reads a message that is no text, or empty, in its own way. */
function failureOf(name: string, given: unknown): NodeFailure {
  if (name === 'Error') return new NodeFailure(given === undefined ? '' : String(given), { name, level: 'error' })
  if (typeof given === 'string') {
    const isUnknown = given === '' && name === 'NodeApiError'
    return isUnknown ? new NodeFailure(UNKNOWN, { name, description: ABOUT_UNKNOWN }) : new NodeFailure(given, { name })
  }
  if (name === 'NodeApiError' && !given) return failureOf(name, '')
  if (name !== 'NodeApiError' && (typeof given !== 'object' || given === null)) {
    return bareFailure(`Cannot use 'in' operator to search for 'description' in ${String(given)}`)
  }
  return bareFailure('(message || "").toUpperCase is not a function')
}
