import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { cronExpressionsOf, isCronExpression, isEverDue } from '../../../core/features/workflows/cron.ts'
import { ancestorsOf } from '../../engine/graph.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import type { Remark } from './remark.ts'

const RESPOND = 'n8n-nodes-base.respondToWebhook'
const ANSWERING = ['n8n-nodes-base.webhook', 'n8n-nodes-base.formTrigger']

/** Webhooks that nothing answers, answers that nobody waits for, and times that never come. */
export const checkStart = (known: KnownNode, workflow: KnownWorkflow): Remark[] => [
  ...checkAnswer(known, workflow),
  ...checkTimes(known),
]

function checkAnswer({ node, name, values }: KnownNode, workflow: KnownWorkflow): Remark[] {
  if (!ANSWERING.includes(String(node.type))) return []
  const { responseMode } = values
  if (typeof responseMode !== 'string' || responseMode.startsWith('=')) return []
  const responders = workflow.nodes.filter(
    one => one.node.type === RESPOND && one.isEnabled && ancestorsOf(one.name, workflow.wiring).has(name),
  )
  const keys = ['parameters', 'responseMode']
  const called = shownName(node)
  if (responseMode === 'responseNode' && responders.length === 0) {
    const message = `${called} waits for a node "Respond to Webhook", and none that is enabled follows: each call is an error`
    return [
      { rule: 'response', severity: 'fault', keys, value: responseMode, expected: ['onReceived', 'lastNode'], message },
    ]
  }
  const [responder] = responders.filter(one => !isOfWait(one.name, name, workflow))
  if (!responder || ['responseNode', 'streaming'].includes(responseMode)) return []
  if (node.type !== 'n8n-nodes-base.webhook') return []
  const message = `${called} does not wait for ${shownName(responder.node)}: with a node "Respond to Webhook" its response mode must be "responseNode", or each call is an error`
  const op = Object.hasOwn(node.parameters ?? {}, 'responseMode') ? ('replace' as const) : ('add' as const)
  return [
    {
      rule: 'response',
      severity: 'fault',
      keys,
      value: responseMode,
      expected: ['responseNode'],
      didYouMean: 'responseNode',
      fix: [{ op, path: '/parameters/responseMode', value: 'responseNode' }],
      message,
    },
  ]
}

/** Whether a respond node answers to a Wait node that waits for a call. */
const isOfWait = (responder: string, webhook: string, { nodes, wiring }: KnownWorkflow) =>
  nodes.some(
    ({ node, name, values }) =>
      node.type === 'n8n-nodes-base.wait' &&
      ['webhook', 'form'].includes(String(values.resume)) &&
      ancestorsOf(responder, wiring).has(name) &&
      ancestorsOf(name, wiring).has(webhook),
  )

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
