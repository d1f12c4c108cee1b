import { crc32 } from 'node:zlib'
import type { FileSystem } from '../../../src/core/storage/files/index.ts'
import { checkState, expectDocument, Loss } from './check-state.ts'
import type { Image } from './crash-states.ts'
import { type ErrorKind, Errors } from './errors.ts'
import { History, type Known } from './history.ts'
import { makeUpdate, openStore, useBriefly, useStore } from './live.ts'
import { type Random, randomFrom } from './random.ts'
import { SimulatedDisk } from './simulated-disk.ts'
import { describeStep } from './steps.ts'
import { textOf, updatesIn } from './updates.ts'

export interface Explored {
  /** States of the disk on which the store was started, each another one. */
  states: number
  /** Lives of a store in which operations failed. */
  failing: number
}

export interface Exploration {
  seed: number
  /** How many states to try, about. */
  states: number
  /** Puts something between the store and the disk. */
  through?: (disk: SimulatedDisk) => FileSystem
}

/**
 * Lets stores live on simulated disks, cuts their power at many steps, and starts them again on states that this may
 * leave. In three of four lives one or two operations fail.
 *
 * @throws Loss with the seed of the life, and the steps until the cut
 */
export const explore = ({ seed, states, through }: Exploration) =>
  exploreLives(seed, async (explored, life) => {
    if (explored.states >= states) return false
    const choose = life % 4 > 0 ? chooseErrors : () => []
    await exploreLife({ seed: seed * 100_000 + life, choose, use: life => useStore(life, 8), through }, explored)
    return true
  })

/** The same for one short life, in which each operation once fails alone. */
export const exploreFailures = ({ seed }: Pick<Exploration, 'seed'>) =>
  exploreLives(seed, async (explored, life) => {
    const choose = (random: Random): [number, ErrorKind][] => [[life, random.pick(['EIO', 'ENOSPC'])]]
    return exploreLife({ seed: seed * 100_000 + life, choose, use: useBriefly }, explored)
  })

async function exploreLives(seed: number, next: (explored: Explored, life: number) => Promise<boolean>) {
  const explored: Explored = { states: 0, failing: 0 }
  const { now } = performance
  try {
    for (let life = 0, goesOn = true; goesOn; life++) {
      goesOn = await next(explored, life).catch(error => {
        if (error instanceof Loss) error.message = `seed ${seed}, life ${life}: ${error.message}`
        throw error
      })
    }
    return explored
  } finally {
    performance.now = now
  }
}

interface Plan {
  seed: number
  choose: (random: Random) => [number, ErrorKind][]
  use: typeof useBriefly
  through?: Exploration['through']
}

/** Whether an operation failed. */
async function exploreLife({ seed, choose, use, through = disk => disk }: Plan, explored: Explored): Promise<boolean> {
  const random = randomFrom(seed)
  const errors = new Errors(choose(random), randomFrom(seed + 1))
  const disk = new SimulatedDisk(new Map(), { errors, syncTime: random.pick([0.1, 2]) })
  performance.now = () => disk.now
  // the numbers of updates, which say what they change, are others in each life
  const history = new History({ asked: new Set([random.below(1e6)]), acknowledged: new Set(), rejected: new Set() })
  const life = { disk, files: through(disk), history, random }
  const store = await use(life)
  errors.end()
  // a store that has just put its files right refuses one update
  if (!(await makeUpdate(store, life)) && !(await makeUpdate(store, life))) throw new Loss('it does not work again')
  const before = textOf(store.data)
  await store.close()
  // where the removal of a temporary file failed, the next start removes it
  expectDocument(new Map([...disk.image].filter(([name]) => !name.includes('.tmp-'))), updatesIn(store.data))
  const again = await openStore(life)
  if (textOf(again.data) !== before) throw new Loss('after a restart it is not what it was')
  await again.close()
  await cutEverywhere(disk, history, random, explored)
  if (disk.failures.length > 0) explored.failing++
  return disk.failures.length > 0
}

/**
 * Cuts the power after many of the steps; where operations failed, mostly after those that came then. Where it is not
 * certain what a cut leaves, several states are tried.
 */
async function cutEverywhere(disk: SimulatedDisk, history: History, random: Random, explored: Explored) {
  const { failures } = disk
  const shareOf = (steps: number) => {
    if (failures.length === 0) return 0.3
    return failures.some(failure => steps >= failure && steps < failure + STEPS_AFTER_FAILURE) ? 1 : 0.03
  }
  const possible = disk.crashStates()
  const seen = new Set<number>()
  for (let steps = 0; steps <= disk.steps.length; steps++) {
    const step = disk.steps[steps - 1]
    if (step) possible.follow(step)
    if (!random.chance(shareOf(steps))) continue
    const known = history.until(steps)
    for (let count = possible.isCertain ? 1 : 4; count > 0; count--) {
      const image = possible.state(random)
      const sign = signOf(image, known)
      if (seen.has(sign)) continue
      seen.add(sign)
      explored.states++
      await checkTwice(image, known, random, explored).catch(error => {
        if (error instanceof Loss) error.message += `\n${traceOf(disk, steps, image)}`
        throw error
      })
    }
  }
}

const STEPS_AFTER_FAILURE = 12

/** Sometimes the power goes again, while the store starts, writes or closes. */
async function checkTwice(image: Image, known: Known, random: Random, explored: Explored) {
  const { disk, history } = await checkState(image, known)
  if (!random.chance(0.3)) return
  const cut = random.below(disk.steps.length + 1)
  const possible = disk.crashStates()
  for (const step of disk.steps.slice(0, cut)) possible.follow(step)
  const second = possible.state(random)
  explored.states++
  await checkState(second, history.until(cut)).catch(error => {
    if (error instanceof Loss) error.message += `\nand at the start after that\n${traceOf(disk, cut, second)}`
    throw error
  })
}

/** One operation, or two: most often the second is near the first, where it meets the attempt to put that right. */
function chooseErrors(random: Random): [number, ErrorKind][] {
  const first = random.below(250)
  const kind = () => random.pick<ErrorKind>(['EIO', 'EIO', 'ENOSPC', 'ENOSPC', 'short'])
  if (random.chance(0.4)) return [[first, kind()]]
  return [
    [first, kind()],
    [first + 1 + random.below(random.chance(0.7) ? 4 : 100), kind()],
  ]
}

function signOf(image: Image, { acknowledged }: Known) {
  let sign = acknowledged.size
  for (const [name, content] of [...image].sort(([a], [b]) => (a < b ? -1 : 1))) {
    sign = crc32(content, crc32(name.replace(/\.(tmp|lock)-.*/, ''), sign))
  }
  return sign
}

function traceOf(disk: SimulatedDisk, steps: number, image: Image) {
  const last = disk.steps.slice(Math.max(0, steps - 25), steps).map(step => `  ${describeStep(step)}`)
  const names = [...image].map(([name, content]) => `${name} (${content.length} bytes)`)
  return `after step ${steps}:\n${last.join('\n')}\nthere were: ${names.join(', ')}`
}
