import { shownDifference } from './differences.ts'
import type { CaseResult } from './run-tests.ts'

/** The results as JUnit XML, which CI services show. */
export function junitOf(results: readonly CaseResult[]): string {
  const files = Map.groupBy(results, ({ file }) => file)
  const suites = [...files].map(([file, cases]) => {
    const failures = cases.filter(({ outcome }) => outcome === 'failed').length
    const errors = cases.filter(({ outcome }) => outcome === 'broken').length
    const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`
    return [`  <testsuite name="${escaped(file)}" ${counts}>`, ...cases.map(caseOf), '  </testsuite>'].join('\n')
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}

function caseOf({ file, name, outcome, milliseconds, problem = '', failures }: CaseResult): string {
  const head = `    <testcase classname="${escaped(file)}" name="${escaped(name)}" time="${(milliseconds / 1000).toFixed(3)}"`
  if (outcome === 'passed') return `${head}/>`
  if (outcome === 'broken') return `${head}><error message="${escaped(problem)}"/></testcase>`
  const lines = failures.flatMap(({ node, part, differences }) => [
    `${node === undefined ? '' : `${node}: `}${part}`,
    ...differences.flatMap(shownDifference),
  ])
  const [first = ''] = lines
  return `${head}><failure message="${escaped(first)}">${escaped(lines.join('\n'))}</failure></testcase>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Characters that XML cannot have are left out. */
const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, character => ENTITIES[character] ?? '')
