import type { Clock } from '../../base/clock.ts'
import type { GitRemote } from '../../git/remote.ts'
import { RemoteError } from '../../git/remote-error.ts'
import type { State, Store } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import type { ControlledFile } from './controlled-file.ts'
import { REPOSITORY_PATHS } from './kinds.ts'
import { localItems } from './local-items.ts'
import { type MergeBase, readMergeBase, storeMergeBase } from './merge-base.ts'
import { type PushOptions, type PushPlan, planPush } from './plan-push.ts'
import { sourceControlRefusals } from './refusals.ts'
import { createRepositoryReader } from './repository.ts'

export interface PushContext {
  store: Store
  remote: GitRemote
  clock: Clock
  unseal(text: string): unknown
  pause(): Promise<unknown>
  signal: AbortSignal
}

/**
 * What is in the repository; nothing in one without the branch, where a push makes it.
 *
 * @throws RemoteError, and ApiError 400 for files that are not of their shape
 */
export async function readRemote({ remote, store, pause, signal }: Omit<PushContext, 'clock' | 'unseal'>) {
  const base = readMergeBase(store.data.sourceControl)
  const reader = createRepositoryReader(base, pause)
  try {
    const { commit, files } = await remote.pull({
      paths: REPOSITORY_PATHS,
      known: base.files,
      take: reader.take,
      signal,
    })
    return { base, repository: reader.finish(commit, files) }
  } catch (error) {
    const isMissing = error instanceof RemoteError && (error.code === 'empty' || error.code === 'branch-missing')
    if (!isMissing) throw error
    return { base: readMergeBase(null), repository: createRepositoryReader(base, pause).finish('', []) }
  }
}

/**
 * Commits the chosen files to the remote, and remembers what both sides have in common from now on.
 *
 * @throws ApiError as `planPush` does, and 409 when the branch moves on meanwhile; RemoteError
 */
export async function pushFiles(
  options: PushOptions,
  user: UserRecord,
  context: PushContext,
): Promise<ControlledFile[]> {
  const { store, remote, clock, unseal, signal } = context
  const { base, repository } = await readRemote(context)
  const state = store.data
  const plan = planPush({ state, repository, base, now: clock.iso(), unseal }, options)
  if (plan.files.length === 0) return []
  const agreed = commonBase(state, base, plan)
  const parent = repository.commit === '' ? undefined : repository.commit
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
  const { commit, files } = await remote
    .push(
      {
        message: options.commitMessage.endsWith('\n') ? options.commitMessage : `${options.commitMessage}\n`,
        author: { name: plain(name), email: plain(user.email) },
        timestamp: Math.floor(clock.now() / 1000),
        parent,
        changes: plan.changes,
      },
      signal,
    )
    .catch(error => {
      if (error instanceof RemoteError && error.code === 'rejected') throw rejected(error)
      throw error
    })
  await store.update(draft => {
    draft.sourceControl = storeMergeBase(agreed(commit, files))
  })
  return plan.files.map(file => ({ ...file, pushed: true }))
}

/** What both sides have in common after the push, by the state that was pushed. */
function commonBase(state: State, base: MergeBase, { files }: PushPlan) {
  const local = localItems(state)
  const next: MergeBase = {
    ...base,
    workflows: new Map(base.workflows),
    credentials: new Map(base.credentials),
    files: new Map(base.files),
  }
  for (const { id, type, status, file } of files) {
    if (type === 'tags') {
      next.tags = new Map(Array.from(local.tags, ([id, { content }]) => [id, { content, path: file }]))
      next.mappings = local.mappings
    } else if (type === 'variables') {
      next.variables = new Map(Array.from(local.variables, ([id, { content }]) => [id, { content, path: file }]))
    } else {
      const kind = type === 'workflow' ? 'workflows' : 'credentials'
      const item = local[kind].get(id)
      if (status === 'deleted' || !item) next[kind].delete(id)
      else next[kind].set(id, { content: item.content, path: file })
    }
    if (status === 'deleted') next.files.delete(file)
  }
  return (commit: string, oids: ReadonlyMap<string, string>): MergeBase => {
    for (const [path, oid] of oids) next.files.set(path, oid)
    return { ...next, commit }
  }
}

/** What may stand in the head of a commit. */
const plain = (text: string) => text.replaceAll(/[<>\n\0]/g, ' ').trim()

const rejected = (error: RemoteError) =>
  sourceControlRefusals.pushRejected(error.message).with({ code: error.code, cause: error })
