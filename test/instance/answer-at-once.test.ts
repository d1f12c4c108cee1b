import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { nodeProgram } from '../kit/package/node-program.ts'
import { ALL_RUNTIMES, denoProgram } from '../runtimes/runtimes.ts'

const COMMANDS = {
  Bun: () => [process.execPath],
  Deno: () => [denoProgram(), 'run', '-A'],
  Node: () => [nodeProgram(), '--disable-warning=ExperimentalWarning'],
}

// Elysia decides it by the source of a route, which Node and Deno keep with its comments
test.each(ALL_RUNTIMES)('on %s an answer that is there takes no promise', runtime => {
  const [program = '', ...args] = COMMANDS[runtime]()
  const { stdout } = spawnSync(program, [...args, join(import.meta.dirname, 'answer-at-once.ts')], { encoding: 'utf8' })
  expect(stdout).toBe('at once\n')
})
