import { parse as readDuration } from '@lukeed/ms'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { HttpMock } from '../nodes/tools/http-mock.ts'

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
]
const MAX_MOCKS = 1000
const MAX_DELAY_MS = 3_600_000

/**
 * Reads the answers to HTTP requests: `{ "method": "GET", "url": "https://api.example.com/customers/*", "json": … }`.
 *
 * @throws ApiError 400, which names the mock
 */
export function readHttpMocks(given: unknown): HttpMock[] {
  if (!Array.isArray(given)) throw badRequest('run/http must be a list of answers')
  if (given.length > MAX_MOCKS) throw badRequest(`run/http has more than ${MAX_MOCKS} answers`)
  return given.map((mock, at) => readHttpMock(mock, `run/http/${at}`))
}

/** One answer. @throws ApiError 400 */
export function readHttpMock(given: unknown, place: string): HttpMock {
  if (!isRecord(given)) throw badRequest(`${place} must be an object such as { "url": "https://…", "json": {} }`)
  for (const key of Object.keys(given)) {
    if (KEYS.includes(key)) continue
    const near = closestName(key, KEYS)
    throw badRequest(`${place}/${key} is unknown${near === undefined ? '' : `: is it ${near}?`}`)
  }
  const { method, url, query, body, status = 200, headers = {}, json, text, base64, times, delay = 0, error } = given
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
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(text => typeof text === 'string')
