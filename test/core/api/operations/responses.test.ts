import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { validationErrors } from '../../../../src/core/http/validation-errors.ts'
import { firstError } from '../../../../src/core/versions/v2/dialect/first-error.ts'
import { n8n241 } from '../../../../src/core/versions/v2/n8n-2.41.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { addressOf, REMOTE, succeeding, wholePlace } from './example-requests.ts'

const { operations } = n8n241

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ socket: false, profile: 'n8n-2.41', fixture: wholePlace })
  instance.snapshot('whole')
})
afterAll(() => instance.stop())

describe('each operation takes its example and answers in the shape that it declares', () => {
  test.each(succeeding.map(one => [one.id, one] as const))('%s', async (_id, operation) => {
    const { method, body, responses } = operation
    const answer = await instance.request(method, `/api/v1${addressOf(operation)}`, body?.example)
    await instance.restore('whole')
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    const declared = responses[answer.status]
    if (!declared) throw new Error(`${answer.status} is not declared`)
    if (declared.schema) expect([...Value.Errors(declared.schema, answer.body)]).toEqual([])
    else expect(answer.text).toBe('')
  })

  test('declares no other success', () => {
    for (const { id, responses } of succeeding) {
      expect([id, Object.keys(responses).filter(status => Number(status) < 300).length]).toEqual([id, 1])
    }
  })

  test('which the others do not declare', () => {
    const others = operations.filter(one => !succeeding.includes(one) && !REMOTE.has(one.id))
    const promised = others.filter(({ responses }) => Object.keys(responses).some(status => Number(status) < 300))
    // a package is no JSON: packages.test.ts reads it
    expect(promised.map(({ id }) => id)).toEqual(['exportPackage'])
  })
})

test('every body but a form has an example that its schema takes', () => {
  for (const { id, body, dialect } of operations) {
    if (!body || body.mediaType) continue
    const errorOf =
      dialect === 'old'
        ? validationErrors(body.schema, body.example, 'request/body')[0]
        : firstError(body.schema, body.example, 'request/body')
    expect([id, body.example === undefined, errorOf]).toEqual([id, false, undefined])
  }
})
