import type { Clock } from '../../base/clock.ts'
import { runInSlices } from '../../base/run-in-slices.ts'
import type { GitRemote } from '../../git/remote.ts'
import { printable, RemoteError } from '../../git/remote-error.ts'
import type { State, Store } from '../../model/state.ts'
import type { UserRecord } from '../../model/user.ts'
import { type ControlledFile, type FileType, REPOSITORY_PATHS } from './controlled-files.ts'
import { fingerprintSteps } from './fingerprints.ts'
import { credentialStub, type LocalItems, localItems, tagsFile, variablesFile, workflowFile } from './local-files.ts'
import { type MergeBase, readMergeBase, storeMergeBase } from './merge-base.ts'
import { sourceControlRefusals } from './refusals.ts'
import { createRepositoryReader, type Repository } from './repository.ts'
import { statusOf } from './status.ts'

export interface PushContext {
  store: Store
  remote: GitRemote
  clock: Clock
  unseal(text: string): unknown
  pause(): Promise<unknown>
  signal: AbortSignal
}

/**
 * Reads the repository. One without the branch is empty: a push creates the branch.
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
 * Commits the chosen files to the remote, and stores what both sides have in common from now on.
 *
 * @throws ApiError as `planPush` does, and 409 when the branch moves on during the push; RemoteError
 */
export async function pushFiles(
  options: PushOptions,
  user: UserRecord,
  context: PushContext,
): Promise<ControlledFile[]> {
  const { store, remote, clock, unseal, signal } = context
  const { base, repository } = await readRemote(context)
  const state = store.data
  await runInSlices(fingerprintSteps(state))
  const local = localItems(state)
  const plan = planPush({ state, local, repository, base, now: clock.iso(), unseal }, options)
  if (plan.files.length === 0) return []
  const agreed = commonBase(local, base, plan)
  const changes = await runInSlices(changesOf(plan))
  const parent = repository.commit === '' ? undefined : repository.commit
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email
  const { commit, files } = await remote
    .push(
      {
        message: options.commitMessage.endsWith('\n') ? options.commitMessage : `${options.commitMessage}\n`,
        author: { name: plain(name), email: plain(user.email) },
        timestamp: Math.floor(clock.now() / 1000),
        parent,
        changes,
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
function commonBase(local: LocalItems, base: MergeBase, { files }: PushPlan) {
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

/** Text for the header of a commit, without the characters that git forbids there. */
const plain = (text: string) => text.replaceAll(/[<>\n\0]/g, ' ').trim()

const rejected = (error: RemoteError) =>
  sourceControlRefusals.pushRejected(error.message).with({ code: error.code, cause: error })

/** What a push is asked to do, by the documented shape. */
export interface PushOptions {
  commitMessage: string
  fileNames: readonly { id: string; type: FileType }[]
  force?: boolean
}

/** What a push commits. */
interface PushPlan {
  files: ControlledFile[]
  /** Makes the text of each file, in their order, of the record as it is now; null for what is removed. */
  texts: (() => string | null)[]
}

interface Pushed {
  state: State
  local: LocalItems
  repository: Repository
  base: MergeBase
  now: string
  unseal(text: string): unknown
}

/**
 * What a push commits: of the chosen files, those that differ. Nothing is changed.
 *
 * @throws ApiError 409 when the branch has moved on since the last pull or push, unless forced; 400 for a file of a type
 *   that is not pushed, or that is neither in the instance nor in the repository
 */
function planPush(pushed: Pushed, { fileNames, force = false }: PushOptions): PushPlan {
  const { local, repository, base, now } = pushed
  const status = statusOf({ local, repository, base, direction: 'push', now, force })
  for (const file of fileNames) refuseUnknown(pushed, file)
  const chosen = new Set(fileNames.map(choiceOf))
  const files = status.filter(file => chosen.has(choiceOf(file)))
  for (const file of files) refuseLongName(file)
  if (repository.commit !== '' && repository.commit !== base.commit && !force) throw movedOn(files)
  return { files, texts: files.map(file => textOf(pushed, file)) }
}

/** There is one file of the tags and one of the variables, whatever a client calls it. */
const choiceOf = ({ id, type }: { id: string; type: FileType }) =>
  type === 'tags' || type === 'variables' ? type : `${type} ${id}`

/** Path to content; null for what is removed. */
function* changesOf({ files, texts }: PushPlan): Generator<undefined, Map<string, Uint8Array | null>> {
  const encoder = new TextEncoder()
  const changes = new Map<string, Uint8Array | null>()
  for (const [at, { file }] of files.entries()) {
    const text = texts[at]?.() ?? null
    changes.set(file, text === null ? null : encoder.encode(text))
    yield
  }
  return changes
}

function refuseUnknown({ state, repository }: Pushed, { id, type }: { id: string; type: FileType }) {
  if (type === 'tags' || type === 'variables') return
  if (type !== 'workflow' && type !== 'credential') {
    throw sourceControlRefusals.pushedTypeUnknown(type)
  }
  const kind = type === 'workflow' ? 'workflows' : 'credentials'
  if (state[kind].has(id) || repository[kind].has(id)) return
  throw sourceControlRefusals.pushedItemNotFound(type, JSON.stringify(printable(id)))
}

/** File systems take names of 255 bytes, and git adds some to a file that it is writing. */
const MAX_NAME_BYTES = 250

/** Git accepts longer names, but a repository with them cannot be checked out. */
function refuseLongName({ file, id, type, status }: ControlledFile) {
  const bytes = Buffer.byteLength(file.slice(file.lastIndexOf('/') + 1))
  if (bytes <= MAX_NAME_BYTES || status === 'deleted') return
  const shown = JSON.stringify(printable(`${id.slice(0, 40)}…`))
  throw sourceControlRefusals.pushedNameTooLong(type, shown, bytes, MAX_NAME_BYTES)
}

function textOf({ state, unseal }: Pushed, { id, type, status }: ControlledFile): () => string | null {
  if (status === 'deleted') return () => null
  if (type === 'tags' || type === 'variables') {
    const text = type === 'tags' ? tagsFile(state) : variablesFile(state)
    return () => text
  }
  if (type === 'workflow') {
    const workflow = state.workflows.get(id)
    return () => (workflow ? workflowFile(state, workflow) : null)
  }
  const credential = state.credentials.get(id)
  return () => (credential ? credentialStub(state, credential, unseal) : null)
}

function movedOn(files: readonly ControlledFile[]) {
  const both = files.filter(file => file.conflict)
  const lines = both.map(({ type, id, name }) =>
    printable(`${type} ${id} ${JSON.stringify(name)}: changed on both sides`),
  )
  const description = lines.length > 0 ? lines.join('\n') : undefined
  return sourceControlRefusals.branchMovedOn().with({ code: 'conflict', description })
}
