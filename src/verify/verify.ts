import type { Overrides } from '../core/overrides/overrides.ts'
import { loadVersion, type VersionName } from '../core/versions/versions.ts'
import { connectService, type Service, type ServiceOptions } from '../migrate/client/client.ts'
import { hideSecrets } from '../migrate/client/send-request.ts'
import type { OnProgress } from '../migrate/read/read-records.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { askService, createPacedFetch } from './ask-service.ts'
import { type Asked, compareBoth, withOutcome } from './compare-both.ts'
import { fitProfiles } from './fit.ts'
import { startLocalSide } from './local-side.ts'
import { type LeftOver, makeOverrides } from './make-overrides.ts'
import type { Question } from './question.ts'
import { readSample } from './read-sample.ts'
import { WHOLE_INSTANCE } from './refused-questions.ts'
import type { OperationReport, Report } from './report.ts'
import { isChosen, type Sides, verifyOperations } from './verify-operations.ts'
import { planWrites, whyNotDone } from './write/plan-writes.ts'
import { LeftBehindError, verifyWrites } from './write/verify-writes.ts'

export interface VerifyOptions extends ServiceOptions {
  /** The version to compare with. Default: the one that fits best. */
  profile?: VersionName | undefined
  /** Only operations with these ids, or below these paths. */
  only?: readonly string[] | undefined
  /** Requests a second at most. Default 5. */
  rate?: number | undefined
  /** Ask everything, also what changes the service, if this says so. Default: only what changes nothing. */
  write?: Write | undefined
  /** How the answers of the profile are changed first. */
  overrides?: Overrides | undefined
  onProgress?: OnProgress | undefined
}

export interface Write {
  /** Whether to begin, at a service with this number of workflows (of the first 250). */
  confirm(workflows: number): Promise<boolean>
  /** Milliseconds that a publication takes to have an effect, at most. Default 1000. */
  settling?: number | undefined
}

const SETTLING_MS = 1000

/** The user did not agree to a change of the service. */
export class NotConfirmedError extends Error {
  override name = 'NotConfirmedError'
}

/** What a verification found, and all that was asked for it. */
export interface Verification {
  report: Report
  overrides: Overrides
  /** Differences that no override expresses. */
  left: LeftOver[]
}

export const DEFAULT_RATE = 5

/** What the records of a service may cost that are read for the copy. */
const BUDGET = { bytes: 256 * 1024 * 1024, requests: 1000, records: 10_000, values: 2_000_000 }

/**
 * Asks a service questions that change nothing, and compares its answers with those of a profile on an equal state.
 *
 * @throws ServiceError where the service cannot be asked to the end
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { rate = DEFAULT_RATE, signal, onProgress = () => {} } = options
  const started = performance.now()
  const paced = createPacedFetch(rate, signal, options.fetch)
  const service = connectService({ ...options, concurrency: 1, fetch: paced.fetch, budget: BUDGET })
  await refuseOthers(service)
  if (options.write) await confirmWrites(service, options.write)
  const ask = askService({ ...options, fetch: paced.fetch })
  onProgress({ part: 'profiles', done: 0 })
  const { overrides } = options
  const given = options.profile ?? (overrides?.profile as VersionName | undefined)
  const fits = given === undefined ? await fitProfiles(ask) : []
  const profile = given ?? (fits[0]?.profile as VersionName)
  const version = await loadVersion(profile)
  onProgress({ part: 'records', done: 0 })
  const sample = await readSample(service, version)
  const ours = await startLocalSide(profile, sample.fixture, { overrides })
  try {
    const asked: Asked[] = []
    const unknownPath = await ask(UNKNOWN_PATH)
    const sides = { ask, ours, version, sample, options, asked }
    const reports = await verifyOperations(sides)
    const operations = options.write ? await verifyChanges(sides, reports, paced.fetch) : reports
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const report: Report = {
      url: service.url,
      profile,
      asked: options.write ? 'everything' : 'reads',
      fits,
      operations,
      gaps: sample.gaps,
      requests: paced.count(),
      seconds,
    }
    const hide = hideSecrets(options.apiKey, undefined)
    return { report, ...makeOverrides({ profile, operations: version.operations, asked, unknownPath, hide }) }
  } finally {
    await ours.stop()
  }
}

async function confirmWrites(service: Service, { confirm }: Write) {
  const { data } = (await service.get('/workflows', { limit: 250 })) as { data?: unknown }
  if (!(await confirm(Array.isArray(data) ? data.length : 0))) throw new NotConfirmedError('Nothing was changed')
}

/** @throws ServiceError for what is no such service, and for a key that it does not know */
async function refuseOthers(service: Service) {
  try {
    const answer = await service.get('/workflows', { limit: 1 })
    if (Array.isArray((answer as { data?: unknown } | null)?.data)) return
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.isAnswer(403)) return
    if (error.status !== 404) throw error
  }
  throw new ServiceError(`${service.url} is not an n8n service: it has no list of workflows at /api/v1/workflows`)
}

/** Makes, changes and removes records on both sides. What is found is added to the reports. */
async function verifyChanges(
  sides: Sides & { options: VerifyOptions },
  reports: OperationReport[],
  fetch: NonNullable<ServiceOptions['fetch']>,
) {
  const { version, ours, asked, options } = sides
  const { apiKey, only, overrides, signal, onProgress = () => {} } = options
  const byId = new Map(reports.map(report => [report.operation, report]))
  const roots = new Set(version.operations.filter(it => isChosen(it, only)).map(({ path }) => path.split('/')[1]))
  const operations = version.operations.filter(({ path }) => roots.has(path.split('/')[1]) || path.startsWith('/tags'))
  const unlicensed = new Set<string>()
  const left = await verifyWrites({
    operations,
    // a write that was not answered may have been done; one that was sent is not aborted, or its record would stay
    ask: askService({ ...options, signal: undefined, fetch, retries: { ...options.retries, tries: 1 } }),
    ours: ours.ask,
    signal,
    settling: options.write?.settling ?? SETTLING_MS,
    onAsked(question, service, profile) {
      const report = byId.get(question.operation)
      const operation = version.operations.find(({ id }) => id === question.operation)
      if (report) compareBoth(question, service, profile, { apiKey, report, asked, overrides, operation, unlicensed })
    },
    onProgress: (done, total) => onProgress({ part: 'changes', done, total }),
  })
  if (left.length > 0) throw new LeftBehindError(left, 'The verification is done')
  for (const operation of planWrites(version.operations).left) {
    const report = byId.get(operation.id)
    // in the place of what was asked without a key only it is said why no more was asked
    if (report)
      report.notAsked = [...report.notAsked.filter(reason => reason !== WHOLE_INSTANCE), whyNotDone(operation)]
  }
  return reports.map(withOutcome)
}

const UNKNOWN_PATH: Question = {
  operation: '',
  name: 'an unknown path',
  method: 'GET',
  path: '/understudy-unknown',
  key: 'own',
  params: {},
}
