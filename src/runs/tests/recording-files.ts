import { isRecord } from '../../core/base/is-record.ts'
import { type RecordedExecution, recordCase } from './record-case.ts'

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

/**
 * The files of a recorded execution.
 *
 * @throws ApiError 400 for an execution without data or without a trigger
 */
export function recordingFiles(execution: RecordedExecution): RecordingFiles {
  const { id } = execution
  const { name } = isRecord(execution.workflowData) ? execution.workflowData : {}
  const base = fileName(String(name ?? `execution-${id}`))
  const { workflow, tests } = recordCase(execution, `./${base}.json`)
  return {
    workflow: { name: `${base}.json`, text: jsonText(workflow) },
    test: { name: `${base}-${fileName(String(id))}.workflow-test.json`, text: jsonText(tests) },
  }
}

const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** A name that every file system takes. */
const fileName = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60) || 'workflow'
