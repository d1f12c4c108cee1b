// What test files pay for the kit in each test runner, where files share modules and where each is isolated:
// `bun run bench isolation [PACKED] [--rounds N] [--only NAMES]`. PACKED is an earlier packed file to measure beside this one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { nodeProgram } from '../../kit/package/node-program.ts'
import { install, pack } from '../../kit/package/pack.ts'
import { median } from './statistics.ts'
import { printTable } from './table.ts'

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    only: { type: 'string', default: 'bun test,Vitest,Jest,node:test' },
  },
  allowPositionals: true,
})
const ROUNDS = Number(values.rounds)
const FILES = 50
const MODULES = join(import.meta.dirname, '../../../node_modules')
const VITEST = [nodeProgram(), join(MODULES, 'vitest/vitest.mjs'), 'run', '--no-color', '--root', '.']

const JEST = [nodeProgram(), join(MODULES, 'jest/bin/jest.js'), '--ci', '--silent']
const NODE = [nodeProgram(), '--test', '--test-reporter', 'dot']

interface Runner {
  name: string
  /** Where its `test` and `expect` come from, as lines of a test file. */
  head: string
  /** How a test file gets the kit. */
  kit: (path: string) => string
  ending: 'mjs' | 'cjs'
  /** What it needs beside the package. */
  installed: string[]
  /** How files run that share what they import, where the runner can do that. */
  shared?: string[]
  isolated: string[]
}

const JEST_PROJECT = { jest: { testEnvironment: 'node', transform: {}, testRegex: 'test\\.cjs$' } }

const byImport = (path: string) => `import { startInstance } from '${path}'\n`

const ALL_RUNNERS: Runner[] = [
  {
    name: 'bun test',
    head: "import { expect, test } from 'bun:test'\n",
    kit: byImport,
    ending: 'mjs',
    installed: [],
    shared: [process.execPath, 'test'],
    isolated: [process.execPath, 'test', '--isolate'],
  },
  {
    name: 'Vitest',
    head: "import { expect, test } from 'vitest'\n",
    kit: byImport,
    ending: 'mjs',
    installed: ['vitest'],
    shared: [...VITEST, '--no-isolate'],
    isolated: [...VITEST, '--isolate'],
  },
  {
    name: 'Jest',
    head: "const { expect, test } = require('@jest/globals')\n",
    kit: path => `const { startInstance } = require('${path}')\n`,
    ending: 'cjs',
    installed: ['@jest/globals'],
    isolated: JEST,
  },
  {
    name: 'node:test',
    head: "import test from 'node:test'\nimport assert from 'node:assert'\nconst expect = value => ({ toBe: other => assert.equal(value, other) })\n",
    kit: byImport,
    ending: 'mjs',
    installed: [],
    shared: [...NODE, '--experimental-test-isolation=none'],
    isolated: NODE,
  },
]
const RUNNERS = ALL_RUNNERS.filter(({ name }) => values.only.split(',').includes(name))

interface Subject {
  name: string
  /** The packed file; none for a test without an instance. */
  file?: string
}

const folder = mkdtempSync(join(tmpdir(), 'understudy-isolation-'))
try {
  run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run() {
  const before = positionals.map(file => ({ name: 'the earlier package', file: resolve(file) }))
  const subjects: Subject[] = [{ name: 'no instance' }, ...before, { name: 'this package', file: pack(folder).file }]
  const commands = RUNNERS.flatMap(runner => subjects.flatMap(subject => commandsOf(runner, subject)))
  const costs = commands.map((): Cost[] => [])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { command, project }] of commands.entries()) {
      if (command) costs[at]?.push(costOf(command, project))
    }
  }
  const rows = RUNNERS.flatMap(runner => subjects.map(subject => ({ runner, subject })))
  const cellsOf = (row: number) =>
    costs.slice(3 * row, 3 * row + 3).map(taken => {
      if (taken.length === 0) return ''
      const [time, processor] = (['time', 'processor'] as const).map(what => median(taken.map(cost => cost[what])))
      return `${time?.toFixed(2)} s (${processor?.toFixed(2)} s)`
    })
  console.log(`What test files take, and in brackets their processor time, medians of ${ROUNDS} rounds.\n`)
  printTable(
    ['', 'each test file has', 'one file', `${FILES} files`, `${FILES} files, isolated`],
    rows.map(({ runner, subject }, row) => [runner.name, subject.name, ...cellsOf(row)]),
  )
}

/** One file, many that share what they import, and many that do not. */
function commandsOf(runner: Runner, { name, file }: Subject) {
  const base = join(folder, `${runner.name}-${name}`.replaceAll(' ', '-'))
  if (file) install(file, base)
  const modules = join(base, 'node_modules')
  mkdirSync(modules, { recursive: true })
  for (const name of runner.installed) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(MODULES, name), join(modules, name))
  }
  const kit = file && `${packageIn(file)}/testing`
  const project = (count: number) => {
    const path = join(base, `files-${count}`)
    mkdirSync(path)
    for (let at = 0; at < count; at++) writeFileSync(join(path, `a-${at}.test.${runner.ending}`), testFile(runner, kit))
    if (runner.name === 'Jest') writeFileSync(join(path, 'package.json'), JSON.stringify(JEST_PROJECT))
    return path
  }
  const [one, many] = [project(1), project(FILES)]
  return [
    { command: runner.shared ?? runner.isolated, project: one },
    { command: runner.shared, project: many },
    { command: runner.isolated, project: many },
  ]
}

/** Without a socket, for earlier packages listen on no Node. */
function testFile({ head, kit }: Runner, path: string | undefined) {
  if (path === undefined) return `${head}test('nothing', () => expect(1).toBe(1))\n`
  return `${head}${kit(path)}test('makes a tag', async () => {
  const instance = await startInstance({ socket: false })
  const { status } = await instance.request('POST', '/api/v1/tags', { name: 'urgent' })
  expect(status).toBe(201)
  await instance.stop()
})
`
}

function packageIn(file: string): string {
  const { stdout } = spawnSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  return JSON.parse(stdout).name
}

/** Seconds. */
interface Cost {
  time: number
  /** Of all processes together. */
  processor: number
}

function costOf(command: string[], cwd: string): Cost {
  const env = { ...process.env, NODE_ENV: undefined }
  const began = performance.now()
  const { exitCode, stdout, stderr, resourceUsage } = Bun.spawnSync(command, { cwd, env })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} in ${cwd}: ${stdout}${stderr}`)
  return { time: (performance.now() - began) / 1000, processor: Number(resourceUsage.cpuTime.total) / 1e6 }
}
