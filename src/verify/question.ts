import type { Method } from '../core/http/surface.ts'

/** A request that both sides are asked. */
export interface Question {
  /** The id of its operation. */
  operation: string
  /** What is asked, in a few words. */
  name: string
  method: Method
  /** Below `/api/v1`, with its query. */
  path: string
  /** Which key it is sent with. */
  key: 'own' | 'wrong' | 'none'
  /** As it is sent; none where left out. */
  body?: string
  /** Of the body. Default JSON. */
  mediaType?: string
  /** The query parameter that it is about. */
  parameter?: string
  /** Values of its path, by the names of their parameters: texts repeat them. */
  params: Readonly<Record<string, string>>
  /** Whether only the shape of a 2xx answer is compared: its values are not those of the copied state. */
  shapeOnly?: boolean
}

/** What a side answered. */
export interface Answer {
  status: number
  /** Media type, as it was sent; null where none was. */
  contentType: string | null
  allow: string | null
  /** Whether it has a weak ETag, a strong one, or none. */
  etag: 'weak' | 'strong' | 'none'
  /** Its JSON; its text where it is not JSON; `undefined` for an empty body. */
  body: unknown
}

/** Asks a side. @throws ServiceError where it does not answer */
export type Ask = (question: Question) => Promise<Answer>

/** The request as reports show it. */
export const requestLine = ({ method, path, key, body }: Question) =>
  [
    `${method} ${path}`,
    ...(key === 'own' ? [] : [key === 'none' ? 'without a key' : 'with a wrong key']),
    ...(body === undefined ? [] : [body]),
  ].join(' ')

/** The key of questions with a wrong key. */
export const WRONG_KEY = 'understudy-wrong-key'

export const JSON_TYPE = 'application/json'
