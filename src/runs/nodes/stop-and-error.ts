import { isRecord } from '../../core/base/is-record.ts'
import { NodeFailure, type NodeType } from './tools/node-context.ts'

/** Stop And Error: fails with a text, or with an object. */
export const stopAndError: NodeType = {
  run(context) {
    if (context.parameter('errorType', 0, 'errorMessage') === 'errorObject') {
      throw objectFailure(context.parameter('errorObject', 0))
    }
    const message = context.parameter('errorMessage', 0, '')
    if (isRecord(message)) throw new NodeFailure('')
    if (typeof message !== 'string')
      throw bareFailure(`Cannot use 'in' operator to search for 'description' in ${message}`)
    throw new NodeFailure(message === '' ? 'An error occurred' : message)
  },
}

function objectFailure(given: unknown): NodeFailure {
  const object = parsed(String(given))
  if (object === undefined) {
    const isObject = isRecord(given)
    if (isObject || given === undefined)
      return bareFailure(`"${isObject ? '[object Object]' : given}" is not valid JSON`)
    return new NodeFailure('Error Object is not a valid JSON')
  }
  const { message, description, error } = isRecord(object) ? object : {}
  const shown = [message, description, error].find(text => typeof text === 'string')
  return new NodeFailure(typeof shown === 'string' ? shown : `Error: ${JSON.stringify(object)}`, {
    level: 'error',
    ...(typeof description === 'string' && shown !== description ? { description } : {}),
    context: { metadata: object },
  })
}

/** An error that the service did not expect: it has nothing but its message. */
export const bareFailure = (message: string) =>
  new NodeFailure(message, { whole: { message, stack: `Error: ${message}` } })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
