import { type Handler, type Report, type SafeHandler, withErrorHandling } from './error-handling.ts'
import { handlersOf, type Runnable, type Surface } from './surface.ts'

/** One thing that is served. */
export interface Route<H extends Handler = Handler> {
  /** `ALL` stands for any. */
  method: string
  /** Whole; `/*` at its end stands for anything. */
  path: string
  serve: H
}

/** The same routes, which answer whatever happens. */
export const safeRoutes = (routes: readonly Route[], report: Report): Route<SafeHandler>[] =>
  routes.map(route => ({ ...route, serve: withErrorHandling(route.serve, report) }))

/** A route for each operation of a surface. */
export const surfaceRoutes = <Operation extends Runnable<never, never>, Who>(
  surface: Surface<Operation, Who>,
  report: Report,
): Route<SafeHandler>[] =>
  Array.from(handlersOf(surface, report), ([{ method, path }, serve]) => ({ method, path: surface.base + path, serve }))
