import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const FILE = 'test/tools/cannot-fail/samples/both-kinds.ts'

test('the command names the tests that cannot fail, and no other', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['test/tools/cannot-fail/run.ts', FILE], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 110_000,
  })
  expect([stderr, status, stdout.trim().split('\n')]).toEqual([
    '',
    1,
    [
      `${FILE}: expects nothing: passes with its expectations turned round`,
      `${FILE}: expects nothing: passes whatever the service answers`,
      `${FILE}: of the answer > expects only that "ghost" is not in it: passes whatever the service answers`,
      `${FILE}: of the answer > expects only that "phantom" is not in it: passes whatever the service answers`,
      '7 tests, 3 cannot fail, 0 more are accepted',
    ],
  ])
}, 120_000)
