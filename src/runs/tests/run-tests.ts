import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../core/base/errors.ts'
import { linesOf } from '../../core/base/json-line.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { withFilesRead } from '../trials/input-files.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest } from '../trials/run-request.ts'
import { runOnBoth } from './both-engines.ts'
import { checkReport, type Failure } from './check-report.ts'
import type { LoadedTests } from './read-test-file.ts'
import type { Expectation, TestCase } from './test-file.ts'

/** What came of one case. */
export interface CaseResult {
  file: string
  name: string
  /** `broken`: it could not be run, or names what the workflow no longer has. */
  outcome: 'passed' | 'failed' | 'broken'
  /** What is not as expected, the first cause first. */
  failures: Failure[]
  /** Why it is broken. */
  problem?: string
  /** Mocks that were not used, and why the service may answer otherwise. */
  warnings: string[]
  milliseconds: number
  report?: RunReport
}

/** The built-in engine, the one that the project has installed, or both, compared. */
export type EngineChoice = 'built-in' | 'installed' | 'both'

export interface RunTestsOptions {
  runTrial(request: RunRequest): Promise<RunReport>
  /** Which engine runs the cases; what their file says where left out. */
  engine?: EngineChoice | undefined
  /** For the installed engine: folders of packages with nodes that are under development. */
  nodes?: readonly string[] | undefined
  /** Only cases with this name, or with this text in it. */
  only?: string | undefined
  /** Packages and types of nodes that are taken as they are, beside those that files name. */
  allowNodes?: readonly string[] | undefined
  /** Whether a mock that was not used breaks its case. */
  isStrict?: boolean
}

/** Cases that are run, or wait to be, while those before them are compared. */
const AHEAD = 2

/** Runs the cases of a file. They end in their order: while one is compared, the next is computed already. */
export async function* runTests(loaded: LoadedTests, options: RunTestsOptions): AsyncGenerator<CaseResult> {
  const { only } = options
  const cases = loaded.tests.cases.filter(({ name }) => only === undefined || name.includes(only))
  const begun: Promise<PlayedCase>[] = []
  const left = [...cases]
  const begin = (most: number) => {
    for (const testCase of left.splice(0, most - begun.length)) {
      const played = playCase(loaded, testCase, options)
      // who reads the results may stop before
      played.catch(() => undefined)
      begun.push(played)
    }
  }
  // the first loads what the others need
  begin(1)
  let ended = 0
  for (const testCase of cases) {
    const played = (await begun.shift()) as PlayedCase
    // it has waited for those before it; what cannot be run ends before them
    const began = Math.min(Math.max(played.began, ended), played.ended)
    ended = Math.max(ended, played.ended)
    begin(AHEAD)
    // so that they have begun
    await setImmediate()
    yield resultOf(testCase, { ...played, began }, options)
  }
}

/** Runs one case, which may differ from that of its file. */
export const runCase = async (loaded: LoadedTests, testCase: TestCase, options: RunTestsOptions): Promise<CaseResult> =>
  resultOf(testCase, await playCase(loaded, testCase, options), options)

/** A case that was run: what came of it, or why it could not be; its times by `performance.now()`. */
type PlayedCase = { file: string; began: number; ended: number } & (
  | { report: RunReport; difference?: Failure | undefined }
  | { problem: string }
)

async function playCase(loaded: LoadedTests, testCase: TestCase, options: RunTestsOptions): Promise<PlayedCase> {
  const began = performance.now()
  const played = await reportOf(loaded, testCase, options).catch(problemOf)
  return { file: loaded.file, began, ended: performance.now(), ...played }
}

function problemOf(error: unknown): { problem: string } {
  if (error instanceof ApiError) return { problem: error.message }
  throw error
}

/** @throws ApiError for what cannot be run */
async function reportOf(loaded: LoadedTests, testCase: TestCase, options: RunTestsOptions) {
  const problem = await staleNodes(loaded, testCase)
  if (problem !== undefined) return { problem }
  const { engine = loaded.tests.engine ?? 'built-in', nodes = [] } = options
  const request = { ...(await readRequest(loaded, testCase, options.allowNodes)), nodes }
  if (engine === 'both') return runOnBoth(request, options.runTrial)
  return { report: await options.runTrial({ ...request, engine }) }
}

function resultOf(testCase: TestCase, played: PlayedCase, { isStrict }: RunTestsOptions): CaseResult {
  const { file, began, ended } = played
  const result = (rest: Omit<CaseResult, 'file' | 'name' | 'milliseconds'>): CaseResult => ({
    file,
    name: testCase.name,
    milliseconds: ended - began,
    ...rest,
  })
  const broken = (problem: string) => result({ outcome: 'broken', failures: [], problem, warnings: [] })
  if ('problem' in played) return broken(played.problem)
  const { report, difference } = played
  if (report.status === 'broken')
    return result({ outcome: 'broken', failures: [], problem: report.error?.message ?? '', warnings: [], report })
  let failures: Failure[]
  try {
    failures = [...checkReport(expectationOf(testCase, report), report), ...(difference ? [difference] : [])]
  } catch (error) {
    return broken(problemOf(error).problem)
  }
  const unused = report.unusedMocks
    .filter(name => Object.hasOwn(testCase.mocks ?? {}, name))
    .map(name => `the mock of ${JSON.stringify(name)} was not used: the node did not run`)
  const warnings = [...unused, ...unexpectedAnswer(testCase, report), ...report.warnings]
  if (isStrict && unused.length > 0)
    return result({ outcome: 'broken', failures, problem: unused.join('; '), warnings, report })
  return result({ outcome: failures.length > 0 ? 'failed' : 'passed', failures, warnings, report })
}

/**
 * A case that says nothing of the status expects the run to succeed; and if nothing of the answer either, that the service
 * does not refuse it, as it does where the last node put nothing out.
 */
function expectationOf({ expect = {} }: TestCase, { response }: RunReport): Expectation {
  if (expect.status !== undefined || expect.error !== undefined) return expect
  const isRefused = response?.isRefusal === true && expect.response === undefined
  return { ...expect, status: 'success', ...(isRefused ? { response: { status: 200 } } : {}) }
}

/** An answer that says that the server failed, of a run that did not. */
function unexpectedAnswer({ expect = {} }: TestCase, { response, status }: RunReport): string[] {
  if (!response || response.status < 500 || expect.response !== undefined || status === 'error') return []
  return [`the caller gets ${response.status} ${JSON.stringify(response.body)}, and the case expects nothing of it`]
}

/** The request of a case, with the files of its input. @throws ApiError for a file that cannot be read */
async function readRequest(loaded: LoadedTests, testCase: TestCase, allowNodes: readonly string[] = []) {
  const request = requestOf(loaded, testCase)
  return {
    ...request,
    ...('input' in request ? { input: await withFilesRead(request.input, dirname(loaded.file)) } : {}),
    allowNodes: [...allowNodes, ...(request.allowNodes ?? [])],
  }
}

/** What a case gives itself wins over what its file gives to all. */
export function requestOf(
  { tests, workflow, subWorkflows }: LoadedTests,
  testCase: TestCase,
): RunRequest & Pick<LoadedTests, 'workflow'> {
  const { trigger, input } = testCase
  const now = testCase.now ?? tests.now
  const timezone = testCase.timezone ?? tests.timezone
  return {
    workflow,
    ...(trigger === undefined ? {} : { trigger }),
    ...('input' in testCase ? { input } : {}),
    mocks: { ...tests.mocks, ...testCase.mocks },
    http: [...(testCase.http ?? []), ...(tests.http ?? [])],
    credentials: { ...tests.credentials, ...testCase.credentials },
    usePinnedData: testCase.usePinnedData ?? tests.usePinnedData ?? false,
    variables: { ...tests.variables, ...testCase.variables },
    dataTables: testCase.dataTables ?? tests.dataTables ?? [],
    allowNodes: [...(tests.allowNodes ?? []), ...(testCase.allowNodes ?? [])],
    subWorkflows,
    ...(now === undefined ? {} : { now }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

/** A case that names a node which the workflow no longer has is stale: it would compare nothing. */
async function staleNodes(loaded: LoadedTests, testCase: TestCase): Promise<string | undefined> {
  const { file, text, tests, workflow, subWorkflows } = loaded
  const { mocks, expect, trigger } = testCase
  const at = ['cases', String(tests.cases.indexOf(testCase))]
  const own = workflow.nodes.map(({ name = '' }) => name)
  const called = subWorkflows.flatMap(({ id, name = 'Workflow', nodes }) =>
    nodes.flatMap(node => [name, ...(id === undefined ? [] : [id])].map(of => `${of}/${node.name}`)),
  )
  const path = (expect?.path ?? []).flatMap((name, place) =>
    typeof name === 'string' && name !== '$any'
      ? [[name, 'expect.path', [...at, 'expect', 'path', String(place)]] as const]
      : [],
  )
  const keys = (value: object | undefined, place: string, above: string[]) =>
    Object.keys(value ?? {}).map(name => [name, place, [...above, name]] as const)
  const named = [
    ...keys(tests.mocks, 'mocks of the file', ['mocks']),
    ...keys(mocks, 'mocks', [...at, 'mocks']),
    ...keys(expect?.nodes, 'expect.nodes', [...at, 'expect', 'nodes']),
    ...path,
    ...(trigger === undefined ? [] : [[trigger, 'trigger', [...at, 'trigger']] as const]),
  ]
  const stale = named.filter(([name, place]) => {
    const isOwn = place === 'expect.path' || place === 'trigger'
    return !own.includes(name) && (isOwn || !called.includes(name))
  })
  if (stale.length === 0) return undefined
  const lines = linesOf(
    text,
    stale.map(([, , keys]) => keys),
  )
  const { newNameOf } = await import('./renamed-nodes.ts')
  return stale
    .map(([name, place], number) => {
      const renamed = newNameOf(loaded, name)
      const ofCalled = called.find(other => other.endsWith(`/${name}`))
      const near = renamed ?? ofCalled ?? closestName(name, [...own, ...called])
      const hint = near === undefined ? '' : ` Is it ${JSON.stringify(near)}${near === ofCalled ? '?' : ' now?'}`
      const mended = renamed === undefined ? '' : ' --update writes that.'
      return `stale: ${place} names ${JSON.stringify(name)}, which the workflow does not have.${hint}${mended} (${file}:${lines[number]})`
    })
    .join('\n')
}
