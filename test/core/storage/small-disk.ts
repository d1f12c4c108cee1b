import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './library.ts'

/** A file system of its own, of half a megabyte: `undefined` where this user may not make one. */
export function mountSmallDisk() {
  const folder = temporaryFolder()
  const path = join(folder.path, 'disk')
  mkdirSync(path)
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', path)) {
    folder.remove()
    return undefined
  }
  return {
    path,
    file: join(path, 'library.json'),
    setReadOnly: (isReadOnly: boolean) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path),
    unmount() {
      run('umount', '-l', path)
      folder.remove()
    },
  }
}

const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
