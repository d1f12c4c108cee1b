import type { OutcomeRule } from '../instance/records.ts'
import { formatDateTime, formatDuration } from '../parts/format.ts'

export type Outcome = Partial<Omit<OutcomeRule, 'id' | 'hits' | 'left'>>

/** A rule of the simulation in words: how runs end, and which. */
export function describeOutcome(rule: Outcome): { what: string; when: string } {
  const { workflow, times, probability } = rule
  const when = [
    times ? `for ${runs(times)}` : 'for every run',
    probability !== undefined && probability < 1
      ? `with a chance of ${Number((probability * 100).toPrecision(3))} %`
      : undefined,
  ]
  return { what: `${workflow || 'A workflow'} ${endOf(rule)}`, when: when.filter(Boolean).join(', ') }
}

/** How often a rule was applied so far, and how often it will be. */
export function describeApplied({ hits = 0, left }: { hits?: number; left?: number | null }): string {
  if (left === 0) return `used ${hits} of ${hits}`
  return left === null || left === undefined
    ? `used ${hits === 0 ? 'by no run yet' : `by ${runs(hits)}`}`
    : `used ${hits} of ${hits + left}`
}

function endOf({ node, error, wait, duration }: Outcome) {
  const place = node ? ` at “${node}”` : ''
  if (wait !== undefined) return `waits${place} ${untilOf(wait)}`
  const long = duration === undefined ? undefined : spanOf(duration)
  if (error === undefined) return long === undefined ? 'succeeds' : `takes ${long}`
  return `fails${place}${long === undefined ? '' : ` after ${long}`}${error === '' ? '' : `: ${error}`}`
}

const spanOf = (span: number | string) => (typeof span === 'number' ? formatDuration(span) : span)
const untilOf = (wait: number | string) =>
  /^\d{4}-\d\d-\d\dT/.test(String(wait)) ? `until ${formatDateTime(String(wait))}` : `for ${spanOf(wait)}`

const runs = (number: number) => (number === 1 ? 'one run' : `${number} runs`)
