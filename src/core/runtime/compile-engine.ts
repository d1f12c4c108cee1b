import { setFlagsFromString } from 'node:v8'
import { PLATFORM } from './platform.ts'

/** How long V8 runs a part of WebAssembly before it optimises it, as its flag counts: its default, and about the most. */
const USUAL_BUDGET = 13_000_000
const LARGE_BUDGET = 2_000_000_000

/**
 * Compiles the engine of runs. Node optimises its parts later than usual, in whatever thread it runs: that takes more
 * processor time than all that most commands do, and pays for those alone that compute for long.
 */
export function compileEngine(code: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  if (PLATFORM !== 'Node') return new WebAssembly.Module(code)
  // read when a module is made; what Node caches is bound to the flags, so they are soon what they were
  setFlagsFromString(`--wasm-tiering-budget=${LARGE_BUDGET}`)
  // of its functions, few are called
  setFlagsFromString('--wasm-lazy-validation')
  try {
    return new WebAssembly.Module(code)
  } finally {
    setFlagsFromString(`--wasm-tiering-budget=${USUAL_BUDGET}`)
    setFlagsFromString('--no-wasm-lazy-validation')
  }
}
