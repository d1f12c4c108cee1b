import type { Control } from '../control/control.ts'
import { instrumentCalls } from '../control/instrument.ts'
import { once } from '../core/base/once.ts'
import type { SenderOf } from '../core/http/api-key.ts'
import { type Handler, type Report, type SafeHandler, withErrorHandling } from '../core/http/error-handling.ts'
import { requireKnownHost } from '../core/http/guard.ts'
import type { Route } from '../core/http/routing.ts'
import type { Version } from '../core/http/version.ts'
import { sandboxHeaders } from '../runs/calls/sandbox-headers.ts'
import type { WebhookContext } from '../runs/calls/webhooks.ts'

/** The folders below which calls are answered. */
const CALL_FOLDERS = ['webhook', 'webhook-test', 'webhook-waiting', 'form', 'form-test'] as const

interface WebhookRoutesContext extends WebhookContext {
  senderOf: SenderOf
  /** With it, calls are in the request log and under the fault rules. */
  control?: Control | undefined
  version: Version
  report: Report
  settings: { allowHosts: readonly string[]; keepCallSecrets?: boolean | undefined }
}

/**
 * Webhooks and forms. They need no key, and pages of every origin may call them, so they are served under known hosts
 * alone.
 *
 * @param otherwise answers while simulation is off
 */
export function webhookRoutes(context: WebhookRoutesContext, otherwise: Handler): Route<SafeHandler>[] {
  const { simulation, clock, settings, report, version, control, senderOf } = context
  // what answers calls is loaded at the first one
  const load = once(async () => {
    const { callHandlers } = await import('../runs/calls/call-handlers.ts')
    return callHandlers({ ...context, keepCallSecrets: settings.keepCallSecrets })
  })

  const atKnownHosts =
    (serve: Handler): Handler =>
    request => {
      requireKnownHost(request, settings)
      return serve(request)
    }
  const serveWhileOn = (serve: Handler) => {
    const guard = (handler: Handler) => withErrorHandling(sandboxHeaders(handler), report, version.texts)
    const safe = guard(atKnownHosts(serve))
    const guarded = control ? instrumentCalls(safe, { ...control, senderOf }, guard) : safe
    return withErrorHandling(request => (simulation.isOn ? guarded(request) : otherwise(request)), report)
  }
  return CALL_FOLDERS.map(folder => ({
    method: 'ALL',
    path: `/${folder}/*`,
    serve: serveWhileOn(async request => {
      const cameAt = clock.now()
      const handlers = await load()
      return handlers[folder](request, cameAt)
    }),
  }))
}
