import { ApiError } from '../../core/base/errors.ts'
import { closestName } from '../../core/model/closest-name.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest } from '../trials/run-request.ts'
import { checkReport, type Failure } from './check-report.ts'
import type { LoadedTests } from './read-test-file.ts'
import type { TestCase } from './test-file.ts'

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
  /** Mocks that were not used. */
  warnings: string[]
  milliseconds: number
  report?: RunReport
}

export interface RunTestsOptions {
  tryRun(request: RunRequest): Promise<RunReport>
  /** Only cases with this name, or with this text in it. */
  only?: string | undefined
  /** Whether a mock that was not used breaks its case. */
  isStrict?: boolean
}

/** Runs the cases of a file, one after the other. */
export async function* runTests(loaded: LoadedTests, options: RunTestsOptions): AsyncGenerator<CaseResult> {
  for (const testCase of loaded.tests.cases) {
    if (options.only !== undefined && !testCase.name.includes(options.only)) continue
    yield await runCase(loaded, testCase, options)
  }
}

async function runCase(loaded: LoadedTests, testCase: TestCase, options: RunTestsOptions): Promise<CaseResult> {
  const began = performance.now()
  const { file } = loaded
  const result = (rest: Omit<CaseResult, 'file' | 'name' | 'milliseconds'>): CaseResult => ({
    file,
    name: testCase.name,
    milliseconds: performance.now() - began,
    ...rest,
  })
  const broken = (problem: string) => result({ outcome: 'broken', failures: [], problem, warnings: [] })
  const stale = staleNode(loaded, testCase)
  if (stale !== undefined) return broken(stale)
  try {
    const report = await options.tryRun(requestOf(loaded, testCase))
    const failures = checkReport(expectationOf(testCase), report)
    const warnings = report.unusedMocks
      .filter(name => Object.hasOwn(testCase.mocks ?? {}, name))
      .map(name => `the mock of ${JSON.stringify(name)} was not used: the node did not run`)
    if (options.isStrict && warnings.length > 0)
      return result({ outcome: 'broken', failures, problem: warnings.join('; '), warnings, report })
    return result({ outcome: failures.length > 0 ? 'failed' : 'passed', failures, warnings, report })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return broken(error.message)
  }
}

/** A case that says nothing of the status expects the run to succeed. */
const expectationOf = ({ expect = {} }: TestCase) =>
  expect.status === undefined && expect.error === undefined ? { ...expect, status: 'success' } : expect

/** What a case gives itself wins over what its file gives to all. */
export function requestOf({ tests, workflow, subWorkflows }: LoadedTests, testCase: TestCase): RunRequest {
  const { trigger, input } = testCase
  const now = testCase.now ?? tests.now
  const timezone = testCase.timezone ?? tests.timezone
  return {
    workflow,
    ...(trigger === undefined ? {} : { trigger }),
    ...('input' in testCase ? { input } : {}),
    mocks: { ...tests.mocks, ...testCase.mocks },
    http: [...(testCase.http ?? []), ...(tests.http ?? [])],
    usePinnedData: testCase.usePinnedData ?? tests.usePinnedData ?? false,
    variables: { ...tests.variables, ...testCase.variables },
    subWorkflows,
    ...(now === undefined ? {} : { now }),
    ...(timezone === undefined ? {} : { timezone }),
  }
}

/** A case that names a node which the workflow no longer has is stale: it would compare nothing. */
function staleNode({ tests, workflow }: LoadedTests, { mocks, expect, trigger }: TestCase): string | undefined {
  const names = workflow.nodes.map(({ name = '' }) => name)
  const path = (expect?.path ?? []).filter(name => typeof name === 'string' && !name.startsWith('$')) as string[]
  const named = [
    ...Object.keys(tests.mocks ?? {}).map(name => [name, 'mocks of the file'] as const),
    ...Object.keys(mocks ?? {}).map(name => [name, 'mocks'] as const),
    ...Object.keys(expect?.nodes ?? {}).map(name => [name, 'expect.nodes'] as const),
    ...path.map(name => [name, 'expect.path'] as const),
    ...(trigger === undefined ? [] : [[trigger, 'trigger'] as const]),
  ]
  const found = named.find(([name]) => !names.includes(name))
  if (!found) return undefined
  const [name, place] = found
  const near = closestName(name, names)
  const hint = near === undefined ? '' : ` Is it ${JSON.stringify(near)} now?`
  return `stale: ${place} names ${JSON.stringify(name)}, which the workflow does not have.${hint}`
}
