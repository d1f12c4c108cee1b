import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeCopy, VERSIONS } from './throw-away/make-copy.ts'

let copy: ReturnType<typeof makeCopy>
beforeAll(() => {
  copy = makeCopy()
}, 60_000)
afterAll(() => copy?.remove())

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
