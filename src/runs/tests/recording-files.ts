import { isRecord } from '../../core/base/is-record.ts'
import type { RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import { caseOfRun, recordedCase } from './complete-case.ts'
import type { RecordedExecution } from './record-case.ts'
import type { TestCase } from './test-file.ts'
import { testFileText } from './update-cases.ts'

/** A file to write: its name, and its text. */
export interface RecordingFile {
  name: string
  text: string
}

/** The workflow of an execution, and a test of it with one case. */
export interface RecordingFiles {
  workflow: RecordingFile
  test: RecordingFile
}

/** Runs a workflow as a test does. */
export type TryRun = (request: RunRequest) => Promise<RunReport>

/**
 * The files of a recorded execution. It is run once, for what executions do not hold.
 *
 * @throws ApiError 400 for an execution without data or without a trigger
 */
export async function recordingFiles(
  execution: RecordedExecution,
  runTrial: TryRun | undefined,
): Promise<RecordingFiles> {
  const { testCase, workflow } = await recordedCase(execution, runTrial)
  const base = baseName(workflow.name ?? `execution-${execution.id}`)
  return filesOf(workflow as unknown as WorkflowGiven, testCase, `${base}-${baseName(execution.id)}`)
}

/**
 * The files of a run that was tried: with its input, mocks and answers as they were typed.
 *
 * @param workflow the one that was run, and what it is run with
 * @throws ApiError 400 as the run does
 */
export async function runFiles(
  workflow: WorkflowGiven,
  request: RunRequest,
  runTrial: TryRun,
): Promise<RecordingFiles> {
  const report = await runTrial({ ...request, workflow })
  return filesOf(workflow, caseOfRun(request, report), baseName(workflow.name ?? 'workflow'))
}

function filesOf(given: WorkflowGiven, testCase: TestCase, testName: string): RecordingFiles {
  const workflow = exported(given)
  const name = `${baseName(given.name ?? 'workflow')}.json`
  const tests = { workflow: `./${name}`, cases: [testCase] }
  return {
    workflow: { name, text: jsonText(workflow) },
    test: { name: `${testName}.workflow-test.json`, text: testFileText(tests, { workflow: given, subWorkflows: [] }) },
  }
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
