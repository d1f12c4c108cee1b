import { Elysia } from 'elysia'
import type { Handler, SafeHandler } from '../core/http/error-handling.ts'
import type { Route } from '../core/http/routing.ts'

interface RouterOptions {
  /** Each handles its own failures: Elysia would answer them with its own texts. */
  routes: readonly Route<SafeHandler>[]
  /** Answers a request that no route matches. */
  unmatched: Handler
  /** Answers where Elysia itself fails. */
  failed(error: unknown, request: Request): Response | Promise<Response>
}

export interface Router {
  fetch(request: Request): Response | Promise<Response>
}

/**
 * Elysia as a router that neither reads bodies nor words refusals. Instances with the same routes share one Elysia app.
 * Elysia compiles the routes of each app and then collects garbage, which takes longer than the rest of a start in
 * memory.
 */
export function createRouter(options: RouterOptions): Router {
  const key = options.routes.map(({ method, path }) => `${method} ${path}`).join('\n')
  const app = apps.get(key) ?? createApp(options.routes)
  apps.set(key, app)
  return {
    fetch(request) {
      const before = serving
      serving = options
      try {
        return app.fetch(request)
      } finally {
        serving = before
      }
    },
  }
}

/** By their routes: there are as many as versions and settings that add routes. */
const apps = new Map<string, Pick<Elysia, 'fetch'>>()

/** Whose request is routed. Elysia calls a route's handler before `fetch` returns, so no other instance comes between. */
let serving: RouterOptions | undefined

function createApp(routes: RouterOptions['routes']): Pick<Elysia, 'fetch'> {
  // by default Elysia looks for the path from character 11 of a URL on, beyond the one of `http://a/`
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } }).onError(
    { as: 'global' },
    // as a block: from an expression Elysia would not see that a promise may be returned
    ({ error, code, request }) => {
      if (code !== 'NOT_FOUND') return serving?.failed(error, request)
      return serving?.unmatched(request)
    },
  )
  for (const [at, { method, path }] of routes.entries()) {
    // Elysia guesses from its source, comments too, whether a route is asynchronous: it is with a parser, or with
    // `return handler(…)`, and then each of its responses costs promises
    const serve = ({ request }: { request: Request }) => {
      const response = serving?.routes[at]?.serve(request)
      if (response) return response
    }
    app.route(method, withPlainNames(path), serve, method === 'GET' ? {} : { parse: 'none' })
  }
  return app
}

/** Elysia wants one name for a parameter in all paths that begin alike; operations read their own. */
const withPlainNames = (path: string) =>
  path
    .split('/')
    .map((part, at) => (part.startsWith(':') ? `:p${at}` : part))
    .join('/')
