import { serveForms } from './forms.ts'
import { callContext, serveWaiting, serveWebhooks, type WebhookContext } from './webhooks.ts'

/** What answers calls of webhooks and forms, by the folder of their paths. */
export function callHandlers(context: WebhookContext) {
  const calls = callContext(context)
  const webhooks = serveWebhooks(calls)
  const forms = serveForms(calls)
  return {
    webhook: webhooks,
    'webhook-test': webhooks,
    'webhook-waiting': serveWaiting(calls),
    form: forms,
    'form-test': forms,
  }
}
