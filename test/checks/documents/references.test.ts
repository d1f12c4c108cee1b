import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../../package.json'
import { COMMAND_HELP } from '../../../src/commands/help.ts'
import { variableOf } from '../../../src/core/settings/read-config.ts'
import { SETTINGS } from '../../../src/core/settings/settings.ts'
import { chapterOf, DOCUMENTS, ROOT, textOf } from './documents.ts'

const everything = DOCUMENTS.map(textOf).join('\n')

/** Flags of ours that are no settings, and flags of others' commands. */
const OTHER_FLAGS: Record<string, string[]> = {
  bun: ['frozen-lockfile', 'production', 'omit', 'ignore-scripts', 'timeout'],
  node: ['test', 'experimental-vm-modules'],
  vitest: ['isolate', 'no-isolate'],
  npm: ['save-dev'],
  npx: ['yes'],
  'openapi-typescript': ['output'],
  git: ['quiet', 'depth'],
  deno: ['allow-net', 'allow-env', 'allow-read', 'allow-write', 'allow-sys', 'allow-run'],
  docker: ['rm', 'platform', 'interval', 'start-period'],
  curl: ['retry', 'retry-delay', 'retry-connrefused'],
  codesign: ['force', 'sign'],
  'bun run': [
    'against',
    'beside',
    'rounds',
    'runtime',
    'target',
    'table',
    'minutes',
    'quick',
    'generated',
    'package',
    'sample',
    'short',
    'tests',
    'changed',
    'files',
    'record',
    'sequences',
    'parameters',
  ],
}

const FLAG = /(?<![\w-])--([a-z][a-z-]*)/g

const OTHER_VARIABLES = ['UNDERSTUDY_…', 'UNDERSTUDY_*']

const unique = (texts: Iterable<string>) => [...new Set(texts)].sort()
const found = (pattern: RegExp, text = everything) => unique([...text.matchAll(pattern)].map(match => match[1] ?? ''))

describe('what the documents name is there', () => {
  test('flags', () => {
    const help = ['', ...Object.keys(COMMAND_HELP)]
      .map(name => {
        const args = [join(ROOT, 'src/cli.ts'), ...(name ? [name] : []), '--help']
        return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
      })
      .join('\n')
    const known = found(FLAG, help)
    const flags = found(FLAG)
    expect(known).toContain('dry-run')
    expect(flags.filter(flag => ![...known, ...Object.values(OTHER_FLAGS).flat()].includes(flag))).toEqual([])
  })

  test('flags of commands that start it', () => {
    const commands = found(/(?:src\/cli\.ts|bun start|ENTRYPOINT \[.*\]|command: \[)(.*)/g)
    const flags = unique(commands.flatMap(command => found(FLAG, command)))
    expect(flags).toContain('allow-host')
    const ours = [...Object.keys(SETTINGS), 'url', 'user']
    expect(flags.filter(flag => !ours.includes(flag))).toEqual([])
  })

  test('environment variables', () => {
    const variables = found(/(UNDERSTUDY_[A-Z_…*]*)/g)
    const known = [...Object.keys(SETTINGS).map(variableOf), ...OTHER_VARIABLES]
    expect(variables.filter(variable => !known.includes(variable))).toEqual([])
  })

  test('scripts', () => {
    const scripts = found(/(?:bun|npm|npx -y bun) run ([a-z:-]+)/g)
    expect(scripts).toContain('test:soak')
    expect(scripts.filter(script => !Object.hasOwn(packageJson.scripts, script))).toEqual([])
  })

  test('files and folders', () => {
    const paths = found(/(?<![\w./-])((?:src|test|data)\/[\w./-]+)/g)
    expect(paths.length).toBeGreaterThan(20)
    const made = ['data/instance.json', 'test/fixture.json']
    expect(paths.filter(path => !existsSync(join(ROOT, path)) && !made.includes(path))).toEqual([])
  })
})

test.each(Object.entries(SETTINGS))('docs/settings.md lists the setting %s', (name, setting) => {
  expect(chapterOf('docs/settings.md', '## All settings')).toContain(
    'secret' in setting ? variableOf(name) : `--${name}`,
  )
})

const PROMISES = chapterOf('docs/SECURITY.md', '## What it promises')
  .split('\n')
  .flatMap(line => /^\| (.+) \| (`(?:test\/|bun run ).+`) \|$/.exec(line)?.slice(1) ?? [])
const rows = Array.from(
  { length: PROMISES.length / 2 },
  (_, at) => PROMISES.slice(2 * at, 2 * at + 2) as [string, string],
)

describe('the test that keeps a promise', () => {
  test('is named for each', () => {
    expect(rows.length).toBeGreaterThan(15)
  })

  test.each(rows)('%s: is there', (_promise, keepers) => {
    for (const [, keeper = ''] of keepers.matchAll(/`([^`]+)`/g)) {
      const [script] = found(/^bun run (.+)$/g, keeper)
      if (script) expect(packageJson.scripts).toHaveProperty([script])
      else expect(testsIn(join(ROOT, keeper))).toBeGreaterThan(0)
    }
  })
})

/** How many calls of `test` a file has, or a folder. */
function testsIn(path: string): number {
  if (statSync(path).isDirectory()) {
    return readdirSync(path).reduce((sum, name) => sum + (name.endsWith('.test.ts') ? testsIn(join(path, name)) : 0), 0)
  }
  return readFileSync(path, 'utf8').split(/^\s*test[.(]/m).length - 1
}
