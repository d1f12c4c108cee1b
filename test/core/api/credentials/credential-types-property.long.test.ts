import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readCredentialTypes } from '../../../../src/core/features/credentials/type-file.ts'
import { startInstance } from '../../../../src/testing.ts'
import { damage, damaged } from '../../../tools/fuzz/damage.ts'
import { oddText, oddValue, withOddPlace } from '../../../tools/fuzz/odd-values.ts'
import { fuzzRuns } from '../../../tools/fuzz/runs.ts'
import { createWatchdog } from '../../../tools/fuzz/watchdog.ts'

const TYPES = {
  acmeApi: {
    additionalProperties: false,
    type: 'object',
    properties: { key: { type: 'string' }, region: { type: 'string', enum: ['eu', 'us'] }, own: { type: 'boolean' } },
    allOf: [
      {
        if: { properties: { own: { enum: [true] } } },
        // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
        then: { allOf: [{ required: ['region'] }] },
        else: { allOf: [{ not: { required: ['region'] } }] },
      },
    ],
    required: ['key'],
  },
  shopApi: { properties: { token: { type: 'string' } } },
}

const texts = fc.oneof(
  { weight: 4, arbitrary: damage.map(by => new TextDecoder().decode(damaged(Buffer.from(JSON.stringify(TYPES)), by))) },
  {
    weight: 4,
    arbitrary: fc
      .record({ pick: fc.nat(), odd: oddValue })
      .map(({ pick, odd }) => JSON.stringify(withOddPlace(TYPES, pick, odd))),
  },
  { weight: 1, arbitrary: oddText },
)

const data = fc.oneof(
  oddValue,
  fc.record({ key: oddValue, region: oddValue, own: oddValue, token: oddValue }, { requiredKeys: [] }),
)

test('a file of credential types is read, or refused by name; what is read checks any data', async () => {
  const watch = createWatchdog()
  await fc.assert(
    fc.asyncProperty(texts, data, (text, given) => watch(() => expectReadsOrRefuses(text, given))),
    fuzzRuns(0.1),
  )
})

async function expectReadsOrRefuses(text: string, given: unknown) {
  const read = readOrRefuse(text)
  if (read instanceof Error) {
    expect([read.constructor.name, read.message.startsWith('types.json: ')]).toEqual(['Error', true])
    return
  }
  const failures: string[] = []
  await using instance = await startInstance({
    credentialTypes: Object.fromEntries(read),
    socket: false,
    report: message => failures.push(message),
  })
  const types = [...read.keys()].slice(0, 3)
  for (const type of types) {
    await instance.request('GET', `/api/v1/credentials/schema/${encodeURIComponent(type.toWellFormed())}`)
    await instance.request('POST', '/api/v1/credentials', { name: 'Any', type, data: given })
  }
  expect(instance.requests.all()).toHaveLength(2 * types.length)
  expect(failures).toEqual([])
}

function readOrRefuse(text: string) {
  try {
    return readCredentialTypes(text, 'types.json')
  } catch (error) {
    return error as Error
  }
}
