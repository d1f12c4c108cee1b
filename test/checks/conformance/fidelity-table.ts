import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'
import type { ProfileName } from '../../../src/index.ts'
import type { Step } from '../../case.ts'
import { MEASURED } from '../../lineage.ts'
import { type Agreement, playOnFresh } from './agreement.ts'
import { OPERATIONS, type OperationId } from './case.ts'
import { CASES } from './cases.ts'
import type { Answer } from './target.ts'

/** What each version answers as it was measured, and `contract` of what was measured on 1.41. */
export async function playEveryVersion(
  watch: (profile: ProfileName, step: Step, answer: Answer) => void = () => {},
): Promise<Record<string, Agreement[]>> {
  const columns: Record<string, Agreement[]> = {}
  for (const profile of [...MEASURED, ...VERSION_NAMES.filter(name => !MEASURED.includes(name))]) {
    columns[profile] = await playOnFresh(CASES, profile, (step, answer) => watch(profile, step, answer))
  }
  return columns
}

/**
 * The table of tables.md, between its markers: of the cases measured on the real service, how many agree,
 * operation by operation. A version that does not have an operation has a dash.
 *
 * @param columns the heading of each column, with what was played under it
 */
export function fidelityTable(columns: Record<string, Agreement[]>): string {
  const names = Object.keys(columns)
  const all = Object.values(columns)
  const row = (first: string, agreements: (Agreement[] | undefined)[]) =>
    `| ${[first, ...agreements.map(cell)].join(' | ')} |`
  const operations = Object.keys(OPERATIONS) as OperationId[]
  const rows = operations.map(operation =>
    row(
      operation === 'common' ? OPERATIONS[operation] : `\`${OPERATIONS[operation]}\``,
      all.map(agreements => agreements.filter(it => it.operation === operation)),
    ),
  )
  return [
    '<!-- fidelity -->',
    `| operation | ${names.map(name => `\`${name}\``).join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...rows,
    row('**together**', all),
    '<!-- /fidelity -->',
  ].join('\n')
}

/** The table's head and its last line: all operations together. */
export function togetherTable(table: string): string {
  const lines = table.split('\n')
  return ['<!-- together -->', ...lines.slice(1, 3), lines.at(-2), '<!-- /together -->']
    .join('\n')
    .replace('| operation', '|')
}

function cell(agreements: Agreement[] = []) {
  const sum = (count: (it: Agreement) => number) => agreements.reduce((total, it) => total + count(it), 0)
  const played = sum(it => it.played)
  return played === 0 ? '–' : `${sum(it => it.agree)} of ${played}`
}
