import type { Operation } from '../core/http/operation.ts'
import type { Overrides } from '../core/overrides/overrides.ts'
import { hideSecrets } from '../migrate/client/send-request.ts'
import { compareAnswers, type Difference, messageOf } from './compare-answers.ts'
import { maskDifference } from './mask.ts'
import { type Answer, type Question, requestLine } from './question.ts'
import { KEY_MAY_NOT, type OperationReport } from './report.ts'

/** A question, and what both sides answered. */
export interface Asked {
  question: Question
  service: Answer
  profile: Answer
  /** None where they are alike. */
  differences: readonly Difference[]
}

/** What is known when two answers are compared. */
export interface Comparing {
  /** Gets every question that was asked. */
  asked: Asked[]
  operation: Operation | undefined
  /** Features that the service was seen to have no licence for. */
  unlicensed: Set<string>
  apiKey: string
  overrides: Overrides | undefined
  report: OperationReport
}

/** Compares what both sides answered, and adds what was found to the report of the operation. */
export function compareBoth(question: Question, service: Answer, profile: Answer, comparing: Comparing) {
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
    // a write is refused in any case, so its answer does not show whether there is a licence
    const mayBeLicensed = method !== 'GET' && service.status !== 404 && service.status !== 405
    if (service.status < 300 || mayBeLicensed)
      return 'the service has a licence for it, the profile answers as one without'
  }
  return undefined
}

const isForbidden = (answer: Answer) => answer.status === 403 && /^forbidden$/i.test(messageOf(answer) ?? '')

const isForLicence = (answer: Answer) => answer.status === 403 && /licen[cs]e/i.test(messageOf(answer) ?? '')

export const emptyReport = ({ id, method, path }: Operation): OperationReport => ({
  operation: id,
  method,
  path: path.replaceAll(/:(\w+)/g, '{$1}'),
  outcome: 'alike',
  asked: 0,
  alike: 0,
  differing: [],
  notAsked: [],
})

export function withOutcome(report: OperationReport): OperationReport {
  const outcome = report.differing.length > 0 ? 'differs' : report.asked === 0 ? 'not asked' : 'alike'
  return { ...report, notAsked: [...new Set(report.notAsked)], outcome }
}
