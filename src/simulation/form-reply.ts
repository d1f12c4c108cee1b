import type { Node } from '../model/workflow.ts'
import { messagePage } from './form-page.ts'
import { recordOf } from './item.ts'
import { literalOf } from './literal.ts'
import type { Played } from './run.ts'
import { type WebhookReply, webhookReply } from './webhook-reply.ts'

/**
 * What a form trigger answers to a form that was sent, by its response mode (docs/simulation.md#forms).
 *
 * @param isBrowser whether the answer is shown as it is: a page, instead of the JSON that the service's own page reads
 */
export function formReply(trigger: Node, nodes: readonly Node[], played: Played, isBrowser: boolean): WebhookReply {
  const { responseMode, options } = trigger.parameters ?? {}
  const isSpecial = responseMode === 'lastNode' || responseMode === 'responseNode'
  const replied: WebhookReply = isSpecial
    ? webhookReply({ ...trigger, parameters: { responseMode, responseData: 'noData' } }, nodes, played)
    : { status: 200, body: { status: 200 }, headers: [] }
  if (!isBrowser || (responseMode === 'responseNode' && replied.status < 500)) return replied
  if (replied.status >= 400) {
    return { ...replied, body: messagePage('Problem submitting response', 'Please try again or contact support.') }
  }
  return thanks(recordOf(recordOf(recordOf(options).respondWithOptions).values))
}

function thanks({ respondWith, redirectUrl, formSubmittedText }: Record<string, unknown>): WebhookReply {
  const text = (parameter: unknown) => String(literalOf(parameter, {})?.value ?? '')
  const address = respondWith === 'redirect' ? text(redirectUrl) : ''
  if (/^https?:\/\//i.test(address)) return { status: 303, body: undefined, headers: [['location', address]] }
  const message = text(formSubmittedText) || 'Your response has been recorded'
  return { status: 200, body: messagePage('Form Submitted', message), headers: [] }
}
