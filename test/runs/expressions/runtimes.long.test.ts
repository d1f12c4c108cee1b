// The engine runs in a worker of each runtime, and gives the same there.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const BIN = join(import.meta.dir, '../../../node_modules/.bin')
const SAMPLE = join(import.meta.dir, 'runtime-sample.ts')

const HASH =
  '75d527c368f2efe848ecf6b073a36767800805e9eef2b1857d5f984f036eb6df891d75f72d9b154518c1cd58835286d1da9a38deba3de98b5a53e5ed78a84976'

test.each([
  ['Bun', [process.execPath]],
  ['Node', [join(BIN, 'node'), '--no-warnings']],
  ['Deno', [join(BIN, 'deno'), 'run', '-A', '--quiet']],
])(
  'on %s',
  async (_, command) => {
    const { stdout } = Bun.spawn([...command, SAMPLE], { stdout: 'pipe', stderr: 'inherit' })
    const results = JSON.parse(await new Response(stdout).text()) as unknown[]
    const deep = results.splice(-2, 1)
    expect(results).toEqual([
      'c',
      12,
      '2026-11-23T17:46:00.000-05:00',
      'Tuesday 4 March 2025 19:20',
      '1.234.567,891',
      'Dec 31, 1969',
      HASH,
      'Tue Mar 04 2025 10:00:00 GMT+0000 (Coordinated Universal Time)',
      '2025-03-04T10:00:00.000Z',
      0.6270739405881613,
      3,
      null,
      'ExpressionFailure: invalid syntax',
      [{ json: { n: 1, at: '2026-11-23T17:46:00.000-05:00', bytes: 'aMOp' } }],
      "CodeFailure: Cannot read properties of null (reading 'x')",
      'LimitReached: The time limit of a simulated run is reached',
      'CodeFailure: Maximum call stack size exceeded',
    ])
    // it depends on the stack of the runtime which of the two ends it
    expect(String(deep[0])).toMatch(/^LimitReached: |^CodeFailure: Maximum call stack size exceeded$/)
  },
  60_000,
)
