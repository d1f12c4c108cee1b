import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBranch, parseAddress } from './address.ts'
import type { CommitChange, CommitFiles, MadeCommit, RemoteContent, Wanted, WantedPaths } from './commits.ts'
import { createLimits, type Limits } from './limits.ts'
import { ReceiverError, RemoteError } from './remote-error.ts'

export interface RemoteOptions {
  /** `http://…`, `https://…`, or the path of a repository on this machine, bare or not. */
  url: string
  /** @default 'main' */
  branch?: string
  username?: string
  token?: string
  /** A folder of this remote's own, made and emptied as needed. Without one: a temporary folder, removed on close. */
  cacheFolder?: string
  /** Milliseconds of silence after which the remote counts as unreachable. @default 30000 */
  idleTimeout?: number
  /** Milliseconds after which a pull is given up. @default 120000 */
  timeout?: number
  /**
   * The most bytes of a pull: received, unpacked, and in memory for the files that are read, which count two bytes for
   * each of theirs and 32 for each value of their JSON. @default 201326592 (192 MB)
   */
  maxBytes?: number
  /** Hosts, or host:port, that an HTTP remote may redirect to beside its own. They never get the token. @default [] */
  followRedirects?: readonly string[]
}

const DEFAULT_MAX_BYTES = 192 * 1024 * 1024
const DEFAULT_TIMEOUT = 120_000

export interface ReadOptions {
  paths: WantedPaths
  /** Path to object id of the files whose content the caller has: they are listed and not read. */
  known?: ReadonlyMap<string, string>
  /** Takes each content that is read, once, one after the other. What it throws ends the pull. */
  take?(content: RemoteContent): unknown
  /** Cancels the pull. */
  signal?: AbortSignal
}

/** A branch of a git repository, to be read again and again. */
export interface GitRemote {
  /** The URL, or the absolute path. */
  readonly address: string
  readonly branch: string
  /**
   * The files of the branch's last commit. Pulls run one after the other.
   *
   * @throws RemoteError when the remote cannot be read, or the pull is cancelled; the next pull starts over
   */
  pull(options: ReadOptions): Promise<CommitFiles>
  /**
   * Commits on top of the branch's last commit, all or nothing. Takes its turn among the pulls.
   *
   * @throws RemoteError `rejected` when the branch is no longer at `parent`, and as `pull` does
   */
  push(change: CommitChange, signal?: AbortSignal): Promise<MadeCommit>
  /** Cancels running pulls and removes the temporary cache. Closing twice is fine. */
  close(): Promise<void>
}

/**
 * Connects to a git remote. Nothing is read, and isomorphic-git is not loaded, before the first pull.
 *
 * @throws RemoteError `unsupported`, for an address or a branch name that cannot be used
 * @example
 * const remote = connectRemote({ url: 'https://git.example/team/flows.git', token: 'secret' })
 * const paths = { folders: ['workflows'], files: ['tags.json'] }
 * const { commit, files } = await remote.pull({ paths, take: ({ paths, bytes }) => console.log(paths, bytes.length) })
 * await remote.close()
 */
export function connectRemote(options: RemoteOptions): GitRemote {
  const address = parseAddress(options.url)
  const branch = checkBranch(options.branch ?? 'main')
  const { timeout = DEFAULT_TIMEOUT, maxBytes = DEFAULT_MAX_BYTES, followRedirects = [] } = options
  const shown = address.kind === 'http' ? address.url : address.path
  const closing = new AbortController()
  let folder = options.cacheFolder
  let last: Promise<unknown> = Promise.resolve()

  return {
    address: shown,
    branch,
    pull: ({ paths, known = new Map(), take = () => {}, signal }) =>
      takeTurn('pull from', limits => read({ branch, paths, known, take, limits }), signal),
    push: (change, signal) => takeTurn('push to', limits => write(change, limits), signal),
    async close() {
      closing.abort()
      await last
      if (folder && !options.cacheFolder) await rm(folder, { recursive: true, force: true })
    },
  }

  /** Runs one task at a time, with a time limit, until it is cancelled. */
  function takeTurn<T>(what: string, run: (limits: Limits) => Promise<T>, signal = closing.signal): Promise<T> {
    const called = AbortSignal.any([closing.signal, signal])
    const turn = last.then(async () => {
      const time = AbortSignal.timeout(timeout)
      try {
        called.throwIfAborted()
        return await run(createLimits(shown, maxBytes, AbortSignal.any([called, time])))
      } catch (error) {
        if (called.aborted) throw new RemoteError('aborted', `The ${what} ${shown} was cancelled`)
        if (error instanceof ReceiverError) throw error.cause
        if (time.aborted) throw tookTooLong(what, shown, timeout)
        throw error
      }
    })
    last = turn.catch(() => undefined)
    return turn
  }

  async function write(change: CommitChange, limits: Limits) {
    if (address.kind === 'local')
      return (await import('./local-branch.ts')).pushLocal({ ...address, branch, limits }, change)
    return (await import('./http-branch.ts')).pushHttp({ ...(await httpOptions(address.url)), branch, limits }, change)
  }

  async function read(wanted: Wanted) {
    if (address.kind === 'local') return (await import('./local-branch.ts')).readLocalBranch({ ...wanted, ...address })
    const { readHttpBranch } = await import('./http-branch.ts')
    return readHttpBranch({ ...wanted, ...(await httpOptions(address.url)) })
  }

  async function httpOptions(url: string) {
    const { username, token, idleTimeout = 30_000 } = options
    folder ??= await mkdtemp(join(tmpdir(), 'understudy-git-'))
    return { url, username, token, idleTimeout, followRedirects, folder }
  }
}

const tookTooLong = (what: string, address: string, timeout: number) =>
  new RemoteError('timeout', `The ${what} ${address} took longer than ${timeout / 1000} s; --pull-timeout allows more`)
