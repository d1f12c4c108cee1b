import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { badRequest, conflict } from '../base/errors.ts'
import { findJsonSyntaxError } from '../base/json-text.ts'
import { FIXTURE_COLLECTIONS } from '../model/fixture.ts'
import { parseJson, UnusableJson } from '../model/parse-json.ts'
import { fixtureOfExports } from './exported-workflows.ts'
import { isSourceControlFolder, readSourceControlFolder } from './source-control-folder.ts'

/** A fixture before it is checked, with the name that messages call it. */
export interface FixtureSource {
  source: string
  value: unknown
}

/**
 * The fixtures in a file or a folder. A file holds a fixture, an exported workflow, or an array of those. A folder is one
 * that source control pushes to, or its `*.json` files are fixtures, each.
 *
 * @throws ApiError 400 for what is not there, or no JSON
 */
export async function readFixtureFiles(place: string | URL): Promise<FixtureSource[]> {
  const path = place instanceof URL ? fileURLToPath(place) : place
  const found = await stat(path).catch(cause => {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(cause.code)
    throw badRequest(`${path}: ${isMissing ? 'there is no such file or folder' : 'it may not be read'}`, { cause })
  })
  if (!found.isDirectory()) return [{ source: path, value: await readJsonFile(path) }]
  const names = (await readdir(path)).sort()
  if (isSourceControlFolder(names)) return [{ source: path, value: await readSourceControlFolder(path) }]
  const files = names.filter(name => name.endsWith('.json')).map(name => join(path, name))
  if (files.length === 0) throw badRequest(`${path}: there is no .json file in this folder`)
  const sources: FixtureSource[] = []
  for (const file of files) sources.push({ source: file, value: fixtureOfExports(await readJsonFile(file)) })
  const once = withTagsOnce(sources)
  refuseDuplicates(once)
  return once
}

async function readJsonFile(file: string): Promise<unknown> {
  const read = await readFile(file, 'utf8').catch(cause => {
    throw badRequest(`${file}: it cannot be read`, { cause })
  })
  const text = read.replace(/^\uFEFF/, '')
  if (text.trim() === '') throw badRequest(`${file}: it is empty`)
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof UnusableJson) throw badRequest(`${file}: it ${cause.message}`, { cause })
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw badRequest(`${file}: it is not JSON (line ${line}, column ${column})`, { cause })
  }
}

/** Two files with one record: the second would silently take the place of the first. */
function refuseDuplicates(sources: FixtureSource[]) {
  const seen = new Map<string, string>()
  for (const { source, value } of sources) {
    for (const kind of Object.keys(FIXTURE_COLLECTIONS)) {
      const records = (value as Record<string, unknown> | null)?.[kind]
      for (const [at, record] of Array.isArray(records) ? records.entries() : []) {
        const id = record?.id ?? record?.slug
        if (id === undefined) continue
        const key = `${kind} ${id}`
        const first = seen.get(key)
        // one file with two of them is refused like any other fixture
        if (first !== undefined && first !== source)
          throw conflict(`${source}/${kind}/${at}: ${first} has a record with the same id ${JSON.stringify(id)}`)
        seen.set(key, source)
      }
    }
  }
}

interface TagLike {
  name?: unknown
}

/** Each exported workflow brings its tags along; of those with the same name, the first stays. */
function withTagsOnce(sources: FixtureSource[]): FixtureSource[] {
  const seen = new Set<unknown>()
  return sources.map(({ source, value }) => {
    const { tags } = (value ?? {}) as { tags?: unknown }
    if (!Array.isArray(tags)) return { source, value }
    const fresh = tags.filter((tag: TagLike | null) => !seen.has(tag?.name))
    for (const tag of fresh) seen.add(tag?.name)
    return { source, value: { ...(value as object), tags: fresh } }
  })
}
