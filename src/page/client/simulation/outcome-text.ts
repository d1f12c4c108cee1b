import type { OutcomeRule } from '../instance/records.ts'
import { formatDateTime, formatDuration } from '../parts/format.ts'

export type Outcome = Partial<Omit<OutcomeRule, 'id' | 'hits' | 'left'>>

/** A rule of the simulation in words: how runs end, and which. */
export function describeOutcome(rule: Outcome): { what: string; when: string } {
  const { workflow, times, probability, http } = rule
  const of = http === undefined ? runs : requests
  const when = [
    times ? `for ${of(times)}` : `for every ${http === undefined ? 'run' : 'request'}`,
    probability !== undefined && probability < 1
      ? `with a chance of ${Number((probability * 100).toPrecision(3))} %`
      : undefined,
  ]
  return { what: `${workflow || 'A workflow'} ${endOf(rule)}`, when: when.filter(Boolean).join(', ') }
}

/** How often a rule was applied so far, and how often it will be. */
export function describeApplied({
  hits = 0,
  left,
  http,
}: {
  hits?: number
  left?: number | null
  http?: unknown
}): string {
  const of = http === undefined ? runs : requests
  if (left === 0) return `used ${hits} of ${hits}`
  return left === null || left === undefined
    ? `used ${hits === 0 ? `by no ${http === undefined ? 'run' : 'request'} yet` : `by ${of(hits)}`}`
    : `used ${hits} of ${hits + left}`
}

function endOf({ node, error, wait, duration, output, http }: Outcome) {
  if (http !== undefined) return answerOf(http as HttpAnswer)
  if (output !== undefined) return `has a given output at “${node}”`
  const place = node ? ` at “${node}”` : ''
  if (wait !== undefined) return `waits${place} ${untilOf(wait)}`
  const long = duration === undefined ? undefined : spanOf(duration)
  if (error === undefined) return long === undefined ? 'succeeds' : `takes ${long}`
  return `fails${place}${long === undefined ? '' : ` after ${long}`}${error === '' ? '' : `: ${error}`}`
}

const spanOf = (span: number | string) => (typeof span === 'number' ? formatDuration(span) : span)
const untilOf = (wait: number | string) =>
  /^\d{4}-\d\d-\d\dT/.test(String(wait)) ? `until ${formatDateTime(String(wait))}` : `for ${spanOf(wait)}`

/** What is shown of an answer to HTTP requests. */
interface HttpAnswer {
  method?: unknown
  url?: unknown
  status?: unknown
  forward?: unknown
  error?: unknown
}

function answerOf({ method, url, status = 200, forward, error }: HttpAnswer) {
  const asked = [method, url].filter(part => part !== undefined).join(' ')
  if (forward !== undefined) return `has ${asked} forwarded to ${forward}`
  return error === undefined ? `gets ${status} for ${asked}` : `gets no answer for ${asked}: ${error}`
}

const requests = (number: number) => (number === 1 ? 'one request' : `${number} requests`)
const runs = (number: number) => (number === 1 ? 'one run' : `${number} runs`)
