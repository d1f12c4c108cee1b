import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { calledNodeName } from '../trials/named-nodes.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
import type { LoadedTests } from './read-test-file.ts'
import type { RecordedExecution } from './recorded-shape.ts'
import type { TestCase, TestFile } from './test-file.ts'

/**
 * The ids of the nodes that a test file names, by which a renamed one is found again: of nodes that were renamed since,
 * as the file has them.
 */
export function nodeIdsOf({ workflow, subWorkflows }: Workflows, tests: TestFile): Record<string, string> {
  const ids = idsByName({ workflow, subWorkflows })
  return Object.fromEntries(
    [...namesIn(tests)].sort().flatMap(name => {
      const id = ids.get(name) ?? tests.nodeIds?.[name]
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** The name that a node has now, by its id in a test file. */
export function newNameOf(loaded: LoadedTests, name: string): string | undefined {
  const id = loaded.tests.nodeIds?.[name]
  return id === undefined ? undefined : [...idsByName(loaded)].find(([, known]) => known === id)?.[0]
}

/**
 * A test file in which nodes have the names that they have now: found by their ids where the file has them, else by the
 * nearest name.
 *
 * @returns the same tests where nothing was renamed
 */
export function withNewNames(loaded: LoadedTests): TestFile {
  const { tests } = loaded
  const ids = idsByName(loaded)
  const known = namesIn(tests)
  const nameOf = new Map(Array.from(ids, ([name, id]) => [id, name]))
  const free = [...ids.keys()].filter(name => !known.has(name))
  const renamed = new Map<string, string>()
  for (const name of known) {
    if (ids.has(name)) continue
    const now = nameOf.get(tests.nodeIds?.[name] ?? '') ?? closestName(name, free)
    if (now !== undefined) renamed.set(name, now)
  }
  return renamed.size === 0 ? tests : renameIn(tests, renamed)
}

/**
 * An execution as the workflow would name its nodes now: those that were renamed since are found by their ids.
 *
 * @returns the same execution where nothing was renamed
 */
export function withNamesOf(execution: RecordedExecution, { nodes }: Pick<WorkflowGiven, 'nodes'>): RecordedExecution {
  const { workflowData, data } = execution
  const { nodes: before, connections } = isRecord(workflowData) ? workflowData : {}
  const now = new Map(nodes.map(({ id, name }) => [id, name]))
  const renamed = new Map<unknown, string>(
    recordsOf(before).flatMap(({ id, name }): [unknown, string][] => {
      const current = now.get(String(id))
      return current === undefined || current === name ? [] : [[name, current]]
    }),
  )
  if (renamed.size === 0) return execution
  const nowOf = (name: unknown) => renamed.get(name) ?? name
  const keys = (value: unknown) =>
    Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, part]) => [nowOf(name), part]))
  /** Texts under this key name nodes. */
  const within = (value: unknown, named: string): unknown => {
    if (Array.isArray(value)) return value.map(part => within(part, named))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, key === named ? nowOf(part) : within(part, named)]),
    )
  }
  const { resultData, ...rest } = isRecord(data) ? data : {}
  const { runData, lastNodeExecuted, ...result } = isRecord(resultData) ? resultData : {}
  const runs = Object.entries(keys(runData)).map(([name, list]) => [
    name,
    recordsOf(list).map(run => ({ ...run, source: within(run.source ?? [], 'previousNode') })),
  ])
  return {
    ...execution,
    data: {
      ...rest,
      resultData: { ...result, lastNodeExecuted: nowOf(lastNodeExecuted), runData: Object.fromEntries(runs) },
    },
    workflowData: {
      ...(workflowData as Record<string, unknown>),
      nodes: recordsOf(before).map(node => ({ ...node, name: nowOf(node.name) })),
      connections: keys(within(connections, 'node')),
    },
  }
}

type Workflows = Pick<LoadedTests, 'workflow' | 'subWorkflows'>

function idsByName({ workflow, subWorkflows }: Workflows): Map<string, string> {
  const own = ({ nodes }: WorkflowGiven) => nodes.map(({ name = '', id = '' }) => [name, String(id)] as const)
  const called = subWorkflows.flatMap(sub =>
    own(sub).map(([name, id]) => [calledNodeName({ name: sub.name ?? 'Workflow' }, name), id] as const),
  )
  return new Map([...called, ...own(workflow)])
}

/** The names of all nodes that a test file has anything to say of. */
function namesIn({ mocks, cases }: TestFile): Set<string> {
  const names = new Set(Object.keys(mocks ?? {}))
  for (const testCase of cases) {
    const { path = [], nodes = {}, requests = [] } = testCase.expect ?? {}
    for (const name of [...Object.keys(testCase.mocks ?? {}), ...Object.keys(nodes), testCase.trigger, ...path])
      if (typeof name === 'string' && name !== '$any') names.add(name)
    for (const request of requests) if (isRecord(request) && typeof request.node === 'string') names.add(request.node)
  }
  names.delete('$any')
  return names
}

function renameIn(tests: TestFile, renamed: ReadonlyMap<string, string>): TestFile {
  const nowOf = <Name>(name: Name): Name => (typeof name === 'string' ? ((renamed.get(name) ?? name) as Name) : name)
  const keys = <Value>(value: Record<string, Value>) =>
    Object.fromEntries(Object.entries(value).map(([name, part]) => [nowOf(name), part]))
  const inCase = (testCase: TestCase): TestCase => {
    const { trigger, mocks, expect } = testCase
    const { path, nodes, requests } = expect ?? {}
    return {
      ...testCase,
      ...(trigger === undefined ? {} : { trigger: nowOf(trigger) }),
      ...(mocks ? { mocks: keys(mocks) } : {}),
      ...(expect
        ? {
            expect: {
              ...expect,
              ...(path ? { path: path.map(nowOf) } : {}),
              ...(requests
                ? { requests: requests.map(sent => (isRecord(sent) ? { ...sent, ...nodeIn(sent, nowOf) } : sent)) }
                : {}),
              ...(nodes ? { nodes: keys(nodes) } : {}),
            },
          }
        : {}),
    }
  }
  return {
    ...tests,
    ...(tests.mocks ? { mocks: keys(tests.mocks) } : {}),
    cases: tests.cases.map(inCase),
  }
}

const nodeIn = (sent: Record<string, unknown>, nowOf: (name: unknown) => unknown) =>
  'node' in sent ? { node: nowOf(sent.node) } : {}
