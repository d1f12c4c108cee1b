/** Expressions and Code have globals of their own. */
export type World = 'expressions' | 'code'

/** The memory of a machine, and where its functions lie. */
export interface Snapshot {
  /** What is in use. */
  parts: { from: number; bytes: Uint8Array }[]
  /** Where the functions of the library lie. */
  entries: (readonly [name: string, address: unknown])[]
  /** Where the counter of `Pace` is. */
  counter: number | undefined
  /** Another machine can take it over if its world lies at the same addresses. */
  addresses: string
}

/**
 * The engine as a file that need not be decoded, and its memories with the library, so that nothing is loaded: the build of
 * the package puts these in its place.
 */
export const builtEngine: { code: WebAssembly.Module; memories: Record<World, Snapshot> } | undefined = undefined
