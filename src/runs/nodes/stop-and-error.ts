import { isRecord } from '../../core/base/is-record.ts'
import { jsonErrorMessage } from './tools/json-errors.ts'
import { NodeFailure, type NodeType } from './tools/node-context.ts'
import { shownParameter } from './tools/parameters.ts'

/** Stop And Error: fails with a text, or with an object. */
export const stopAndError: NodeType = {
  run(context) {
    if (context.parameter('errorType', 0, 'errorMessage') !== 'errorMessage') {
      throw objectFailure(shownParameter(context, 'errorObject', 0))
    }
    const message = shownParameter(context, 'errorMessage', 0)
    if (typeof message === 'object' && message !== null) throw new NodeFailure('')
    if (typeof message !== 'string')
      throw bareFailure(`Cannot use 'in' operator to search for 'description' in ${message}`)
    throw new NodeFailure(message)
  },
}

function objectFailure(given: unknown): NodeFailure {
  const read = readJson(given)
  if (read instanceof Error) return bareFailure(read.message)
  const { message, description, error } = isRecord(read) ? read : {}
  const shown = [message, description, error].find(text => typeof text === 'string' && text !== '')
  return new NodeFailure(typeof shown === 'string' ? shown : `Error: ${JSON.stringify(read)}`, {
    level: 'error',
    ...(typeof description === 'string' && description !== '' && shown !== description ? { description } : {}),
    context: { metadata: read },
  })
}

/** An error that the service did not expect: it has nothing but its message. */
export const bareFailure = (message: string) =>
  new NodeFailure(message, { whole: { message, stack: `Error: ${message}` } })

/** The service calls what belongs to a mode by its name: for one that it does not know, nothing is there. */
export const unknownMode = () => bareFailure("Cannot read properties of undefined (reading 'execute')")

/** What JSON says, or why it is none, in the words of the engine of the service. */
function readJson(given: unknown): unknown {
  try {
    return JSON.parse(String(given))
  } catch (error) {
    return new SyntaxError(jsonErrorMessage(given, error))
  }
}
