import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  Lifetime,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { builtEngine, type Snapshot } from './built-engine.ts'
import { LimitReached, TOO_DEEP } from './failure.ts'
import { FIRST, Pace } from './pace.ts'
import { JMESPATH, LIBRARY, LUXON } from './realm-library.ts'

/** Bytes that a run may use for its values. */
const MEMORY = 128 * 1024 * 1024
/** The longest value that is handed over as JSON: what is made of it takes many times as much outside. */
const MAX_TEXT = 32 * 1024 * 1024
/** Pages of 64 kB: what the engine can use at all. */
const MAX_PAGES = 256 * 16
/** A machine whose memory has grown further is not used again: memory of WebAssembly never shrinks. */
const MAX_REUSED_BYTES = 48 * 1024 * 1024
/** Bytes of the engine's own stack, which a deep recursion fills. */
const STACK = 160 * 1024

/** The engine stores the name of its program first: with one of another length all else lies elsewhere. */
const PROGRAM = 'engine'

/** The functions of the library that the host calls, by name. */
export type EntryName =
  | 'prepareCode'
  | 'prepareLibraries'
  | 'begin'
  | 'enter'
  | 'compile'
  | 'evaluate'
  | 'startCode'
  | 'outcome'
  | 'checkCode'
/** Expressions and Code have globals of their own. */
export type World = 'expressions' | 'code'

/** Answers a question of the library: plain data; a text that begins with `!` is a failure. */
export type Answer = (question: string, given: unknown[]) => string

let base: Snapshot | undefined
let withLibraries: Snapshot | undefined

/**
 * An engine in a memory of its own, with a prepared world for expressions and one for Code. Before each run its memory is
 * written again, so that nothing of one run is there in the next.
 */
export class Machine {
  readonly #runtime: QuickJSRuntime
  readonly #memory: WebAssembly.Memory
  readonly #contexts: Record<World, QuickJSContext>
  readonly #paces: Record<World, Pace>
  readonly #entries = new Map<string, QuickJSHandle>()
  #world: World = 'expressions'
  #answer: Answer = () => ''
  #deadline = Number.POSITIVE_INFINITY
  #isBroken = false
  #isUsed = false
  #wantsLibraries = false

  /** Compiles and starts an engine: some 10 ms; the first of a checkout 60. */
  static async create(): Promise<Machine> {
    const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_PAGES })
    const emscriptenModule: object = { thisProgram: PROGRAM }
    const code = builtEngine && { wasmModule: builtEngine.code }
    const engine = newVariant(variant, { wasmMemory: memory, emscriptenModule, ...code })
    const module = await newQuickJSWASMModuleFromVariant(engine)
    const runtime = module.newRuntime()
    runtime.setMemoryLimit(MEMORY)
    runtime.setMaxStackSize(STACK)
    return new Machine(runtime, memory)
  }

  private constructor(runtime: QuickJSRuntime, memory: WebAssembly.Memory) {
    this.#runtime = runtime
    this.#memory = memory
    this.#contexts = { expressions: runtime.newContext(), code: runtime.newContext() }
    const { expressions, code } = this.#contexts
    this.#paces = { expressions: new Pace(memory, expressions), code: new Pace(memory, code) }
    runtime.setInterruptHandler(() => {
      const now = performance.now()
      this.#paces[this.#world].asked(now)
      return now > this.#deadline
    })
    for (const world of WORLDS) this.#addQuestions(world)
    const known = withLibraries ?? base ?? this.#builtBefore()
    if (known) {
      this.#takeOver(known)
      return
    }
    for (const world of WORLDS) this.#askFirst(world)
    for (const world of WORLDS) this.#load(world)
    this.#call('code', 'prepareCode')
    base = this.#snapshot()
  }

  /** Has the engine ask whether to go on, so that it is known how to have it ask more often. */
  #askFirst(world: World) {
    const context = this.#contexts[world]
    this.#world = world
    context.unwrapResult(context.evalCode(FIRST)).dispose()
  }

  /** What was loaded when the package was built, unless this runtime lays out the memory in another way. */
  #builtBefore(): Snapshot | undefined {
    const memory = builtEngine?.memory
    if (memory?.addresses === this.#addresses()) base = memory
    return base
  }

  /** The memory that machines have before their first run. */
  get prepared(): Snapshot {
    return base as Snapshot
  }

  /** What its memory takes. */
  get bytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** Becomes what another machine was: both lay out their memory in the same way. */
  #takeOver(snapshot: Snapshot) {
    for (const [name, address] of snapshot.entries)
      this.#entries.set(
        name,
        new Lifetime(address as QuickJSHandle['value'], undefined, undefined, this.#runtime) as QuickJSHandle,
      )
    for (const [at, world] of WORLDS.entries()) this.#paces[world].takeOver(snapshot.counters[at])
    this.#restore(snapshot)
  }

  /** Gives a world the function by which it asks the host. */
  #addQuestions(world: World) {
    const context = this.#contexts[world]
    const ask = context.newFunction('ask', (question, given) => {
      const name = context.getString(question)
      const values = JSON.parse(context.getString(given)) as unknown[]
      return context.newString(name === 'program' ? this.#program(String(values[0])) : this.#answer(name, values))
    })
    context.setProp(context.global, '__ask', ask)
    ask.dispose()
  }

  #load(world: World) {
    const context = this.#contexts[world]
    const library = context.unwrapResult(context.evalCode(LIBRARY, '<library>'))
    const entries = context.getProp(library, 'entries')
    for (const name of ENTRIES) this.#entries.set(`${world}.${name}`, context.getProp(entries, name))
    entries.dispose()
    library.dispose()
  }

  #program(name: string): string {
    this.#wantsLibraries = true
    return name === 'luxon' ? LUXON : JMESPATH
  }

  /**
   * Calls the library.
   *
   * @throws LimitReached where the run's time or memory is used up
   */
  call(world: World, name: EntryName, ...given: (string | number)[]): string {
    this.#isUsed = true
    if (this.#isBroken) throw new LimitReached('The engine of this run has stopped')
    if (performance.now() > this.#deadline) throw timeIsOver()
    try {
      return this.#call(world, name, ...given)
    } catch (error) {
      this.#isBroken = true
      throw error instanceof LimitReached ? error : new LimitReached(TOO_DEEP, { cause: error })
    }
  }

  #call(world: World, name: EntryName, ...given: (string | number)[]): string {
    const context = this.#contexts[world]
    const before = this.#world
    this.#world = world
    const handles = given.map(value =>
      typeof value === 'number' ? context.newNumber(value) : context.newString(value),
    )
    const result = context.callFunction(
      this.#entries.get(`${world}.${name}`) as QuickJSHandle,
      context.undefined,
      ...handles,
    )
    this.#world = before
    for (const handle of handles) handle.dispose()
    if (result.error) throw this.#limitOf(context, result.error)
    const text = context.getString(result.value)
    result.value.dispose()
    if (text.length > MAX_TEXT) throw limitOf('out of memory')
    if (text.startsWith('!{"crash":')) throw limitOf((JSON.parse(text.slice(1)) as { crash: string }).crash)
    return text
  }

  #limitOf(context: QuickJSContext, error: QuickJSHandle): LimitReached {
    const dumped: unknown = context.dump(error)
    error.dispose()
    return limitOf(String((dumped as { message?: unknown } | undefined)?.message ?? dumped))
  }

  /** Runs what promises have queued. */
  runJobs() {
    if (performance.now() > this.#deadline) throw timeIsOver()
    this.#world = 'code'
    try {
      for (;;) {
        const result = this.#runtime.executePendingJobs(-1)
        if (result.error) {
          const { context } = result.error as QuickJSHandle & { context?: QuickJSContext }
          throw this.#limitOf(context ?? this.#contexts.code, result.error)
        }
        if (result.value === 0) return
      }
    } catch (error) {
      this.#isBroken = true
      throw error instanceof LimitReached ? error : new LimitReached(TOO_DEEP, { cause: error })
    }
  }

  /** Makes it ready for a run. @param deadline by `performance.now()` */
  begin(answer: Answer, deadline: number) {
    this.#answer = answer
    this.#deadline = deadline
    const now = performance.now()
    for (const world of WORLDS) this.#paces[world].begin(now)
  }

  /** Ends a run. @returns whether the machine can be used for another one */
  end(): boolean {
    this.#answer = () => ''
    this.#deadline = Number.POSITIVE_INFINITY
    if (!this.#isUsed) return true
    this.#isUsed = false
    if (this.#isBroken || this.bytes > MAX_REUSED_BYTES) return false
    if (this.#wantsLibraries && !withLibraries) this.#addLibraries()
    this.#restore(withLibraries ?? (base as Snapshot))
    return true
  }

  /** The next runs have them without waiting. */
  #addLibraries() {
    // what runs have left would be stored, too, where the memory of another machine ends
    new Uint8Array(this.#memory.buffer).fill(0)
    this.#restore(base as Snapshot)
    const run = JSON.stringify({ now: 0, zone: 'UTC', seed: 0, workflow: {}, execution: {} })
    for (const world of WORLDS) this.#call(world, 'prepareLibraries', run)
    withLibraries = this.#snapshot()
  }

  #snapshot(): Snapshot {
    const all = new Uint8Array(this.#memory.buffer)
    // by words of 32 bits: it is 16 MB and more, most of it zero
    const words = new Uint32Array(this.#memory.buffer)
    let last = words.length
    while (last > 0 && words[last - 1] === 0) last--
    const end = last * WORD
    const { from, to } = longestGap(words.subarray(0, last))
    const parts = [
      { from: 0, bytes: all.slice(0, from) },
      { from: to, bytes: all.slice(to, end) },
    ]
    const entries = [...this.#entries].map(([name, handle]) => [name, handle.value] as const)
    const counters = WORLDS.map(world => this.#paces[world].place)
    return { parts, entries, counters, addresses: this.#addresses() }
  }

  #restore({ parts, addresses }: Snapshot) {
    if (addresses !== this.#addresses()) throw new Error('Two engines of this runtime differ in their memory')
    const all = new Uint8Array(this.#memory.buffer)
    for (const { from, bytes } of parts) all.set(bytes, from)
  }

  #addresses(): string {
    const { expressions, code } = this.#contexts
    return [expressions, code].map(context => context.undefined.value + context.global.value).join()
  }
}

const WORLDS: readonly World[] = ['expressions', 'code']

const ENTRIES: readonly EntryName[] = [
  'prepareCode',
  'prepareLibraries',
  'begin',
  'enter',
  'compile',
  'evaluate',
  'startCode',
  'outcome',
  'checkCode',
]

/** The longest run of zeros, by pages: the free part of the stack. */
function longestGap(words: Uint32Array): { from: number; to: number } {
  const page = 1024
  let gap = { from: words.length, to: words.length }
  for (let at = 0; at < words.length; ) {
    let end = at
    while (end < words.length && isZero(words, end, page)) end += page
    if (end - at > gap.to - gap.from) gap = { from: at, to: Math.min(end, words.length) }
    at = end + page
  }
  return { from: gap.from * WORD, to: gap.to * WORD }
}

/** Bytes of a word. */
const WORD = 4

function isZero(words: Uint32Array, from: number, length: number): boolean {
  const to = Math.min(from + length, words.length)
  for (let at = from; at < to; at++) if (words[at] !== 0) return false
  return true
}

const timeIsOver = () => new LimitReached('The time limit of a simulated run is reached')

function limitOf(message: string): LimitReached {
  if (message === 'interrupted') return timeIsOver()
  if (message === 'out of memory') return new LimitReached('The memory limit of a simulated run is reached')
  return new LimitReached(message)
}
