import type { KnownNode } from './known-workflow.ts'
import { oneOf, type Remark, shownValue } from './remark.ts'

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']

/** What a node does at a failure: with any other value the service stops the workflow. */
export function checkSettings({ node, name }: KnownNode): Remark[] {
  const { onError } = node
  if (onError === undefined || onError === null || ON_ERROR.includes(String(onError))) return []
  return [
    {
      rule: 'value',
      severity: 'warning',
      keys: ['onError'],
      value: onError,
      expected: ON_ERROR,
      message: `${JSON.stringify(name)} does not take ${shownValue(onError)} for "onError", and stops the workflow at a failure: it is ${oneOf(ON_ERROR)}`,
    },
  ]
}
