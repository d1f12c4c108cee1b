import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../base/errors.ts'
import { isRecord } from '../base/is-record.ts'
import { findJsonSyntaxError } from '../base/json-text.ts'
import type { WorkflowGiven } from '../control/runs/run-request.ts'
import { closestName } from '../model/closest-name.ts'
import { parseJson, UnusableJson } from '../model/parse-json.ts'
import { type TestFile, TestFileShape } from './test-file.ts'

/** A test file with the workflows that it names. */
export interface LoadedTests {
  file: string
  tests: TestFile
  workflow: WorkflowGiven
  /** The file of the workflow, unless it stands in the test file. */
  workflowFile?: string
  subWorkflows: WorkflowGiven[]
}

/**
 * Reads a test file, and the workflows that it names.
 *
 * @throws ApiError 400 with file, line and JSON path
 */
export async function readTestFile(file: string): Promise<LoadedTests> {
  const tests = checkShape(await readJson(file), file)
  const folder = dirname(file)
  const read = async (given: unknown, place: string) => {
    if (typeof given !== 'string') return workflowOf(given, `${file}: ${place}`)
    const path = resolve(folder, given)
    return workflowOf(await readJson(path), path)
  }
  const { workflow, subWorkflows = [] } = tests
  return {
    file,
    tests,
    workflow: await read(workflow, '/workflow'),
    ...(typeof workflow === 'string' ? { workflowFile: resolve(folder, workflow) } : {}),
    subWorkflows: await Promise.all(subWorkflows.map((given, at) => read(given, `/subWorkflows/${at}`))),
  }
}

async function readJson(file: string): Promise<unknown> {
  const read = await readFile(file, 'utf8').catch(cause => {
    throw badRequest(`${file}: ${cause.code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}`, { cause })
  })
  const text = read.replace(/^\uFEFF/, '')
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof UnusableJson) throw badRequest(`${file}: it ${cause.message}`, { cause })
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw badRequest(`${file}:${line}:${column}: it is not JSON`, { cause })
  }
}

function checkShape(value: unknown, file: string): TestFile {
  const [first] = [...Value.Errors(TestFileShape, value)].sort((a, b) => b.path.length - a.path.length)
  if (!first) return value as TestFile
  const { path, message } = first
  const key = path.slice(path.lastIndexOf('/') + 1)
  const known = ['workflow', 'cases', 'name', 'trigger', 'input', 'mocks', 'http', 'expect', 'nodes', 'status', 'path']
  const near = message.startsWith('Unexpected') ? closestName(key, known) : undefined
  throw badRequest(`${file}: ${path || '/'}: ${message}${near === undefined ? '' : `. Is it ${near}?`}`)
}

/** @throws ApiError for what is no workflow, and for a format of workflow that this release does not know */
function workflowOf(value: unknown, source: string): WorkflowGiven {
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value]
  if (!isRecord(only) || !Array.isArray(only.nodes) || !isRecord(only.connections))
    throw badRequest(`${source}: it is not a workflow: it has no nodes and connections`)
  return only as unknown as WorkflowGiven
}
