import process from 'node:process'

/** The runtime that this is. */
export const PLATFORM = 'Bun' in globalThis ? 'Bun' : 'Deno' in globalThis ? 'Deno' : 'Node'

/** Whether a blob is sent as it is. The other runtimes read a stream of it, but send bytes as they are. */
export const SENDS_BLOBS_FASTEST = PLATFORM === 'Bun'

/** The first major version of Node that has everything that is used here. */
const OLDEST_NODE = 22

/** A sentence on what is needed instead, where this is a Node that is too old. */
export function tooOldNode(): string | undefined {
  const { node } = process.versions
  if (PLATFORM !== 'Node' || Number.parseInt(node, 10) >= OLDEST_NODE) return undefined
  return `Understudy needs Node ${OLDEST_NODE} or later, Bun or Deno; this is Node ${node}`
}
