import type { Control } from '../control/control.ts'
import { instrument, noteRefusal } from '../control/instrument.ts'
import { methodNotAllowed, unknownPath } from '../core/base/errors.ts'
import type { Caller, SenderOf } from '../core/http/api-key.ts'
import { editorRefusal } from '../core/http/editor-paths.ts'
import { type Handler, type Report, type SafeHandler, withErrorHandling } from '../core/http/error-handling.ts'
import type { Operation } from '../core/http/operation.ts'
import { pathOf } from '../core/http/path.ts'
import { respond } from '../core/http/reply.ts'
import { createRouting, type Route } from '../core/http/routing.ts'
import { handlersOf, type Surface } from '../core/http/surface.ts'
import type { Version } from '../core/http/version.ts'
import type { Overrides } from '../core/overrides/overrides.ts'
import { missingReply, withoutAccepted } from '../core/overrides/rewrite-answers.ts'

export interface ApiContext {
  version: Version
  senderOf: SenderOf
  report: Report
  overrides?: Overrides | undefined
  control?: Control | undefined
}

/**
 * Whether the service finds a path by its routes alone, so that it knows no other methods: one that ends in two slashes,
 * or in `#` and more where the path has no parameter.
 */
function isOnlyRouted(url: string, [operation]: readonly Operation[]): boolean {
  const { name } = pathOf(url)
  const hash = url.indexOf('#')
  const isInPath = hash >= 0 && !url.slice(0, hash).includes('?')
  return name.endsWith('//') || (isInPath && operation?.path.split('/').at(-1)?.startsWith(':') === false)
}

/** The routes of the API; with a control API, its operations are in the request log and under the fault rules. */
export function serveApi(surface: Surface<Operation, Caller>, context: ApiContext) {
  const { control, version, report, senderOf, overrides } = context
  const routing = createRouting(surface.operations, surface.base, version.takesSecondSlash)
  const handlers = handlersOf(surface, report)
  if (overrides) {
    for (const [operation, handler] of handlers) {
      handlers.set(operation, withErrorHandling(overridden(operation, handler, overrides), report))
    }
  }
  if (control) {
    for (const [operation, handler] of handlers) {
      const guarded = (faulty: Handler) => withErrorHandling(faulty, report, surface.texts?.(operation))
      handlers.set(operation, instrument(operation, handler, { ...control, senderOf }, guarded))
    }
  }

  /** A path, or a method, that the API does not have. */
  const refuse = withErrorHandling(
    request => {
      const { url, method } = request
      const { name } = pathOf(url)
      const methods = routing.find(name)
      if (!methods) {
        const answered = version.answerUnknown?.(method, name)
        if (answered) return answered
        throw editorRefusal(version, name) ?? unknownPath()
      }
      const replied = version.answerMethod?.(method, [...methods.values()])
      if (!replied) throw isOnlyRouted(url, [...methods.values()]) ? unknownPath() : methodNotAllowed(method)
      return respond(request, replied)
    },
    report,
    version.texts,
  )

  return {
    routes: Array.from(
      handlers,
      ([{ method, path }, serve]): Route<SafeHandler> => ({ method, path: surface.base + path, serve }),
    ),
    /** Answers what no route matches: a path in other letter case, with a slash at its end, by HEAD, or unknown. */
    answer(request: Request): Response | Promise<Response> {
      const { url, method } = request
      const methods = routing.find(pathOf(url).name)
      const operation = methods?.get(method) ?? (method === 'HEAD' ? methods?.get('GET') : undefined)
      const handler = operation && handlers.get(operation)
      if (handler) return handler(request)
      return control ? noteRefusal(request, refuse, control) : refuse(request)
    },
  }
}

/** An operation that the service does not have, or that accepts query parameters of which the version knows nothing. */
function overridden(operation: Operation, handler: SafeHandler, overrides: Overrides): Handler {
  const missing = missingReply(overrides, operation)
  return (request, record) => {
    if (!missing) return handler(withoutAccepted(request, overrides, operation), record)
    if (record) record.reply = missing
    return respond(request, missing)
  }
}
