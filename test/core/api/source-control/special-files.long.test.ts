import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { nodeProgram } from '../../../kit/package/node-program.ts'
import { gitCommands } from '../../../needs.ts'
import { denoProgram } from '../../../runtimes/runtimes.ts'
import { runCase } from './run-case.ts'
import { readsPastLinks, refusesSpecialFile, SPECIAL_FILES, SPECIAL_FILES_OF_PUSHES } from './special-files.ts'

setDefaultTimeout(60_000)

describe.skipIf(!gitCommands)('a repository on this machine', () => {
  test.each(Object.entries(SPECIAL_FILES))('with %s is refused, and no client waits', (_, [damage, says]) =>
    runCase('local', setting => refusesSpecialFile(setting, damage, says)),
  )
  test.each(Object.entries(SPECIAL_FILES_OF_PUSHES))(
    'with %s takes no push, and no client waits',
    (_, [damage, says]) => runCase('local', setting => refusesSpecialFile(setting, damage, says, false)),
  )
  test('with links that lead back to their own folder is read', () => runCase('local', readsPastLinks))
})

describe.skipIf(!gitCommands)('the same', () => {
  const root = join(import.meta.dirname, '../../../..')

  test('holds on Deno', () => {
    const { status, stderr } = spawnSync(
      denoProgram(),
      ['run', '-A', 'test/core/api/source-control/play-special-files.ts'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  })

  test('holds on Node', async () => {
    // inside the project, where the packages are found
    const folder = mkdtempSync(join(root, 'node_modules', '.special-files-'))
    try {
      const outfile = join(folder, 'play.mjs')
      await build({
        entryPoints: [join(import.meta.dirname, 'play-special-files.ts')],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node22',
        packages: 'external',
      })
      const { status, stderr } = spawnSync(nodeProgram(), [outfile], { cwd: root, encoding: 'utf8' })
      expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
