import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { deserialize, serialize } from 'node:v8'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/**
 * Loads CommonJS modules of the package with what V8 compiled of them in an earlier process. Node has such a cache, too, but
 * stores what is compiled when a module is loaded, without the functions that are compiled when they are first called: those
 * are most of what a command compiles.
 *
 * @example
 * const modules = new CompiledModules({ folder: join(import.meta.dirname, 'commands'), file: join(cache, 'validate') })
 * const { run } = modules.load('./run.cjs')
 * process.on('exit', () => modules.store())
 */
export class CompiledModules {
  readonly #folder: string
  readonly #file: string
  readonly #stored: ReadonlyMap<string, Uint8Array>
  readonly #scripts = new Map<string, Script>()
  readonly #modules = new Map<string, { exports: unknown }>()
  readonly #require: NodeJS.Require
  #isStored = true

  /** @param file where what is compiled is stored; its name must change with the modules */
  constructor({ folder, file }: { folder: string; file: string }) {
    this.#folder = folder
    this.#file = file
    this.#stored = storedIn(file)
    this.#require = createRequire(join(folder, 'modules.cjs'))
  }

  /** What a module of the folder exports. @param name such as `./run.cjs` */
  load(name: string): unknown {
    const before = this.#modules.get(name)
    if (before) return before.exports
    const filename = join(this.#folder, name)
    const cachedData = this.#stored.get(name)
    // V8 takes a parameter that is undefined for none at all
    const script = new Script(readFileSync(filename, 'latin1'), { filename, ...(cachedData ? { cachedData } : {}) })
    if (script.cachedDataRejected !== false) this.#isStored = false
    this.#scripts.set(name, script)
    const module = { exports: {} as unknown }
    this.#modules.set(name, module)
    const run = script.runInThisContext() as ModuleCode
    run(module.exports, this.#requireFrom, module, filename, this.#folder)
    return module.exports
  }

  readonly #requireFrom = (name: string): unknown => (name.startsWith('./') ? this.load(name) : this.#require(name))

  /** Stores what has been compiled by now, where something was not stored before and the folder can be written. */
  store() {
    if (this.#isStored) return
    this.#isStored = true
    const compiled = Array.from(this.#scripts, ([name, script]) => [name, script.createCachedData()] as const)
    // several threads may do this at once
    const temporary = `${this.#file}.${process.pid}.${Math.random().toString(36).slice(2)}`
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(temporary, withChecksum(serialize(new Map([...this.#stored, ...compiled]))))
      renameSync(temporary, this.#file)
    } catch {
      // the next process compiles them again
    }
  }
}

/** What a module of the folder is when it has run as a script. */
type ModuleCode = (
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  filename: string,
  folder: string,
) => void

function storedIn(file: string): ReadonlyMap<string, Uint8Array> {
  try {
    const stored = readFileSync(file)
    const content = stored.subarray(CHECKSUM_BYTES)
    // V8 takes what it is given, and ends the process where that is damaged
    return crc32(content) === stored.readUInt32LE() ? (deserialize(content) as Map<string, Uint8Array>) : new Map()
  } catch {
    return new Map()
  }
}

const CHECKSUM_BYTES = 4

function withChecksum(content: Buffer): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt32LE(crc32(content))
  return Buffer.concat([checksum, content])
}
