import { join } from 'node:path'

/** Where the tests of a copy note when one starts, and the service in the place of the true one when it is asked. */
export const LOG = join(import.meta.dirname, 'asked.log')
export const STARTED = '#'
export const ASKED = '.'
