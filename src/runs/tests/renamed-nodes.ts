import { isRecord } from '../../core/base/is-record.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { calledNodeName } from '../trials/named-nodes.ts'
import type { WorkflowGiven } from '../trials/run-request.ts'
import type { LoadedTests } from './read-test-file.ts'
import type { TestCase, TestFile } from './test-file.ts'

/** The ids of the nodes that a test file names, by which a renamed one is found again. */
export function nodeIdsOf({ workflow, subWorkflows }: Workflows, tests: TestFile): Record<string, string> {
  const ids = idsByName({ workflow, subWorkflows })
  const named = [...namesIn(tests)].filter(name => ids.has(name)).sort()
  return Object.fromEntries(named.map(name => [name, ids.get(name) ?? '']))
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
