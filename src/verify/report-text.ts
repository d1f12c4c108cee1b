import type { Difference } from './compare-answers.ts'
import { differing, type OperationReport, type Report } from './report.ts'

/** How many differing questions of an operation are printed. */
const MAX_QUESTIONS = 6

/** A report for people. */
export function reportText(report: Report): string {
  const { operations, gaps } = report
  const parts = [
    headline(report),
    ...differing(report).map(differenceText),
    notAskedText(operations),
    ...(gaps.length > 0 ? [`Not read:\n${gaps.map(gap => `  ${gap}`).join('\n')}`] : []),
    summaryText(report),
  ]
  return parts.filter(part => part !== '').join('\n\n')
}

function headline({ url, profile, fits, asked: kind }: Report): string {
  const [best, ...others] = fits
  const how = kind === 'everything' ? 'Everything was asked; what was made was removed again.' : ''
  if (!best) return [`${url} compared with ${profile}.`, how].filter(Boolean).join(' ')
  const rest = others.map(({ profile, points }) => `${profile} ${points}`).join(', ')
  return [`${url} answers most like ${profile}: ${best.points} of ${best.of} points (${rest}).`, how]
    .filter(Boolean)
    .join(' ')
}

function differenceText({ method, path, asked, alike, differing }: OperationReport): string {
  const lines = differing
    .slice(0, MAX_QUESTIONS)
    .flatMap(({ question, request, differences }) => [
      `  ${question}: ${request}`,
      ...differences.flatMap(it => shown(it).map(line => `    ${line}`)),
    ])
  const more = differing.length - MAX_QUESTIONS
  return [
    `✗ ${method} ${path}: ${alike} of ${asked} alike`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n')
}

/** A difference, in lines. */
export function shown(difference: Difference): string[] {
  const { kind, at, service, profile } = difference
  if (kind === 'added') return [`${at}: only the service has it (${JSON.stringify(service)})`]
  if (kind === 'missing') return [`${at}: only the profile has it (${JSON.stringify(profile)})`]
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
  return [`${at}`, `  service ${text(service)}`, `  profile ${text(profile)}`]
}

function notAskedText(operations: readonly OperationReport[]): string {
  const reasons = operations.flatMap(({ method, path, notAsked }) =>
    notAsked.map(reason => ({ reason, name: `${method} ${path}` })),
  )
  const lines = [...Map.groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, those]) => `  ${reason}:\n    ${those.map(({ name }) => name).join(', ')}`,
  )
  return lines.length === 0 ? '' : `Not asked, or in part:\n${lines.join('\n')}`
}

function summaryText(report: Report): string {
  const { operations, requests, seconds } = report
  const count = (outcome: OperationReport['outcome']) => operations.filter(it => it.outcome === outcome).length
  return (
    `${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}: ` +
    `${count('alike')} alike, ${differing(report).length} different, ` +
    `${count('not asked')} not asked. ${requests} requests in ${seconds} s.`
  )
}
