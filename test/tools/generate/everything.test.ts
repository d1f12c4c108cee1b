import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json'
import { makeDemo } from '../release/make-demo.ts'
import { GENERATED, ROOT } from './everything.ts'

test.each(GENERATED)('where $what would be stale, a test fails and names bun run generate', ({ by, test }) => {
  const [writer = ''] = by.filter(arg => arg.endsWith('.ts'))
  expect(existsSync(join(ROOT, writer))).toBe(true)
  const titles = readFileSync(join(ROOT, test), 'utf8').match(/(['"]).*bun run generate.*\1/g)
  expect(titles).not.toBeNull()
})

test('the command is the one that the tests name', () => {
  expect(packageJson.scripts.generate).toBe('bun test/tools/generate/everything.ts')
})

test('the executions of the demo are those of its workflows (bun run generate writes them)', () => {
  const demo = readFileSync(join(ROOT, 'data/demo.json'), 'utf8')
  expect(makeDemo(demo) === demo).toBe(true)
})
