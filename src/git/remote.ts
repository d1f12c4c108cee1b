import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkBranch, parseAddress } from './address.ts'
import type { CommitFiles } from './commit-files.ts'
import { RemoteError } from './remote-error.ts'

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
  patience?: number
}

export interface ReadOptions {
  /** Path to object id of the files whose content the caller has: they are listed and not read. */
  known?: ReadonlyMap<string, string>
  /** Calls the pull off. */
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
   * @throws RemoteError when the remote cannot be read, or the pull is called off; the next pull starts afresh
   */
  pull(options?: ReadOptions): Promise<CommitFiles>
  /** Calls off running pulls and removes the temporary cache. Closing twice is fine. */
  close(): Promise<void>
}

/**
 * Connects to a git remote. Nothing is read, and isomorphic-git is not loaded, before the first pull.
 *
 * @throws RemoteError `unsupported`, for an address or a branch name that cannot be used
 * @example
 * const remote = connectRemote({ url: 'https://git.example/team/flows.git', token: 'secret' })
 * const { commit, files } = await remote.pull()
 * await remote.close()
 */
export function connectRemote(options: RemoteOptions): GitRemote {
  const address = parseAddress(options.url)
  const branch = checkBranch(options.branch ?? 'main')
  const shown = address.kind === 'http' ? address.url : address.path
  const closing = new AbortController()
  let folder = options.cacheFolder
  let last: Promise<unknown> = Promise.resolve()

  return {
    address: shown,
    branch,
    pull({ known = new Map(), signal = closing.signal } = {}) {
      const called = AbortSignal.any([closing.signal, signal])
      const turn = last.then(async () => {
        try {
          called.throwIfAborted()
          return await read({ branch, known, signal: called })
        } catch (error) {
          if (called.aborted) throw new RemoteError('aborted', `The pull from ${shown} was called off`)
          throw error
        }
      })
      last = turn.catch(() => undefined)
      return turn
    },
    async close() {
      closing.abort()
      await last
      if (folder && !options.cacheFolder) await rm(folder, { recursive: true, force: true })
    },
  }

  async function read(wanted: Wanted) {
    if (address.kind === 'local') return (await import('./local-branch.ts')).readLocalBranch({ ...wanted, ...address })
    const { readHttpBranch } = await import('./http-branch.ts')
    const { username, token, patience = 30_000 } = options
    folder ??= await mkdtemp(join(tmpdir(), 'understudy-git-'))
    return readHttpBranch({ ...wanted, url: address.url, username, token, patience, folder })
  }
}

/** What a pull wants, wherever the repository is. */
export interface Wanted {
  branch: string
  known: ReadonlyMap<string, string>
  signal: AbortSignal
}
