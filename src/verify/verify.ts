import { once } from '../base/once.ts'
import type { Operation } from '../http/operation.ts'
import type { Version } from '../http/version.ts'
import { connectService, type ServiceOptions } from '../migrate/client/client.ts'
import { hideSecrets } from '../migrate/client/send-request.ts'
import type { OnProgress } from '../migrate/read/read-records.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { FEATURES } from '../model/licence.ts'
import type { Overrides } from '../overrides/overrides.ts'
import { loadVersion, type VersionName } from '../versions/versions.ts'
import { askService, createPacedFetch } from './ask-service.ts'
import { compareAnswers, messageOf } from './compare-answers.ts'
import type { Asked } from './findings.ts'
import { fitProfiles } from './fit.ts'
import { type LocalSide, startLocalSide } from './local-side.ts'
import { type LeftOver, makeOverrides } from './make-overrides.ts'
import { maskDifference } from './mask.ts'
import { type Answer, type Ask, type Question, requestLine } from './question.ts'
import { readQuestions } from './read-questions.ts'
import { readSample, type Sample } from './read-sample.ts'
import { canBeRefused, keyQuestions, refusedWrites, WHOLE_INSTANCE } from './refused-questions.ts'
import type { Differing, Fit, OperationReport, Report } from './report.ts'

export interface VerifyOptions extends ServiceOptions {
  /** The version to compare with. Default: the one that fits best. */
  profile?: VersionName | undefined
  /** Only operations with these ids, or below these paths. */
  only?: readonly string[] | undefined
  /** Requests a second at most. Default 5. */
  rate?: number | undefined
  /** How the answers of the profile are changed first. */
  overrides?: Overrides | undefined
  onProgress?: OnProgress | undefined
}

/** What a verification found, and all that was asked for it. */
export interface Verification {
  report: Report
  overrides: Overrides
  /** Differences that no override expresses. */
  left: LeftOver[]
}

export const DEFAULT_RATE = 5

/**
 * Asks a service questions that change nothing, and compares its answers with those of a profile on an equal state.
 *
 * @throws ServiceError where the service cannot be asked to the end
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { rate = DEFAULT_RATE, signal, onProgress = () => {} } = options
  const started = performance.now()
  const paced = createPacedFetch(rate, signal, options.fetch)
  const service = connectService({ ...options, concurrency: 1, fetch: paced.fetch })
  await refuseOthers(service)
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
    const operations = await verifyOperations({ ask, ours, version, sample, options, asked })
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const report: Report = {
      url: service.url,
      profile,
      asked: 'reads',
      fits,
      operations,
      gaps: sample.gaps,
      requests: paced.count(),
      seconds,
    }
    const hide = hideSecrets(options.apiKey, undefined)
    return { report, ...makeOverrides(profile, asked, version.operations, hide) }
  } finally {
    await ours.stop()
  }
}

/** @throws ServiceError for what is no such service, and for a key that it does not know */
async function refuseOthers(service: ReturnType<typeof connectService>) {
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

interface Sides {
  ask: Ask
  ours: LocalSide
  version: Version
  sample: Sample
  options: VerifyOptions
  /** Gets every question that was asked. */
  asked: Asked[]
}

async function verifyOperations({ ask, ours, version, sample, options, asked }: Sides): Promise<OperationReport[]> {
  const { only, apiKey, onProgress = () => {} } = options
  const { operations } = version
  const chosen = operations.filter(operation => isChosen(operation, only))
  const keyed = Map.groupBy(keyQuestions(operations), ({ operation }) => operation)
  const planned: { operation: Operation; questions: Question[] }[] = []
  for (const operation of chosen) {
    const questions = [
      ...(keyed.get(operation.id) ?? []),
      ...(await readQuestions(operation, { ours, sample })),
      ...refusedWrites(operation, operations),
    ]
    planned.push({ operation, questions: isNeverLicensed(operation) ? questions.slice(0, MOST_OF_REFUSED) : questions })
  }
  const total = planned.reduce((sum, { questions }) => sum + questions.length, 0)
  let done = 0
  const reports: OperationReport[] = []
  const refusesKeyless = once(() => isRefusedWithoutKey(ask, operations))
  for (const { operation, questions } of planned) {
    const report = emptyReport(operation)
    if (operation.method !== 'GET' && !canBeRefused(operation, operations)) report.notAsked.push(WHOLE_INSTANCE)
    for (const question of questions) {
      onProgress({ part: 'questions', done: done++, total })
      if (question.method !== 'GET' && question.key === 'none' && !(await refusesKeyless())) {
        report.notAsked.push(OPEN)
        continue
      }
      if (question.key === 'own' && report.notAsked.some(reason => reason !== WHOLE_INSTANCE)) continue
      await askBoth(question, { ask, ours, apiKey, report, asked, overrides: options.overrides })
    }
    reports.push(withOutcome(report))
  }
  onProgress({ part: 'questions', done, total })
  return reports
}

/** Of an operation that no instance of a profile has a licence for there is one refusal to compare. */
const isNeverLicensed = ({ feature }: Operation) => feature !== undefined && !FEATURES.some(known => known === feature)

const MOST_OF_REFUSED = 2

const isChosen = ({ id, path }: Operation, only: readonly string[] | undefined) =>
  only === undefined || only.some(name => name === id || (name.startsWith('/') && `${path}/`.startsWith(`${name}/`)))

const OPEN = 'it acts on the whole instance, and the service answers requests without a key'

/** A write of the whole instance is sent without a key only where a read without one is refused: a proxy may add one. */
async function isRefusedWithoutKey(ask: Ask, operations: readonly Operation[]): Promise<boolean> {
  const [question] = keyQuestions(operations)
  return question !== undefined && (await ask(question)).status === 401
}

interface Asking extends Pick<Sides, 'ask' | 'ours' | 'asked'> {
  apiKey: string
  overrides: Overrides | undefined
  report: OperationReport
}

async function askBoth(question: Question, { ask, ours, apiKey, report, asked, overrides }: Asking) {
  const service = await ask(question)
  const profile = await ours.ask(question)
  const why = whyNotComparable(service, profile)
  if (why !== undefined) {
    report.notAsked.push(why)
    return
  }
  const added = Object.keys(overrides?.operations[question.operation]?.addedFields ?? {})
  const differences = compareAnswers(service, profile, {
    values: question.shapeOnly !== true,
    // what overrides add has the type of the service's field, and a value of its own
    isIgnored: added.length > 0 ? path => added.includes(path) : undefined,
  })
  asked.push({ question, service, profile, differences })
  report.asked++
  if (differences.length === 0) {
    report.alike++
    return
  }
  const hide = hideSecrets(apiKey, undefined)
  const differing: Differing = {
    question: question.name,
    request: requestLine(question),
    differences: differences.map(it => maskDifference(it, hide)),
  }
  report.differing.push(differing)
}

/** Where one side refuses for what the other side cannot have, their answers say nothing of each other. */
function whyNotComparable(service: Answer, profile: Answer): string | undefined {
  const [theirs, own] = [service, profile].map(answer =>
    answer.status === 403 ? (messageOf(answer) ?? '') : undefined,
  )
  if (own === undefined && theirs !== undefined && /^forbidden$/i.test(theirs))
    return 'the key may not use it (403 Forbidden)'
  if (own === undefined && theirs !== undefined && /licen[cs]e/i.test(theirs))
    return 'the service has no licence for it'
  if (
    theirs === undefined &&
    own !== undefined &&
    /licen[cs]e/i.test(own) &&
    service.status !== 404 &&
    service.status !== 405
  )
    return 'the service has a licence for it, the profile answers as one without'
  return undefined
}

const emptyReport = ({ id, method, path }: Operation): OperationReport => ({
  operation: id,
  method,
  path: path.replaceAll(/:(\w+)/g, '{$1}'),
  outcome: 'alike',
  asked: 0,
  alike: 0,
  differing: [],
  notAsked: [],
})

function withOutcome(report: OperationReport): OperationReport {
  const outcome = report.differing.length > 0 ? 'differs' : report.asked === 0 ? 'not asked' : 'alike'
  return { ...report, notAsked: [...new Set(report.notAsked)], outcome }
}

export type { Fit, Report }
