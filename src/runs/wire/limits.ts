import type { AnswerHeaders } from '../nodes/tools/http-mock.ts'

/** How long an answer may take, in milliseconds: a run has less than that beside it. */
export const ANSWER_LIMIT_MS = 8000
/** The most bytes of an answer, also unpacked. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** The most bytes of a request that is forwarded. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024

export class AnswerTooLarge extends Error {
  constructor() {
    super(`The answer is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MB`)
  }
}

/** @throws Error with the code ECONNABORTED when the time is over */
export async function withinTime<Made>(limit: number, what: string, make: () => Promise<Made>): Promise<Made> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(Object.assign(new Error(`${what} took longer than ${limit / 1000} s`), { code: 'ECONNABORTED' })),
    limit,
  )
  try {
    return await Promise.race([make(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Headers by their names in small letters; those of one name are joined, but for `set-cookie`, which is a list. */
export function headersIn(pairs: readonly (readonly [name: string, value: string])[]): AnswerHeaders {
  const headers = new Map<string, string>()
  const cookies: string[] = []
  for (const [given, value] of pairs) {
    const name = given.toLowerCase()
    const known = headers.get(name)
    if (name === 'set-cookie') cookies.push(value)
    else headers.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  const all = Object.fromEntries(headers) as AnswerHeaders
  return cookies.length > 0 ? Object.assign(all, { 'set-cookie': cookies }) : all
}
