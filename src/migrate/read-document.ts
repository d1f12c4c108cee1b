import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { createClock } from '../core/base/clock.ts'
import { createIds } from '../core/base/ids.ts'
import { FileInUseError, StorageError } from '../core/base/store.ts'
import { versionChooser } from '../core/documents/document-settings.ts'
import { openStore, readStore } from '../core/documents/open-store.ts'
import type { Fixture } from '../core/model/fixture.ts'
import { contentsOf } from '../core/seeding/contents.ts'
import { fixtureOfExports } from '../core/seeding/exported-workflows.ts'
import { readFixture } from '../core/seeding/fixture.ts'
import { readFixtureFiles } from '../core/seeding/fixture-files.ts'
import type { Fields } from './fields.ts'

/**
 * What a path holds: a document, a fixture, an exported workflow, a folder of exports. A document is
 * read up to the last commit of its journal. No file is changed.
 *
 * @throws ApiError for what is no fixture, FileInUseError for the document of a running instance
 */
export async function readFixtureOrDocument(path: string): Promise<{ fixture: Fixture; isDocument: boolean }> {
  if (hasCompanions(path)) {
    const { store } = await readDocument(path).catch(error => {
      if (!(error instanceof FileInUseError)) throw error
      throw new FileInUseError(`${error.message} A running instance is compared by its address`, { cause: error })
    })
    return { fixture: contentsOf(store.data) as unknown as Fixture, isDocument: true }
  }
  const fixtures = (await readFixtureFiles(path)).map(({ source, value }) =>
    readFixture(fixtureOfExports(value), source),
  )
  const [only] = fixtures
  const isDocument = fixtures.length === 1 && only !== undefined && 'apiKeys' in only
  return { fixture: fixtures.length === 1 && only ? only : joined(fixtures), isDocument }
}

/** Whether a lock or a journal lies beside the file. */
function hasCompanions(path: string) {
  if (!existsSync(path)) return false
  const whole = realpathSync(path)
  const starts = [`${basename(whole)}.lock-`, `${basename(whole)}.journal`]
  return readdirSync(dirname(whole)).some(name => starts.some(start => name.startsWith(start)))
}

/** The records of all of them in one; other parts are of the first that has them. */
function joined(fixtures: readonly Fixture[]): Fixture {
  const parts: Fields = {}
  for (const [name, value] of fixtures.flatMap(fixture => Object.entries(fixture))) {
    const before = parts[name]
    if (Array.isArray(before) && Array.isArray(value)) parts[name] = [...before, ...value]
    else parts[name] ??= value
  }
  return parts as Fixture
}

/**
 * Opens a document for this process alone.
 *
 * @throws FileInUseError where a running instance has it, StorageError where there is none
 */
export async function openDocument(file: string, encryptionKey?: string) {
  refuseMissing(file)
  return openStore({ file, encryptionKey, report: () => {} }, await makeContext())
}

/** Reads a document, and leaves its files as they are. It throws as `openDocument` does. */
export async function readDocument(file: string, encryptionKey?: string) {
  refuseMissing(file)
  return readStore({ file, encryptionKey }, await makeContext())
}

function refuseMissing(file: string) {
  if (!existsSync(file)) throw new StorageError(`${file}: there is no such document`)
}

const makeContext = async () => ({ clock: createClock(), ids: createIds(), versionFor: await versionChooser() })
