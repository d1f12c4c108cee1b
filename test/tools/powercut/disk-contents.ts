import { basename } from 'node:path'
import type { FileStat } from '../../../src/core/storage/files/index.ts'
import { CrashStates, type Image } from './crash-states.ts'
import { systemError } from './operations.ts'
import { changed, type DataStep, enter, type FolderStep, type Step } from './steps.ts'

/** The files of a simulated disk as programs see them, and the steps that led there. */
export class DiskContents {
  readonly steps: Step[] = []
  readonly entries: Map<string, number>
  readonly #start: { files: Map<number, Uint8Array>; entries: Map<string, number> }
  readonly #contents: Map<number, Uint8Array>
  readonly #changes = new Map<number, bigint>()
  #lastFile = 0

  constructor(image: Image) {
    const files = new Map<number, Uint8Array>()
    const entries = new Map<string, number>()
    for (const [name, content] of image) {
      files.set(++this.#lastFile, content)
      entries.set(name, this.#lastFile)
    }
    this.#start = { files, entries }
    this.#contents = new Map(files)
    this.entries = new Map(entries)
  }

  crashStates() {
    return new CrashStates(this.#start.files, this.#start.entries)
  }

  get image(): Image {
    return new Map([...this.entries].map(([name, file]) => [name, this.read(file)]))
  }

  create(path: string) {
    if (this.entries.has(basename(path))) throw systemError('EEXIST')
    this.enter({ kind: 'name', name: basename(path), file: ++this.#lastFile })
  }

  enter(step: FolderStep) {
    this.steps.push(step)
    enter(this.entries, step)
  }

  change(step: DataStep) {
    this.steps.push(step)
    this.#contents.set(step.file, changed(this.read(step.file), step))
    this.#changes.set(step.file, (this.#changes.get(step.file) ?? 0n) + 1n)
  }

  read(file: number) {
    return this.#contents.get(file) ?? new Uint8Array()
  }

  fileAt(path: string) {
    const file = this.entries.get(basename(path))
    if (file === undefined) throw systemError('ENOENT')
    return file
  }

  statOf(file: number): FileStat {
    const changes = this.#changes.get(file) ?? 0n
    const owner = { dev: 1n, mode: 0o600n, uid: 0n, gid: 0n }
    return { ...owner, ino: BigInt(file), size: BigInt(this.read(file).length), mtimeNs: changes, ctimeNs: changes }
  }
}
