// The examples that need the service's engine: ENGINE names a project that has it. Without one they are skipped.
import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { engineProject } from '../../needs.ts'

const ROOT = join(import.meta.dirname, '../../..')
const EXAMPLES = join(ROOT, 'docs/examples')

// it starts the command, as its reader does
test.skipIf(engineProject === undefined).each<[string, string[], number]>([
  ['engine', [], 2],
  ['community-node', ['--nodes', join(EXAMPLES, 'community-node')], 1],
])('the tests of docs/examples/%s pass', async (folder, flags, cases) => {
  const child = Bun.spawn([process.execPath, join(ROOT, 'src/cli.ts'), 'test', join(EXAMPLES, folder), ...flags], {
    cwd: engineProject as string,
    env: { ...process.env, PATH: `${dirname(nodeProgram())}:${process.env.PATH}` },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const out = await new Response(child.stdout).text()
  expect([await child.exited, out]).toEqual([0, expect.stringContaining(`${cases} passed, 0 failed`)])
})
