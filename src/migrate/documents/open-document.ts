import { existsSync } from 'node:fs'
import { createClock } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { StorageError } from '../../base/store.ts'
import { versionChooser } from '../../instance/document-settings.ts'
import { openStore, readStore } from '../../instance/open-store.ts'

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
