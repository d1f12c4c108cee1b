/** The memory of a machine, and where its functions lie. */
export interface Snapshot {
  /** Everything but the free part of the engine's stack. */
  parts: { from: number; bytes: Uint8Array }[]
  /** Where the functions of the library lie. */
  entries: (readonly [name: string, address: unknown])[]
  /** Where the counters of `Pace` are: of expressions, and of Code. */
  counters: (number | undefined)[]
  /** Another machine can take it over if its worlds lie at the same addresses. */
  addresses: string
}

/**
 * The engine as a file that need not be decoded, and its memory with the library, so that nothing is loaded: the build of
 * the package puts these in its place.
 */
export const builtEngine: { code: WebAssembly.Module; memory: Snapshot } | undefined = undefined
