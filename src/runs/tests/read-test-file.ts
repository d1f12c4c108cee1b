import { dirname, resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Value, ValueErrorType } from '@sinclair/typebox/value'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { linesOf } from '../../core/base/json-line.ts'
import { keysOf } from '../../core/base/json-pointer.ts'
import { findJsonSyntaxError } from '../../core/base/json-text.ts'
import { readTextFile } from '../../core/base/read-text-file.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { parseJson, UnusableJson } from '../../core/model/parse-json.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
import { type TestFile, TestFileShape } from './test-file.ts'

/** A test file with the workflows that it names. */
export interface LoadedTests {
  file: string
  /** The text of the file. */
  text: string
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
  const { value, text } = await readJson(file)
  const tests = checkShape(value, file, text)
  const folder = dirname(file)
  const read = async (given: unknown, place: string) => {
    if (typeof given !== 'string') return workflowOf(given, `${file}: ${place}`)
    return readWorkflowFile(resolve(folder, given))
  }
  const { workflow, subWorkflows = [] } = tests
  return {
    file,
    text,
    tests,
    workflow: await read(workflow, '/workflow'),
    ...(typeof workflow === 'string' ? { workflowFile: resolve(folder, workflow) } : {}),
    subWorkflows: await Promise.all(subWorkflows.map((given, at) => read(given, `/subWorkflows/${at}`))),
  }
}

/** The workflow in a file. @throws ApiError 400 with file and line */
export const readWorkflowFile = async (file: string): Promise<WorkflowGiven> =>
  workflowOf((await readJson(file)).value, file)

async function readJson(file: string): Promise<{ value: unknown; text: string }> {
  const read = await readTextFile(file).catch(cause => {
    const reason = cause.code === undefined ? `: ${cause.message}` : ''
    const problem = cause.code === 'ENOENT' ? 'there is no such file' : `it cannot be read${reason}`
    throw badRequest(`${file}: ${problem}`, { cause })
  })
  const text = read.replace(/^\uFEFF/, '')
  try {
    return { value: parseJson(text), text }
  } catch (cause) {
    if (cause instanceof UnusableJson) throw badRequest(`${file}: it ${cause.message}`, { cause })
    const { line, column } = findJsonSyntaxError(text) ?? {}
    throw badRequest(`${file}:${line}:${column}: it is not JSON`, { cause })
  }
}

/** More than anyone reads at once. */
const MAX_MISTAKES = 20

/** @throws ApiError 400 with all mistakes of the file, a line each */
function checkShape(value: unknown, file: string, text: string): TestFile {
  const mistakes = [...shapeMistakes(value), ...equalNames(value)]
  if (mistakes.length === 0) return value as TestFile
  const shown = mistakes.slice(0, MAX_MISTAKES)
  const lines = linesOf(
    text,
    shown.map(({ path }) => keysOf(path)),
  )
  const texts = shown.map(({ path, message }, at) => ({ line: lines[at] ?? 1, text: `${path || '/'}: ${message}` }))
  texts.sort((a, b) => a.line - b.line)
  throw badRequest(texts.map(({ line, text }) => `${file}:${line}: ${text}`).join('\n'))
}

/** A mistake, and where it is as a JSON pointer. */
interface Mistake {
  path: string
  message: string
}

function shapeMistakes(value: unknown): Mistake[] {
  const mistakes = new Map<string, Mistake>()
  for (const { path, message, schema, type } of Value.Errors(TestFileShape, value)) {
    if (mistakes.has(path)) continue
    mistakes.set(path, { path, message: `${message}${type === UNKNOWN ? nearest(path, schema) : ''}` })
  }
  return [...mistakes.values()]
}

const UNKNOWN = ValueErrorType.ObjectAdditionalProperties

/** The name that was meant; what the fields are where none is near. */
function nearest(path: string, schema: TSchema): string {
  const known = Object.keys(schema.properties ?? {})
  const near = closestName(keysOf(path).at(-1) ?? '', known)
  return near === undefined ? `. There are ${known.join(', ')}` : `. Is it ${near}?`
}

function equalNames(value: unknown): Mistake[] {
  const { cases } = isRecord(value) ? value : {}
  const first = new Map<string, number>()
  return (Array.isArray(cases) ? cases : []).flatMap((testCase, at) => {
    const { name } = isRecord(testCase) ? testCase : {}
    if (typeof name !== 'string') return []
    const known = first.get(name)
    if (known === undefined) first.set(name, at)
    if (known === undefined) return []
    return [{ path: `/cases/${at}/name`, message: `/cases/${known} has the same name, ${JSON.stringify(name)}` }]
  })
}

/** @throws ApiError for what is no workflow */
function workflowOf(value: unknown, source: string): WorkflowGiven {
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value]
  if (!isRecord(only) || !Array.isArray(only.nodes) || !isRecord(only.connections))
    throw badRequest(`${source}: it is not a workflow: it has no nodes and connections`)
  if (only.settings !== undefined && !isRecord(only.settings))
    throw badRequest(`${source}: it is not a workflow: /settings must be object`)
  for (const [at, node] of only.nodes.entries()) {
    if (!isRecord(node)) throw badRequest(`${source}: it is not a workflow: /nodes/${at} must be object`)
    if (!['string', 'undefined'].includes(typeof node.name))
      throw badRequest(`${source}: it is not a workflow: /nodes/${at}/name must be string`)
  }
  return only as unknown as WorkflowGiven
}
