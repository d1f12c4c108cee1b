import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { definition as n8n141 } from '../../../src/core/versions/v1/n8n-1.41.ts'
import { createV1 } from '../../../src/core/versions/v1/v1.ts'
import { definition as n8n241 } from '../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../../src/core/versions/v2/v2.ts'
import { makeCopy, VERSIONS } from './throw-away/make-copy.ts'

let copy: ReturnType<typeof makeCopy>
beforeAll(() => {
  copy = makeCopy()
}, 60_000)
afterAll(() => copy?.remove())

test('a version of one more field, one more setting and one operation less takes at most 60 lines', () => {
  const lines = readFileSync(join(import.meta.dir, 'throw-away/n8n-2.42.ts'), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(60)
})

test('two versions more: served, documented, cloned and recognised, compared, promoted to by their own limits', () => {
  const { status, text } = copy.run(['test', '--timeout', '60000', './test/core/versions/throw-away/in-copy.ts'])
  expect([status, text]).toEqual([0, expect.stringContaining(' 0 fail')])
}, 300_000)

test('where two versions cannot be told apart, a clone says so and names both', () => {
  const alike = makeCopy(['n8n-2.43'])
  try {
    const { status, text } = alike.run([
      'test',
      '--timeout',
      '60000',
      './test/core/versions/throw-away/alike-in-copy.ts',
    ])
    expect([status, text]).toEqual([0, expect.stringContaining(' 4 pass')])
  } finally {
    alike.remove()
  }
}, 300_000)

test.each(VERSIONS)(
  'the suites that play versions play %s',
  name => {
    const { status, text } = copy.play(name, ['test/checks/shapes', 'test/control/executions.test.ts'])
    expect([status, text]).toEqual([0, expect.stringMatching(/ [1-9]\d* pass\n[\s\S]* 0 fail/)])
  },
  300_000,
)

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
