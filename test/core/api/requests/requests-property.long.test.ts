import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { type OpenApi, requestsFor, type SentRequest } from '../../../tools/fuzz/requests.ts'
import { fuzzRuns } from '../../../tools/fuzz/runs.ts'
import { createWatchdog } from '../../../tools/fuzz/watchdog.ts'
import * as shapes from '../operations/reference-shapes.ts'
import { ADMIN, MEMBER, SECRET, world } from '../world.ts'

/** Texts that no answer may hold. */
const SECRETS = [SECRET, ADMIN.key, MEMBER.key, 'owner-key']

test.each(VERSION_NAMES)(
  'in profile %s every request is answered or refused for a reason, and a refusal changes nothing',
  async profile => {
    const failures: string[] = []
    const report = (message: string) => failures.push(message)
    await using instance = await startInstance({ fixture: world, profile, socket: false, idSeed: 'fuzz', report })
    const document = (await instance.request('GET', '/api/v1/openapi.json')).body as OpenApi
    const watch = createWatchdog()
    await fc.assert(
      fc.asyncProperty(fc.array(requestsFor(document), { minLength: 1, maxLength: 3 }), async requests => {
        await watch(async () => {
          await instance.reset()
          for (const request of requests) await expectSound(instance, request, profile)
          expect(failures).toEqual([])
          expect(Object.keys(Object.prototype)).toEqual([])
        })
      }),
      fuzzRuns(0.3),
    )
  },
)

/** Refusals that leave traces, as they were measured: a workflow that cannot start is saved first, and then inactive. */
const LEAVES_TRACES: Record<string, RegExp | undefined> = {
  'n8n-2.41': /^PUT [^?]*\/workflows\/[^/?]+(?:\?|$)/,
  'n8n-1.123': /^(?:PUT [^?]*\/workflows\/[^/?]+|POST [^?]*\/workflows\/[^/?]+\/activate)(?:\?|$)/,
}

async function expectSound(instance: TestInstance, request: SentRequest, profile: string) {
  const { method, path, key, headers, body } = request
  const before = JSON.stringify(instance.state())
  const answer = await instance.request(method, path, body, { key, headers })
  expect([answer.status, answer.status < 500]).toEqual([answer.status, true])
  expect(SECRETS.filter(secret => answer.text.includes(secret))).toEqual([])
  if (answer.status < 400) return
  if (!LEAVES_TRACES[profile]?.test(`${method} ${path}`)) expect(JSON.stringify(instance.state())).toBe(before)
  if (method === 'HEAD') return
  const { status: _status, ...error } = Object(answer.body)
  expect([answer.text, shapes.errorsIn(shapes.error, error)]).toEqual([answer.text, []])
}
