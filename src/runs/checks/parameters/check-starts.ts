import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { cronExpressionsOf, isCronExpression, isEverDue } from '../../../core/features/workflows/cron.ts'
import { responseNodesOf } from '../../engine/response-mode.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import type { Remark } from './remark.ts'

const ANSWERING = ['n8n-nodes-base.webhook', 'n8n-nodes-base.formTrigger']

/** Webhooks that nothing answers, answers that are not sent, and times that never come. */
export const checkStart = (known: KnownNode, workflow: KnownWorkflow): Remark[] => [
  ...checkAnswer(known, workflow),
  ...checkTimes(known),
]

function checkAnswer({ node, values }: KnownNode, workflow: KnownWorkflow): Remark[] {
  if (!ANSWERING.includes(String(node.type))) return []
  const { responseMode } = values
  if (typeof responseMode !== 'string' || responseMode.startsWith('=')) return []
  if (!workflow.mayLookUp()) return []
  const called = shownName(node)
  const { responders, unasked, fault } = responseNodesOf(node, responseMode, workflow.wiring, true)
  const remark = { rule: 'response' as const, keys: ['parameters', 'responseMode'], value: responseMode }
  const error = { ...remark, severity: 'fault' as const }
  const asked = shownName(responders[0] ?? {})
  const op = Object.hasOwn(node.parameters ?? {}, 'responseMode') ? ('replace' as const) : ('add' as const)
  const asking = {
    expected: ['responseNode'],
    didYouMean: 'responseNode',
    fix: [{ op, path: '/parameters/responseMode', value: 'responseNode' }],
  }
  switch (fault) {
    case 'missing':
      return [
        {
          ...error,
          expected: ['onReceived', 'lastNode'],
          message: `${called} waits for a node "Respond to Webhook", and none follows: each call is an error`,
        },
      ]
    case 'unused':
      return [
        {
          ...error,
          ...asking,
          message: `${called} does not wait for ${asked}: with a node "Respond to Webhook" its response mode must be "responseNode", or each call is an error`,
        },
      ]
    case 'unsupported':
      return [
        {
          ...error,
          message: `${called} takes no node "Respond to Webhook" behind it, as ${asked} is: each call is an error. A node "n8n Form" ends a form`,
        },
      ]
  }
  const [ignored] = unasked.filter(({ disabled }) => disabled !== true)
  if (ignored)
    return [
      {
        ...remark,
        ...asking,
        severity: 'warning' as const,
        message: `${called} does not wait for ${shownName(ignored)}, whose answer is not sent: with a node "Respond to Webhook" its response mode must be "responseNode"`,
      },
    ]
  if (responseMode !== 'responseNode' || responders.some(({ disabled }) => disabled !== true)) return []
  const which = responders.length === 0 ? 'none follows' : `${asked} is disabled`
  const message = `${called} waits for a node "Respond to Webhook", and ${which}: each call is answered with nothing, when the run has ended`
  return [{ ...remark, severity: 'warning' as const, expected: ['onReceived', 'lastNode'], message }]
}

/** Parameters that hold cron expressions, beside those of triggers that poll. */
function checkTimes({ node, facts }: KnownNode): Remark[] {
  const isPolling =
    facts?.parameters.some(({ name }) => name === 'pollTimes') === true || isRecord(node.parameters?.pollTimes)
  const called = shownName(node)
  return cronExpressionsOf(node, isPolling).flatMap((given): Remark[] => {
    if (typeof given === 'string' && (given.includes('{{') || given.trim() === '')) return []
    const keys = keysOfCron(node, given)
    const remark = { rule: 'schedule' as const, severity: 'fault' as const, keys, value: given }
    if (!isCronExpression(given)) {
      const expected = 'five fields (minute, hour, day, month, weekday), or six with seconds before them'
      return [
        {
          ...remark,
          expected,
          message: `${called} has the cron expression ${JSON.stringify(given)}, which cannot be read: ${expected}`,
        },
      ]
    }
    if (isEverDue(String(given))) return []
    const message = `${called} has the cron expression ${JSON.stringify(given)}, which is never due`
    return [{ ...remark, severity: 'warning' as const, message }]
  })
}

function keysOfCron(node: KnownNode['node'], given: unknown): (string | number)[] {
  const { rule, triggerTimes, pollTimes } = node.parameters ?? {}
  const lists: [unknown, string, string, string][] = [
    [rule, 'rule', 'interval', 'expression'],
    [triggerTimes, 'triggerTimes', 'item', 'cronExpression'],
    [pollTimes, 'pollTimes', 'item', 'cronExpression'],
  ]
  for (const [value, name, list, field] of lists) {
    const at = recordsOf(isRecord(value) ? value[list] : undefined).findIndex(item => item[field] === given)
    if (at >= 0) return ['parameters', name, list, at, field]
  }
  return ['parameters']
}
