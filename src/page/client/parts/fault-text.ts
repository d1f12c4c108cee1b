import type { FaultRule } from '../instance/records.ts'
import { formatDuration } from './format.ts'

const DROPS: Record<string, string> = {
  before: 'drops the connection',
  middle: 'drops the connection in the middle of the answer',
}
const MALFORMED: Record<string, string> = {
  truncated: 'answers half of the JSON',
  html: 'answers HTML instead of JSON',
}

/** A fault rule in words: what it does, and to which requests. */
export function describeRule(rule: FaultRule): { what: string; when: string } {
  const { operation, method, path, times, after, probability } = rule
  const when = [
    after ? `after ${requests(after)}` : undefined,
    times ? `for ${requests(times)}` : 'for every request',
    probability !== undefined && probability < 1 ? `with a chance of ${Math.round(probability * 100)} %` : undefined,
  ]
  const target = operation ?? ([method, path].filter(Boolean).join(' ') || 'Every operation')
  return { what: `${target} ${effectsOf(rule).join(', ') || 'fails'}`, when: when.filter(Boolean).join(', ') }
}

/** How often a rule was met so far, and how often it will be. */
export function describeHits({ hits = 0, left }: { hits?: number; left?: number | null }): string {
  if (left === 0) return `used ${hits} of ${hits}`
  return left === null || left === undefined
    ? `used ${hits === 0 ? 'by no request yet' : `by ${requests(hits)}`}`
    : `used ${hits} of ${hits + left}`
}

function effectsOf({ status, retryAfter, delay, drop, malformed, hang }: FaultRule) {
  const answered = status ?? (retryAfter === undefined ? undefined : 429)
  return [
    delay === undefined
      ? undefined
      : `waits ${[delay]
          .flat()
          .map(it => formatDuration(it))
          .join(' to ')}`,
    answered === undefined ? undefined : `answers ${answered}`,
    retryAfter === undefined
      ? undefined
      : `asks to retry after ${retryAfter}${typeof retryAfter === 'number' ? ' s' : ''}`,
    drop && DROPS[drop],
    malformed && MALFORMED[malformed],
    hang && 'never answers',
  ].filter(Boolean)
}

const requests = (number: number) => (number === 1 ? 'one request' : `${number} requests`)
