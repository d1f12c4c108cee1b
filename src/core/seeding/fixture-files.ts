import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badRequest, conflict } from '../base/errors.ts'
import { findJsonSyntaxError } from '../base/json-text.ts'
import { readTextFile } from '../base/read-text-file.ts'
import { FIXTURE_COLLECTIONS } from '../model/fixture.ts'
import { parseJson, UnusableJson } from '../model/parse-json.ts'
import { fixtureOfExports } from './exported-workflows.ts'

/** A fixture before it is checked. */
export interface FixtureSource {
  /** What messages call it, before a JSON pointer: `fixture`, or `fixture.json: ` of a file. */
  source: string
  value: unknown
  /** Its file, where it comes from one. */
  file?: string
  /** Whether the file holds exported workflows. */
  isExport?: boolean
}

/**
 * The fixtures in a file or a folder. A file holds a fixture, an exported workflow, or an array of those. A folder is one
 * that source control pushes to, or its `*.json` files are fixtures, each; files of test cases are left out.
 *
 * @throws ApiError 400 for what is not there, or no JSON
 */
export async function readFixtureFiles(place: string | URL): Promise<FixtureSource[]> {
  const path = place instanceof URL ? fileURLToPath(place) : place
  const found = await stat(path).catch(cause => {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(cause.code)
    const reason = isMissing ? 'there is no such file or folder' : `it cannot be read: ${reasonOf(cause)}`
    throw badRequest(`${path}: ${reason}`, { cause })
  })
  if (!found.isDirectory()) {
    const value = await readJsonFile(path, undefined, { isGiven: true })
    return [{ ...inFile(path), value, isExport: fixtureOfExports(value) !== value }]
  }
  const names = (await readdir(path)).sort()
  const { isSourceControlFolder, readSourceControlFolder } = await import('./source-control-folder.ts')
  if (isSourceControlFolder(names)) return [{ ...inFile(path), value: await readSourceControlFolder(path) }]
  const files = names.filter(isFixtureName).map(name => join(path, name))
  if (files.length === 0) throw badRequest(`${path}: there is no .json file in this folder`)
  const sources: FixtureSource[] = []
  for (const file of files) {
    const read = await readJsonFile(file)
    const value = fixtureOfExports(read)
    sources.push({ ...inFile(file), value, isExport: value !== read })
  }
  const once = withTagsOnce(sources)
  refuseDuplicates(once)
  return once
}

/** Files of test cases stand beside the workflows that they test. */
export const isFixtureName = (name: string) => name.endsWith('.json') && !name.endsWith('.workflow-test.json')

const REASONS: Record<string, string> = {
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
}

/** Why the system does not read a file, in words where they are known. */
const reasonOf = (cause: { code?: string; message?: string }) =>
  REASONS[cause.code ?? ''] ?? cause.code ?? cause.message

const inFile = (file: string) => ({ source: `${file}: `, file })

/**
 * The JSON of a file.
 *
 * @param onMalformed called with a text that is not JSON, before it is refused
 * @param options.isGiven whether the user names it: it may be a pipe then
 * @throws ApiError 400 that names the file, and the line where it is not JSON
 */
export async function readJsonFile(
  file: string,
  onMalformed?: (text: string) => void,
  { isGiven = false } = {},
): Promise<unknown> {
  const read = await readTextFile(file, { isGiven }).catch(cause => {
    throw badRequest(`${file}: it cannot be read: ${reasonOf(cause)}`, { cause })
  })
  const text = read.replace(/^\uFEFF/, '')
  if (text.trim() === '') throw badRequest(`${file}: it is empty`)
  try {
    return parseJson(text)
  } catch (cause) {
    onMalformed?.(text)
    if (cause instanceof UnusableJson) throw badRequest(`${file}: it ${cause.message}`, { cause })
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw badRequest(`${file}: it is not JSON (line ${line}, column ${column})`, { cause })
  }
}

/** Two files with one record: the second would silently take the place of the first. */
function refuseDuplicates(sources: FixtureSource[]) {
  const seen = new Map<string, string>()
  for (const { source, file = source, value } of sources) {
    for (const kind of Object.keys(FIXTURE_COLLECTIONS)) {
      const records = (value as Record<string, unknown> | null)?.[kind]
      for (const [at, record] of Array.isArray(records) ? records.entries() : []) {
        const id = record?.id ?? record?.slug
        if (id === undefined) continue
        const key = `${kind} ${id}`
        const first = seen.get(key)
        // one file with two of them is refused like any other fixture
        if (first !== undefined && first !== file)
          throw conflict(`${source}/${kind}/${at}: ${first} has a record with the same id ${JSON.stringify(id)}`)
        seen.set(key, file)
      }
    }
  }
}

interface TagLike {
  name?: unknown
}

/** Removes the tags of exported workflows whose names an earlier file has. */
function withTagsOnce(sources: FixtureSource[]): FixtureSource[] {
  const seen = new Set<unknown>()
  return sources.map(source => {
    const { tags } = (source.value ?? {}) as { tags?: unknown }
    if (!Array.isArray(tags)) return source
    const newTags = tags.filter((tag: TagLike | null) => !seen.has(tag?.name))
    for (const tag of newTags) seen.add(tag?.name)
    return { ...source, value: { ...(source.value as object), tags: newTags } }
  })
}
