import { types } from 'node:util'
import { isZone } from '../base/zone.ts'
import { MAX_PUBLICATION_DELAY } from '../features/workflows/publication-delay.ts'

/**
 * What a setting may be, the same for flags, variables of the environment and options.
 *
 * @throws an Error whose message completes the sentence "<setting> …"
 */
export type Rule<T> = (given: unknown) => T

/** Gives the value back where it is as it must be. A secret one is not shown. */
function rule<T>(must: string, isRight: (given: unknown) => given is T, isSecret = false): Rule<T> {
  return given => {
    if (isRight(given)) return given
    throw new Error(isSecret ? must : `${must}, not ${shown(given)}`)
  }
}

const isText = (given: unknown) => typeof given === 'string'
const isOneOf = <T>(choices: readonly T[]) => {
  return (given: unknown): given is T => (choices as readonly unknown[]).includes(given)
}

const textOf = (isSecret: boolean) => {
  const anyText = rule('must be text', isText, isSecret)
  return (given: unknown) => {
    if (given === '') throw new Error('must not be empty')
    return anyText(given)
  }
}

export const text = textOf(false)

export const secretText = textOf(true)

export const yesOrNo = rule('must be true or false', given => typeof given === 'boolean')

export const reporter = rule(
  'must be a function that takes a text',
  (given): given is (message: string) => void => typeof given === 'function',
)

export const choice = <const T extends string>(choices: readonly T[]): Rule<T> =>
  rule(`must be ${choices.join(' or ')}`, isOneOf(choices))

export const wholeNumber = (least: number, most: number): Rule<number> =>
  rule(
    `must be a whole number from ${least} to ${most}`,
    (given): given is number => Number.isSafeInteger(given) && Number(given) >= least && Number(given) <= most,
  )

export const port = wholeNumber(0, 65_535)

export const keptExecutions = wholeNumber(1, 10_000_000)

export const publishDelay = wholeNumber(0, MAX_PUBLICATION_DELAY)

export const timeZone = rule(
  'must be a time zone such as Europe/Berlin or UTC',
  (given): given is string => isText(given) && isZone(given),
)

export const pulledBytes = wholeNumber(1, 2 ** 31)

export const apiKey = rule(
  'must be 1 to 4096 printable characters without blanks',
  (given): given is string => isText(given) && /^[\x21-\x7e]{1,4096}$/.test(given),
  true,
)

export const serviceName = rule(
  'must be letters, digits and hyphens',
  (given): given is string => isText(given) && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(given),
)

export const hostName = rule(
  'must be a host name or an address such as understudy.test or [::2], without http:// and without a port',
  (given): given is string => isText(given) && /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(given),
)

/** Requests to addresses that fit a pattern, and where they are forwarded to. */
export function forwarding(given: unknown): { url: string; forward: string } {
  const at = isText(given) ? given.search(/=https?:\/\/./i) : -1
  if (isText(given) && at > 0 && /^https?:\/\/./i.test(given)) {
    return { url: given.slice(0, at), forward: given.slice(at + 1) }
  }
  throw new Error(`must be URL=TARGET such as https://api.example.com/*=http://127.0.0.1:3000, not ${shown(given)}`)
}

export const origin = rule(
  'must be an origin such as http://localhost:3000, without a path',
  (given): given is string => isText(given) && given !== 'null' && URL.parse(given)?.origin === given,
)

/** A time, in milliseconds since 1970. */
export function time(given: unknown): number {
  const isTime = typeof given === 'string' || typeof given === 'number' || types.isDate(given)
  const milliseconds = isTime ? new Date(given).getTime() : Number.NaN
  if (!Number.isNaN(milliseconds)) return milliseconds
  throw new Error(`must be a date and time such as 2026-01-01T00:00:00Z, not ${shown(given)}`)
}

export function listOf<T>(item: Rule<T>): Rule<T[]> {
  return given => {
    if (Array.isArray(given)) return given.map(item)
    throw new Error(`must be a list, not ${shown(given)}`)
  }
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

/** @throws an Error about a host that others reach, where no key was chosen; it names the setting that chooses one */
export function refuseOpenHost(host: string, apiKey: string | undefined, setting: string) {
  if (LOOPBACK.includes(host) || apiKey !== undefined) return
  throw new Error(`${host} can be reached by others: choose a key of your own with ${setting}`)
}

const SHOWN_LENGTH = 100

function shown(given: unknown) {
  if (typeof given === 'function') return 'a function'
  const isPlain = typeof given === 'object' && given !== null && !types.isDate(given)
  if (isPlain) return Array.isArray(given) ? 'a list' : 'an object'
  const text = isText(given) ? JSON.stringify(given) : String(given)
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
