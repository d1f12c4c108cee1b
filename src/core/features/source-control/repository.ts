import { printable } from '../../git/remote-error.ts'
import {
  credentialContent,
  InvalidFileError,
  KINDS,
  type Kind,
  kindOf,
  parseJsonFile,
  TAGS_FILE,
} from './controlled-files.ts'
import { fingerprint } from './fingerprints.ts'
import type { MergeBase } from './merge-base.ts'
import {
  type RemoteCredential,
  type RemoteWorkflow,
  readCredential,
  readTags,
  readVariables,
  readWorkflow,
} from './read-items.ts'
import { sourceControlRefusals } from './refusals.ts'

/** Content of the repository, with every path that has it. */
export interface SourceContent {
  paths: readonly string[]
  bytes: Uint8Array
  /** Counts bytes that stay in memory; throws when they are too many. */
  spend(bytes: number): void
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

/** Takes the contents of a repository one by one; what was read of one is released before the next. */
export interface RepositoryReader {
  take(content: SourceContent): Promise<void>
  /**
   * @param files all files, also those that were not taken because the base knows their content
   * @throws ApiError 400 that names the files that are not JSON, not of their shape, or have the id of another
   */
  finish(commit: string, files: readonly { path: string; oid: string }[]): Repository
}

const ERRORS_NAMED = 50
/** Bytes that a value of JSON takes in memory, beside its text. */
const VALUE_COST = 32

/**
 * Reads and checks what is in a repository.
 *
 * @param pause lets other work run
 */
export function createRepositoryReader(base: MergeBase, pause: () => Promise<unknown>): RepositoryReader {
  const found = emptyRepository()
  const errors: string[] = []
  let count = 0

  return {
    async take({ paths, bytes, spend }) {
      for (const [kind, [first = '', ...others]] of Map.groupBy(paths, kindOf)) {
        await pause()
        try {
          const { json, values } = await parseJsonFile(first, bytes, pause)
          spend(bytes.length + values * VALUE_COST)
          await pause()
          await addFile(found, kind, first, json, pause)
        } catch (error) {
          if (!(error instanceof InvalidFileError)) throw error
          addError(error.message)
        }
        for (const path of others) addError(`${path}: is the same file as ${first}`)
      }
    },
    finish(commit, files) {
      const repository = withKnown(found, commit, files, base, addError)
      if (count > 0) throw refusal(errors, count)
      return repository
    },
  }

  function addError(message: string) {
    count++
    if (errors.length < ERRORS_NAMED) errors.push(printable(message))
  }
}

function emptyRepository(): Repository {
  const [workflows, credentials, tags, variables] = [new Map(), new Map(), new Map(), new Map()]
  return { commit: '', files: new Map(), workflows, credentials, tags, variables, mappings: new Map() }
}

/** Adds the items of files that were not read, as the base has them. */
function withKnown(
  found: Repository,
  commit: string,
  files: readonly { path: string; oid: string }[],
  base: MergeBase,
  addError: (message: string) => void,
): Repository {
  const paths = new Map(files.map(({ path, oid }) => [path, oid]))
  const isUnread = (path: string) => paths.has(path) && base.files.get(path) === paths.get(path)
  for (const kind of KINDS) {
    const items: Map<string, RemoteItem<unknown>> = found[kind]
    for (const [id, { path, content }] of base[kind]) {
      if (!path || !isUnread(path)) continue
      const duplicate = items.get(id)
      if (duplicate) addError(sameId(duplicate.path, id, path))
      else items.set(id, { path, content })
    }
  }
  return { ...found, commit, files: paths, mappings: isUnread(TAGS_FILE) ? base.mappings : found.mappings }
}

async function addFile(repository: Repository, kind: Kind, path: string, json: unknown, pause: () => Promise<unknown>) {
  if (kind === 'tags') {
    const { tags, mappings } = readTags(path, json)
    for (const [id, name] of tags) repository.tags.set(id, { path, content: name, value: name })
    repository.mappings = mappings
  } else if (kind === 'variables') {
    for (const [id, value] of readVariables(path, json)) {
      repository.variables.set(id, { path, content: JSON.stringify(value), value })
    }
  } else if (kind === 'workflows') {
    const value = readWorkflow(path, json)
    const { name, nodes, connections, settings } = value
    await pause()
    addItem(repository.workflows, value, { path, content: fingerprint({ name, nodes, connections, settings }) })
  } else {
    const value = readCredential(path, json)
    addItem(repository.credentials, value, { path, content: fingerprint(credentialContent(value)) })
  }
}

function addItem<T extends { id: string }>(items: Map<string, RemoteItem<T>>, value: T, item: RemoteItem<T>) {
  const duplicate = items.get(value.id)
  if (duplicate) throw new InvalidFileError(sameId(item.path, value.id, duplicate.path))
  items.set(value.id, { ...item, value })
}

const sameId = (path: string, id: string, other: string) => `${path}: has the same id ${JSON.stringify(id)} as ${other}`

function refusal(errors: string[], count: number) {
  const [first = ''] = errors
  return sourceControlRefusals.pulledFilesInvalid(first, count).with({ description: errors.join('\n') })
}
