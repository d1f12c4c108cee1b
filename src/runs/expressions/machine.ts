import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import {
  Lifetime,
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core'
import { builtEngine, type Snapshot, type World } from './built-engine.ts'
import { LimitReached, TOO_DEEP } from './failure.ts'
import { FIRST, Pace } from './pace.ts'
import { JMESPATH, LIBRARY, LUXON, TITLE_CASE, TRANSLITERATION } from './realm-library.ts'

/** Bytes that a run may use for the values of its expressions, and as many for those of its Code. */
const MEMORY = 128 * 1024 * 1024
/** The longest value that is handed over as JSON: what is made of it takes many times as much outside. */
const MAX_TEXT = 32 * 1024 * 1024
/** Pages of 64 kB: what the engine can use at all. */
const MAX_PAGES = 256 * 16
/** A machine whose memory has grown further is not used again: memory of WebAssembly never shrinks. */
const MAX_REUSED_BYTES = 48 * 1024 * 1024
/** Bytes of the engine's own stack, which a deep recursion fills. */
const STACK = 160 * 1024

/** The packages that the library of a machine loads, by name. */
const PACKAGES: Readonly<Record<string, string>> = {
  luxon: LUXON,
  jmespath: JMESPATH,
  'title-case': TITLE_CASE,
  transliteration: TRANSLITERATION,
}
/** After a run that loaded one of these, both are ready in the memory that the next one starts from. */
const LIBRARIES = ['luxon', 'jmespath']

/** The engine stores the name of its program first: with one of another length all else lies elsewhere. */
const PROGRAM = 'engine'

/** What the free part of a memory is filled with. */
const FREE = 0x65657266
/**
 * Marks what loading has left free: it need not be written again for each run. Each list leaves some words behind where it
 * begins, so the longest are the last.
 */
const MARK_FREE = `for (let size = 128; size <= 16384; size *= 2) {
  const lists = []
  for (let left = 75000; left > 0; left -= size) lists.push(new Uint32Array(size).fill(${FREE}))
}`

/** The functions of the library that the host calls, by name. */
export type EntryName =
  | 'prepareCode'
  | 'prepareLibraries'
  | 'enter'
  | 'compile'
  | 'evaluate'
  | 'startCode'
  | 'outcome'
  | 'checkCode'
/** Answers a question of the library: plain data; a text that begins with `!` is a failure. */
export type Answer = (question: string, given: unknown[]) => string

/** What a machine of each world starts from. */
const prepared: Partial<Record<World, Snapshot>> = {}
const withLibraries: Partial<Record<World, Snapshot>> = {}

/**
 * An engine in a memory of its own, with the library of its world. After each run its memory is written again, so that
 * nothing of one run is there in the next. Each world has machines of its own: most runs need one of the two, and half of
 * the memory fits into the caches of a processor.
 */
export class Machine {
  readonly #world: World
  readonly #runtime: QuickJSRuntime
  readonly #memory: WebAssembly.Memory
  readonly #context: QuickJSContext
  readonly #pace: Pace
  readonly #entries = new Map<string, QuickJSHandle>()
  #answer: Answer = () => ''
  #deadline = Number.POSITIVE_INFINITY
  #isBroken = false
  #isUsed = false
  #wantsLibraries = false

  /** Compiles and starts an engine: some 10 ms; the first of a checkout 60. */
  static async create(world: World): Promise<Machine> {
    const memory = new WebAssembly.Memory({ initial: 256, maximum: MAX_PAGES })
    const emscriptenModule: object = { thisProgram: PROGRAM }
    const code = builtEngine && { wasmModule: builtEngine.code }
    const engine = newVariant(variant, { wasmMemory: memory, emscriptenModule, ...code })
    const module = await newQuickJSWASMModuleFromVariant(engine)
    const runtime = module.newRuntime()
    runtime.setMemoryLimit(MEMORY)
    runtime.setMaxStackSize(STACK)
    return new Machine(world, runtime, memory)
  }

  private constructor(world: World, runtime: QuickJSRuntime, memory: WebAssembly.Memory) {
    this.#world = world
    this.#runtime = runtime
    this.#memory = memory
    this.#context = runtime.newContext()
    this.#pace = new Pace(memory, this.#context)
    runtime.setInterruptHandler(() => {
      const now = performance.now()
      this.#pace.asked(now)
      return now > this.#deadline
    })
    this.#addQuestions()
    const known = withLibraries[world] ?? prepared[world] ?? this.#builtBefore()
    if (known) {
      this.#takeOver(known)
      return
    }
    this.#askFirst()
    this.#load()
    if (world === 'code') this.#call('prepareCode')
    prepared[world] = this.#snapshot()
  }

  /** Has the engine ask whether to go on, so that it is known how to have it ask more often. */
  #askFirst() {
    this.#context.unwrapResult(this.#context.evalCode(FIRST)).dispose()
  }

  /** What was loaded when the package was built, unless this runtime lays out the memory in another way. */
  #builtBefore(): Snapshot | undefined {
    const memory = builtEngine?.memories[this.#world]
    if (memory?.addresses === this.#addresses()) prepared[this.#world] = memory
    return prepared[this.#world]
  }

  /** The memory that machines of its world have before their first run. */
  get prepared(): Snapshot {
    return prepared[this.#world] as Snapshot
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
    this.#pace.takeOver(snapshot.counter)
    this.#restore(snapshot)
  }

  /** Gives the library the function by which it asks the host. */
  #addQuestions() {
    const context = this.#context
    const ask = context.newFunction('ask', (question, given) => {
      const name = context.getString(question)
      const values = JSON.parse(context.getString(given)) as unknown[]
      return context.newString(name === 'program' ? this.#program(String(values[0])) : this.#answer(name, values))
    })
    context.setProp(context.global, '__ask', ask)
    ask.dispose()
  }

  #load() {
    const context = this.#context
    const library = context.unwrapResult(context.evalCode(LIBRARY, '<library>'))
    const entries = context.getProp(library, 'entries')
    for (const name of ENTRIES) this.#entries.set(name, context.getProp(entries, name))
    entries.dispose()
    library.dispose()
  }

  #program(name: string): string {
    this.#wantsLibraries ||= LIBRARIES.includes(name)
    return PACKAGES[name] as string
  }

  /**
   * Calls the library.
   *
   * @throws LimitReached where the run's time or memory is used up
   */
  call(name: EntryName, ...given: (string | number)[]): string {
    this.#isUsed = true
    if (this.#isBroken) throw new LimitReached('The engine of this run has stopped')
    if (performance.now() > this.#deadline) throw timeIsOver()
    try {
      return this.#call(name, ...given)
    } catch (error) {
      this.#isBroken = true
      throw error instanceof LimitReached ? error : new LimitReached(TOO_DEEP, { cause: error })
    }
  }

  #call(name: EntryName, ...given: (string | number)[]): string {
    const context = this.#context
    const handles = given.map(value =>
      typeof value === 'number' ? context.newNumber(value) : context.newString(value),
    )
    const result = context.callFunction(this.#entries.get(name) as QuickJSHandle, context.undefined, ...handles)
    for (const handle of handles) handle.dispose()
    if (result.error) throw this.#limitOf(result.error)
    const text = context.getString(result.value)
    result.value.dispose()
    if (text.length > MAX_TEXT) throw limitOf('out of memory')
    if (text.startsWith('!{"crash":')) throw limitOf((JSON.parse(text.slice(1)) as { crash: string }).crash)
    return text
  }

  #limitOf(error: QuickJSHandle): LimitReached {
    const dumped: unknown = this.#context.dump(error)
    error.dispose()
    return limitOf(String((dumped as { message?: unknown } | undefined)?.message ?? dumped))
  }

  /** Runs what promises have queued. */
  runJobs() {
    if (performance.now() > this.#deadline) throw timeIsOver()
    try {
      for (;;) {
        const result = this.#runtime.executePendingJobs(-1)
        if (result.error) throw this.#limitOf(result.error)
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
    this.#pace.begin(performance.now())
  }

  /** Ends a run. @returns whether the machine can be used for another one */
  end(): boolean {
    this.#answer = () => ''
    this.#deadline = Number.POSITIVE_INFINITY
    if (!this.#isUsed) return true
    this.#isUsed = false
    if (this.#isBroken || this.bytes > MAX_REUSED_BYTES) return false
    if (this.#wantsLibraries && !withLibraries[this.#world]) this.#addLibraries()
    this.#restore(withLibraries[this.#world] ?? this.prepared)
    return true
  }

  /** The next runs have them without waiting. */
  #addLibraries() {
    // what runs have left would be stored, too, where the memory of another machine ends
    new Uint8Array(this.#memory.buffer).fill(0)
    this.#restore(this.prepared)
    const run = JSON.stringify({ now: 0, zone: 'UTC', seed: 0, workflow: {}, execution: {} })
    this.#call('prepareLibraries', run)
    withLibraries[this.#world] = this.#snapshot()
  }

  #snapshot(): Snapshot {
    this.#context.unwrapResult(this.#context.evalCode(MARK_FREE)).dispose()
    const parts = partsInUse(new Uint32Array(this.#memory.buffer)).map(({ from, to }) => ({
      from: from * WORD,
      bytes: new Uint8Array(this.#memory.buffer.slice(from * WORD, to * WORD)),
    }))
    const entries = [...this.#entries].map(([name, handle]) => [name, handle.value] as const)
    return { parts, entries, counter: this.#pace.place, addresses: this.#addresses() }
  }

  #restore({ parts, addresses }: Snapshot) {
    if (addresses !== this.#addresses()) throw new Error('Two engines of this runtime differ in their memory')
    const all = new Uint8Array(this.#memory.buffer)
    for (const { from, bytes } of parts) all.set(bytes, from)
  }

  #addresses(): string {
    return String(this.#context.undefined.value + this.#context.global.value)
  }
}

const ENTRIES: readonly EntryName[] = [
  'prepareCode',
  'prepareLibraries',
  'enter',
  'compile',
  'evaluate',
  'startCode',
  'outcome',
  'checkCode',
]

/** Bytes of a word. */
const WORD = 4
/** Words that are stored together, or not. */
const GRAIN = 128

/** What is in use, as places of words: neither marked as free, nor of the free part of the stack. */
function partsInUse(words: Uint32Array): { from: number; to: number }[] {
  let last = words.length
  while (last > 0 && words[last - 1] === 0) last--
  const gap = longestGap(words.subarray(0, last))
  const parts: { from: number; to: number }[] = []
  for (let from = 0; from < last; from += GRAIN) {
    const to = Math.min(from + GRAIN, last)
    if ((from >= gap.from && to <= gap.to) || isAll(FREE, words.subarray(from, to))) continue
    const before = parts.at(-1)
    if (before?.to === from) before.to = to
    else parts.push({ from, to })
  }
  return parts
}

/** The longest run of zeros, by pages: the free part of the stack. */
function longestGap(words: Uint32Array): { from: number; to: number } {
  const page = 1024
  let gap = { from: words.length, to: words.length }
  for (let at = 0; at < words.length; ) {
    let end = at
    while (end < words.length && isAll(0, words.subarray(end, end + page))) end += page
    if (end - at > gap.to - gap.from) gap = { from: at, to: Math.min(end, words.length) }
    at = end + page
  }
  return gap
}

function isAll(value: number, words: Uint32Array): boolean {
  for (const word of words) if (word !== value) return false
  return true
}

const timeIsOver = () => new LimitReached('The time limit of a simulated run is reached')

function limitOf(message: string): LimitReached {
  if (message === 'interrupted') return timeIsOver()
  if (message === 'out of memory') return new LimitReached('The memory limit of a simulated run is reached')
  return new LimitReached(message)
}
