import { isRecord } from '../base/is-record.ts'
import { type NodeContext, NodeFailure, type NodeType } from './node-context.ts'

const EMPTY = 'An error occurred'
const INVALID_OBJECT = 'Error Object is not a valid JSON'

/** Stop And Error: fails with a text, or with the message of an object. */
export const stopAndError: NodeType = {
  run(context) {
    if (context.parameter('errorType', 0, 'errorMessage') === 'errorObject') throw failureOfObject(context)
    const message = context.parameter('errorMessage', 0, '')
    throw new NodeFailure(message === undefined || message === null || message === '' ? EMPTY : String(message))
  },
}

function failureOfObject(context: NodeContext): NodeFailure {
  const given = context.parameter('errorObject', 0, '')
  const object = typeof given === 'string' ? parsed(given) : given
  if (!isRecord(object)) return new NodeFailure(INVALID_OBJECT)
  const message = object.message ?? object.description ?? object.error
  return new NodeFailure(message === undefined ? `Error: ${JSON.stringify(object)}` : String(message), {
    level: 'error',
    context: { metadata: object },
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
