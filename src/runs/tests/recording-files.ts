import { isRecord } from '../../core/base/is-record.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import type { CalledExecution } from './called-executions.ts'
import { caseOfRun, type TriedIn } from './case-of-run.ts'
import { recordedCase } from './complete-case.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import type { TestCase } from './test-file.ts'
import { testFileText } from './update-cases.ts'

/** A file to write: its name, and its text. */
export interface RecordingFile {
  name: string
  text: string
}

/** The workflow of an execution, those that it calls, and a test of it with one case. */
export interface RecordingFiles {
  workflow: RecordingFile
  subWorkflows: RecordingFile[]
  test: RecordingFile
}

/** Runs a workflow as a test does. `isRepeated`: as another execution, with another id and other random values. */
export type TryRun = (request: RunRequest, isRepeated?: boolean) => Promise<RunReport>

/**
 * The files of a recorded execution. It is run once, for what executions do not hold.
 *
 * @param executions of workflows that it called
 * @throws ApiError 400 for an execution without data or without a trigger
 */
export async function recordingFiles(
  execution: RecordedExecution,
  runTrial: TryRun | undefined,
  executions: readonly CalledExecution[] = [],
): Promise<RecordingFiles> {
  const { testCase, called, ...made } = await recordedCase(execution, runTrial, undefined, executions)
  const workflow = made.workflow as unknown as WorkflowGiven
  const base = baseName(workflow.name ?? `execution-${execution.id}`)
  return filesOf(workflow, testCase, `${base}-${baseName(execution.id)}`, called)
}

/**
 * The files of a run that was tried: with its input, mocks and answers as they were typed.
 *
 * @param execution the one of the run, with its workflow
 * @throws ApiError 400 as the run does, and for a run that is broken
 */
export async function runFiles(
  execution: RecordedExecution,
  request: Omit<RunRequest, 'workflow'>,
  triedIn: TriedIn,
): Promise<RecordingFiles> {
  const given = execution.workflowData as WorkflowGiven
  // as it is written: a test gives it no id
  const { testCase, called } = await caseOfRun({ ...request, workflow: exported(given) }, execution, triedIn)
  return filesOf(given, testCase, baseName(given.name ?? 'workflow'), called)
}

function filesOf(
  given: WorkflowGiven,
  testCase: TestCase,
  testName: string,
  called: readonly WorkflowGiven[] = [],
): RecordingFiles {
  const [workflow, ...subWorkflows] = namedFiles([
    exported(given),
    ...called.map(sub => ({ id: sub.id, ...exported(sub) })),
  ])
  const tests = {
    workflow: `./${workflow?.name}`,
    ...(subWorkflows.length > 0 ? { subWorkflows: subWorkflows.map(({ name }) => `./${name}`) } : {}),
    cases: [testCase],
  }
  return {
    workflow: workflow as RecordingFile,
    subWorkflows,
    test: {
      name: `${testName}.workflow-test.json`,
      text: testFileText(tests, { workflow: given, subWorkflows: [...called] }),
    },
  }
}

/** Each workflow as a file; of two with one name the second has a number. */
function namedFiles(workflows: readonly WorkflowGiven[]): RecordingFile[] {
  const names = new Set<string>()
  return workflows.map(workflow => {
    const base = baseName(workflow.name ?? 'workflow')
    let name = `${base}.json`
    for (let number = 2; names.has(name); number++) name = `${base}-${number}.json`
    names.add(name)
    return { name, text: jsonText(workflow) }
  })
}

/** A workflow as a file of a repository holds it. */
export function exported({ name = 'Workflow', nodes, connections = {}, settings = {}, pinData }: WorkflowGiven) {
  const pinned = isRecord(pinData) && Object.keys(pinData).length > 0 ? { pinData } : {}
  return { name, nodes, connections, settings, ...pinned }
}

export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A name that every file system takes. */
export const baseName = (name: unknown) =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'workflow'
