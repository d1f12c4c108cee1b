import { badRequest } from '../../errors.ts'
import type { Base, Kind } from './base.ts'
import { credentialContent, fingerprint, workflowContent } from './content.ts'
import { InvalidFileError, parseJsonFile } from './json-file.ts'
import {
  type RemoteCredential,
  type RemoteWorkflow,
  readCredential,
  readTags,
  readVariables,
  readWorkflow,
} from './read-items.ts'

/** A file as the remote gives it: without content when the base knows it. */
export interface SourceFile {
  path: string
  oid: string
  content?: Uint8Array
}

/** An item of the repository. Without `value`, its file was not read, because the base knows the content. */
export interface RemoteItem<T> {
  path: string
  content: string
  value?: T
}

/** What is in the repository, by id. */
export interface Repository {
  commit: string
  /** Path to object id. */
  files: Map<string, string>
  workflows: Map<string, RemoteItem<RemoteWorkflow>>
  credentials: Map<string, RemoteItem<RemoteCredential>>
  /** Their content is the name. */
  tags: Map<string, RemoteItem<string>>
  /** Their content is a `RemoteVariable` as JSON. */
  variables: Map<string, RemoteItem<unknown>>
  /** Workflow id to tag ids. */
  mappings: Map<string, string[]>
}

const FAULTS_NAMED = 50

const BREATH = 32

/**
 * Reads and checks every file.
 *
 * @param pause lets others have their turn, now and then
 * @throws ApiError 400 that names the files that are not JSON, not of their shape, or have the id of another
 */
export async function readRepository(
  commit: string,
  files: readonly SourceFile[],
  base: Base,
  pause: () => Promise<unknown>,
): Promise<Repository> {
  const repository = knownPart(commit, files, base)
  const faults: string[] = []
  for (const [index, { path, content }] of files.entries()) {
    if (index % BREATH === 0) await pause()
    try {
      if (content) addFile(repository, path, parseJsonFile(path, content))
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error
      faults.push(error.message)
    }
  }
  if (faults.length > 0) throw refusal(faults)
  return repository
}

/** What the files hold that were not read: what the base says. */
function knownPart(commit: string, files: readonly SourceFile[], base: Base): Repository {
  const unread = new Set(files.filter(({ content }) => !content).map(({ path }) => path))
  const items = (kind: Kind) =>
    new Map(
      [...base[kind]].flatMap(([id, { path, content }]) => (path && unread.has(path) ? [[id, { path, content }]] : [])),
    )
  return {
    commit,
    files: new Map(files.map(({ path, oid }) => [path, oid])),
    workflows: items('workflows'),
    credentials: items('credentials'),
    tags: items('tags'),
    variables: items('variables'),
    mappings: unread.has('tags.json') ? base.mappings : new Map(),
  }
}

function addFile(repository: Repository, path: string, json: unknown) {
  if (path === 'tags.json') {
    const { tags, mappings } = readTags(path, json)
    for (const [id, name] of tags) repository.tags.set(id, { path, content: name, value: name })
    repository.mappings = mappings
  } else if (path === 'variable_stubs.json') {
    for (const [id, value] of readVariables(path, json)) {
      repository.variables.set(id, { path, content: JSON.stringify(value), value })
    }
  } else if (path.startsWith('workflows/')) {
    const value = readWorkflow(path, json)
    addItem(repository.workflows, value, { path, content: fingerprint(workflowContent(value)) })
  } else {
    const value = readCredential(path, json)
    addItem(repository.credentials, value, { path, content: fingerprint(credentialContent(value)) })
  }
}

function addItem<T extends { id: string }>(items: Map<string, RemoteItem<T>>, value: T, item: RemoteItem<T>) {
  const twin = items.get(value.id)
  if (twin) throw new InvalidFileError(`${item.path}: has the same id ${JSON.stringify(value.id)} as ${twin.path}`)
  items.set(value.id, { ...item, value })
}

function refusal(faults: string[]) {
  const [first, ...others] = faults
  const message = others.length > 0 ? `${first} (and ${others.length} more)` : first
  return badRequest(`Nothing was pulled. ${message}`, { description: faults.slice(0, FAULTS_NAMED).join('\n') })
}
