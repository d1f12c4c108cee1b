import { readdir, stat, watch, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { ApiError } from '../core/base/errors.ts'
import { linesOf } from '../core/base/json-line.ts'
import { hostName } from '../core/settings/setting-rules.ts'
import { NEWEST_VERSION } from '../core/versions/versions.ts'
import { shownFailure } from '../runs/tests/check-report.ts'
import { shownDifference } from '../runs/tests/differences.ts'
import { type LoadedTests, readTestFile } from '../runs/tests/read-test-file.ts'
import { type CaseResult, type EngineChoice, runCase, runTests } from '../runs/tests/run-tests.ts'
import type { RunRequest } from '../runs/trials/run-request.ts'
import { annotation } from './annotation.ts'
import { UsageError } from './explain.ts'
import { namesIn, profileOf, readFlags } from './flags.ts'
import { inLine, print, printAfter, printCommand, printError } from './terminal.ts'
import { createTestInstance } from './test-instance.ts'

const FLAGS = {
  json: { type: 'boolean' },
  junit: { type: 'string' },
  update: { type: 'boolean' },
  watch: { type: 'boolean' },
  annotations: { type: 'boolean' },
  only: { type: 'string' },
  strict: { type: 'boolean' },
  profile: { type: 'string' },
  'allow-forward': { type: 'string', multiple: true },
  engine: { type: 'string' },
  nodes: { type: 'string', multiple: true },
  'allow-nodes': { type: 'string', multiple: true },
} as const

const ENDING = '.workflow-test.json'

/** So many cases are run sooner by workers, although these have to be started. */
const MANY_CASES = 200

/** What one pass over all files came to. */
interface Pass {
  results: CaseResult[]
  /** Files that cannot be read. */
  unreadable: { file: string; problem: string }[]
  /** Files that were named, and hold no cases. */
  leftAside: { file: string; reason: string }[]
  /** File → the lines of its cases, by their names. */
  lines: Map<string, Map<string, number | undefined>>
}

/**
 * `understudy test [FILE or FOLDER]…`: runs the cases of test files. Exit status 0, 1 where a case failed, 2 where a
 * file or a case could not be run.
 */
export async function test(args: string[]) {
  if (args[0] === 'record') return (await import('./test-record.ts')).testRecord(args.slice(1))
  const { positionals, values } = readFlags(args, FLAGS)
  const { annotations = process.env.GITHUB_ACTIONS === 'true' } = values
  const profile = profileOf(values.profile ?? NEWEST_VERSION)
  const engine = engineOf(values.engine)
  const places = positionals.length > 0 ? positionals : ['.']
  await using instance = await createTestInstance(profile, allowedHosts(values['allow-forward']))
  const pass = async () => {
    const { files, leftAside } = await filesAt(places)
    for (const { file, reason } of values.json ? [] : leftAside) printError(`Left aside: ${inLine(file)} (${reason})`)
    const made = await runAll(files, instance, {
      ...values,
      engine,
      allowNodes: namesIn(values['allow-nodes']),
    })
    made.leftAside.push(...leftAside)
    if (values.junit !== undefined)
      await writeFile(values.junit, (await import('../runs/tests/junit.ts')).junitOf(made.results))
    if (values.json) print(JSON.stringify(jsonOf(made), null, 2))
    else {
      printSummary(made)
      if (annotations) printAnnotations(made)
    }
    process.exitCode = exitCodeOf(made)
  }
  if (values.watch) await watchAll(places, pass)
  else await pass()
}

/** @throws UsageError for another one */
function engineOf(given: string | undefined): EngineChoice | undefined {
  if (given === undefined || given === 'built-in' || given === 'installed' || given === 'both') return given
  throw new UsageError(`--engine must be built-in, installed or both, not ${JSON.stringify(given)}`)
}

/** @throws UsageError for a name that is no host */
function allowedHosts(given: readonly string[] = []): string[] {
  return given.map(name => {
    try {
      return hostName(name)
    } catch (error) {
      throw new UsageError(`--allow-forward ${error instanceof Error ? error.message : error}`)
    }
  })
}

async function runAll(
  files: string[],
  { runTrial, useWorkers }: Awaited<ReturnType<typeof createTestInstance>>,
  {
    only,
    strict,
    json,
    update,
    engine,
    nodes,
    allowNodes,
  }: {
    only?: string
    strict?: boolean
    json?: boolean
    update?: boolean
    engine?: EngineChoice | undefined
    nodes?: string[]
    allowNodes: readonly string[]
  },
): Promise<Pass> {
  const pass: Pass = { results: [], unreadable: [], leftAside: [], lines: new Map() }
  for (const file of files) {
    let loaded: LoadedTests
    try {
      const read = await readTestFile(file)
      loaded = update ? { ...read, tests: (await import('../runs/tests/renamed-nodes.ts')).withNewNames(read) } : read
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      pass.unreadable.push({ file, problem: error.message })
      if (!json) printMarked('broken', error.message.replaceAll('\n', '\n  '))
      continue
    }
    const { cases } = loaded.tests
    if (cases.length > MANY_CASES) useWorkers()
    const lines = linesOf(
      loaded.text,
      cases.map((_, at) => ['cases', String(at)]),
    )
    pass.lines.set(file, new Map(cases.map(({ name }, at) => [name, lines[at]])))
    const made: CaseResult[] = []
    const options = { runTrial, only, isStrict: strict ?? false, engine, nodes, allowNodes }
    for await (const result of runTests(loaded, options)) {
      made.push(result)
      if (!json && (!update || result.outcome === 'broken')) printCase(result)
    }
    if (update) {
      const { updateCases } = await import('../runs/tests/update-cases.ts')
      const again = { ...options, runTrial: (request: RunRequest) => runTrial(request, true) }
      const changed = await updateCases(loaded, made, testCase => runCase(loaded, testCase, again))
      if (!json) print(`${inLine(file)}: ${changed} of ${made.length} cases updated`)
    }
    pass.results.push(...(update ? made.map(asUpdated) : made))
  }
  if (only !== undefined && pass.results.length === 0 && pass.unreadable.length === 0)
    throw new UsageError(`there is no case with ${JSON.stringify(only)} in its name`)
  return pass
}

/** A case whose expectations were written anew passes, unless it could not be run. */
const asUpdated = (result: CaseResult): CaseResult =>
  result.outcome === 'failed' ? { ...result, outcome: 'passed', failures: [] } : result

/** The test files that arguments name: files themselves, and those in folders, at any depth. */
async function filesAt(places: readonly string[]): Promise<{ files: string[]; leftAside: Pass['leftAside'] }> {
  const files: string[] = []
  const leftAside: Pass['leftAside'] = []
  for (const place of places) {
    const found = await stat(place).catch(() => undefined)
    if (!found) throw new UsageError(`${place}: there is no such file or folder`)
    if (found.isDirectory()) files.push(...(await filesIn(place)))
    else if (place.endsWith(ENDING) || !(await holdsWorkflows(place))) files.push(place)
    else leftAside.push({ file: place, reason: 'it holds workflows, not cases: understudy validate checks them' })
  }
  if (files.length === 0) throw new UsageError(`there is no file *${ENDING} in ${places.join(', ')}`)
  return { files, leftAside }
}

/** Whether a file is one that a shell named beside test files: `workflows/*.json`. */
async function holdsWorkflows(file: string): Promise<boolean> {
  const { readJsonFile } = await import('../core/seeding/fixture-files.ts')
  const { kindOfJson } = await import('../core/seeding/json-kind.ts')
  const value = await readJsonFile(file).catch(() => undefined)
  return ['exports', 'fixture'].includes(kindOfJson(value))
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      found.push(...(await filesIn(path)))
    else if (entry.isFile() && entry.name.endsWith(ENDING)) found.push(path)
  }
  return found
}

/** Runs the cases, and again after each change: also after one that comes while they run. */
async function watchAll(places: readonly string[], pass: () => Promise<void>) {
  const folders = new Set<string>()
  for (const place of places) {
    const found = await stat(place).catch(() => undefined)
    if (found) folders.add(found.isDirectory() ? place : dirname(place))
  }
  let due = false
  let isRunning = true
  const runDue = async () => {
    if (isRunning) return
    isRunning = true
    while (due) {
      due = false
      print('')
      await pass().catch(error => printError(error instanceof Error ? error.message : String(error)))
    }
    isRunning = false
  }
  const failed = new AbortController()
  const watching = Promise.all(
    [...folders].map(async folder => {
      for await (const { filename } of watch(folder, { recursive: true, signal: failed.signal })) {
        if (!filename?.endsWith('.json')) continue
        due = true
        await runDue()
      }
    }),
  )
  try {
    await pass()
  } catch (error) {
    failed.abort()
    await watching.catch(() => undefined)
    throw error
  }
  isRunning = false
  await runDue()
  await watching
}

const COLOURS = { passed: 'green', failed: 'red', broken: 'yellow' } as const
const MARKS = { passed: '✓', failed: '✗', broken: '!' }

const printMarked = (outcome: CaseResult['outcome'], text: string) => printAfter(MARKS[outcome], COLOURS[outcome], text)

/** Of each part of a node; --json has more. */
const SHOWN_DIFFERENCES = 4

function printCase({ file, name, outcome, failures, problem, warnings }: CaseResult) {
  printMarked(outcome, `${inLine(relative('.', file))}: ${inLine(name)}`)
  for (const line of problem?.split('\n') ?? []) print(`    ${line}`)
  for (const { node, part, differences, reason } of failures) {
    print(`    ${node === undefined ? part : `${JSON.stringify(node)} ${part}`}`)
    for (const line of reason?.split('\n') ?? []) print(`      ${line}`)
    for (const difference of differences.slice(0, SHOWN_DIFFERENCES))
      for (const [at, line] of shownDifference(difference).entries())
        print(`      ${line}`, at === 1 ? 'green' : at === 2 ? 'red' : undefined)
    const left = differences.length - SHOWN_DIFFERENCES
    if (left > 0) print(`      and ${left} more`)
  }
  for (const warning of problem === undefined ? warnings : []) print(`    warning: ${warning}`)
}

function printSummary({ results, unreadable }: Pass) {
  const count = (outcome: CaseResult['outcome']) => results.filter(result => result.outcome === outcome).length
  const parts = [`${count('passed')} passed`, `${count('failed')} failed`]
  const broken = count('broken') + unreadable.length
  if (broken > 0) parts.push(`${broken} could not be run`)
  print(`\n${parts.join(', ')}`)
  const notices = results.flatMap(({ report }) => report?.notes.filter(note => NOTICE.test(note)) ?? [])
  for (const notice of new Set(notices)) print(`note: ${notice}`)
}

/** Another release of the engine is installed than that of the profile. */
const NOTICE = /^run by n8n-core \S+, and /

/** Commands of GitHub Actions, which show what failed beside its case. */
function printAnnotations({ results, unreadable, lines }: Pass) {
  for (const { file, name, problem, failures, warnings } of results) {
    const place = { file, line: lines.get(file)?.get(name), title: name }
    const messages = problem === undefined ? failures.map(failure => shownFailure(failure).join('\n')) : [problem]
    for (const message of messages) printCommand(annotation('error', { ...place, message }))
    for (const message of problem === undefined ? warnings : [])
      printCommand(annotation('warning', { ...place, message }))
  }
  for (const { file, problem } of unreadable)
    for (const text of problem.split('\n')) {
      const [, line, message = text] = text.startsWith(file)
        ? (/^:(\d+):(.*)$/.exec(text.slice(file.length)) ?? [])
        : []
      printCommand(annotation('error', { file, ...(line ? { line: Number(line) } : {}), message: message.trim() }))
    }
}

function exitCodeOf({ results, unreadable }: Pass): number {
  if (unreadable.length > 0 || results.some(({ outcome }) => outcome === 'broken')) return 2
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** The shape of `--json`: docs/testing-workflows.md#json. */
const jsonOf = ({ results, unreadable, leftAside }: Pass) => ({
  passed: results.filter(({ outcome }) => outcome === 'passed').length,
  failed: results.filter(({ outcome }) => outcome === 'failed').length,
  broken: results.filter(({ outcome }) => outcome === 'broken').length + unreadable.length,
  cases: results.map(({ report, ...result }) => ({
    ...result,
    ...(report ? { path: report.path, status: report.status } : {}),
  })),
  unreadable,
  leftAside,
})
