import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ALL_RUNTIMES, PROGRAMS } from '../runtimes/runtimes.ts'

// Elysia decides it by the source of a route, which Node and Deno keep with its comments
test.each(ALL_RUNTIMES)('on %s an answer that is there takes no promise', runtime => {
  const [program, ...args] = PROGRAMS[runtime]()
  const { stdout } = spawnSync(program, [...args, join(import.meta.dirname, 'answer-at-once.ts')], { encoding: 'utf8' })
  expect(stdout).toBe('at once\n')
})
