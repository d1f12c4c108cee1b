import type { CommitFiles, RemoteFile, Wanted } from './commit-content.ts'
import { ObjectTooLarge, readTree, type TreeEntry, treeOf } from './git-object.ts'
import type { ObjectDatabase } from './objects.ts'
import { isPrintable, printable } from './printable.ts'
import { ReceiverError, RemoteError } from './remote-error.ts'

interface Source extends Omit<Wanted, 'branch'> {
  objects: ObjectDatabase
  commit: string
  /** What messages call the remote. */
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
