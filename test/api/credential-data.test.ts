import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { PROFILES } from './world.ts'

describe.each(PROFILES)('in profile %s', profile => {
  test.each([
    [{ bag: 'a' }, undefined],
    [
      {},
      [
        'does not match allOf schema [subschema 0] with 3 error[s]:',
        ...['requires property "leaf"', 'requires property "bag"', 'is not any of [subschema 0],[subschema 1]'],
      ],
    ],
  ])('says of the data %j of a type that asks for one of two what each lacks', async (data, refusals) => {
    const teaApi = {
      ...{ additionalProperties: false as const, type: 'object' as const, required: [] },
      properties: { leaf: { type: 'string' }, bag: { type: 'string' } },
      allOf: [{ anyOf: [{ required: ['leaf'] }, { required: ['bag'] }] }],
    }
    await using instance = await startInstance({ profile, credentialTypes: { teaApi } })
    const asked = { name: 'Tea', type: 'teaApi', data }
    const { body } = await instance.request<{ message?: string }>('POST', '/api/v1/credentials', asked)
    expect(body.message).toBe(refusals?.map(refusal => `request.body.data ${refusal}`).join())
  })
})
