import * as git from 'isomorphic-git'
import { forEachConcurrently } from '../base/for-each-concurrently.ts'
import type { CommitChange, MadeCommit } from './commits.ts'
import { readTree, treeOf } from './git-object.ts'
import type { Limits } from './limits.ts'
import type { ObjectDatabase } from './objects.ts'
import { RemoteError } from './remote-error.ts'
import { repositoryFiles as fs } from './repository-files.ts'

type Folder = Map<string, { mode: string; oid: string }>

/** How many files are written at the same time. One alone mostly waits for the disk; 16 hold up other clients on Deno. */
const WRITTEN_AT_ONCE = 8

/**
 * Writes a commit with its folders and files into a repository on this machine. No branch is moved.
 *
 * @throws RemoteError `broken` for a commit whose folders cannot be read
 */
export async function writeCommit(
  gitdir: string,
  objects: ObjectDatabase,
  change: CommitChange,
  limits: Limits,
): Promise<MadeCommit> {
  const { message, author, timestamp, parent, changes } = change
  const place = { fs, gitdir }
  const files = new Map<string, string>()
  const made: string[] = []
  const root = parent === undefined ? new Map() : await readFolder(treeOf(await objects.read(parent)))

  for (const [name, inside] of Map.groupBy(changes, ([path]) => path.slice(0, path.indexOf('/') + 1))) {
    limits.signal.throwIfAborted()
    if (name === '') await changeFiles(root, inside, '')
    else await changeFolder(name.slice(0, -1), inside)
  }
  const tree = await writeFolder(root)
  const signature = { ...author, timestamp, timezoneOffset: 0 }
  const parents = parent === undefined ? [] : [parent]
  const commit = await git.writeCommit({
    ...place,
    commit: { message, tree, parent: parents, author: signature, committer: signature },
  })
  made.push(commit)
  return { commit, files, made: [...new Set(made)] }

  async function changeFolder(name: string, inside: Iterable<[string, Uint8Array | null]>) {
    const before = root.get(name)
    const folder = before && isFolder(before.mode) ? await readFolder(before.oid) : new Map()
    await changeFiles(folder, inside, `${name}/`)
    if (folder.size === 0) root.delete(name)
    else root.set(name, { mode: '040000', oid: await writeFolder(folder) })
  }

  async function changeFiles(folder: Folder, inside: Iterable<[string, Uint8Array | null]>, prefix: string) {
    await forEachConcurrently(inside, WRITTEN_AT_ONCE, async ([path, bytes]) => {
      await limits.pause()
      const name = path.slice(prefix.length)
      if (bytes === null) {
        folder.delete(name)
        return
      }
      const oid = await git.writeBlob({ ...place, blob: bytes })
      made.push(oid)
      files.set(path, oid)
      folder.set(name, { mode: folder.get(name)?.mode === '100755' ? '100755' : '100644', oid })
    })
  }

  async function readFolder(oid: string): Promise<Folder> {
    const folder: Folder = new Map()
    for await (const { name, mode, oid: inner } of readTree(await objects.read(oid), limits)) {
      if (name === undefined)
        throw new RemoteError('broken', 'A folder of the repository holds a name that is not UTF-8')
      folder.set(name, { mode: mode.padStart(6, '0'), oid: inner })
    }
    return folder
  }

  async function writeFolder(folder: Folder) {
    const tree = Array.from(folder, ([path, { mode, oid }]) => ({ path, mode, oid, type: typeOf(mode) }))
    const oid = await git.writeTree({ ...place, tree })
    made.push(oid)
    return oid
  }
}

const isFolder = (mode: string) => mode === '040000'

function typeOf(mode: string): 'tree' | 'commit' | 'blob' {
  if (isFolder(mode)) return 'tree'
  return mode === '160000' ? 'commit' : 'blob'
}
