/** The memory of a machine, and where its functions lie. */
export interface Snapshot {
  /** Everything but the free part of the engine's stack. */
  parts: { from: number; bytes: Uint8Array }[]
  /** Where the functions of the library lie. */
  entries: (readonly [name: string, address: unknown])[]
  /** Another machine can take it over if its worlds lie at the same addresses. */
  addresses: string
}

/** The memory of an engine with its library: the build of the package puts one in its place, so that nothing is loaded. */
export const builtMemory: Snapshot | undefined = undefined
