import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { createClock } from '../../core/base/clock.ts'
import { createIds } from '../../core/base/ids.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { NotADocumentError } from '../../core/base/store.ts'
import { emptyStore } from '../../core/documents/empty-store.ts'
import type { Secrets, Store } from '../../core/model/state.ts'
import { fixtureOfExports } from '../../core/seeding/exported-workflows.ts'
import { type FixtureSource, readFixtureFiles } from '../../core/seeding/fixture-files.ts'
import { readSources, seedSeveral } from '../../core/seeding/seed-several.ts'
import { nodeFiles, resolveFile } from '../../core/storage/files/index.ts'
import { lockFile } from '../../core/storage/lock/index.ts'
import { createSecrets } from '../../core/storage/secrets.ts'
import type { Fields } from '../fields.ts'
import { notesFile } from '../notes.ts'
import { openDocument, readDocument } from '../read-document.ts'

/** What is promoted. */
export interface Source {
  store: Pick<Store, 'data'>
  secrets: Pick<Secrets, 'unseal'>
  /** Its path without links: the notes lie beside it. */
  path: string
  close(): Promise<void>
}

interface SourceOptions {
  encryptionKey?: string | undefined
  /** Whether something may be sent: then this process alone has the document, or the notes beside the other files. */
  isSent: boolean
}

/**
 * Opens a document; or reads a fixture, an exported workflow, or a folder of them into memory, and leaves it alone.
 *
 * @throws StorageError, FileInUseError for what another process has, ApiError for an invalid fixture
 */
export async function openSource(file: string, { encryptionKey, isSent }: SourceOptions): Promise<Source> {
  if (isFolder(file)) return readFiles(file, isSent)
  const open = isSent ? openDocument : readDocument
  try {
    const { store, secrets } = await open(file, encryptionKey)
    return { store, secrets, path: await resolveFile(file, nodeFiles), close: store.close }
  } catch (error) {
    if (!(error instanceof NotADocumentError)) throw error
    return readFiles(file, isSent)
  }
}

const isFolder = (file: string) => existsSync(file) && statSync(file).isDirectory()

async function readFiles(file: string, isSent: boolean): Promise<Source> {
  const path = await resolveFile(file, nodeFiles)
  const checked = readSources((await readFixtureFiles(file)).map(withStableIds))
  const store = emptyStore()
  const secrets = createSecrets()
  const context = { clock: createClock(), ids: createIds(), newIds: 'random' as const, secrets }
  await store.update(draft => void seedSeveral(draft, checked, context))
  const lock = isSent ? await lockFile(notesFile(path)) : undefined
  return {
    store,
    secrets,
    path,
    async close() {
      lock?.release()
      await store.close()
    },
  }
}

/**
 * Gives ids to the workflows and tags that have none: notes of a promotion are by id, and the next one reads the files
 * again. A workflow is known by its file, a tag by its name.
 */
function withStableIds({ source, file = source, value }: FixtureSource): FixtureSource {
  const fixture = fixtureOfExports(value)
  if (!isRecord(fixture)) return { source, value: fixture }
  const { workflows, tags } = fixture
  const name = basename(file).replace(/\.json$/i, '')
  const ids = {
    ...(Array.isArray(workflows)
      ? { workflows: withIds(workflows, (_workflow, at) => (at === 0 ? name : `${name}-${at + 1}`)) }
      : {}),
    ...(Array.isArray(tags) ? { tags: withIds(tags, tag => tag.name) } : {}),
  }
  return { source, value: { ...fixture, ...ids } }
}

const withIds = (records: unknown[], idOf: (record: Fields, at: number) => unknown) =>
  records.map((record, at) =>
    isRecord(record) && record.id === undefined ? { ...record, id: idOf(record, at) } : record,
  )
