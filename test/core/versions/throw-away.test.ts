import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { definition as n8n141 } from '../../../src/core/versions/v1/n8n-1.41.ts'
import { createV1 } from '../../../src/core/versions/v1/v1.ts'
import { definition as n8n241 } from '../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../../src/core/versions/v2/v2.ts'

test('a version of one more field, one more setting and one operation less takes at most 60 lines', () => {
  const lines = readFileSync(join(import.meta.dir, 'throw-away/n8n-2.42.ts'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
})

describe('a version that replaces what does not exist does not start', () => {
  const known = { name: 'n8n-9', measured: { release: '9.0.0', day: '2026-11-22' } }
  const stated = { subject: 'it', sentence: 'differs' }

  test.each([
    ['a refusal', 'the refusal "notFond", which does not exist; there are: unknownPath', { texts: { notFond: 'x' } }],
    ['an operation', 'the operation "getTagg", which does not exist; there are:', { without: ['getTagg'] }],
  ])('%s', (_what, message, change) => {
    const changes = [{ ...stated, ...change }] as never
    const expected = `The version n8n-9 replaces ${message}`
    expect(() => createV1({ ...known, after: n8n141, decisions: {}, changes })).toThrow(expected)
    expect(() => createV2({ ...known, after: n8n241, changes })).toThrow(expected)
  })

  test.each([
    [
      'a presenter',
      'the presenter "showWorkflw", which does not exist; there are: show',
      { presenters: { showWorkflw: () => {} } },
    ],
    ['a shape', 'the shape "Workflw", which does not exist; there are:', { shapes: { Workflw: {} } }],
  ])('%s', (_what, message, change) => {
    const changes = [{ ...stated, ...change }] as never
    expect(() => createV2({ ...known, after: n8n241, changes })).toThrow(`The version n8n-9 replaces ${message}`)
  })
})
