import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'esbuild'

export const FACTS = join(import.meta.dirname, 'run.ts')
const LEAST_FACTS = 30

/** Runs run.ts, and makes a test of each fact that it reports. */
export function testFacts(name: string, [program = '', ...args]: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64e6 })
  const facts = [...stdout.matchAll(/^ok {3}(.*)$/gm), ...stderr.matchAll(/^FAIL (.*)$/gm)]
  describe(name, () => {
    test.each(facts.map(([line, fact]) => [fact, line.startsWith('ok')] as const))('%s', (_fact, holds) => {
      if (!holds) console.error(stderr)
      expect(holds).toBe(true)
    })

    test('all facts are reported, and it ends with 0', () => {
      if (status !== 0) console.error(stdout, stderr)
      expect(status).toBe(0)
      expect(facts.length).toBeGreaterThan(LEAST_FACTS)
    })
  })
}

/** Makes run.ts a program for Node, which knows no `await using`. It imports the kit from `kit`. */
export async function bundleFacts(outfile: string, kit: string) {
  await build({
    entryPoints: [FACTS],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    plugins: [
      {
        name: 'another-kit',
        setup({ onResolve }) {
          onResolve({ filter: /\/src\/testing\.ts$/ }, () => ({ path: kit, external: true }))
        },
      },
    ],
  })
}
