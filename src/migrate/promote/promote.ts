import { nodeFiles, resolveFile } from '../../storage/files/index.ts'
import { connectService, type ServiceOptions } from '../client/client.ts'
import { openDocument, readDocument } from '../documents/open-document.ts'
import type { OnProgress } from '../read/selection.ts'
import { applySteps, type Failure } from './apply.ts'
import { refuseUnknownNames } from './credentials-here.ts'
import { makePlan } from './make-plan.ts'
import { openNotes, readNotes } from './notes.ts'
import type { Plan } from './plan.ts'
import type { Activate } from './planning.ts'
import { readTarget } from './read-target.ts'

export interface PromoteOptions extends ServiceOptions {
  /** The document to promote. What is made is noted in `<file>.promoted.jsonl`. */
  file: string
  /** The key that its credentials are sealed with. Default: the key file beside it. */
  encryptionKey?: string | undefined
  /** Whether to remove there what an earlier promotion made and is not here any more. Default false. */
  prune?: boolean | undefined
  /** Which workflows are active there: those that are here (`same`, the default), as they are there, or all. */
  activate?: Activate | undefined
  /** Credentials that are there already: id or name here → id there. */
  credentials?: Readonly<Record<string, string>> | undefined
  /** Asked before anything is sent. Default: nothing is, and the document is only read. */
  confirm?: ((plan: Plan) => boolean | Promise<boolean>) | undefined
  onProgress?: OnProgress | undefined
  /** Told of each step that is done. */
  onStep?: ((text: string) => void) | undefined
}

export interface Promotion {
  plan: Plan
  /** Whether it was confirmed, or there was nothing to do. */
  isDone: boolean
  /** What the service refused although the plan had it. */
  failures: Failure[]
}

/**
 * Brings a document's tags, credentials and workflows to a service: a plan first, then, if that is confirmed, step by
 * step. After a break the next call goes on; nothing is made twice.
 *
 * @throws ServiceError where the service cannot be reached, StorageError where the document cannot be opened, ApiError
 *   for credentials that it does not have
 * @example
 * const { plan } = await promote({ file: 'data/instance.json', url: 'https://n8n.example.com', apiKey })
 * await promote({ file: 'data/instance.json', url: 'https://n8n.example.com', apiKey, confirm: () => true })
 */
export async function promote(options: PromoteOptions): Promise<Promotion> {
  const { prune = false, activate = 'same', credentials = {}, confirm, onStep = () => {} } = options
  const service = connectService(options)
  // whoever asks for the plan alone writes nothing; whoever may send has the document, and its notes, to itself
  const openOrRead = confirm ? openDocument : readDocument
  const { store, secrets } = await openOrRead(options.file, options.encryptionKey)
  try {
    const file = await resolveFile(options.file, nodeFiles)
    const credentialMap = new Map(Object.entries(credentials))
    refuseUnknownNames({ source: store.data, credentialMap })
    const target = await readTarget(service, options.onProgress)
    const noted = readNotes(file, service.url)
    const limits = target.version.writes
    const { plan, steps } = await makePlan(
      {
        ...{ source: store.data, service, target, limits, notes: noted, activate, unseal: secrets.unseal },
        credentialMap,
      },
      { prune },
    )
    const isConfirmed = !plan.hasChanges || (await confirm?.(plan)) === true
    // where nothing is to be sent, what was found is noted all the same: it may be renamed before the next promotion
    if (!isConfirmed || !confirm) return { plan, isDone: isConfirmed, failures: [] }
    const notes = openNotes(file, service.url)
    try {
      const failures = await applySteps(steps, { service, target, limits, notes, onStep })
      return { plan, isDone: true, failures }
    } finally {
      await notes.close()
    }
  } finally {
    await store.close()
  }
}
