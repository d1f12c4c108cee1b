import fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import * as git from 'isomorphic-git'
import { type CommitFiles, readCommitFiles } from './commit-files.ts'
import { createHttpClient, type HttpOptions } from './http.ts'
import type { Wanted } from './remote.ts'
import { branchMissing, RemoteError } from './remote-error.ts'

/** `folder` is the cache: a bare repository that holds what was fetched, and nothing of the address or the token. */
type Source = Wanted & HttpOptions & { folder: string }

const MAX_PACK_FILES = 60

/**
 * Reads a branch over HTTP: what the cache lacks is fetched, one commit deep. A cache that cannot be read is thrown
 * away, and everything is fetched again.
 *
 * @throws RemoteError
 */
export async function readHttpBranch(source: Source): Promise<CommitFiles> {
  const { folder, url, signal } = source
  try {
    return await fetchAndRead(source)
  } catch (error) {
    if (error instanceof RemoteError || signal.aborted) throw error
    await rm(folder, { recursive: true, force: true })
  }
  try {
    return await fetchAndRead(source)
  } catch (error) {
    if (error instanceof RemoteError || signal.aborted) throw error
    const { name, code, syscall } = error as NodeJS.ErrnoException
    if (syscall) throw new RemoteError('broken', `The cache of the git remote in ${folder} cannot be used (${code})`)
    throw new RemoteError('broken', `What ${url} sends cannot be read (${name})`)
  }
}

async function fetchAndRead(source: Source) {
  const { url, branch, folder: gitdir, known, signal } = source
  const http = createHttpClient(source)
  const refs = await git.listServerRefs({ http, url, protocolVersion: 1, prefix: 'refs/heads/' })
  const commit = refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.oid
  if (commit === undefined)
    throw branchMissing(
      url,
      branch,
      refs.map(({ ref }) => ref.slice('refs/heads/'.length)),
    )

  await emptyIfLarge(gitdir)
  await prepare(gitdir)
  const cache = {}
  if (!(await holds(gitdir, commit, cache))) {
    await git.fetch({
      fs,
      http,
      gitdir,
      cache,
      url,
      ref: `refs/remotes/origin/${branch}`,
      remoteRef: `refs/heads/${branch}`,
      remote: 'origin',
      singleBranch: true,
      tags: false,
      depth: 1,
      // lets others have their turn; it must not throw, since isomorphic-git does not always wait for it
      onProgress: () => setImmediate(),
    })
  }
  return readCommitFiles({ gitdir, cache, commit, known, signal })
}

const holds = (gitdir: string, oid: string, cache: object) =>
  git.readCommit({ fs, gitdir, oid, cache }).then(
    () => true,
    () => false,
  )

/** Each fetch adds a pack and its index; git would repack them, isomorphic-git does not. */
async function emptyIfLarge(gitdir: string) {
  const packs = await readdir(join(gitdir, 'objects', 'pack')).catch(() => [])
  if (packs.length >= MAX_PACK_FILES) await rm(gitdir, { recursive: true, force: true })
}

/** `fetch` wants to be told where it may write refs. */
async function prepare(gitdir: string) {
  await git.init({ fs, gitdir, bare: true })
  await git.setConfig({ fs, gitdir, path: 'remote.origin.fetch', value: '+refs/heads/*:refs/remotes/origin/*' })
}
