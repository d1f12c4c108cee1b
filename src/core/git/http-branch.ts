import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as git from 'isomorphic-git'
import { type CommitChange, type CommitFiles, type MadeCommit, readCommitFiles, type Wanted } from './commits.ts'
import { brokenOff, createTransport, type HttpOptions, type Service, type Transport } from './http.ts'
import type { Limits } from './limits.ts'
import { type ObjectDatabase, withObjects } from './objects.ts'
import { indexPack, writePackIndex } from './pack.ts'
import { createPacketReader, fetchPack, type RefList, readRefList, writePackets } from './protocol.ts'
import { branchMissing, isAnswered, movedOn, printable, RemoteError } from './remote-error.ts'
import { repositoryFiles as fs } from './repository-files.ts'
import { openAsSource } from './unpack.ts'
import { writeCommit } from './write-commit.ts'

/** `folder` is the cache: a bare repository that holds what was fetched, and nothing of the address or the token. */
type Source = Wanted & HttpOptions & { folder: string }

const MAX_PACK_FILES = 60

/**
 * Reads a branch over HTTP: what the cache lacks is fetched, one commit deep. A cache that cannot be read is removed, and
 * everything is fetched again.
 *
 * @throws RemoteError
 */
export async function readHttpBranch(source: Source): Promise<CommitFiles> {
  const { folder, url, limits } = source
  try {
    return await fetchAndRead(source)
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return await fetchAndRead(source)
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    const { name, code, syscall } = error as NodeJS.ErrnoException
    if (syscall) throw new RemoteError('broken', `The cache of the git remote in ${folder} cannot be used (${code})`)
    throw new RemoteError('broken', `What ${url} sends cannot be read (${name})`)
  }
}

async function fetchAndRead(source: Source) {
  const { url, branch, folder, limits } = source
  const transport = createTransport(source, limits)
  const refs = await listBranches(transport, 'git-upload-pack', url, limits)
  const commit = refs.branches.get(branch)
  if (commit === undefined) throw branchMissing(url, branch, [...refs.branches.keys()])
  await fetchInto(folder, { transport, refs, commit, url, limits })
  return withObjects(folder, limits, objects => readCommitFiles({ ...source, objects, commit, address: url }))
}

/** @throws RemoteError when there is no list, or it breaks off */
export async function listBranches(transport: Transport, service: Service, url: string, limits: Limits) {
  const bytes = await transport.listRefs(service)
  const refs = await readRefList(bytes, limits).catch(() => undefined)
  if (!refs) throw brokenOff(url)
  return refs
}

interface Fetch {
  transport: Transport
  refs: RefList
  commit: string
  url: string
  limits: Limits
}

/** Fetches a commit into the cache, unless it is there. */
export async function fetchInto(folder: string, { transport, refs, commit, url, limits }: Fetch) {
  const packs = join(folder, 'objects', 'pack')
  const names = await readdir(packs).catch(() => [])
  // each fetch adds a pack and its index, and nothing repacks them
  if (names.length >= MAX_PACK_FILES) await rm(folder, { recursive: true })
  await mkdir(packs, { recursive: true })
  const have = await readShallow(folder)
  const path = join(packs, 'incoming')
  const found = await withObjects(folder, limits, async objects => {
    if (have.includes(commit) && (await objects.has(commit))) return undefined
    const fetched = await fetchPack(transport, { commit, have, capabilities: refs.capabilities, path, limits })
    if (fetched === 'broken-off') throw brokenOff(url)
    if (fetched === 'no-pack') {
      throw new RemoteError('broken', `${url} did not send the branch, or what it sent was damaged on the way`)
    }
    return { checksum: fetched.checksum, offsets: await readOffsets(path, objects, limits) }
  }).catch(async error => {
    await rm(path, { force: true })
    throw error
  })
  if (!found) return
  const { checksum, offsets } = found
  const name = join(packs, `pack-${checksum.toString('hex')}`)
  await rename(path, `${name}.pack`)
  await writeFile(`${name}.idx`, writePackIndex(offsets, checksum))
  if (!offsets.has(commit)) throw new Error('A pack lacks the commit that was asked for')
  await writeFile(join(folder, 'shallow'), [...have, commit].map(oid => `${oid}\n`).join(''))
}

async function readOffsets(path: string, objects: ObjectDatabase, limits: Limits) {
  const source = await openAsSource(path)
  try {
    return await indexPack({ name: path, source }, oid => objects.read(oid), limits)
  } finally {
    await source.close()
  }
}

/** The commits that the cache holds whole, each without its history; git stores them in the same file. */
async function readShallow(folder: string) {
  const text = await readFile(join(folder, 'shallow'), 'utf8').catch(() => '')
  return text.split('\n').filter(line => /^[0-9a-f]{40}$/.test(line))
}

interface Target extends HttpOptions {
  branch: string
  /** The cache. */
  folder: string
  limits: Limits
}

const NO_COMMIT = '0'.repeat(40)

/**
 * Commits to a branch over HTTP, all or nothing. The branch is made when there is none.
 *
 * @throws RemoteError `rejected` when the branch has moved on, or the server does not take the commit
 */
export async function pushHttp(target: Target, change: CommitChange): Promise<MadeCommit> {
  const { url, branch, folder, limits } = target
  const transport = createTransport(target, limits)
  const refs = await listBranches(transport, 'git-receive-pack', url, limits)
  if (refs.branches.get(branch) !== change.parent) throw movedOn(url, branch)
  try {
    if (change.parent !== undefined) {
      const reading = createTransport(target, limits)
      const there = await listBranches(reading, 'git-upload-pack', url, limits)
      await fetchInto(folder, { transport: reading, refs: there, commit: change.parent, url, limits })
    }
    const made = await withObjects(folder, limits, objects => writeCommit(folder, objects, change, limits))
    await send(transport, target, change.parent, made)
    return made
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    throw new RemoteError('broken', `The commit for ${url} cannot be made (${(error as Error).name})`)
  }
}

async function send(
  transport: Transport,
  { url, branch, folder }: Target,
  parent: string | undefined,
  made: MadeCommit,
) {
  const ref = `refs/heads/${branch}`
  const { packfile } = await git.packObjects({ fs, gitdir: folder, oids: made.made })
  if (!packfile) throw new Error('There is no pack')
  const command = `${parent ?? NO_COMMIT} ${made.commit} ${ref}\0report-status agent=understudy`
  const request = Buffer.concat([writePackets([command, { flush: true }]), packfile])
  const reader = createPacketReader()
  const lines: string[] = []
  await transport.ask('git-receive-pack', request, piece => {
    for (const packet of reader.read(piece)) {
      if (packet !== 'flush' && lines.length < MAX_LINES) lines.push(packet.toString().trimEnd())
    }
  })
  if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return
  const reason = (lines.find(line => line.startsWith('ng ')) ?? lines.find(line => line.startsWith('unpack ')))?.slice(
    0,
    MAX_REASON_LENGTH,
  )
  throw new RemoteError('rejected', `${url} rejected the commit${reason ? ` (${printable(reason)})` : ''}`)
}

const MAX_LINES = 100
const MAX_REASON_LENGTH = 200
