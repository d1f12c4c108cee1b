import type { State } from '../../core/model/state.ts'
import { connectService, type ServiceOptions } from '../client/client.ts'
import { notesFile, openNotes, readNotes } from '../notes.ts'
import type { OnProgress } from '../read/read-records.ts'
import { ServiceError } from '../service-error.ts'
import { applySteps, countSteps } from './apply.ts'
import { type Activate, type Failure, type Plan, type Planning, planRemovals, planTags, type Steps } from './plan.ts'
import { planCredentials, refuseUnknownNames } from './plan-credentials.ts'
import { matchWorkflows, planWorkflows } from './plan-workflows.ts'
import { openSource } from './source.ts'
import { readTarget } from './target.ts'

export interface PromoteOptions extends ServiceOptions {
  /**
   * The document to promote; or a fixture, an exported workflow or a folder of them, which are only read. What is made
   * is noted in `<file>.promoted.jsonl`.
   */
  file: string
  /** The key that its credentials are sealed with. Default: the key file beside it. */
  encryptionKey?: string | undefined
  /** Whether to remove what an earlier promotion made and is not in the document any more. Default false. */
  prune?: boolean | undefined
  /** Which workflows are active there: those that are here (`same`, the default), as they are there, or all. */
  activate?: Activate | undefined
  /**
   * Whether the drafts of published workflows are published there. Default false: what is published here is published
   * there, and a draft stays a draft.
   */
  drafts?: boolean | undefined
  /**
   * Whether workflows that active ones call are published as well, the deepest first, where the version needs that. Default
   * false: the plan names those whose callers cannot be published.
   */
  publishCalled?: boolean | undefined
  /** Credentials that are there already: id or name here → id there. */
  credentials?: Readonly<Record<string, string>> | undefined
  /** Asked before anything is sent. Default: nothing is, and the document is only read. */
  confirm?: ((plan: Plan) => boolean | Promise<boolean>) | undefined
  onProgress?: OnProgress | undefined
  /** Called with each step that is done, and how many are done of how many. */
  onStep?: ((text: string, count: { done: number; total: number }) => void) | undefined
}

export interface Promotion {
  plan: Plan
  /** Whether it was confirmed, or there was nothing to do. */
  isDone: boolean
  /** What the service refused although the plan had it. */
  failures: Failure[]
  /** How many steps were done. */
  done: number
  /** The file in which it is noted what is at which service: the next promotion reads it. */
  notes?: string
}

/** A promotion that broke off between its steps, with what was done and what is left. */
export class BrokenPromotionError extends ServiceError {
  override name = 'BrokenPromotionError'
  /** How many steps were done, and how many a repeat has to do. */
  readonly done: number
  readonly left: number
  /** What the service had refused by then: a repeat tries it again. */
  readonly failures: readonly Failure[]

  constructor(cause: ServiceError, { done, left, failures }: { done: number; left: number; failures: Failure[] }) {
    const { message, status, isPassing, isForeign, said } = cause
    super(message, { status, isPassing, isForeign, said, cause })
    this.done = done
    this.left = left
    this.failures = failures
  }
}

/**
 * Brings a document's tags, credentials and workflows to a service: a plan first, then, if that is confirmed, step by
 * step. After a break the next call goes on; nothing is made twice.
 *
 * @throws ServiceError where the service cannot be reached, StorageError where the document cannot be opened, ApiError
 *   for an invalid fixture, and for credentials that it does not have
 * @example
 * const { plan } = await promote({ file: 'data/instance.json', url: 'https://n8n.example.com', apiKey })
 * await promote({ file: 'data/instance.json', url: 'https://n8n.example.com', apiKey, confirm: () => true })
 */
export async function promote(options: PromoteOptions): Promise<Promotion> {
  const {
    prune = false,
    activate = 'same',
    drafts = false,
    publishCalled = false,
    credentials = {},
    confirm,
    onStep = () => {},
  } = options
  const service = connectService(options)
  // a plan alone writes nothing; what may be sent needs the document, and its notes, for this process alone
  const source = await openSource(options.file, { encryptionKey: options.encryptionKey, isSent: confirm !== undefined })
  const { store, secrets, path: file } = source
  try {
    const credentialMap = new Map(Object.entries(credentials))
    refuseUnknownNames({ source: store.data, drafts, credentialMap })
    const target = await readTarget(service, options.onProgress)
    const noted = readNotes(file, service.url)
    const limits = target.version.writes
    const given = {
      source: store.data,
      service,
      target,
      limits,
      notes: noted,
      activate,
      drafts,
      publishCalled,
      unseal: secrets.unseal,
      credentialMap,
    }
    const { plan, steps } = await makePlan(given, prune)
    const isConfirmed = !plan.hasChanges || (await confirm?.(plan)) === true
    // where nothing is to be sent, what was found is noted all the same: it may be renamed before the next promotion
    if (!isConfirmed || !confirm) return { plan, isDone: isConfirmed, failures: [], done: 0 }
    const notes = openNotes(file, service.url)
    const failures: Failure[] = []
    let done = 0
    const total = countSteps(steps)
    const onDone = (text: string) => {
      done++
      onStep(text, { done, total })
    }
    try {
      await applySteps({ steps, service, target, limits, noted, notes, onStep: onDone }, failures)
      return { plan, isDone: true, failures, done, notes: notesFile(file) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new BrokenPromotionError(error, { done, left: total - done, failures })
    } finally {
      await notes.close()
    }
  } finally {
    await source.close()
  }
}

/** Finds out what is to be done, and what cannot be. Nothing is changed by it, here or there. */
async function makePlan(given: Omit<Planning, 'lines' | 'remarks' | 'steps'>, prune: boolean) {
  const steps: Steps = {
    tags: [],
    credentials: [],
    workflows: [],
    removals: [],
    notes: [],
    ids: { tags: new Map(), credentials: new Map(), workflows: new Map() },
    begun: given.notes.begun,
    incomplete: new Set(),
  }
  const planning: Planning = { ...given, lines: [], remarks: [], steps }
  planTags(planning)
  const matched = matchWorkflows(planning)
  await planCredentials(planning, matched)
  await planWorkflows(planning, matched)
  planRemovals(planning, prune)
  planning.remarks.push(...kindsLeftBehind(given.source))
  const { tags, credentials, workflows, removals } = steps
  const plan: Plan = {
    url: given.service.url,
    lines: planning.lines,
    remarks: planning.remarks,
    hasChanges: tags.length + credentials.length + workflows.length + removals.length > 0,
    refused: planning.lines.filter(({ sign }) => sign === '!').length,
  }
  return { plan, steps }
}

/** The kinds of records that no promotion brings along. */
const LEFT_BEHIND = [
  ['variables', 'variable', ': set them at the service'],
  ['dataTables', 'data table', ''],
  ['projects', 'project', ''],
  ['folders', 'folder', ''],
  ['customRoles', 'custom role', ''],
  ['annotationTags', 'annotation tag', ''],
  ['executions', 'execution', ''],
] as const

/** What of the document stays where it is, in a remark for each kind. Users are of each service. */
const kindsLeftBehind = (source: State): string[] =>
  LEFT_BEHIND.flatMap(([kind, name, advice]) => {
    const { size } = source[kind]
    if (size === 0) return []
    return [`${size} ${size === 1 ? `${name} is` : `${name}s are`} not promoted${advice}`]
  })
