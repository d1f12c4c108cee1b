import { ObjectTooLarge, readTree, type TreeEntry, treeOf } from './git-object.ts'
import type { Limits, Spend } from './limits.ts'
import type { ObjectDatabase } from './objects.ts'
import { isPrintable, printable, ReceiverError, RemoteError } from './remote-error.ts'

/** A file of the repository that a pull reads, or knows already. */
export interface RemoteFile {
  path: string
  /** The id of its content: the same id, the same content. */
  oid: string
}

/** Content that was read, with every path that has it. */
export interface RemoteContent {
  paths: readonly string[]
  bytes: Uint8Array
  /** Counts bytes that the receiver stores of it. @throws RemoteError `too-large` */
  spend: Spend
}

export interface CommitFiles {
  commit: string
  /** In the order of their paths. */
  files: RemoteFile[]
  /** Paths that are not read, each with the reason: a nested folder, a symbolic link, a file that is too large. */
  ignored: { path: string; why: string }[]
}

/** The files at the root to read, and the folders at the root whose files are read; folders in these are not. */
export interface WantedPaths {
  files: readonly string[]
  folders: readonly string[]
}

/** What a pull reads, of a local or a remote repository. */
export interface Wanted {
  branch: string
  paths: WantedPaths
  /** Path to id of the files that need not be read again. */
  known: ReadonlyMap<string, string>
  /** Receives each content once, one after the other. */
  take(content: RemoteContent): unknown
  limits: Limits
}

/** A commit to be made on top of another. */
export interface CommitChange {
  message: string
  author: { name: string; email: string }
  /** Seconds since 1970. */
  timestamp: number
  /** The parent, which the branch must still be at; undefined for the first commit. */
  parent: string | undefined
  /** Path to new content; null removes the file. Paths have at most one folder. */
  changes: ReadonlyMap<string, Uint8Array | null>
}

/** A commit that was made. */
export interface MadeCommit {
  commit: string
  /** Path to object id of the files that it adds or changes. */
  files: Map<string, string>
  /** The ids of its new objects. */
  made: string[]
}

interface Source extends Omit<Wanted, 'branch'> {
  objects: ObjectDatabase
  commit: string
  /** The name of the remote in messages. */
  address: string
}

const MAX_FILE_BYTES = 16 * 1024 * 1024
const MAX_FILES = 50_000

/** Reads the files of a commit straight from its tree. */
export async function readCommitFiles(source: Source): Promise<CommitFiles> {
  const { objects, commit, paths: wanted, known, take, limits, address } = source
  const ignored: CommitFiles['ignored'] = []
  const files: RemoteFile[] = []

  for await (const entry of entriesOf(treeOf(await objects.read(commit)))) {
    const { name = '', mode, oid } = entry
    if (wanted.files.includes(name)) choose(entry, name)
    if (!wanted.folders.includes(name)) continue
    if (!isFolder(mode)) ignored.push({ path: name, why: 'not a folder' })
    else for await (const file of entriesOf(oid)) choose(file, `${name}/${file.name ?? '?'}`)
  }

  const spend = limits.count()
  const unread = files.filter(({ path, oid }) => known.get(path) !== oid)
  const tooLarge = new Set<string>()
  for (const [oid, same] of Map.groupBy(unread, ({ oid }) => oid)) {
    limits.signal.throwIfAborted()
    const paths = same.map(({ path }) => path)
    const bytes = await readFile(oid)
    if (bytes) {
      spend(bytes.length)
      try {
        await take({ paths, bytes, spend })
      } catch (cause) {
        throw cause instanceof RemoteError ? cause : new ReceiverError('The receiver of a file failed', { cause })
      }
      continue
    }
    tooLarge.add(oid)
    ignored.push(...paths.map(path => ({ path, why: 'larger than 16 MB' })))
  }
  return { commit, files: files.filter(({ oid }) => !tooLarge.has(oid)), ignored }

  async function* entriesOf(oid: string) {
    const tree = await objects.read(oid).catch(error => {
      throw error instanceof ObjectTooLarge ? tooManyFiles(address) : error
    })
    yield* readTree(tree, limits)
  }

  function choose({ mode, name, oid }: TreeEntry, path: string) {
    if (files.length + ignored.length >= MAX_FILES) throw tooManyFiles(address)
    const pass = (why: string) => ignored.push({ path: printable(path), why })
    if (isFolder(mode)) pass('a nested folder')
    else if (mode === '160000') pass('a submodule')
    else if (mode === '120000') pass('a symbolic link')
    else if (name === undefined || !isPrintable(name)) pass('a name with unprintable characters')
    else if (path.endsWith('.json')) files.push({ path, oid })
  }

  async function readFile(oid: string) {
    try {
      const { type, bytes } = await objects.read(oid, MAX_FILE_BYTES)
      if (type !== 'blob') throw new Error('A file is not one')
      return bytes
    } catch (error) {
      if (error instanceof ObjectTooLarge) return undefined
      throw error
    }
  }
}

const isFolder = (mode: string) => mode === '40000' || mode === '040000'

const tooManyFiles = (address: string) =>
  new RemoteError('too-large', `A folder of ${address} holds more than ${MAX_FILES} files, the most that a pull reads`)
