import { printable } from '../../git/printable.ts'
import type { State } from '../../model/state.ts'
import type { ControlledFile, FileType } from './controlled-file.ts'
import { credentialStub, tagsFile, variablesFile, workflowFile } from './export-files.ts'
import type { MergeBase } from './merge-base.ts'
import { sourceControlRefusals } from './refusals.ts'
import type { Repository } from './repository.ts'
import { statusOf } from './status.ts'

/** What a push is asked to do, by the documented shape. */
export interface PushOptions {
  commitMessage: string
  fileNames: readonly { id: string; type: FileType }[]
  force?: boolean
}

/** What a push is going to commit. */
export interface PushPlan {
  files: ControlledFile[]
  /** Path to content; null for what is removed. */
  changes: Map<string, Uint8Array | null>
}

interface Pushed {
  state: State
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
export function planPush(pushed: Pushed, { fileNames, force = false }: PushOptions): PushPlan {
  const { state, repository, base, now } = pushed
  const status = statusOf({ state, repository, base, direction: 'push', now, force })
  for (const file of fileNames) refuseUnknown(pushed, file)
  const isChosen = ({ id, type }: ControlledFile) =>
    fileNames.some(file => file.type === type && isSame(file.id, id, type))
  const files = status.filter(isChosen)
  for (const file of files) refuseLongName(file)
  if (repository.commit !== '' && repository.commit !== base.commit && !force) throw movedOn(files)
  const changes = new Map(files.map(file => [file.file, contentOf(pushed, file)]))
  return { files, changes }
}

/** There is one file of the tags and one of the variables, whatever a client calls it. */
const isSame = (asked: string, id: string, type: FileType) => type === 'tags' || type === 'variables' || asked === id

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

/** Git takes longer names, but then nobody can check the repository out. */
function refuseLongName({ file, id, type, status }: ControlledFile) {
  const bytes = Buffer.byteLength(file.slice(file.lastIndexOf('/') + 1))
  if (bytes <= MAX_NAME_BYTES || status === 'deleted') return
  const shown = JSON.stringify(printable(`${id.slice(0, 40)}…`))
  throw sourceControlRefusals.pushedNameTooLong(type, shown, bytes, MAX_NAME_BYTES)
}

function contentOf({ state, unseal }: Pushed, { id, type, status }: ControlledFile) {
  if (status === 'deleted') return null
  return new TextEncoder().encode(textOf())

  function textOf() {
    if (type === 'tags') return tagsFile(state)
    if (type === 'variables') return variablesFile(state)
    return type === 'workflow' ? workflowFile(state, id) : credentialStub(state, id, unseal)
  }
}

function movedOn(files: readonly ControlledFile[]) {
  const both = files.filter(file => file.conflict)
  const lines = both.map(({ type, id, name }) =>
    printable(`${type} ${id} ${JSON.stringify(name)}: changed on both sides`),
  )
  const description = lines.length > 0 ? lines.join('\n') : undefined
  return sourceControlRefusals.branchMovedOn().with({ code: 'conflict', description })
}
