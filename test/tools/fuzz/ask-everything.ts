import { expect } from 'bun:test'
import type { Instance } from '../../../src/index.ts'

const READS = [
  'workflows',
  'workflows/1',
  'workflows/1/tags',
  'executions?includeData=true',
  'executions/1',
  'tags',
  'users',
]

/** Asks for all that an instance can show, and has it do what goes through all of it: none of that may fail. */
export async function askEverything(instance: Pick<Instance, 'fetch' | 'apiKeyHeader'>, apiKey = 'owner-key') {
  const headers = { [instance.apiKeyHeader]: apiKey, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await instance.fetch(path, { method, headers, ...(body === undefined ? {} : { body }) })
    expect([method, path, answer.status < 500, await answer.text()]).toEqual([method, path, true, expect.any(String)])
  }
  for (const path of READS) await ask('GET', `/api/v1/${path}`)
  await ask('GET', '/_control/state')
  await ask('POST', '/api/v1/audit', '{}')
  await ask('POST', '/api/v1/workflows/1/activate')
  await ask('POST', '/api/v1/tags', '{"name":"made by the fuzz"}')
}
