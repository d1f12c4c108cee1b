import type { Node } from '../../core/model/workflow.ts'
import type { Wiring } from './graph.ts'

const RESPOND = 'n8n-nodes-base.respondToWebhook'
const FORM = 'n8n-nodes-base.formTrigger'

export const isResponder = ({ type }: Node) => type === RESPOND

/** Why each call of a trigger is an error: what it waits for, or what it does not wait for. */
export type ResponseFault = 'missing' | 'unused' | 'unsupported'

/** The respond nodes behind a webhook or form, and what its calls make of them. */
export interface ResponseNodes {
  /** All of them; those that are disabled as well, as the service counts them. */
  responders: readonly Node[]
  /** Those whose answers no call waits for. */
  unasked: readonly Node[]
  fault: ResponseFault | undefined
}

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
 * Whether the response mode of a webhook or form and the respond nodes behind it go together, as the service's nodes look
 * at each call (docs/behaviour/other.md). Webhooks before typeVersion 2 take everything.
 *
 * @param areWaitsAnswered whether a respond node behind a Wait node that a call ends belongs to that call
 */
export function responseNodesOf(
  trigger: Node,
  responseMode: unknown,
  wiring: Wiring,
  areWaitsAnswered: boolean,
): ResponseNodes {
  const responders = respondersBehind([trigger], wiring)
  const unasked = unaskedOf({ trigger, responders, responseMode }, wiring, areWaitsAnswered)
  return { responders, unasked, fault: faultOf(trigger, { responders, unasked, responseMode }) }
}

function faultOf(
  { type, typeVersion = 1 }: Node,
  { responders, unasked, responseMode }: Omit<ResponseNodes, 'fault'> & { responseMode: unknown },
): ResponseFault | undefined {
  if (type !== FORM && typeVersion < 2) return undefined
  if (responseMode === 'responseNode' && responders.length === 0) return 'missing'
  if (type === FORM && typeVersion > 2.1 && responders.length > 0) return 'unsupported'
  return unasked.length > 0 ? 'unused' : undefined
}

function unaskedOf(
  { trigger, responders, responseMode }: { trigger: Node; responders: readonly Node[]; responseMode: unknown },
  wiring: Wiring,
  areWaitsAnswered: boolean,
): readonly Node[] {
  if (responseMode === 'responseNode') return []
  if (trigger.type === FORM) return responders
  if (responseMode === 'streaming') return []
  const answered = new Set(areWaitsAnswered ? respondersOfWaits(trigger, wiring) : [])
  return responders.filter(responder => !answered.has(responder))
}

const respondersBehind = (nodes: readonly Node[], wiring: Wiring): Node[] =>
  nodesBehind(
    nodes.map(({ name = '' }) => name),
    wiring,
  ).filter(isResponder)

/** The respond nodes that answer calls which end a Wait node behind a trigger. */
function respondersOfWaits({ name = '' }: Node, wiring: Wiring): Node[] {
  const waits = nodesBehind([name], wiring).filter(
    ({ type, disabled, parameters = {} }) =>
      type === 'n8n-nodes-base.wait' &&
      disabled !== true &&
      ['webhook', 'form'].includes(String(parameters.resume)) &&
      parameters.responseMode === 'responseNode',
  )
  return respondersBehind(waits, wiring)
}
