import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TreeEntry } from 'isomorphic-git'

/** What a commit changes: path to text, to bytes, to anything else (written as JSON), or to `null` (removed). */
export type Changes = Record<string, unknown>

/** A git repository that a test writes, commit by commit. */
export interface ThrowAwayRemote extends AsyncDisposable {
  /** The folder of the bare repository; a remote's address as it is. */
  readonly path: string
  readonly url: string
  /** Commits changes on top of the current branch and returns the commit's id. The same commits have the same ids. */
  commit(changes: Changes, message?: string): Promise<string>
  /** Switches to a branch. A new one starts at the last commit of the current one. */
  branch(name: string): Promise<void>
  /** Removes a branch. */
  deleteBranch(name: string): Promise<void>
  /** Removes the repository. Removing twice is fine. */
  remove(): Promise<void>
}

/**
 * Makes an empty bare repository in a temporary folder, on branch `main`. No git is needed on the machine.
 *
 * @example
 * await using remote = await createGitRemote()
 * await remote.commit({ 'workflows/1.json': { id: '1', name: 'Orders', nodes: [], connections: {} } })
 * await remote.commit({ 'workflows/1.json': null }, 'Remove it again')
 */
export async function createGitRemote(): Promise<ThrowAwayRemote> {
  const git = await import('isomorphic-git')
  const path = await mkdtemp(join(tmpdir(), 'understudy-remote-'))
  const place = { fs, gitdir: path }
  await git.init({ ...place, bare: true, defaultBranch: 'main' })
  const branches = new Map<string, Branch>()
  let name = 'main'
  let current: Branch = { head: undefined, files: new Map() }
  let commits = 0

  const remove = () => rm(path, { recursive: true, force: true })
  return {
    path,
    url: path,
    async commit(changes, message = `Commit ${commits + 1}`) {
      const files = new Map(current.files)
      for (const [file, content] of Object.entries(changes)) {
        if (content === null) files.delete(file)
        else files.set(file, await git.writeBlob({ ...place, blob: bytesOf(content) }))
      }
      const someone = { name: 'Understudy', email: 'understudy@example.com', timestamp: 1_700_000_000 + commits++ * 60 }
      const author = { ...someone, timezoneOffset: 0 }
      const parent = current.head ? [current.head] : []
      const tree = await writeTree([...files])
      const head = await git.writeCommit({ ...place, commit: { message, tree, parent, author, committer: author } })
      await git.writeRef({ ...place, ref: `refs/heads/${name}`, value: head, force: true })
      current = { head, files }
      branches.set(name, current)
      return head
    },
    async branch(next) {
      current = branches.get(next) ?? current
      name = next
      branches.set(name, current)
      if (current.head) await git.writeRef({ ...place, ref: `refs/heads/${name}`, value: current.head, force: true })
    },
    async deleteBranch(gone) {
      branches.delete(gone)
      await git.deleteRef({ ...place, ref: `refs/heads/${gone}` })
    },
    remove,
    [Symbol.asyncDispose]: remove,
  }

  async function writeTree(files: [path: string, oid: string][]): Promise<string> {
    const folders = Map.groupBy(files, ([file]) => file.slice(0, file.indexOf('/') + 1))
    const tree: TreeEntry[] = []
    for (const [folder, inside] of folders) {
      if (folder === '') {
        for (const [path, oid] of inside) tree.push({ mode: '100644', type: 'blob', path, oid })
        continue
      }
      const oid = await writeTree(inside.map(([file, oid]) => [file.slice(folder.length), oid]))
      tree.push({ mode: '040000', type: 'tree', path: folder.slice(0, -1), oid })
    }
    return git.writeTree({ ...place, tree })
  }
}

interface Branch {
  head: string | undefined
  files: Map<string, string>
}

function bytesOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
  return new TextEncoder().encode(text)
}
