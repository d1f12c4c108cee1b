import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { PROFILES } from '../world.ts'

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    [{ bag: 'a' }, undefined],
    [
      {},
      [
        'does not match allOf schema [subschema 0] with 3 error[s]:',
        'requires property "leaf"',
        'requires property "bag"',
        'is not any of [subschema 0],[subschema 1]',
      ],
    ],
  ])('says of the data %j of a type that asks for one of two what each lacks', async (data, refusals) => {
    const teaApi = {
      additionalProperties: false as const,
      type: 'object' as const,
      required: [],
      properties: { leaf: { type: 'string' }, bag: { type: 'string' } },
      allOf: [{ anyOf: [{ required: ['leaf'] }, { required: ['bag'] }] }],
    }
    await using instance = await startInstance({ profile, credentialTypes: { teaApi } })
    const asked = { name: 'Tea', type: 'teaApi', data }
    const { body } = await instance.request<{ message?: string }>('POST', '/api/v1/credentials', asked)
    expect(body.message).toBe(refusals?.map(refusal => `request.body.data ${refusal}`).join())
  })
})

test('of the fields that a type does not know a refusal names 1,000', async () => {
  await using instance = await startInstance({ socket: false })
  const data = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`field${at}`, 'x']))
  const given = { name: 'c', type: 'httpBasicAuth', data: { ...data, user: 1 } }
  const { status, text } = await instance.request('POST', '/api/v1/credentials', given)
  expect([status, text.split('additional property').length - 1]).toEqual([400, 1000])
  expect(text).toContain('field999')
  expect(text).toContain('is not of a type(s) string')
})
