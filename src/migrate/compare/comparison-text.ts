import type { Comparison, IgnoredField, KindComparison, Named } from './compare-sides.ts'
import type { Difference } from './rule.ts'

const LONGEST = 60

const titleOf = (kind: string) => kind.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** A comparison for people, a line for each finding. */
export function comparisonText({ left, right, isSame, kinds, notCompared }: Comparison): string {
  const lines = [`left   ${left}`, `right  ${right}`]
  for (const [kind, found] of Object.entries(kinds)) lines.push(...kindLines(titleOf(kind), found))
  for (const [because, found] of Map.groupBy(notCompared, ({ because }) => because))
    lines.push(`not compared, as ${because}: ${found.map(({ kind }) => titleOf(kind)).join(', ')}`)
  lines.push(isSame ? 'No differences.' : 'They differ.')
  return lines.join('\n')
}

function kindLines(title: string, { onlyLeft, onlyRight, different, same, notCompared }: KindComparison): string[] {
  const counts = [
    [same, 'the same'],
    [different.length, 'different'],
    [onlyLeft.length, 'only left'],
    [onlyRight.length, 'only right'],
  ] as const
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return [
    `${title}: ${shown.join(', ') || 'none'}`,
    ...onlyLeft.map(record => `  < ${nameOf(record)}`),
    ...onlyRight.map(record => `  > ${nameOf(record)}`),
    ...different.flatMap(({ left, right, differences }) => [
      `  ~ ${nameOf(left)}${left.id === right.id ? '' : ` and ${right.id}`}`,
      ...differences.map(one => `      ${differenceText(one)}${one.remark === undefined ? '' : `: ${one.remark}`}`),
    ]),
    ...(notCompared.length > 0 ? [`  not compared: ${notCompared.map(ignoredText).join(', ')}`] : []),
  ]
}

const ignoredText = ({ field, differs }: IgnoredField) => (differs > 0 ? `${field} (differs in ${differs})` : field)

export const nameOf = ({ id, name }: Named) => `${printable(JSON.stringify(name))} (${printable(id)})`

function differenceText({ what, left, right }: Difference): string {
  const about = printable(what)
  if (left === undefined && right === undefined) return about
  if (right === undefined) return `${about}: only left`
  if (left === undefined) return `${about}: only right`
  return `${about}: ${valueText(left)} → ${valueText(right)}`
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  return printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}

/** Control characters would reach the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
export const printable = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
