import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesIn, ROOT } from '../checks/layers/read-imports.ts'
import { groupsOf } from './groups.ts'

test('what measures its own thread runs apart, what measures other processes alone', () => {
  const [page, runs, floods] = [
    'test/page/a.long.test.ts',
    'test/limits/large-runs.apart.long.test.ts',
    'test/limits/floods.alone.long.test.ts',
  ]
  expect(groupsOf([runs, page, floods])).toEqual({ together: [page], apart: [runs], alone: [floods], isPacked: false })
})

test.each([
  ['test/kit/package/package.long.test.ts', true],
  ['test/kit/runners.long.test.ts', false],
])('with %s the package is made: %p', (file, isPacked) => {
  expect(groupsOf([file]).isPacked).toBe(isPacked)
})

test('no test that runs apart measures another process', () => {
  const apart = filesIn(join(ROOT, 'test')).filter(file => file.includes('.apart.'))
  const textOf = (file: string) => readFileSync(join(ROOT, 'test', file), 'utf8')
  expect(apart).toContain('limits/large-runs.apart.long.test.ts')
  expect(apart.filter(file => /startOn|startCli|[sS]econdClient|slowdown|readRss/.test(textOf(file)))).toEqual([])
})
