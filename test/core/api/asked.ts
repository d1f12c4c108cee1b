import { startInstance, type TestAnswer, type TestInstance } from '../../../src/testing.ts'
import { KEYS, licensedPlace } from './place.ts'

/** A licensed instance with the place of the tests, or another. */
export const startLicensed = (fixture = licensedPlace, more: { clock?: string } = {}) =>
  startInstance({ socket: false, profile: 'n8n-2.41', fixture, ...more })

/** Asks for `METHOD /path`, with the owner's key where no other is given. */
export function asked(instance: TestInstance, request: string, body?: unknown, key = KEYS.owner): Promise<TestAnswer> {
  const [method = '', path = ''] = request.split(' ')
  return instance.request(method, `/api/v1${path}`, body, { key })
}

/** `404 Project not found` of a refusal, the status alone of a success. */
export const outcomeOf = ({ status, text }: TestAnswer) =>
  status < 300 ? `${status}` : `${status} ${JSON.parse(text).message}`
