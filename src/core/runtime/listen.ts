import type { Fetch, Listener, ListenOptions } from './listener.ts'
import { PLATFORM } from './platform.ts'

/**
 * Listens for requests, on Bun, Deno or Node.
 *
 * @throws ListenError where the platform refuses; its code is `EADDRINUSE` where the port is taken
 */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listener> {
  const platform = await load()
  try {
    return await platform.listen(fetch, options)
  } catch (cause) {
    throw new ListenError(options.hostname, options.port, cause)
  }
}

function load() {
  if (PLATFORM === 'Bun') return import('./bun.ts')
  if (PLATFORM === 'Deno') return import('./deno.ts')
  return import('./node.ts')
}

/** The platform does not let anyone listen there. The message says where and why. */
export class ListenError extends Error {
  override name = 'ListenError'
  /** The platform's own, such as `EADDRINUSE`. */
  readonly code: string

  constructor(hostname: string, port: number, cause: unknown) {
    const code = codeOf(cause)
    super(SENTENCES[code]?.(hostname, port) ?? `Nothing can listen on ${hostname}, port ${port}: ${reasonOf(cause)}`, {
      cause,
    })
    this.code = code
  }
}

const SENTENCES: Record<string, (hostname: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is in use. Stop what listens there, or choose another with --port (0 takes any free one).`,
  EADDRNOTAVAIL: hostname => `The address ${hostname} does not belong to this machine. Choose another with --host.`,
  EACCES: (_, port) => `This user may not listen on port ${port}. Choose another with --port.`,
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return ''
  if ('code' in cause && typeof cause.code === 'string') return cause.code
  // Deno has an error class each
  const byName: Record<string, string> = {
    AddrInUse: 'EADDRINUSE',
    AddrNotAvailable: 'EADDRNOTAVAIL',
    PermissionDenied: 'EACCES',
  }
  return byName[cause.name] ?? ''
}

const reasonOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))
