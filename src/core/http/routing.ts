import { type Handler, type Report, type SafeHandler, withErrorHandling } from './error-handling.ts'
import { handlersOf, type Runnable, type Surface } from './surface.ts'

interface Routed {
  method: string
  path: string
}

interface Template<T> {
  segments: string[]
  operations: T[]
}

/**
 * Which operations answer a path, by method. The service ignores letter case and one trailing slash
 * (docs/behaviour/common.md#routing). Where several paths fit, the one with a fixed part where the others are open wins.
 *
 * @param takesSecondSlash whether an operation is also found where its path ends in two slashes
 */
export function createRouting<T extends Routed>(
  operations: readonly T[],
  base: string,
  takesSecondSlash: (operation: T) => boolean = () => false,
) {
  let templates: Template<T>[] | undefined
  return {
    /** The operations of a path by method; `undefined` for a path that the API does not have. */
    find(pathname: string): ReadonlyMap<string, T> | undefined {
      const trimmed = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
      const segments = trimmed.split('/')
      const found = new Map<string, T>()
      // an instance that never looks for a path is spared the table
      templates ??= templatesOf(operations, base, takesSecondSlash)
      for (const template of templates) {
        if (!isPathOf(template.segments, segments)) continue
        for (const operation of template.operations)
          if (!found.has(operation.method)) found.set(operation.method, operation)
      }
      return found.size > 0 ? found : undefined
    },
  }
}

function templatesOf<T extends Routed>(
  operations: readonly T[],
  base: string,
  takesSecondSlash: (operation: T) => boolean,
): Template<T>[] {
  const templates = new Map<string, Template<T>>()
  const add = (operation: T, segments: string[]) => {
    const key = segments.join('/')
    const template = templates.get(key) ?? { segments, operations: [] }
    template.operations.push(operation)
    templates.set(key, template)
  }
  for (const operation of operations) {
    const segments = `${base}${operation.path}`
      .split('/')
      .map(part => (part.startsWith(':') ? ':' : part.toLowerCase()))
    add(operation, segments)
    if (takesSecondSlash(operation)) add(operation, [...segments, ''])
  }
  return [...templates.values()].sort((a, b) => bySpecificity(a.segments, b.segments))
}

/** Fixed parts before open ones, from left to right; only paths with as many parts can fit the same. */
function bySpecificity(a: readonly string[], b: readonly string[]) {
  if (a.length !== b.length) return a.length - b.length
  const at = a.findIndex((part, index) => (part === ':') !== (b[index] === ':'))
  return Number(a[at] === ':') - Number(b[at] === ':')
}

const isPathOf = (template: readonly string[], segments: readonly string[]) =>
  template.length === segments.length &&
  template.every((part, at) => (part === ':' ? segments[at] !== '' : part === segments[at]?.toLowerCase()))

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
