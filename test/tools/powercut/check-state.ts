import { openLibrary } from '../../core/storage/library.ts'
import type { Image } from './crash-states.ts'
import { History, type Known } from './history.ts'
import { makeUpdate } from './live.ts'
import { randomFrom } from './random.ts'
import { FILE, SimulatedDisk } from './simulated-disk.ts'
import { textAfter, textOf, updatesIn } from './updates.ts'

/** A state of the disk in which something is not as it was promised. */
export class Loss extends Error {
  override name = 'Loss'
}

/** What came of a start on a state: the disk with all that was done on it, and what the client knows. */
export interface Restarted {
  disk: SimulatedDisk
  history: History
}

/**
 * Starts the store on what a power cut has left, compares it with what was acknowledged, makes one more update and closes.
 *
 * @throws Loss
 */
export async function checkState(image: Image, known: Known): Promise<Restarted> {
  const disk = new SimulatedDisk(afterReboot(image))
  const history = new History(known)
  const store = await openLibrary(FILE, { files: disk, checkpoints: { idle: 1e6 } }).catch(error => {
    throw new Loss(`the store does not start: ${error.message}`)
  })
  const found = updatesIn(store.data)
  compare(found, known)
  if (textOf(store.data) !== (await textAfter(found))) throw new Loss(`not what the updates ${found} make`)
  for (const update of found) history.note('acknowledged', update, disk.steps.length)
  await makeUpdate(store, { disk, history, random: randomFrom(0) })
  await store.close()
  expectDocument(disk.image, [...found, history.lastAsked])
  return { disk, history }
}

/** Of the updates that were acknowledged none is missing, and there are no others but the last ones asked for. */
function compare(found: readonly number[], { asked, acknowledged, rejected }: Known) {
  const missing = [...acknowledged].filter(update => !found.includes(update))
  if (missing.length > 0) throw new Loss(`acknowledged updates are missing: ${missing} (there are: ${found})`)
  const last = Math.max(0, ...acknowledged)
  const undue = found.filter(
    update => !asked.has(update) || (rejected.has(update) && update < last && !acknowledged.has(update)),
  )
  if (undue.length > 0) throw new Loss(`there are updates that were not made: ${undue} (there are: ${found})`)
  if (found.some((update, at) => update <= (found[at - 1] ?? 0))) throw new Loss(`in another order: ${found}`)
}

/** After a close there is the document alone, with these updates. */
export function expectDocument(image: Image, updates: readonly number[]) {
  const names = [...image.keys()]
  if (names.join() !== 'library.json') throw new Loss(`after the close there are ${names}`)
  const { shelves } = JSON.parse(Buffer.from(image.get('library.json') ?? []).toString())
  const found = shelves.map(({ id }: { id: string }) => Number(id))
  if (found.join() !== updates.join()) throw new Loss(`the document has ${found} and not ${updates}`)
}

/** After a power cut, processes that had a lock are gone: their claims are of another boot. */
const afterReboot = (image: Image): Image => new Map([...image].filter(([name]) => !name.includes('.lock-')))
