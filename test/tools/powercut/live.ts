import { StorageError } from '../../../src/core/base/store.ts'
import type { FileSystem } from '../../../src/core/storage/files/index.ts'
import { openLibrary } from '../../core/storage/library.ts'
import type { History } from './history.ts'
import type { Random } from './random.ts'
import { FILE, type SimulatedDisk } from './simulated-disk.ts'
import { change, updatesIn } from './updates.ts'

export interface Life {
  disk: SimulatedDisk
  /** The disk, or what stands between it and the store. */
  files?: FileSystem
  history: History
  random: Random
}

type Library = Awaited<ReturnType<typeof openLibrary>>

/** Opens the store as often as it takes. Whatever is found then has been seen, and may not go again. */
export async function openStore({ disk, files = disk, history, random }: Life): Promise<Library> {
  const checkpoints = { idle: 1e6, journalBytes: random.pick([1e9, 10_000]) }
  for (let attempt = 1; ; attempt++) {
    const opened = await refusedOr(openLibrary(FILE, { files, checkpoints }))
    if (opened instanceof StorageError) {
      if (attempt > 3) throw opened
      continue
    }
    for (const update of updatesIn(opened.data)) history.note('acknowledged', update, disk.steps.length)
    return opened
  }
}

/** Asks for an update. Whether it was made. */
export async function makeUpdate(store: Library, { disk, history }: Life): Promise<boolean> {
  const update = history.lastAsked + 1
  history.note('asked', update, disk.steps.length)
  const refused = await refusedOr(store.update(draft => change(draft, update)))
  history.note(refused instanceof StorageError ? 'rejected' : 'acknowledged', update, disk.steps.length)
  return !(refused instanceof StorageError)
}

/** Uses a store in random ways, `times` times, and leaves it open. */
export async function useStore(life: Life, times: number): Promise<Library> {
  const { random } = life
  let store = await openStore(life)
  const updates = (most: number) =>
    Promise.all(Array.from({ length: 1 + random.below(most) }, () => makeUpdate(store, life)))
  for (let time = 0; time < times; time++) {
    const use = random.pick(['update', 'update', 'updates', 'checkpoint', 'updates meanwhile', 'close'])
    if (use === 'update') await makeUpdate(store, life)
    if (use === 'updates') await updates(5)
    if (use === 'checkpoint') await refusedOr(store.checkpoint())
    if (use === 'updates meanwhile') {
      const checkpoint = refusedOr(store.checkpoint())
      for (let count = random.below(6); count > 0; count--) await makeUpdate(store, life)
      await checkpoint
    }
    if (use === 'close') {
      await refusedOr(store.close())
      store = await openStore(life)
    }
  }
  return store
}

/** Uses a store in each way once, and leaves it open. */
export async function useBriefly(life: Life): Promise<Library> {
  let store = await openStore(life)
  for (const uses of [
    'update',
    'update',
    'update',
    'checkpoint',
    'update',
    'close',
    'update',
    'checkpoint',
    'update',
  ]) {
    if (uses === 'update') await makeUpdate(store, life)
    if (uses === 'checkpoint') await refusedOr(store.checkpoint())
    if (uses !== 'close') continue
    await refusedOr(store.close())
    store = await openStore(life)
  }
  return store
}

/** A refusal on purpose is a result; anything else is a defect. */
export const refusedOr = <T>(work: Promise<T>): Promise<T | StorageError> =>
  work.catch(error => {
    if (error instanceof StorageError) return error
    throw error
  })
