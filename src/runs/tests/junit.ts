import { xmlText } from '../../core/base/xml-text.ts'
import { shownFailure } from './check-report.ts'
import type { CaseResult } from './run-tests.ts'

/** The results as JUnit XML, which CI services show. */
export function junitOf(results: readonly CaseResult[]): string {
  const files = Map.groupBy(results, ({ file }) => file)
  const suites = [...files].map(([file, cases]) => {
    const failures = cases.filter(({ outcome }) => outcome === 'failed').length
    const errors = cases.filter(({ outcome }) => outcome === 'broken').length
    const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`
    return [`  <testsuite name="${xmlText(file)}" ${counts}>`, ...cases.map(caseOf), '  </testsuite>'].join('\n')
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}

function caseOf({ file, name, outcome, milliseconds, problem = '', failures }: CaseResult): string {
  const head = `    <testcase classname="${xmlText(file)}" name="${xmlText(name)}" time="${(milliseconds / 1000).toFixed(3)}"`
  if (outcome === 'passed') return `${head}/>`
  if (outcome === 'broken') return `${head}><error message="${xmlText(problem)}"/></testcase>`
  const lines = failures.flatMap(shownFailure)
  const [first = ''] = lines
  return `${head}><failure message="${xmlText(first)}">${xmlText(lines.join('\n'))}</failure></testcase>`
}
