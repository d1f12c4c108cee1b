import type { QuickJSContext } from 'quickjs-emscripten-core'

/** QuickJS asks whether to go on after so many loops and calls. */
const USUAL = 10_000
/** Here it asks sooner: a single call of a native function may take a tenth of a second. */
const MOST = 16
/** Bytes of a context within which its counter lies. */
const CONTEXT_SIZE = 1024
const SLOW_MS = 20

/** Code that has an engine ask for the first time. */
export const FIRST = `for (let i = 0; i <= ${USUAL}; i++);`

/**
 * How often an engine asks whether its time is over. QuickJS counts loops and calls, whatever they cost: 10,000 calls of
 * `Object.keys` on a large text are minutes. Its counter is set to less, and to one while what it counts is slow.
 */
export class Pace {
  readonly #memory: WebAssembly.Memory
  readonly #start: number | undefined
  #words: Int32Array
  /** Where the counter is: known after the first question, which comes when a loop has run once (`FIRST`). */
  #place: number | undefined
  #isSought = false
  #step = MOST
  #last = 0

  constructor(memory: WebAssembly.Memory, context: QuickJSContext) {
    this.#memory = memory
    this.#words = new Int32Array(memory.buffer)
    const { ctx } = context as unknown as { ctx?: { value?: unknown } }
    this.#start = typeof ctx?.value === 'number' ? ctx.value / 4 : undefined
  }

  /** Where the counter is, in words of the memory; `undefined` where it was not found. */
  get place(): number | undefined {
    return this.#place
  }

  /** Another engine with the same memory has found it. */
  takeOver(place: number | undefined) {
    this.#place = place
    this.#isSought = true
  }

  /** Call it before a run: its first question comes soon, too. */
  begin(now: number) {
    this.#last = now
    this.#step = MOST
    this.#set()
  }

  /** Call it when the engine asks: its counter has just been set again. */
  asked(now: number) {
    if (!this.#isSought) this.#seek()
    const took = now - this.#last
    this.#last = now
    this.#step = took > SLOW_MS ? 1 : Math.min(MOST, this.#step * 2)
    this.#set()
  }

  #set() {
    if (this.#place !== undefined) this.#memoryNow()[this.#place] = this.#step
  }

  #memoryNow() {
    if (this.#words.buffer !== this.#memory.buffer) this.#words = new Int32Array(this.#memory.buffer)
    return this.#words
  }

  /** The counter is the only number of its value; an engine that is made in another way is left as it is. */
  #seek() {
    this.#isSought = true
    if (this.#start === undefined) return
    const found: number[] = []
    const words = this.#memoryNow()
    for (let at = this.#start; at < this.#start + CONTEXT_SIZE / 4; at++) if (words[at] === USUAL) found.push(at)
    if (found.length === 1) this.#place = found[0]
  }
}
