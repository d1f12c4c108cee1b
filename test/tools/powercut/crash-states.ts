import type { Random } from './random.ts'
import { randomFrom } from './random.ts'
import { changed, type DataStep, enter, type FolderStep, type Step } from './steps.ts'

/** What is on a disk: contents by name. */
export type Image = ReadonlyMap<string, Uint8Array>

/** A disk writes a sector whole or not at all. */
const SECTOR = 512

/** Follows the steps of a disk and knows, at each, what it holds for certain and what it may hold. */
export class CrashStates {
  readonly #contents = new Map<number, Uint8Array>()
  readonly #unsynced = new Map<number, DataStep[]>()
  readonly #entries: Map<string, number>
  #unsyncedEntries: FolderStep[] = []

  constructor(files: ReadonlyMap<number, Uint8Array>, entries: ReadonlyMap<string, number>) {
    for (const [file, content] of files) this.#contents.set(file, content)
    this.#entries = new Map(entries)
  }

  /** Whether a power cut may leave more than one state. */
  get isCertain() {
    return this.#unsyncedEntries.length === 0 && [...this.#unsynced.values()].every(steps => steps.length === 0)
  }

  follow(step: Step) {
    if (step.kind === 'write' || step.kind === 'truncate') this.#stepsOf(step.file).push(step)
    else if (step.kind === 'sync') this.#settle(step.file, versions => versions.at(-1))
    else if (step.kind === 'lost') this.#settle(step.file, versions => withLostPages(versions, randomFrom(step.seed)))
    else if (step.kind !== 'sync folder') this.#unsyncedEntries.push(step)
    else for (const entered of this.#unsyncedEntries.splice(0)) enter(this.#entries, entered)
  }

  /** One of the states that a power cut may leave at this moment. */
  state(random: Random): Image {
    const entries = new Map(this.#entries)
    for (const step of chosen(this.#unsyncedEntries, random)) enter(entries, step)
    const howMuch = random.pick<HowMuch>(['nothing', 'everything', 'torn', 'torn'])
    const image = new Map<string, Uint8Array>()
    const contents = new Map<number, Uint8Array>()
    for (const [name, file] of entries) {
      const content = contents.get(file) ?? this.#contentOf(file, howMuch, random)
      contents.set(file, content)
      image.set(name, content)
    }
    return image
  }

  #contentOf(file: number, howMuch: HowMuch, random: Random) {
    const versions = this.#versionsOf(file)
    if (howMuch === 'torn' && versions.length > 1) return torn(versions, random)
    return versions.at(howMuch === 'everything' ? -1 : 0) ?? EMPTY
  }

  #stepsOf(file: number) {
    const steps = this.#unsynced.get(file) ?? []
    this.#unsynced.set(file, steps)
    return steps
  }

  /** The content that is on disk, and after it the content after each step that may not be. */
  #versionsOf(file: number): Uint8Array[] {
    const versions = [this.#contents.get(file) ?? EMPTY]
    for (const step of this.#unsynced.get(file) ?? []) versions.push(changed(versions.at(-1) ?? EMPTY, step))
    return versions
  }

  #settle(file: number, choose: (versions: Uint8Array[]) => Uint8Array | undefined) {
    this.#contents.set(file, choose(this.#versionsOf(file)) ?? EMPTY)
    this.#unsynced.set(file, [])
  }
}

type HowMuch = 'nothing' | 'everything' | 'torn'

const EMPTY = new Uint8Array()

/** Folders may write their entries in order, or in any. */
function chosen(steps: readonly FolderStep[], random: Random) {
  if (random.chance(0.5)) return steps.slice(0, random.below(steps.length + 1))
  return steps.filter(() => random.chance(0.5))
}

/** Any of the sizes, each sector as in any of the versions: what is not written reads as zeros. */
function torn(versions: readonly Uint8Array[], random: Random) {
  const size = versions[random.below(versions.length)]?.length ?? 0
  return mixed(versions, size, random.chance(0.3) ? 0.9 : 0.5, random)
}

/** The size is as it should be, as it is kept apart from the content; the sectors that the sync should have written may be old. */
const withLostPages = (versions: readonly Uint8Array[], random: Random) =>
  mixed(versions, versions.at(-1)?.length ?? 0, random.pick([0, 0.5]), random)

function mixed(versions: readonly Uint8Array[], size: number, newest: number, random: Random) {
  const content = new Uint8Array(size)
  for (let at = 0; at < size; at += SECTOR) {
    const version = random.chance(newest) ? versions.length - 1 : random.below(versions.length)
    content.set((versions[version] ?? EMPTY).subarray(at, Math.min(at + SECTOR, size)), at)
  }
  return content
}
