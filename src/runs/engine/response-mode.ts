import type { Node } from '../../core/model/workflow.ts'
import { ancestorsOf, type Wiring } from './graph.ts'

const RESPOND = 'n8n-nodes-base.respondToWebhook'
const FORM = 'n8n-nodes-base.formTrigger'

/** Why each call of a trigger is an error: what it waits for, or what it does not wait for. */
export type ResponseFault = 'missing' | 'unused' | 'unsupported'

/** The respond nodes that a trigger leads to; those that are disabled as well, as the service counts them. */
export const respondersOf = (trigger: Node, wiring: Wiring): Node[] =>
  [...wiring.nodes.values()].filter(
    ({ type, name = '' }) => type === RESPOND && ancestorsOf(name, wiring).has(trigger.name ?? ''),
  )

/**
 * Whether the response mode of a webhook or form and the respond nodes behind it do not go together, as the service's
 * nodes look at each call (docs/behaviour/other.md). Webhooks before typeVersion 2 take everything.
 *
 * @param areWaitsAnswered whether a respond node behind a Wait node that a call ends belongs to that call
 */
export function responseFault(
  trigger: Node,
  responseMode: unknown,
  wiring: Wiring,
  areWaitsAnswered: boolean,
): ResponseFault | undefined {
  const { type, typeVersion = 1 } = trigger
  const responders = respondersOf(trigger, wiring)
  const isMissing = responseMode === 'responseNode' && responders.length === 0
  if (type === FORM) {
    if (isMissing) return 'missing'
    if (responders.length === 0) return undefined
    if (typeVersion > 2.1) return 'unsupported'
    return responseMode === 'responseNode' ? undefined : 'unused'
  }
  if (typeVersion < 2) return undefined
  if (isMissing) return 'missing'
  if (responseMode === 'responseNode' || responseMode === 'streaming') return undefined
  const isUnused = (responder: Node) => !areWaitsAnswered || !isOfWait(responder, trigger, wiring)
  return responders.some(isUnused) ? 'unused' : undefined
}

/** Whether a respond node answers the call that ends a Wait node. */
function isOfWait({ name = '' }: Node, trigger: Node, wiring: Wiring) {
  const before = ancestorsOf(name, wiring)
  return [...before].some(parent => {
    const { type, disabled, parameters = {} } = wiring.nodes.get(parent) ?? {}
    return (
      type === 'n8n-nodes-base.wait' &&
      disabled !== true &&
      ['webhook', 'form'].includes(String(parameters.resume)) &&
      parameters.responseMode === 'responseNode' &&
      ancestorsOf(parent, wiring).has(trigger.name ?? '')
    )
  })
}
