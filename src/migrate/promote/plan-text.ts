import { printable } from '../compare/comparison-text.ts'
import type { PromotedKind } from './notes.ts'
import type { Failure, Plan, PlanLine, Sign } from './plan.ts'

/** How many records are named that stay as they are. */
const MOST_LEFT = 20

const WORDS: Record<Sign, string> = { '+': 'create', '~': 'change', '=': 'same', '-': '', '!': 'cannot, because' }
const KIND: Record<PromotedKind, string> = { tags: 'tag', credentials: 'credential', workflows: 'workflow' }

/** A plan for people: a line for each thing that is to be done, or cannot be; what stays as it is, in short. */
export function planText({ url, lines, remarks, hasChanges, refused }: Plan): string {
  const left = lines.filter(isLeft)
  const shown = lines.filter(line => line.sign !== '=' && !isLeft(line))
  const count = (sign: Sign) => lines.filter(line => line.sign === sign).length
  return [
    `To ${url}:`,
    ...shown.map(lineText),
    ...left.slice(0, MOST_LEFT).map(lineText),
    ...(left.length > MOST_LEFT ? [`  - and ${left.length - MOST_LEFT} more left there`] : []),
    ...remarks.map(remark => `  (${remark})`),
    hasChanges || refused > 0
      ? `${count('+')} to create, ${count('~')} to change, ${count('=')} the same, ${count('-') - left.length} to remove, ` +
        `${left.length} left there, ${refused} that cannot be`
      : `Nothing to do: ${count('=')} the same, ${left.length} left there`,
  ].join('\n')
}

/** What the service refused, in the form in which a plan says what cannot be. */
export const failureText = ({ kind, from, to, name, because }: Failure): string =>
  lineText({ sign: '!', kind, from, ...(to === undefined ? {} : { to }), name, says: [because] })

const isLeft = ({ sign, says }: PlanLine) => sign === '-' && says[0] !== 'removed'

function lineText({ sign, kind, name, type, to, says }: PlanLine): string {
  const ofType = type === undefined ? '' : ` of type ${printable(type)}`
  const what = `${KIND[kind]} ${printable(JSON.stringify(name))}${ofType}${to === undefined ? '' : ` (${printable(to)})`}`
  const words = [WORDS[sign], ...says.map(printable)].filter(text => text !== '')
  if (sign === '-') return `  - ${what} ${words.join(', ')}`
  if (sign === '!') return `  ! ${what} ${WORDS['!']} ${says.map(printable).join('; ')}`
  const word = kind === 'credentials' && sign === '~' ? 'look up' : WORDS[sign]
  return `  ${sign} ${word} ${what}${says.length > 0 ? `: ${says.map(printable).join(', ')}` : ''}`
}
