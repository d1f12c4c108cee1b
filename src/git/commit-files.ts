import fs from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import * as git from 'isomorphic-git'

/** A file of the repository that a pull is about. */
export interface RemoteFile {
  path: string
  /** The id of its content: the same id, the same content. */
  oid: string
  /** Left out when the caller knows the content by its id. */
  content?: Uint8Array
}

export interface CommitFiles {
  commit: string
  files: RemoteFile[]
  /** What is where such a file should be and is not read, with the reason. */
  ignored: { path: string; why: string }[]
}

interface Source {
  gitdir: string
  cache: object
  commit: string
  /** Path to id, for what need not be read again. */
  known: ReadonlyMap<string, string>
  signal: AbortSignal
}

const FOLDERS = ['credential_stubs', 'workflows']
const FILES = ['tags.json', 'variable_stubs.json']
const MAX_FILE_BYTES = 16 * 1024 * 1024
const BREATH = 32

/** Reads the files of a commit straight from its tree, in the order of their paths. Of nested folders, nothing. */
export async function readCommitFiles({ gitdir, cache, commit, known, signal }: Source): Promise<CommitFiles> {
  const place = { fs, gitdir, cache }
  const ignored: CommitFiles['ignored'] = []
  const wanted: { path: string; oid: string }[] = []
  const { tree } = (await git.readCommit({ ...place, oid: commit })).commit

  for (const entry of (await git.readTree({ ...place, oid: tree })).tree) {
    if (FILES.includes(entry.path)) choose(entry, entry.path)
    if (!FOLDERS.includes(entry.path)) continue
    if (entry.type !== 'tree') ignored.push({ path: entry.path, why: 'not a folder' })
    else
      for (const file of (await git.readTree({ ...place, oid: entry.oid })).tree)
        choose(file, `${entry.path}/${file.path}`)
  }

  const files: RemoteFile[] = []
  for (const [index, { path, oid }] of wanted.entries()) {
    if (index % BREATH === 0) await setImmediate()
    signal.throwIfAborted()
    if (known.get(path) === oid) {
      files.push({ path, oid })
      continue
    }
    const content = (await git.readBlob({ ...place, oid })).blob
    if (content.length <= MAX_FILE_BYTES) files.push({ path, oid, content })
    else ignored.push({ path, why: 'larger than 16 MB' })
  }
  return { commit, files, ignored }

  function choose({ mode, type, oid }: git.TreeEntry, path: string) {
    if (type === 'tree') ignored.push({ path, why: 'a nested folder' })
    else if (type === 'commit') ignored.push({ path, why: 'a submodule' })
    else if (mode === '120000') ignored.push({ path, why: 'a symbolic link' })
    else if (path.endsWith('.json')) wanted.push({ path, oid })
  }
}
