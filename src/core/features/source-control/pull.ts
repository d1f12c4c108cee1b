import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { runInSlices } from '../../base/run-in-slices.ts'
import type { CommitFiles } from '../../git/commits.ts'
import type { GitRemote } from '../../git/remote.ts'
import { printable, RemoteError } from '../../git/remote-error.ts'
import type { IdSource } from '../../model/next-id.ts'
import type { PullOptions } from '../../model/source-control.ts'
import type { Secrets, Store } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { REPOSITORY_PATHS } from './controlled-files.ts'
import { fingerprintSteps } from './fingerprints.ts'
import { localItems } from './local-files.ts'
import { readMergeBase } from './merge-base.ts'
import { type DeletedUpstream, type Plan, StaleRead } from './plan.ts'
import { pushFiles, readRemote } from './push.ts'
import { sourceControlRefusals } from './refusals.ts'
import { createRepositoryReader } from './repository.ts'
import { type PullRules, pullRepository } from './rules.ts'
import type { Puller } from './source-control.ts'
import { statusOf } from './status.ts'

export interface PullerOptions extends IdSource {
  store: Store
  clock: Clock
  secrets: Pick<Secrets, 'seal' | 'unseal'>
  /** Undefined: not connected to a repository. */
  remote: GitRemote | undefined
  /** Receives a warning of a pull, as a sentence. */
  log?: (sentence: string) => void
}

const READS = 3
/** The most lines of the log about files that were not read. */
const MAX_LINES = 100

/**
 * Creates the puller of a store and a remote. Nothing is read before the first pull.
 *
 * @example
 * const puller = createPuller({ ...context, remote: connectRemote({ url: '/srv/flows.git' }) })
 * const plan = await puller.pull({ force: false }, owner, { remoteChangeConflicts: false })
 * await puller.close()
 */
export function createPuller({ remote, log: write = () => {}, ...context }: PullerOptions): Puller {
  const log = (sentence: string) => write(printable(sentence))
  const { store, clock } = context
  const pause = () => setImmediate()
  let running: AbortController | undefined
  let runs = ''
  let closed = false

  const cancel = () => {
    running?.abort()
    running = undefined
  }
  return {
    pull: (options, user, rules) =>
      takeTurn('pull', async (remote, signal) => {
        const plan = await pullFrom(remote, options, user, rules, signal)
        report(plan)
        return plan
      }),
    status: direction =>
      takeTurn('status', async (remote, signal) => {
        const { base, repository } = await readRemote({ store, remote, signal, pause })
        await runInSlices(fingerprintSteps(store.data))
        return statusOf({ local: localItems(store.data), repository, base, direction, now: clock.iso() })
      }),
    push: (options, user) =>
      takeTurn('push', (remote, signal) => {
        const unseal = context.secrets.unseal
        return pushFiles(options, user, { store, remote, clock, signal, pause, unseal })
      }),
    cancel,
    async close() {
      closed = true
      cancel()
      await remote?.close()
    },
  }

  /** Runs one pull, push or status at a time, until it is cancelled. */
  async function takeTurn<T>(what: string, run: (remote: GitRemote, signal: AbortSignal) => Promise<T>): Promise<T> {
    if (!remote) throw sourceControlRefusals.repositoryNotConnected()
    if (closed) throw cancelled(what)
    if (running) throw sourceControlRefusals.anotherRunIsRunning(runs).with({ code: 'conflict' })
    const own = new AbortController()
    running = own
    runs = what
    try {
      return await run(remote, own.signal)
    } catch (error) {
      if (own.signal.aborted) throw cancelled(what)
      if (!(error instanceof RemoteError)) throw error
      throw sourceControlRefusals.remoteFailed(error.message).with({ code: error.code, cause: error })
    } finally {
      if (running === own) running = undefined
    }
  }

  /** The network and the reading of files come first, outside the lock; then one update makes all changes. */
  async function pullFrom(
    remote: GitRemote,
    options: PullOptions,
    user: UserRecord,
    rules: PullRules,
    signal: AbortSignal,
  ): Promise<Plan> {
    for (let reads = 1; ; reads++) {
      try {
        const base = readMergeBase(store.data.sourceControl)
        const reader = createRepositoryReader(base, pause)
        const { commit, files, ignored } = await remote.pull({
          paths: REPOSITORY_PATHS,
          known: base.files,
          take: reader.take,
          signal,
        })
        reportIgnored(ignored)
        const repository = reader.finish(commit, files)
        const isRead = (kind: 'workflows' | 'credentials', id: string) => repository[kind].get(id)?.value !== undefined
        await runInSlices(fingerprintSteps(store.data, isRead))
        return await store.update(draft => {
          if (signal.aborted) throw cancelled('pull')
          return pullRepository(draft, repository, options, {
            ...context,
            remoteChangeConflicts: rules.remoteChangeConflicts,
            puller: user.id,
          })
        })
      } catch (error) {
        // the state was replaced while the repository was read, by a restored snapshot for instance
        if (!(error instanceof StaleRead) || signal.aborted || reads >= READS) throw error
      }
    }
  }

  function reportIgnored(ignored: CommitFiles['ignored']) {
    for (const { path, why } of ignored.slice(0, MAX_LINES)) log(`Source control: ${path} was not read, it is ${why}`)
    const left = ignored.length - MAX_LINES
    if (left > 0) log(`Source control: ${left} more were not read`)
  }

  function report({ deletedUpstream }: Plan) {
    for (const item of deletedUpstream) log(`Source control: ${called(item)} is no longer in the repository; it stays`)
  }
}

function called({ kind, id, name }: DeletedUpstream) {
  const quoted = JSON.stringify(name)
  return kind === 'mappings' ? `the tag ${quoted} of workflow ${id}` : `${kind.slice(0, -1)} ${id} ${quoted}`
}

const cancelled = (run: string) => sourceControlRefusals.runCancelled(run).with({ code: 'conflict' })
