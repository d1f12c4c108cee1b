import { FIRST_FORM, FORM } from '../../core/model/webhooks.ts'
import { servePaths } from './called-paths.ts'
import { answerForm, refuseForm } from './forms.ts'
import { serveWaiting } from './waiting.ts'
import { answerCall, callContext, refuseCall, type WebhookContext } from './webhooks.ts'

/** What answers calls of webhooks and forms, by the folder of their paths. */
export function callHandlers(context: WebhookContext) {
  const calls = callContext(context)
  const webhooks = servePaths('webhook', calls, {
    answer: (request, target, at) =>
      target.node.type === FORM ? answerForm(request, target, at, calls) : answerCall(request, target, at, calls),
    // wherever its address says so, it is taken for a form
    refuse: (request, path, wrong) =>
      request.url.includes(FIRST_FORM) ? refuseForm(request, calls) : refuseCall(request, path, wrong, calls),
  })
  const forms = servePaths('form', calls, {
    answer: (request, target, at) => answerForm(request, target, at, calls),
    refuse: request => refuseForm(request, calls),
  })
  return {
    webhook: webhooks,
    'webhook-test': webhooks,
    'webhook-waiting': serveWaiting(calls),
    form: forms,
    'form-test': forms,
  }
}
