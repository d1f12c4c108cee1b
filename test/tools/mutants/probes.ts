import { existsSync, readFileSync, rmSync } from 'node:fs'
import type { MeasuredFile } from './measure-tests.ts'
import { hashOf, isGenerated, type Project } from './project.ts'
import { withProbes } from './regions.ts'
import type { ThrowAwayCopy } from './throw-away-copy.ts'

/** What cannot write down what it runs: an engine inside of the program, and a process that may write nothing. */
const UNSEEN = [
  { of: 'src/runs/expressions/inside/', runBy: 'src/runs/expressions/machine.ts' },
  { of: 'src/runs/installed/child/', runBy: 'src/runs/installed/child-process.ts' },
]

/** The file that runs this one, where that one alone is seen to run. */
export const runnerOf = (file: string) => UNSEEN.find(({ of }) => file.startsWith(of))?.runBy

const isProbed = (file: string) =>
  /^src\/.*(?<!\.d)\.ts$/.test(file) && !file.startsWith('src/page/client/') && runnerOf(file) === undefined

const MODULE = 'probes.mjs'
const LOG = 'probed'

/** A file of the source, and its offset in all of them, one behind the other. */
interface Source {
  file: string
  text: string
  hash: string
  offset: number
  /** The text with the calls. */
  probed: string
}

/** Makes the source in a copy write down what it runs, in whatever process or worker. */
export class Probes {
  readonly #copy: ThrowAwayCopy
  readonly #sources: Source[] = []

  constructor(copy: ThrowAwayCopy, { files }: Project) {
    this.#copy = copy
    let offset = 0
    const module = copy.path(MODULE)
    for (const file of files.filter(isProbed)) {
      const text = readFileSync(copy.path(file), 'utf8')
      if (isGenerated(text)) continue
      this.#sources.push({ file, text, hash: hashOf(file, text), offset, probed: withCalls(text, offset, module) })
      offset += text.length + 1
    }
    copy.write(MODULE, moduleText(copy.path(LOG), offset))
    this.insert()
  }

  insert() {
    for (const { file, probed } of this.#sources) this.#copy.write(file, probed)
  }

  /** What ran since this was asked last. */
  take(): Record<string, MeasuredFile> {
    const log = this.#copy.path(LOG)
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    rmSync(log, { force: true })
    const places = [...new Set(text.split('\n').filter(Boolean).map(Number))]
    const ran: Record<string, MeasuredFile> = {}
    for (const place of places.sort((one, other) => one - other)) {
      const { file, hash, offset } = this.#sources.findLast(({ offset }) => offset <= place) as Source
      ran[file] ??= { hash, regions: [] }
      ran[file].regions.push(place - offset)
    }
    return ran
  }

  remove() {
    for (const { file, text } of this.#sources) this.#copy.write(file, text)
  }
}

function withCalls(text: string, offset: number, module: string) {
  const shebang = /^#!.*\n/.exec(text)?.[0] ?? ''
  const called = withProbes(text, start => `ranHere(${offset + start})`).slice(shebang.length)
  return `${shebang}import { ranHere } from ${JSON.stringify(module)};ranHere(${offset});${called}`
}

/** A test may fill the disk, and close all files. */
const moduleText = (log: string, count: number) => `import { appendFileSync } from 'node:fs'
const seen = new Uint8Array(${count})
export function ranHere(place) {
  if (seen[place]) return
  seen[place] = 1
  try {
    appendFileSync(${JSON.stringify(log)}, place + '\\n')
  } catch {}
}
`
