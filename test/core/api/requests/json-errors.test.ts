import { expect, test } from 'bun:test'
import { startInstance } from '../../../../src/testing.ts'
import { jsonErrorFacts } from '../../../runtimes/facts/json-error-facts.ts'

test.each(Object.entries(jsonErrorFacts))('%s', (_name, fact) => fact(), 20_000)

test('a message about a body quotes nothing of it', async () => {
  await using instance = await startInstance({ socket: false })
  const headers = { 'content-type': 'application/json' }
  const { text } = await instance.request('POST', '/api/v1/credentials', '{"data":{"token":hunter2}}', { headers })
  expect(text).toBe('{"message":"The request body is not valid JSON (line 1, column 18)"}')
})
