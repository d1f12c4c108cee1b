import { once } from '../base/once.ts'
import type { Operation } from '../http/operation.ts'
import type { Version } from '../http/version.ts'
import { connectService, type Service, type ServiceOptions } from '../migrate/client/client.ts'
import { hideSecrets } from '../migrate/client/send-request.ts'
import type { OnProgress } from '../migrate/read/read-records.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { FEATURES } from '../model/licence.ts'
import type { Overrides } from '../overrides/overrides.ts'
import { loadVersion, VERSION_NAMES, type VersionName } from '../versions/versions.ts'
import { askService, createPacedFetch } from './ask-service.ts'
import { compareAnswers, messageOf } from './compare-answers.ts'
import type { Asked } from './findings.ts'
import { fitProfiles } from './fit.ts'
import { type LocalSide, startLocalSide } from './local-side.ts'
import { type LeftOver, makeOverrides } from './make-overrides.ts'
import { maskDifference } from './mask.ts'
import { type Answer, type Ask, type Question, requestLine } from './question.ts'
import { otherParameters, readQuestions } from './read-questions.ts'
import { readSample, type Sample } from './read-sample.ts'
import { canBeRefused, keyQuestions, refusedWrites, WHOLE_INSTANCE } from './refused-questions.ts'
import { KEY_MAY_NOT, type OperationReport, type Report } from './report.ts'
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

/** Nobody agreed to a change of the service. */
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
    return { report, ...makeOverrides(profile, asked, version.operations, hide) }
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
  const others = await Promise.all(VERSION_NAMES.filter(name => name !== version.name).map(loadVersion))
  const planned: { operation: Operation; questions: Question[] }[] = []
  for (const operation of chosen) {
    const questions = [
      ...(keyed.get(operation.id) ?? []),
      ...(await readQuestions(operation, { ours, sample })),
      ...otherParameters(
        operation,
        others.flatMap(({ operations }) => operations),
      ),
      ...refusedWrites(operation, operations),
    ]
    planned.push({ operation, questions: isNeverLicensed(operation) ? oneWithKey(questions) : questions })
  }
  const total = planned.reduce((sum, { questions }) => sum + questions.length, 0)
  let done = 0
  const reports: OperationReport[] = []
  const refusesKeyless = once(() => isRefusedWithoutKey(ask, operations))
  // what is read shows for what the service has a licence
  const readsFirst = planned.toSorted(
    (a, b) => Number(a.operation.method !== 'GET') - Number(b.operation.method !== 'GET'),
  )
  const unlicensed = new Set<string>()
  for (const { operation, questions } of readsFirst) {
    const report = emptyReport(operation)
    if (operation.method !== 'GET' && !canBeRefused(operation, operations)) report.notAsked.push(WHOLE_INSTANCE)
    for (const question of questions) {
      onProgress({ part: 'questions', done: done++, total })
      if (question.method !== 'GET' && question.key === 'none' && !(await refusesKeyless())) {
        report.notAsked.push(OPEN)
        continue
      }
      if (question.key === 'own' && report.notAsked.some(reason => reason !== WHOLE_INSTANCE)) continue
      await askBoth(question, { ask, ours, apiKey, report, asked, overrides: options.overrides, unlicensed, operation })
    }
    reports.push(withOutcome(report))
  }
  onProgress({ part: 'questions', done, total })
  const order = chosen.map(({ id }) => id)
  return reports.sort((a, b) => order.indexOf(a.operation) - order.indexOf(b.operation))
}

/** Of an operation that no instance of a profile has a licence for there is one refusal to compare. */
const isNeverLicensed = ({ feature }: Operation) => feature !== undefined && !FEATURES.some(known => known === feature)

const oneWithKey = (questions: readonly Question[]) => {
  const first = questions.find(({ key }) => key === 'own')
  return questions.filter(question => question.key !== 'own' || question === first)
}

const isChosen = ({ id, path }: Operation, only: readonly string[] | undefined) =>
  only === undefined || only.some(name => name === id || (name.startsWith('/') && `${path}/`.startsWith(`${name}/`)))

const OPEN = 'it acts on the whole instance, and the service answers requests without a key'

/** A write of the whole instance is sent without a key only where a read without one is refused: a proxy may add one. */
async function isRefusedWithoutKey(ask: Ask, operations: readonly Operation[]): Promise<boolean> {
  const [question] = keyQuestions(operations)
  return question !== undefined && (await ask(question)).status === 401
}

/** Makes, changes and removes records on both sides. What is found is added to the reports. */
async function verifyChanges(sides: Sides, reports: OperationReport[], fetch: NonNullable<ServiceOptions['fetch']>) {
  const { version, ours, asked, options } = sides
  const { apiKey, only, overrides, signal, onProgress = () => {} } = options
  const byId = new Map(reports.map(report => [report.operation, report]))
  const roots = new Set(version.operations.filter(it => isChosen(it, only)).map(({ path }) => path.split('/')[1]))
  const operations = version.operations.filter(({ path }) => roots.has(path.split('/')[1]) || path.startsWith('/tags'))
  const unlicensed = new Set<string>()
  const left = await verifyWrites({
    operations,
    // a write that was not answered may have been done; one that was begun is not given up, or its record would stay
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

interface Comparing extends Pick<Sides, 'asked'> {
  operation: Operation | undefined
  /** Features that the service was seen to have no licence for. */
  unlicensed: Set<string>
  apiKey: string
  overrides: Overrides | undefined
  report: OperationReport
}

async function askBoth(question: Question, sides: Comparing & Pick<Sides, 'ask' | 'ours'>) {
  const service = await sides.ask(question)
  const profile = await sides.ours.ask(question)
  compareBoth(question, service, profile, sides)
}

function compareBoth(question: Question, service: Answer, profile: Answer, comparing: Comparing) {
  const { apiKey, report, asked, overrides, operation, unlicensed } = comparing
  if (operation?.feature !== undefined && isForLicence(service)) unlicensed.add(operation.feature)
  const why = whyNotComparable(question, service, profile, unlicensed.has(operation?.feature ?? ''))
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
  report.differing.push({
    question: question.name,
    request: requestLine(question),
    differences: differences.map(it => maskDifference(it, hide)),
  })
}

/** Where one side refuses for what the other side cannot have, their answers say nothing of each other. */
function whyNotComparable({ method }: Question, service: Answer, profile: Answer, isUnlicensed: boolean) {
  if (isForbidden(service) && !isForbidden(profile)) return KEY_MAY_NOT
  if (isForLicence(service) && profile.status < 300) return 'the service has no licence for it'
  if (service.status !== 403 && isForLicence(profile) && !isUnlicensed) {
    // of a write it cannot be told: it is refused in any case
    const mayBeLicensed = method !== 'GET' && service.status !== 404 && service.status !== 405
    if (service.status < 300 || mayBeLicensed)
      return 'the service has a licence for it, the profile answers as one without'
  }
  return undefined
}

const isForbidden = (answer: Answer) => answer.status === 403 && /^forbidden$/i.test(messageOf(answer) ?? '')

const isForLicence = (answer: Answer) => answer.status === 403 && /licen[cs]e/i.test(messageOf(answer) ?? '')

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
