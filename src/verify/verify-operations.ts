import { once } from '../core/base/once.ts'
import type { Operation } from '../core/http/operation.ts'
import type { Version } from '../core/http/version.ts'
import { FEATURES } from '../core/model/licence.ts'
import type { Overrides } from '../core/overrides/overrides.ts'
import { loadVersion, VERSION_NAMES } from '../core/versions/versions.ts'
import type { OnProgress } from '../migrate/read/read-records.ts'
import { LargeAnswerError } from './ask-service.ts'
import { type Asked, type Comparing, compareBoth, emptyReport, withOutcome } from './compare-both.ts'
import type { LocalSide } from './local-side.ts'
import type { Ask, Question } from './question.ts'
import { otherParameters, readQuestions } from './read-questions.ts'
import type { Sample } from './read-sample.ts'
import { canBeRefused, keyQuestions, refusedWrites, WHOLE_INSTANCE } from './refused-questions.ts'
import type { OperationReport } from './report.ts'

/** The service, an instance with a copy of its records, and what is asked of them. */
export interface Sides {
  ask: Ask
  ours: LocalSide
  version: Version
  sample: Sample
  options: {
    apiKey: string
    only?: readonly string[] | undefined
    overrides?: Overrides | undefined
    onProgress?: OnProgress | undefined
  }
  /** Gets every question that was asked. */
  asked: Asked[]
}

/** Asks both sides about each operation, and nothing that changes the service. */
export async function verifyOperations({
  ask,
  ours,
  version,
  sample,
  options,
  asked,
}: Sides): Promise<OperationReport[]> {
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
      if (question.key === 'own' && report.notAsked.some(reason => reason !== WHOLE_INSTANCE && reason !== TOO_LARGE))
        continue
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

/** Whether an operation is among those that were named. */
export const isChosen = ({ id, path }: Operation, only: readonly string[] | undefined) =>
  only === undefined || only.some(name => name === id || (name.startsWith('/') && `${path}/`.startsWith(`${name}/`)))

const TOO_LARGE = 'an answer is too large to be compared'
const OPEN = 'it acts on the whole instance, and the service answers requests without a key'

/** A write of the whole instance is sent without a key only where a read without one is refused: a proxy may add one. */
async function isRefusedWithoutKey(ask: Ask, operations: readonly Operation[]): Promise<boolean> {
  const [question] = keyQuestions(operations)
  return question !== undefined && (await ask(question)).status === 401
}

async function askBoth(question: Question, sides: Comparing & Pick<Sides, 'ask' | 'ours'>) {
  const service = await sides.ask(question).catch(error => {
    if (error instanceof LargeAnswerError) return undefined
    throw error
  })
  if (!service) {
    sides.report.notAsked.push(TOO_LARGE)
    return
  }
  const profile = await sides.ours.ask(question)
  compareBoth(question, service, profile, sides)
}
