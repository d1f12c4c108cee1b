import type { Handler } from './error-handling.ts'

/** One thing that is served beside the operations: pages, documentation, health. */
export interface Route {
  method: 'GET' | 'POST'
  /** Whole; `/*` at its end stands for anything. */
  path: string
  serve: Handler
}
