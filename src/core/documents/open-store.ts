import { existsSync } from 'node:fs'
import { NotADocumentError } from '../base/store.ts'
import { type Collections, FORMAT, layout, type Values } from '../model/document.ts'
import { type Fixture, FixtureFrame } from '../model/fixture.ts'
import { isUnusable, parseDocumentJson } from '../model/parse-json.ts'
import { requiredFields } from '../model/required-fields.ts'
import type { Secrets, Store } from '../model/state.ts'
import { fixtureOfExports } from '../seeding/exported-workflows.ts'
import { isRightRecord, readFixture } from '../seeding/fixture.ts'
import { seed } from '../seeding/seed.ts'
import type { SeedContext } from '../seeding/seed-context.ts'
import { buildContents } from '../storage/build-contents.ts'
import { openDocumentStore } from '../storage/document-store.ts'
import { keyFileOf } from '../storage/key-file.ts'
import { wasRight } from '../storage/load-document.ts'
import { readDocument } from '../storage/read-document.ts'
import { createSecrets } from '../storage/secrets.ts'
import type { VersionFor } from './document-settings.ts'
import { emptyStore } from './empty-store.ts'
import { createSnapshotFiles } from './snapshot-files.ts'

/** Where the state is stored. */
export interface StoreOptions {
  /** The document's path. Without it, the state is in memory only. */
  file?: string | undefined
  durability?: 'disk' | 'process' | undefined
  /** Seals credential data. Default: the key in a file beside the document. */
  encryptionKey?: string | undefined
  report(message: string): void
}

interface OpeningContext extends Pick<SeedContext, 'clock' | 'ids'> {
  versionFor: VersionFor
}

/**
 * Opens the state. A document that is incomplete is completed, with ids of its version.
 *
 * @throws StorageError if another process has the document, or if it is invalid; NotADocumentError for another file
 */
export async function openStore(options: StoreOptions, context: OpeningContext) {
  const { file, durability, encryptionKey: key, report } = options
  if (file === undefined)
    return {
      store: emptyStore(),
      secrets: createSecrets(),
      snapshotFilesFor: () => undefined,
    }

  const sealing = key === undefined ? { keyFile: await keyFileOf(file) } : { key }
  let secrets: Secrets | undefined
  const store = await openDocumentStore<Collections, Values>({
    file,
    durability,
    report,
    ...formOf(context, sealCheck => (secrets = createSecrets({ ...sealing, check: sealCheck }))),
  })
  const sealer = secrets ?? createSecrets(sealing)
  const snapshotFilesFor = ({ newIds }: Pick<SeedContext, 'newIds'>) =>
    createSnapshotFiles({
      file: store.file,
      durability,
      report,
      isRight: isRightAndComplete,
      complete: fixture =>
        isComplete({ apiKeys: [], ...fixture }) ? fixture : complete(fixture, { ...context, newIds, secrets: sealer }),
    })
  return { store: store as Store, secrets: sealer, snapshotFilesFor }
}

/**
 * Reads a document into memory, and leaves its files alone: what completes it, and what is changed, is never written.
 *
 * @throws StorageError if another process has the document, or if it is invalid
 */
export async function readStore(
  { file, encryptionKey: key }: { file: string; encryptionKey?: string | undefined },
  context: OpeningContext,
) {
  const keyFile = await keyFileOf(file)
  let secrets = createSecrets()
  const form = formOf(context, check => {
    // a document without secrets needs no key, and gets no key file by being read
    const sealing =
      key === undefined ? (check !== null || existsSync(keyFile) ? { keyFile, onlyReads: true } : {}) : { key }
    secrets = createSecrets({ ...sealing, check })
    return secrets
  })
  const store = await readDocument<Collections, Values>({ file, ...form })
  return { store: store as Store, secrets }
}

/** A record is inside its collection and the document. */
const RECORD_LEVEL = 2

/** @param secretsOf gets the document's check of its key */
const formOf = ({ versionFor, ...context }: OpeningContext, secretsOf: (sealCheck: string | null) => Secrets) => ({
  layout,
  format: FORMAT,
  parse: parseDocumentJson,
  recognise: refuseForeignFile,
  upgrade: (older: unknown) => ({ ...(older as object), format: FORMAT }),
  isRight: isRightAndComplete,
  async check(parts: unknown) {
    const fixture = readFixture(parts, '', wasRight)
    const secrets = secretsOf(fixture.sealCheck ?? null)
    if (isComplete(fixture)) return undefined
    const { newIds } = await versionFor(fixture.profile)
    return complete(fixture, { ...context, newIds, secrets })
  },
})

/**
 * Refuses a file of someone else: to open it would turn it into a document. Only a document says whether its secrets
 * are sealed.
 */
function refuseForeignFile(parts: Readonly<Record<string, unknown>>, path: string) {
  if ('sealCheck' in parts) return
  const isExport = fixtureOfExports(parts) !== parts
  const isFixture = Object.keys(parts).some(key => key !== 'format' && key in FixtureFrame.properties)
  if (!isExport && !isFixture)
    throw new NotADocumentError(`${path}: not an Understudy document; choose another file with --data`)
  throw new NotADocumentError(
    `${path} is ${isExport ? ('type' in parts ? 'an exported credential' : 'an exported workflow') : 'a fixture'}, not a document, and --data writes to its file. ` +
      `Nothing was changed. Load it with --seed, beside --memory or --data with another file`,
  )
}

/** Whether a document has all that the state needs; a fixture may leave most of it out. */
function isComplete(fixture: Fixture): boolean {
  for (const { collection, fields, mayBeAbsent } of requiredFields) {
    const records: { id?: unknown }[] | undefined = fixture[collection]
    if (!records) {
      if (mayBeAbsent) continue
      return false
    }
    if (!records.every(record => wasRight(record) || isCompleteRecord(record, fields))) return false
  }
  const { counters } = fixture
  if (!counters || !Object.keys(layout.values.counters).every(kind => kind in counters)) return false
  return hasNoDanglingReferences(fixture)
}

const isRightAndComplete = (collection: string, record: object) =>
  !isUnusable(record, RECORD_LEVEL) &&
  isRightRecord(collection, record) &&
  isCompleteRecord(record, FIELDS.get(collection) ?? [])

function isCompleteRecord(record: { id?: unknown }, fields: readonly string[]) {
  for (const field of fields) if (!(field in record)) return false
  return typeof record.id === 'string'
}

const FIELDS = new Map<string, readonly string[]>(requiredFields.map(({ collection, fields }) => [collection, fields]))

function hasNoDanglingReferences({
  users = [],
  tags = [],
  workflows = [],
  credentials = [],
  executions = [],
}: Fixture) {
  const userIds = new Set(users.map(({ id }) => id))
  const tagIds = new Set<unknown>(tags.map(({ id }) => id))
  const workflowIds = new Set(workflows.map(({ id }) => id))
  return (
    users.every(user => user.apiKey === undefined) &&
    workflows.every(({ owner, tags }) => userIds.has(owner) && tags?.every(tag => tagIds.has(tag))) &&
    credentials.every(({ owner, data }) => userIds.has(owner) && typeof data === 'string') &&
    executions.every(({ workflowId }) => workflowIds.has(workflowId))
  )
}

const complete = (fixture: Fixture, context: SeedContext) => ({
  format: FORMAT,
  ...buildContents<Collections, Values>(layout, draft => {
    seed(draft, fixture, context, '')
    draft.profile = fixture.profile ?? null
  }),
})
