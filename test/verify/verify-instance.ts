import { VERSION_NAMES, type VersionName } from '../../src/core/versions/versions.ts'
import type { TestInstance } from '../../src/testing.ts'
import { type VerifyOptions, verify } from '../../src/verify/verify.ts'

export const NEWEST = VERSION_NAMES.at(-1) as VersionName
export const KEY = 'key-that-is-never-shown'

/** Without long waits. The time to answer is the program's own: a busy machine must not cause further requests. */
export const RETRIES = { firstWait: 1 }

/** Verifies an instance without a socket, as fast as it answers. */
export const verifyInstance = (service: TestInstance, more: Partial<VerifyOptions> = {}) =>
  verify({
    url: 'http://localhost',
    apiKey: KEY,
    rate: 100_000,
    retries: RETRIES,
    fetch: (url, init) => service.fetch(url, init),
    ...more,
  })
