import { type CallAddress, callAddresses } from '../../../core/model/webhooks.ts'
import type { Drawable } from '../instance/records.ts'
import { nodesOf } from '../instance/workflow-text.ts'

export type { CallAddress }

/**
 * The addresses of the enabled triggers of a workflow, whatever stands among its nodes.
 *
 * @param workflowId of versions that serve webhooks without `webhookId` below it
 */
export const addressesOf = (workflow: Drawable, workflowId?: string): CallAddress[] =>
  callAddresses({ nodes: nodesOf(workflow) }, workflowId)

/** What a call begins with. A chat takes a message, a service sends JSON; a form is opened in a tab. */
export function firstCall({ kind, methods, path }: CallAddress): { method: string; path: string; body?: unknown } {
  if (kind === 'chat')
    return { method: 'POST', path, body: { action: 'sendMessage', sessionId: 'page', chatInput: 'Hello' } }
  const method = methods.find(it => it === 'POST') ?? methods[0] ?? 'GET'
  return ['GET', 'HEAD'].includes(method) ? { method, path } : { method, path, body: {} }
}

const LABELS: Record<CallAddress['kind'], string> = {
  webhook: 'Webhook',
  form: 'Form',
  chat: 'Chat',
  event: 'Events of the service',
}

/** What an address is for, in a word. */
export const labelOf = ({ kind }: Pick<CallAddress, 'kind'>) => LABELS[kind]
