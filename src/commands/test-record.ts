import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isRecord } from '../core/base/is-record.ts'
import { readTextFile } from '../core/base/read-text-file.ts'
import { NEWEST_VERSION } from '../core/versions/versions.ts'
import { connectService, type Service } from '../migrate/client/client.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { type CalledExecution, calledExecutions } from '../runs/tests/called-executions.ts'
import { shownFailure } from '../runs/tests/check-report.ts'
import { type CompletedCase, recordedCase } from '../runs/tests/complete-case.ts'
import { type LoadedTests, readTestFile, readWorkflowFile } from '../runs/tests/read-test-file.ts'
import { RecordedSecrets } from '../runs/tests/recorded-secrets.ts'
import type { RecordedExecution } from '../runs/tests/recorded-shape.ts'
import { baseName, exported, jsonText, type TryRun } from '../runs/tests/recording-files.ts'
import type { TestCase, TestFile } from '../runs/tests/test-file.ts'
import { testFileText } from '../runs/tests/update-cases.ts'
import type { WorkflowGiven } from '../runs/trials/run-request.ts'
import { UsageError } from './explain.ts'
import { profileOf, readFlags, wholeNumber } from './flags.ts'
import { SERVICE_FLAGS, serviceOptions } from './target.ts'
import { inLine, print } from './terminal.ts'
import { createTestInstance } from './test-instance.ts'

const FLAGS = {
  ...SERVICE_FLAGS,
  'key-env': { type: 'string' },
  execution: { type: 'string' },
  last: { type: 'string' },
  workflow: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  profile: { type: 'string' },
} as const

/** A service that does not answer is not waited for as a clone does: half a minute, twice. */
const RETRIES = { tries: 2, timeout: 30_000 }
/** Lines of what a run did otherwise. */
const MAX_SHOWN = 6
const ENDING = '.workflow-test.json'
/** As many as one page of a service holds. */
const MAX_LAST = 100

/** Where recordings go. */
interface Target {
  folder: string
  /** The file of the workflow that the cases are bound to, where one is named. */
  workflow: string | undefined
  /** Whether what is there and differs is replaced. */
  isForced: boolean
  /** Whether the cases of a workflow go into one file. */
  isShared: boolean
}

/**
 * `understudy test record URL --key-env NAME (--execution ID | --last N) [--workflow FILE] [--out FOLDER] [--force]`: writes
 * a workflow and a test file with a case for each execution, of a service or of a running instance. Cases are added to a
 * test file that is there; what differs in it is kept unless it is forced.
 */
export async function testRecord(args: string[]) {
  const { positionals, values } = readFlags(args, FLAGS)
  const [url, ...more] = positionals
  const { execution: id, last, out, workflow, force = false } = values
  if (url === undefined || more.length > 0) throw new UsageError('test record needs the address of a service')
  if (id !== undefined && last !== undefined) throw new UsageError('give --execution ID or --last N, not both')
  const count = last === undefined ? 1 : wholeNumber('--last', last, 1)
  if (count > MAX_LAST) throw new UsageError(`--last takes ${MAX_LAST} at most`)
  if (last === undefined && (id === undefined || !/^[A-Za-z0-9-]{1,64}$/.test(id)))
    throw new UsageError('test record needs --execution ID or --last N')
  const known = workflow === undefined ? undefined : await readWorkflowFile(workflow)
  const options = await serviceOptions(url, values, values['key-env'])
  const service = connectService({ ...options, retries: RETRIES })
  const readCalled = (called: string) => calledOne(service, called)
  const executions = id === undefined ? await lastOf(service, count, known) : [await executionOf(service, id)]
  const target: Target = {
    folder: out ?? (workflow === undefined ? '.' : dirname(workflow)),
    workflow,
    isForced: force,
    isShared: workflow !== undefined || id === undefined,
  }
  await using instance = await createTestInstance(profileOf(values.profile ?? NEWEST_VERSION))
  await mkdir(target.folder, { recursive: true })
  const files = new Set<string>()
  for (const execution of executions) {
    const called = await calledExecutions(execution, readCalled)
    files.add(await record({ execution, called }, target, instance.runTrial))
  }
  print(`Run it: npx n8n-understudy test ${[...files].join(' ')}`)
}

async function executionOf(service: Service, id: string | number): Promise<RecordedExecution> {
  const found = await service.get(`/executions/${id}`, { includeData: true })
  return isRecord(found) ? (found as unknown as RecordedExecution) : { id }
}

/** An execution that another one began; `undefined` where the service no longer has it, or does not show it. */
async function calledOne(service: Service, id: string): Promise<RecordedExecution | undefined> {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(id)) return undefined
  const found = await executionOf(service, id).catch(error => {
    if (error instanceof ServiceError) return undefined
    throw error
  })
  return found && isRecord(found.workflowData) && isRecord(found.data) ? found : undefined
}

/** The last executions, the oldest first; those of a workflow, where its file has the id or the name of one. */
async function lastOf(service: Service, count: number, workflow: WorkflowGiven | undefined) {
  const workflowId = workflow && (await idOf(service, workflow))
  const { data } = (await service.get('/executions', {
    limit: count,
    ...(workflowId === undefined ? {} : { workflowId }),
  })) as { data?: { id: string | number }[] }
  if (!data || data.length === 0) throw new UsageError('the service has no such execution')
  const found: RecordedExecution[] = []
  for (const { id } of data.toReversed()) found.push(await executionOf(service, id))
  return found
}

async function idOf(service: Service, { id, name = '' }: WorkflowGiven): Promise<string> {
  if (id !== undefined) return id
  const { data = [] } = (await service.get('/workflows', { name, limit: 100 })) as {
    data?: { id: string; name: string }[]
  }
  const [only, second] = data.filter(found => found.name === name)
  if (only && !second) return String(only.id)
  throw new UsageError(
    `${data.length === 0 ? 'no' : 'more than one'} workflow of the service is called ${JSON.stringify(name)}`,
  )
}

/** Writes one execution; returns the test file that it is in. */
async function record(
  { execution, called }: { execution: RecordedExecution; called: readonly CalledExecution[] },
  target: Target,
  runTrial: TryRun,
): Promise<string> {
  const { name } = isRecord(execution.workflowData) ? execution.workflowData : {}
  const base = baseName(name ?? `execution-${execution.id}`)
  const workflowFile = target.workflow ?? join(target.folder, `${base}.json`)
  // what is there and stays is what the case is run with
  const isBound = target.workflow !== undefined || (!target.isForced && (await textOf(workflowFile)) !== undefined)
  const bound = isBound ? await readWorkflowFile(workflowFile) : undefined
  const others = await Promise.all(called.map(one => withKept(one, target)))
  const made = await recordedCase(execution, runTrial, bound, others)
  const exportedText = jsonText(exported(made.workflow as never))
  if (target.workflow === undefined) await keepOrWrite(workflowFile, exportedText, target)
  const subWorkflows: string[] = []
  for (const { id, ...sub } of made.called) {
    const file = calledFile(sub, target)
    await keepOrWrite(file, jsonText({ id, ...exported(sub) }), target)
    subWorkflows.push(relativePath(target.folder, file))
  }
  const shared = target.workflow === undefined ? base : basename(workflowFile, '.json')
  const testFile = join(target.folder, `${target.isShared ? shared : `${base}-${baseName(execution.id)}`}${ENDING}`)
  const known = await existing(testFile)
  const tests = withSubWorkflows(
    known?.tests ?? { workflow: relativePath(target.folder, workflowFile), cases: [] },
    subWorkflows,
  )
  const placed = withCase(tests, made.testCase, target)
  if (placed) {
    const workflow = known?.workflow ?? (await readWorkflowFile(workflowFile))
    const named = { workflow, subWorkflows: [...(known?.subWorkflows ?? []), ...made.called] }
    await writeFile(testFile, testFileText(placed, named))
    print(`${testFile}: ${JSON.stringify(made.testCase.name)} written, for ${workflowFile}`)
  } else print(`${testFile}: ${JSON.stringify(made.testCase.name)} is kept as it is there; --force replaces it`)
  printSecrets(made)
  const isEdited = bound !== undefined && jsonText(exported(bound)) !== exportedText
  for (const { path } of made.differences.slice(0, 1)) {
    const why = isEdited ? `: ${workflowFile} is another workflow than the one that ran` : ''
    print(`warning: its run differs from the execution at ${path.replace('$', 'path')}${why}: the case fails`)
  }
  if (made.failure) {
    print('warning: its run differs from the execution: the case fails')
    for (const line of shownFailure(made.failure).slice(0, MAX_SHOWN)) print(`  ${line}`)
  }
  return testFile
}

const calledFile = ({ name = 'workflow' }: Pick<WorkflowGiven, 'name'>, { folder }: Target) =>
  join(folder, `${baseName(name)}.json`)

/** With the workflow as its file has it, where that is there and stays. */
async function withKept(called: CalledExecution, target: Target): Promise<CalledExecution> {
  const { name } = called.execution.workflowData as WorkflowGiven
  const file = calledFile(name === undefined ? {} : { name }, target)
  if (target.isForced || (await textOf(file)) === undefined) return called
  const kept = await readWorkflowFile(file)
  return kept.id === undefined || kept.id === called.workflowId ? { ...called, kept } : called
}

/** The tests with workflows that their cases call, beside those that they name already. */
function withSubWorkflows({ workflow, subWorkflows = [], ...rest }: TestFile, more: readonly string[]): TestFile {
  const all = [...subWorkflows, ...more.filter(path => !subWorkflows.includes(path))]
  return { workflow, ...(all.length > 0 ? { subWorkflows: all } : {}), ...rest }
}

/** The most places of secrets that are named, of each kind. */
const MAX_PLACES = 10

/** Where secrets were masked, and where something may be one: it is to be looked at before it is committed. */
function printSecrets({ testCase, workflow }: Pick<CompletedCase, 'testCase' | 'workflow'>) {
  const { masked, left } = RecordedSecrets.report({ workflow, case: testCase })
  const named = (places: string[]) => {
    const more = places.length > MAX_PLACES ? ` and ${places.length - MAX_PLACES} more` : ''
    return places.slice(0, MAX_PLACES).map(inLine).join(', ') + more
  }
  if (masked.length > 0) print(`masked: ${named(masked)}`)
  if (left.length > 0) print(`looks like a secret, and is written as it is: ${named(left)}`)
}

/** The tests with a case more, or in the place of one of the same name; `undefined` where that one is kept. */
function withCase(tests: TestFile, testCase: TestCase, { isForced }: Target): TestFile | undefined {
  const at = tests.cases.findIndex(({ name }) => name === testCase.name)
  if (at < 0) return { ...tests, cases: [...tests.cases, testCase] }
  if (!isForced && JSON.stringify(tests.cases[at]) !== JSON.stringify(testCase)) return undefined
  return { ...tests, cases: tests.cases.with(at, testCase) }
}

async function keepOrWrite(file: string, text: string, { isForced }: Target) {
  const there = await textOf(file)
  if (there !== undefined && there !== text && !isForced)
    return print(`${file} is kept: it differs from the workflow of the execution; --force replaces it`)
  await writeFile(file, text)
}

const existing = async (file: string): Promise<LoadedTests | undefined> =>
  (await textOf(file)) === undefined ? undefined : readTestFile(file)

const textOf = (file: string) =>
  readTextFile(file).catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function relativePath(folder: string, file: string): string {
  const path = relative(folder, file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}
