import { existsSync } from 'node:fs'
import { createClock } from '../../clock.ts'
import { createIds } from '../../ids.ts'
import { openStore } from '../../open-store.ts'
import { StorageError } from '../../storage/store.ts'

/**
 * Opens a document for this process alone.
 *
 * @throws FileInUseError where a running instance has it, StorageError where there is none
 */
export async function openDocument(file: string, encryptionKey?: string) {
  if (!existsSync(file)) throw new StorageError(`${file}: there is no such document`)
  const context = { clock: createClock(), ids: createIds(), newIds: 'random' as const }
  return openStore({ file, encryptionKey, report: () => {} }, context)
}
