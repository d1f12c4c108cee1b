import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Operation } from '../../../../src/core/http/operation.ts'
import { loadVersion } from '../../../../src/core/versions/versions.ts'
import type { TestAnswer, TestInstance } from '../../../../src/testing.ts'
import { PROFILES, startWorld, stateOf } from '../world.ts'
import { arbitraryOf } from './random/arbitrary-of.ts'
import { breaksOf } from './random/break-one-place.ts'
import * as shapes from './reference-shapes.ts'

const RUNS = 40
const JSON_TYPE = { headers: { 'content-type': 'application/json' } }

interface Sent {
  query: Record<string, unknown>
  body: unknown
}

/** Ids that there are, and ids that there are not. */
const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '2', '3', '7', 'slackApi', 'mia@example.com') },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', '99', '-1', '1e999', ' ', '\u0000', '🚀') },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 20 }) },
)

const versions = await Promise.all(PROFILES.map(async name => [name, (await loadVersion(name)).operations] as const))

describe.each(versions)('in profile %s', (profile, operations) => {
  describe.each(operations.map(operation => [operation.id, operation] as const))('%s', (_id, operation) => {
    const valid = fc.record({
      query: operation.query ? arbitraryOf(operation.query) : fc.constant({}),
      body: operation.body ? arbitraryOf(operation.body.schema) : fc.constant(undefined),
    }) as fc.Arbitrary<Sent>

    test('answers whatever fits its schemas, and a refusal changes nothing', async () => {
      await using instance = await startWorld(profile)
      await fc.assert(
        fc.asyncProperty(ids, valid, async (id, sent) => {
          await expectSound(instance, () => send(instance, operation, id, sent))
        }),
        { numRuns: RUNS },
      )
    })

    test('refuses whatever breaks its schemas in one place, and nothing changes', async () => {
      await using instance = await startWorld(profile)
      await fc.assert(
        fc.asyncProperty(valid, fc.nat(), async (sent, pick) => {
          const breaks = breaksOfRequest(operation, sent)
          const chosen = breaks[pick % breaks.length]
          if (!chosen) return
          const answer = await expectSound(instance, () => send(instance, operation, '1', chosen.broken))
          expect([answer.status, chosen.says]).toEqual([400, chosen.says])
        }),
        { numRuns: RUNS },
      )
    })

    test('answers any query and any body whatever', async () => {
      await using instance = await startWorld(profile)
      const queries = fc.webQueryParameters()
      const texts = fc.oneof(fc.json(), fc.string({ unit: 'binary' }))
      await fc.assert(
        fc.asyncProperty(ids, queries, texts, async (id, query, text) => {
          const url = `${pathOf(operation, id)}?${query}`
          const body = operation.method === 'GET' ? undefined : text
          await expectSound(instance, () => instance.request(operation.method, url, body, JSON_TYPE))
        }),
        { numRuns: RUNS / 2 },
      )
    })
  })
})

/** Sends a request and checks what every answer has to be. */
async function expectSound(instance: TestInstance, ask: () => Promise<TestAnswer>): Promise<TestAnswer> {
  const before = await stateOf(instance)
  const answer = await ask()
  expect([answer.status < 500, answer.text]).toEqual([true, answer.text])
  if (answer.status >= 400) {
    expect(shapes.errorsIn(shapes.error, withoutStatus(answer.body))).toEqual([])
    expect(await stateOf(instance)).toBe(before)
  }
  return answer
}

/** Refusals of source control have a `status` in profile n8n-1.41. */
function withoutStatus(body: unknown) {
  const { status: _status, ...rest } = Object(body)
  return rest
}

function send(instance: TestInstance, operation: Operation, id: string, { query, body }: Sent) {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`)
  const path = `${pathOf(operation, id)}?${pairs.join('&')}`
  if (!operation.body) return instance.request(operation.method, path)
  return instance.request(operation.method, path, JSON.stringify(body), JSON_TYPE)
}

function pathOf({ path, params }: Operation, id: string) {
  const isNumeric = params?.properties.id?.type === 'number'
  return `/api/v1${path.replace(/:\w+/, encode(isNumeric && !/^\d+$/.test(id) ? '1' : id))}`
}

/** Every part of a query or a path is well-formed text; what cannot be encoded is left out. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function breaksOfRequest(operation: Operation, { query, body }: Sent) {
  const breaks: { says: string; broken: Sent }[] = [
    { says: 'an unknown parameter', broken: { body, query: { ...query, unknown: 1 } } },
  ]
  for (const name of Object.keys(query)) {
    breaks.push({ says: `${name} is empty`, broken: { body, query: { ...query, [name]: '' } } })
    if (operation.query?.properties[name]?.type !== 'string' || operation.query.properties[name].enum) {
      breaks.push({ says: `${name} is of the wrong type`, broken: { body, query: { ...query, [name]: 'x' } } })
    }
    if (operation.query?.properties[name]?.maximum) {
      breaks.push({ says: `${name} is too large`, broken: { body, query: { ...query, [name]: 251 } } })
    }
  }
  if (!operation.body) return breaks
  // null for a body is taken for an empty object
  const inBody = breaksOf(operation.body.schema, body, 'body').filter(({ broken }) => broken !== null)
  return [...breaks, ...inBody.map(({ says, broken }) => ({ says, broken: { query, body: broken } }))]
}
