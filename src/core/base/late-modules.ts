import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Built-in modules that few need, loaded when they are first read: for three of them Bun takes a tenth of a
 * start.
 *
 * @example
 * late.http.STATUS_CODES[404] // 'Not Found'
 */
export const late = {
  get assert() {
    return require('node:assert') as typeof import('node:assert')
  },
  get childProcess() {
    return require('node:child_process') as typeof import('node:child_process')
  },
  get http() {
    return require('node:http') as typeof import('node:http')
  },
  get net() {
    return require('node:net') as typeof import('node:net')
  },
}
