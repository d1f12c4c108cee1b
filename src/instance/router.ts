import { Elysia } from 'elysia'
import type { Handler, SafeHandler } from '../http/error-handling.ts'
import type { Route } from '../http/routing.ts'

interface RouterOptions {
  /** Answers a request that no route matches. */
  unmatched: Handler
  /** Answers where Elysia itself fails. */
  failed(error: unknown, request: Request): Response | Promise<Response>
}

export interface Router {
  /** Only what answers whatever happens can be mounted: Elysia would answer a failure in its own words. */
  mount(route: Route<SafeHandler>): void
  fetch(request: Request): Response | Promise<Response>
}

/** Elysia as a router that neither reads bodies nor words refusals. */
export function createRouter({ unmatched, failed }: RouterOptions): Router {
  // by default Elysia looks for the path from character 11 of a URL on, beyond the one of `http://a/`
  const app = new Elysia({ normalize: false, handler: { standardHostname: false } }).onError(
    { as: 'global' },
    // as a block: from an expression Elysia would not see that a promise may be returned
    ({ error, code, request }) => {
      if (code !== 'NOT_FOUND') return failed(error, request)
      return unmatched(request)
    },
  )

  return {
    mount({ method, path, serve: handler }) {
      const serve = ({ request }: { request: Request }) => {
        const response = handler(request)
        // Elysia guesses from the source whether a route is asynchronous: it is with a parser, or with
        // `return handler(…)`, and then each of its responses costs promises
        if (response) return response
      }
      app.route(method, withPlainNames(path), serve, method === 'GET' ? {} : { parse: 'none' })
    },
    fetch: request => app.fetch(request),
  }
}

/** Elysia wants one name for a parameter in all paths that begin alike; operations read their own. */
const withPlainNames = (path: string) =>
  path
    .split('/')
    .map((part, at) => (part.startsWith(':') ? `:p${at}` : part))
    .join('/')
