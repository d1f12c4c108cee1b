import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const ROOT = join(import.meta.dir, '../../../..')
export const VERSIONS = ['n8n-1.42', 'n8n-2.42']

const PARTS = ['src', 'data', 'test', 'docs', 'package.json', 'tsconfig.json', 'README.md']

/** A copy of everything with these versions more, each one file in a folder of its own and one line in the list. */
export function makeCopy(versions = VERSIONS) {
  const copy = mkdtempSync(join(tmpdir(), 'understudy-throw-away-'))
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const lines = versions.map(name => {
    const source = readFileSync(join(import.meta.dir, `${name}.ts`), 'utf8')
    mkdirSync(join(copy, 'src/core/versions', name))
    const own = source.replaceAll('../../../../src/core/versions/', '../').replaceAll('../../../../src/', '../../../')
    writeFileSync(join(copy, 'src/core/versions', name, 'version.ts'), own)
    // tests that take it from here get the same
    writeFileSync(
      join(copy, 'test/core/versions/throw-away', `${name}.ts`),
      `export * from '../../../../src/core/versions/${name}/version.ts'\n`,
    )
    return `  '${name}': async (): Promise<Version> => (await import('./${name}/version.ts')).version,`
  })
  const list = join(copy, 'src/core/versions/versions.ts')
  const withThem = readFileSync(list, 'utf8').replace(
    '\n}\n\nexport type VersionName',
    `\n${lines.join('\n')}\n}\n\nexport type VersionName`,
  )
  writeFileSync(list, withThem)

  const run = (args: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
      timeout: 300_000,
      // the executable of the run does not have these versions
      env: { ...process.env, TEST_EXECUTABLE: '', ...env },
    })
    return { status, text: `${stdout}${stderr}` }
  }
  return {
    folder: copy,
    list,
    run,
    /** Runs the tests of some files that play one version. New snapshots are written, which CI refuses otherwise. */
    play: (version: string, files: string[], env?: Record<string, string>) =>
      run(['test', '--timeout', '60000', '-u', '-t', version.replace('.', '\\.'), ...files], env),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
