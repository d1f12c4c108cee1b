import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../src/core/http/operation.ts'
import { Inner } from '../../src/core/model/schema.ts'
import { loadVersion, VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Question } from '../../src/verify/question.ts'
import { refusedWrites } from '../../src/verify/refused-questions.ts'

const UNKNOWN = ['understudyUnknown', '00000000-0000-4000-8000-000000000001', '2147483646']

/** What keeps a write from changing anything, whatever reads it. */
function reasonOf(question: Question, { path, body }: Operation): string {
  if (question.key === 'none') return 'no key'
  const records = path.split('/').flatMap((part, at) => (part.startsWith(':') ? [question.path.split('/')[at]] : []))
  if (records.length > 0) return UNKNOWN.includes(records[0] ?? '') ? 'an unknown record' : 'NOTHING'
  if (question.mediaType === 'text/plain') return 'no JSON'
  if (path === '/audit') return 'only a report'
  const sent = JSON.parse(question.body ?? 'null')
  const given = body?.schema as (TSchema & { [Inner]?: TSchema }) | undefined
  if (!given) return 'NOTHING'
  const schema = given[Inner] ?? given
  if (schema.type === 'array') return Array.isArray(sent) ? 'NOTHING' : 'no list'
  if (schema.type !== 'object') return Array.isArray(sent) && sent.length === 0 ? 'an empty list' : 'NOTHING'
  const wrong = Object.entries(sent).every(([name, value]) => {
    const { type } = schema.properties[name] as TSchema
    return type === 'string' ? typeof value === 'object' : typeof value === 'string'
  })
  const required: string[] = schema.required ?? []
  return wrong && required.length > 0 && required.every(name => name in sent) ? 'only values of other types' : 'NOTHING'
}

describe('a write that changes nothing', () => {
  test.each(VERSION_NAMES)('of %s has no key, names an unknown record, or cannot be read as one', async name => {
    const { operations } = await loadVersion(name)
    const found = operations.flatMap(operation =>
      refusedWrites(operation, operations).map(question => ({
        asked: `${question.method} ${question.path} ${question.body ?? ''}`,
        reason: reasonOf(question, operation),
      })),
    )
    expect(found.filter(({ reason }) => reason === 'NOTHING')).toEqual([])
    const writes = operations.filter(({ method }) => method !== 'GET')
    expect(found.length).toBeGreaterThan(writes.length)
  })

  test.each(VERSION_NAMES)('of %s that acts on the whole instance is never sent with the key', async name => {
    const { operations } = await loadVersion(name)
    const whole = ['/source-control/pull', '/executions/stop', '/settings/otel', '/n8n-packages/import']
    const questions = operations
      .filter(({ path, method }) => method !== 'GET' && whole.includes(path))
      .flatMap(operation => refusedWrites(operation, operations))
    expect([...new Set(questions.map(({ key }) => key))]).toEqual(['none'])
  })
})
