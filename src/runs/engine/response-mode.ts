import type { Node } from '../../core/model/workflow.ts'
import type { Wiring } from './graph.ts'

const RESPOND = 'n8n-nodes-base.respondToWebhook'
const FORM = 'n8n-nodes-base.formTrigger'

/** Why each call of a trigger is an error: what it waits for, or what it does not wait for. */
export type ResponseFault = 'missing' | 'unused' | 'unsupported'

/** The respond nodes that a trigger leads to; those that are disabled as well, as the service counts them. */
export const respondersOf = ({ name = '' }: Node, wiring: Wiring): Node[] =>
  nodesBehind([name], wiring).filter(({ type }) => type === RESPOND)

/** Nodes, and those that their main outputs lead to. */
function nodesBehind(names: readonly string[], { nodes, targets }: Wiring): Node[] {
  const found = new Set(names)
  for (const name of found) for (const { node } of targets.get(name)?.flat() ?? []) found.add(node)
  return [...found].flatMap((name): Node[] => {
    const node = nodes.get(name)
    return node ? [node] : []
  })
}

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
  const answered = new Set(areWaitsAnswered ? respondersOfWaits(trigger, wiring) : [])
  return responders.some(responder => !answered.has(responder)) ? 'unused' : undefined
}

/** The respond nodes that answer calls which end a Wait node behind a trigger. */
function respondersOfWaits({ name = '' }: Node, wiring: Wiring): Node[] {
  const waits = nodesBehind([name], wiring).filter(
    ({ type, disabled, parameters = {} }) =>
      type === 'n8n-nodes-base.wait' &&
      disabled !== true &&
      ['webhook', 'form'].includes(String(parameters.resume)) &&
      parameters.responseMode === 'responseNode',
  )
  return nodesBehind(
    waits.map(wait => wait.name ?? ''),
    wiring,
  ).filter(({ type }) => type === RESPOND)
}
