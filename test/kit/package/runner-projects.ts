import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { versions } from '../../../src/index.ts'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { nodeProgram } from './node-program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MODULES = join(ROOT, 'node_modules')
const EXAMPLES = join(ROOT, 'docs/examples')
const SUITE = join(import.meta.dirname, 'runners')

const STRICT = {
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable'],
  module: 'NodeNext',
  rewriteRelativeImportExtensions: true,
  strict: true,
  skipLibCheck: false,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
}
const JEST_CONFIG = { testEnvironment: 'node', transform: {}, roots: ['<rootDir>/out'] }
const DENO_CONFIG = { nodeModulesDir: 'manual', compilerOptions: { strict: true } }

export interface Runner {
  /** As its file in `runners`. */
  name: string
  /** The example that it runs beside the suite, below `docs/examples`, and the tests in it. */
  example?: { file: string; tests: number }
  /** What such a project has installed beside the package. */
  installed: string[]
  /** How its modules are loaded: by `import`, or by `require`. */
  type: 'module' | 'commonjs'
  /** Whether it takes no TypeScript, so that it runs what the compiler made. */
  isCompiled: boolean
  command: () => string[]
  /** What says in the output how many tests passed. */
  passed: RegExp
}

const jest = {
  name: 'jest',
  isCompiled: true,
  passed: /Tests: +(\d+) passed/,
  example: { file: 'jest/client.test.ts', tests: versions.length },
  installed: ['jest', '@jest/globals', 'expect', '@types/node'],
}
const jestCommand = (...flags: string[]) => [nodeProgram(), ...flags, join(MODULES, 'jest/bin/jest.js'), '--ci']
const node = {
  name: 'node',
  isCompiled: true,
  passed: /^# pass (\d+)/m,
  installed: ['@types/node'],
  example: { file: 'node/tags.test.mts', tests: 2 },
  command: () => [nodeProgram(), '--test', '--test-reporter', 'tap', 'out/**/*.test.{js,mjs}'],
}

export const RUNNERS: Runner[] = [
  {
    name: 'vitest',
    isCompiled: false,
    passed: /Tests +(\d+) passed/,
    installed: ['vitest', '@types/node'],
    type: 'module',
    example: { file: 'vitest/client.test.ts', tests: versions.length },
    command: () => [nodeProgram(), join(MODULES, 'vitest/vitest.mjs'), 'run'],
  },
  { ...jest, type: 'module', command: () => jestCommand('--experimental-vm-modules') },
  { ...jest, type: 'commonjs', command: () => jestCommand() },
  { ...node, type: 'module' },
  { ...node, type: 'commonjs' },
  {
    name: 'bun',
    isCompiled: false,
    passed: /(\d+) pass/,
    installed: ['@types/bun', 'bun-types', '@types/node'],
    type: 'module',
    example: { file: 'client.test.ts', tests: 2 },
    command: () => [process.execPath, 'test'],
  },
  {
    name: 'deno',
    isCompiled: false,
    passed: /(\d+) passed/,
    installed: ['@types/node', 'undici-types'],
    type: 'module',
    command: () => [denoProgram(), 'test', '-A'],
  },
]

/** Puts the packed file into a project, and others from among the development packages: nothing is downloaded. */
export function installInto(folder: string, file: string, others: readonly string[] = []) {
  const modules = join(folder, 'node_modules')
  const own = join(modules, 'n8n-understudy')
  mkdirSync(own, { recursive: true })
  const { status, stderr } = spawnSync('tar', ['-xzf', file, '-C', own, '--strip-components=1'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the package could not be unpacked: ${stderr}`)
  for (const dependency of others) {
    mkdirSync(dirname(join(modules, dependency)), { recursive: true })
    symlinkSync(join(MODULES, dependency), join(modules, dependency))
  }
}

/** An empty project for the runner, with the package in it. */
export function makeProject({ name, example, installed, type, isCompiled }: Runner, folder: string, file: string) {
  installInto(folder, file, installed)
  cpSync(join(SUITE, 'client-facts.ts'), join(folder, 'client-facts.ts'))
  cpSync(join(SUITE, `${name}.ts`), join(folder, 'facts.test.ts'))
  cpSync(join(EXAMPLES, 'client.ts'), join(folder, 'client.ts'))
  if (example) cpSync(join(EXAMPLES, example.file), join(folder, example.file))
  writeJson(join(folder, 'package.json'), { name: 'project', type, ...(name === 'jest' ? { jest: JEST_CONFIG } : {}) })
  if (name === 'deno') return writeJson(join(folder, 'deno.json'), DENO_CONFIG)
  const output = isCompiled ? { outDir: 'out', noEmitOnError: true } : { noEmit: true }
  const types = installed.filter(it => it.startsWith('@types/')).map(it => it.slice('@types/'.length))
  writeJson(join(folder, 'tsconfig.json'), {
    compilerOptions: { ...STRICT, ...output, types },
    include: ['**/*.ts', '**/*.mts'],
  })
}

/** What checks the types of a project, and compiles it. Deno has a compiler of its own. */
export const compilerOf = ({ name }: Runner): string[] =>
  name === 'deno'
    ? [denoProgram(), 'check', '.']
    : [nodeProgram(), join(MODULES, 'typescript/bin/tsc'), '-p', '.', '--pretty', 'false']

const writeJson = (file: string, content: unknown) => writeFileSync(file, JSON.stringify(content, null, 2))
