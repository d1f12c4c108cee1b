import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { MORE_TARGETS, TARGETS } from '../../tools/release/build-executable.ts'
import { readArguments } from '../../tools/release/read-arguments.ts'

const BUILD = join(import.meta.dirname, '../../tools/release/build-executables.ts')

function runBuild(args: string[], variables: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-build-'))
  const env = { ...process.env, BUN_INSTALL_CACHE_DIR: join(folder, 'cache'), ...variables }
  const options = { cwd: folder, env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUILD, ...args], options)
  const hasBuilt = existsSync(join(folder, 'dist'))
  rmSync(folder, { recursive: true })
  return { status, stdout, stderr, hasBuilt }
}

test.each(['--help', '-h'])('%s names every flag and target, and builds nothing', flag => {
  const { status, stdout, stderr, hasBuilt } = runBuild([flag])
  for (const name of ['--target', '--outdir', ...TARGETS, ...MORE_TARGETS]) expect(stdout).toContain(name)
  expect([status, stderr, hasBuilt]).toEqual([0, '', false])
})

describe('refuses in one line', () => {
  test.each<[string, string[], string]>([
    ['a flag that it does not have', ['--wrong'], "Unknown option '--wrong'"],
    ['an argument without a flag', ['linux'], "Unexpected argument 'linux'"],
    ['a flag without its value', ['--target'], "Option '--target <value>' argument missing"],
    ['a value for what takes none', ['--help=yes'], "Option '-h, --help' does not take an argument"],
    ['a target that there is not', ['--target', 'bun-solaris-x64'], 'There is no target "bun-solaris-x64"'],
    ['a target of another Bun', ['--target=bun-linux-x64-v1.0.0'], 'There is no target "bun-linux-x64-v1.0.0"'],
    ['an unknown target beside all', ['--target=all', '--target=linux'], 'There is no target "linux"'],
    ['an empty target', ['--target='], 'There is no target ""'],
  ])('%s', (_, args, says) => {
    const { status, stdout, stderr, hasBuilt } = runBuild(args)
    expect([status, stdout, stderr, hasBuilt]).toEqual([2, '', `${says}. See bun run build --help.\n`, false])
  })
})

test('says where the Bun of another system comes from when it cannot be had', () => {
  const nowhere = 'http://127.0.0.1:1'
  const variables = { HTTPS_PROXY: nowhere, https_proxy: nowhere, NO_PROXY: '', no_proxy: '' }
  const { status, stdout, stderr, hasBuilt } = runBuild(['--target', 'bun-windows-arm64'], variables)
  expect([status, stdout, hasBuilt]).toEqual([1, '', false])
  expect(stderr).toMatch(
    /nothing was built\nFailed to download 'bun-windows-aarch64-v\S+'.*\nBun gets it from the npm registry/,
  )
})

describe('reads', () => {
  test.each<[string, string[], { targets: string[]; outdir: string }]>([
    ['nothing as this machine, in dist', [], { targets: [], outdir: 'dist' }],
    ['all as the five systems', ['--target', 'all'], { targets: TARGETS, outdir: 'dist' }],
    [
      'a target once, however often it is named',
      ['--target=bun-windows-x64', '--target=bun-linux-x64-musl', '--target=bun-windows-x64', '--outdir', 'out'],
      { targets: ['bun-windows-x64', 'bun-linux-x64-musl'], outdir: 'out' },
    ],
  ])('%s', (_, args, asked) => {
    expect(readArguments(args)).toEqual(asked)
  })
})
