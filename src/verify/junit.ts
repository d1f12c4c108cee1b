import { xmlText } from '../core/base/xml-text.ts'
import { differing, type OperationReport, type Report } from './report.ts'
import { shown } from './report-text.ts'

/** A report as JUnit XML, which CI services show: a case for each operation. */
export function junitOf(report: Report): string {
  const { operations, profile, seconds } = report
  const skipped = operations.filter(({ outcome }) => outcome === 'not asked').length
  const counts = `tests="${operations.length}" failures="${differing(report).length}" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${xmlText(profile)}" ${counts} time="${seconds}">`,
    ...operations.map(it => caseOf(it, profile)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf({ method, path, outcome, differing, notAsked }: OperationReport, profile: string): string {
  const head = `    <testcase classname="${xmlText(profile)}" name="${xmlText(`${method} ${path}`)}"`
  if (outcome === 'alike') return `${head}/>`
  if (outcome === 'not asked') return `${head}><skipped message="${xmlText(notAsked.join('; '))}"/></testcase>`
  const lines = differing.flatMap(({ question, request, differences }) => [
    `${question}: ${request}`,
    ...differences.flatMap(shown).map(line => `  ${line}`),
  ])
  return `${head}><failure message="${xmlText(lines[0] ?? '')}">${xmlText(lines.join('\n'))}</failure></testcase>`
}
