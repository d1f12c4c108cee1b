import { parse as readDuration } from '@lukeed/ms'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { readForward } from '../wire/forward-target.ts'
import type { AnswerRequest, HttpRule } from '../wire/wire.ts'

const KEYS = [
  'method',
  'url',
  'query',
  'body',
  'status',
  'headers',
  'json',
  'text',
  'base64',
  'times',
  'delay',
  'error',
  'handle',
  'forward',
]
/** What a rule says of its answer; one that is a function or a forward says none of it. */
const OF_AN_ANSWER = ['status', 'headers', 'json', 'text', 'base64', 'error']
const MAX_MOCKS = 1000
const MAX_DELAY_MS = 3_600_000

/**
 * Reads what answers HTTP requests: a list of answers, functions and forwards, or one function for all requests.
 *
 * @param allowForward hosts that requests may be forwarded to, beside this machine
 * @throws ApiError 400, which names the entry
 *
 * @example
 * readHttpRules([{ url: 'https://api.example.com/*', json: {} }, { url: '*', forward: 'http://127.0.0.1:3000' }], [])
 */
export function readHttpRules(given: unknown, allowForward: readonly string[], place = 'run/http'): HttpRule[] {
  if (typeof given === 'function') return [readHttpRule({ url: '*', handle: given }, allowForward, place)]
  if (!Array.isArray(given)) throw badRequest(`${place} must be a list of answers`)
  if (given.length > MAX_MOCKS) throw badRequest(`${place} has more than ${MAX_MOCKS} answers`)
  return given.map((rule, at) => readHttpRule(rule, allowForward, `${place}/${at}`))
}

/** One answer, function or forward. @throws ApiError 400 */
export function readHttpRule(given: unknown, allowForward: readonly string[], place: string): HttpRule {
  if (!isRecord(given)) throw badRequest(`${place} must be an object such as { "url": "https://…", "json": {} }`)
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key)) continue
    const near = closestName(key, KEYS)
    throw badRequest(`${place}/${key} is unknown${near === undefined ? '' : `: is it ${near}?`}`)
  }
  const { method, url, query, body, status = 200, headers = {}, json, text, base64, times, delay = 0, error } = given
  const { handle, forward } = given
  const instead = handle === undefined ? (forward === undefined ? undefined : 'forward') : 'handle'
  if (handle !== undefined && typeof handle !== 'function')
    throw badRequest(`${place}/handle must be a function: there are functions in the test kit only`)
  if (handle !== undefined && forward !== undefined) throw badRequest(`${place} has handle and forward: make two rules`)
  const beside = instead && OF_AN_ANSWER.find(key => given[key] !== undefined)
  if (beside) throw badRequest(`${place} has ${beside} together with ${instead}, which gives the answer`)
  if (typeof url !== 'string' || !/^(https?:\/\/|\*)/i.test(url))
    throw badRequest(`${place}/url must be an address such as https://api.example.com/customers/*`)
  if (method !== undefined && typeof method !== 'string') throw badRequest(`${place}/method must be string`)
  if (!Number.isInteger(status) || (status as number) < 100 || (status as number) > 599)
    throw badRequest(`${place}/status must be a status from 100 to 599`)
  if (!isTexts(headers)) throw badRequest(`${place}/headers must be object of texts`)
  if (query !== undefined && !isTexts(query)) throw badRequest(`${place}/query must be object of texts`)
  if (text !== undefined && typeof text !== 'string') throw badRequest(`${place}/text must be string`)
  if (base64 !== undefined && typeof base64 !== 'string') throw badRequest(`${place}/base64 must be string`)
  if (error !== undefined && typeof error !== 'string') throw badRequest(`${place}/error must be string`)
  if ([json, text, base64].filter(value => value !== undefined).length > 1)
    throw badRequest(`${place} has more than one of json, text and base64`)
  if (times !== undefined && !(Number.isInteger(times) && (times as number) > 0))
    throw badRequest(`${place}/times must be a whole number from 1`)
  const wait = typeof delay === 'string' ? readDuration(delay) : delay
  if (typeof wait !== 'number' || !(wait >= 0 && wait <= MAX_DELAY_MS))
    throw badRequest(`${place}/delay must be milliseconds, or a text such as 2s, of an hour at most`)
  return {
    ...(method === undefined ? {} : { method: method.toUpperCase() }),
    url,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    status: status as number,
    headers,
    ...(json === undefined ? {} : { json }),
    ...(text === undefined ? {} : { text }),
    ...(base64 === undefined ? {} : { base64 }),
    ...(times === undefined ? {} : { times: times as number }),
    delay: wait,
    ...(error === undefined ? {} : { error }),
    ...(handle === undefined ? {} : { handle: handle as AnswerRequest }),
    ...(forward === undefined ? {} : { forward: readForward(forward, `${place}/forward`, allowForward) }),
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(text => typeof text === 'string')
