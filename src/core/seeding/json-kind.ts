import { isRecord } from '../base/is-record.ts'
import { closestName } from '../model/closest-name.ts'
import { FIXTURE_COLLECTIONS, FixtureFrame } from '../model/fixture.ts'

/** What a JSON file holds: exported workflows or credentials, a fixture, cases of workflow tests, or anything else. */
export type JsonKind = 'exports' | 'fixture' | 'tests' | 'other'

/**
 * The kind of a JSON value. A workflow with a part that is missing or misspelt is still one, and so is a fixture.
 *
 * @example
 * kindOfJson({ nodes: [], connections: {} }) // 'exports'
 * kindOfJson({ name: 'my-package', version: '1.0.0', scripts: {} }) // 'other'
 */
export function kindOfJson(value: unknown): JsonKind {
  if (isTests(value)) return 'tests'
  if (isRecord(value) && isFixtureLike(value)) return 'fixture'
  if (entriesOf(value).some(({ value: entry }) => isExport(entry))) return 'exports'
  return 'other'
}

/** An entry of a file that may be an export, and where it is. */
export interface Entry {
  keys: readonly (string | number)[]
  value: unknown
}

/** The value itself, or the entries of a list or of the answer of `GET /workflows`. */
export function entriesOf(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.map((entry, at) => ({ keys: [at], value: entry }))
  if (isRecord(value) && Array.isArray(value.data) && !isGraphLike(value) && !isCredential(value))
    return value.data.map((entry, at) => ({ keys: ['data', at], value: entry }))
  return [{ keys: [], value }]
}

/**
 * The workflow that an entry is or wraps, as a client would send it, where one of its parts may be missing; `undefined`
 * where it is none.
 */
export function workflowIn(value: unknown): { keys: string[]; workflow: Record<string, unknown> } | undefined {
  if (!isRecord(value)) return undefined
  if (isGraphLike(value)) return { keys: [], workflow: value }
  const inner = workflowIn(value.workflow)
  if (!inner) return undefined
  // the gallery has the name beside the graph, and no settings
  const { nodes, connections, settings = {}, name = value.name ?? 'My workflow' } = inner.workflow
  return {
    keys: ['workflow', ...inner.keys],
    workflow: { name, settings, ...(nodes ? { nodes } : {}), ...(connections ? { connections } : {}) },
  }
}

const isExport = (value: unknown) => workflowIn(value) !== undefined || isCredential(value)

/** Other programs have graphs too: nodes of a workflow have a type of theirs, and `connections` tells it in any case. */
function isGraphLike(value: Record<string, unknown>): boolean {
  const { nodes, connections, name, settings, active } = value
  if (Array.isArray(nodes) && (isRecord(connections) || nodes.some(isNode))) return true
  return (
    isRecord(connections) && ('nodes' in value || [name, settings, active].filter(it => it !== undefined).length > 1)
  )
}

const isNode = (value: unknown) =>
  isRecord(value) && typeof value.type === 'string' && ('parameters' in value || 'typeVersion' in value)

const isCredential = (value: unknown) =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.type === 'string' &&
  'data' in value &&
  !('nodes' in value)

const isTests = (value: unknown) => isRecord(value) && Array.isArray(value.cases) && !('nodes' in value)

const COLLECTIONS = Object.keys(FIXTURE_COLLECTIONS)

/** Files of other programs share a key or two with fixtures. */
function isFixtureLike(value: Record<string, unknown>): boolean {
  if (isGraphLike(value)) return false
  // the tags of a repository that source control pushes to
  if (Array.isArray(value.mappings)) return false
  if (Array.isArray(value.workflows) && value.workflows.some(isRecord)) return true
  const keys = Object.keys(value)
  const known = keys.filter(
    key =>
      Object.hasOwn(FixtureFrame.properties, key) ||
      (Array.isArray(value[key]) && closestName(key, COLLECTIONS) !== undefined),
  )
  return known.length * 2 >= keys.length
}
