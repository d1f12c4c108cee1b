// Runs the portable facts on Node, with the packed package as its users have it: `bun run test:node`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { build } from 'esbuild'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'

const folder = mkdtempSync(join(tmpdir(), 'understudy-node-'))
const project = join(folder, 'project')
try {
  install(pack(folder).file, project)
  const facts = join(project, 'facts.js')
  await build({
    entryPoints: [join(import.meta.dirname, 'run.ts')],
    outfile: facts,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    plugins: [
      {
        name: 'the-package-in-place-of-the-sources',
        setup({ onResolve }) {
          onResolve({ filter: /\/src\/testing\.ts$/ }, () => ({ path: 'n8n-understudy/testing', external: true }))
        },
      },
    ],
  })
  const command = join(project, 'node_modules/n8n-understudy/lib/cli.js')
  process.exitCode = spawnSync(nodeProgram(), [facts, command], { stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
