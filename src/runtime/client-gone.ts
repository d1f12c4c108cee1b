import { PLATFORM } from './platform.ts'

/** Aborted when the client of a request goes away. On Deno nothing tells: asking prints a warning there. */
export const clientGone = (request: Request) => (PLATFORM === 'Deno' ? undefined : request.signal)
