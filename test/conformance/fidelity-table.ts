import type { Agreement } from './agreement.ts'
import { OPERATIONS } from './case.ts'

/**
 * The table of docs/versions.md, between its markers: of the cases measured on the real service, how many agree, operation by
 * operation.
 *
 * @param columns the heading of each column, with what was played under it
 */
export function fidelityTable(columns: Record<string, Agreement[]>): string {
  const names = Object.keys(columns)
  const all = Object.values(columns)
  const row = (first: string, agreements: (Agreement[] | undefined)[]) =>
    `| ${[first, ...agreements.map(cell)].join(' | ')} |`
  const rows = (all[0] ?? []).map(({ operation }) =>
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

function cell(agreements: Agreement[] = []) {
  const sum = (count: (it: Agreement) => number) => agreements.reduce((total, it) => total + count(it), 0)
  return `${sum(it => it.agree)} of ${sum(it => it.played)}`
}
