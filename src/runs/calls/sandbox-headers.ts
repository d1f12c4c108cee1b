import { forbidden } from '../../core/base/errors.ts'
import type { Handler } from '../../core/http/error-handling.ts'
import { setHeader } from '../../core/runtime/whole-body.ts'

/** What a workflow answers is shown as a page of an origin of its own: without `allow-same-origin`, its scripts reach nothing of ours. */
export const SANDBOX =
  'sandbox allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups ' +
  'allow-popups-to-escape-sandbox allow-presentation allow-scripts allow-top-navigation-by-user-activation ' +
  'allow-top-navigation-to-custom-protocols'

/** Headers that reach beyond the one answer, to the whole origin, the connection or other requests: not a workflow's to set. */
const OF_THE_ORIGIN = [
  'accept-ch',
  'activate-storage-access',
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'critical-ch',
  'keep-alive',
  'nel',
  'origin-agent-cluster',
  'origin-trial',
  'proxy-authenticate',
  'report-to',
  'reporting-endpoints',
  'sec-session-registration',
  'service-worker-allowed',
  'set-cookie',
  'set-login',
  'speculation-rules',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'use-as-dictionary',
  'x-content-type-options',
]

/** Sets a header that a workflow names, if it may and if there can be such a header. */
export function setGivenHeader(headers: Headers, name: string, value: string) {
  if (OF_THE_ORIGIN.includes(name.trim().toLowerCase())) return
  try {
    headers.set(name, value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

/**
 * Webhooks and forms share the page's origin, and what they answer is written by others: no answer is a service worker,
 * and none is taken for anything but what its content type says.
 */
export const sandboxHeaders =
  (serve: Handler): Handler =>
  async (request, trace) => {
    if (request.headers.get('service-worker') === 'script') {
      throw forbidden('A webhook or form is no service worker')
    }
    const response = await serve(request, trace)
    setHeader(response, 'x-content-type-options', 'nosniff')
    return response
  }
