// Writes everything that is generated: `bun run generate`. The tests that find something stale name this command.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** What writes it, in an order in which each finds what it needs. */
const STEPS = [
  ['test/kit/operation-names.ts'],
  ['test/tools/generate/api-types.ts'],
  ['test/tools/generate/control-types.ts'],
  ['test/checks/documents/write-examples.ts'],
  ['test/checks/documents/control-table.ts'],
  ['test/checks/documents/versions-tables.ts'],
  ['test/tools/release/make-demo.ts'],
  ['test', '-u', '--timeout', '60000', 'test/checks/shapes'],
]

for (const args of STEPS) {
  const [file = ''] = args
  if (file.endsWith('.ts') && !existsSync(join(ROOT, file))) throw new Error(`${file} does not exist`)
  console.log(args.join(' '))
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}
