import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { linesOf } from '../../core/base/json-line.ts'
import { keysOf } from '../../core/base/json-pointer.ts'
import { findJsonSyntaxError } from '../../core/base/json-text.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { parseJson, UnusableJson } from '../../core/model/parse-json.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
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
  const { value, text } = await readJson(file)
  const tests = checkShape(value, file, text)
  const folder = dirname(file)
  const read = async (given: unknown, place: string) => {
    if (typeof given !== 'string') return workflowOf(given, `${file}: ${place}`)
    const path = resolve(folder, given)
    return workflowOf((await readJson(path)).value, path)
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

async function readJson(file: string): Promise<{ value: unknown; text: string }> {
  const read = await readFile(file, 'utf8').catch(cause => {
    throw badRequest(`${file}: ${cause.code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'}`, { cause })
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

function checkShape(value: unknown, file: string, text: string): TestFile {
  const [first] = [...Value.Errors(TestFileShape, value)].sort((a, b) => b.path.length - a.path.length)
  if (!first) return value as TestFile
  const { path, message } = first
  const key = path.slice(path.lastIndexOf('/') + 1)
  const known = namesIn(TestFileShape)
  const near = message.startsWith('Unexpected') ? closestName(key, known) : undefined
  const [line] = linesOf(text, [keysOf(path)])
  throw badRequest(`${file}:${line}: ${path || '/'}: ${message}${near === undefined ? '' : `. Is it ${near}?`}`)
}

/** The names of all fields that a shape has, at any depth. */
function namesIn(schema: unknown): string[] {
  if (!isRecord(schema)) return []
  const { properties, items, anyOf, patternProperties } = schema
  const own = isRecord(properties) ? Object.keys(properties) : []
  const parts = [items, ...Object.values({ ...(properties ?? {}), ...(patternProperties ?? {}), ...(anyOf ?? {}) })]
  return [...new Set([...own, ...parts.flatMap(namesIn)])]
}

/** @throws ApiError for what is no workflow */
function workflowOf(value: unknown, source: string): WorkflowGiven {
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value]
  if (!isRecord(only) || !Array.isArray(only.nodes) || !isRecord(only.connections))
    throw badRequest(`${source}: it is not a workflow: it has no nodes and connections`)
  return only as unknown as WorkflowGiven
}
