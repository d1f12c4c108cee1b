import type { FileSystem, OpenFile } from '../../../src/core/storage/files/index.ts'
import { FOLDER, type SimulatedDisk } from './simulated-disk.ts'

/** A file system whose files, or folders, are changed when they are opened. */
const opening = (disk: SimulatedDisk, change: (handle: OpenFile, path: string) => OpenFile): FileSystem => {
  const open: FileSystem['open'] = async (path, flags, mode) => change(await disk.open(path, flags, mode), path)
  return new Proxy(disk, {
    get(target, name) {
      if (name === 'open') return open
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A store that never syncs a file. */
export const withoutFileSync = (disk: SimulatedDisk) =>
  opening(disk, (handle, path) =>
    path === FOLDER ? handle : { ...handle, datasync: async () => {}, datasyncNow: () => 0, sync: async () => {} },
  )

/** A store that never syncs a folder. */
export const withoutFolderSync = (disk: SimulatedDisk) =>
  opening(disk, (handle, path) => (path === FOLDER ? { ...handle, sync: async () => {} } : handle))

/** A store that acknowledges before the sync is over. */
export const acknowledgingEarly = (disk: SimulatedDisk) =>
  opening(disk, handle => ({
    ...handle,
    datasync: async () => void handle.datasync(),
    datasyncNow() {
      setImmediate(() => handle.datasyncNow())
      return 0
    },
  }))
