import type { SentRequest } from '../nodes/tools/http-mock.ts'
import type { RunReport } from '../trials/run-report.ts'
import { checkReport } from './check-report.ts'
import { differences } from './differences.ts'
import type { Answer } from './recorded-answers.ts'
import type { Expectation, TestCase } from './test-file.ts'

/** A node whose requests have known answers. */
export interface AnsweredNode {
  name: string
  /** In the order in which they were sent; `executionIndex` is that of the run. */
  answers: { executionIndex: number; answer: Answer }[]
  /** What the node put out. */
  expected: NonNullable<Expectation['nodes']>[string]
}

type Rule = Record<string, unknown>
type Run = (testCase: TestCase) => Promise<RunReport>

/** As many answers as a run takes. */
const MAX_ANSWERS = 1000

/**
 * A case whose requests are answered, in the place of mocks of the nodes that send them. A node that does not put the same
 * out, or sends another number of requests, keeps its mock.
 *
 * @param mocked the case with mocks
 * @returns `undefined` where all keep theirs
 */
export async function answeredCase(
  mocked: TestCase,
  nodes: readonly AnsweredNode[],
  run: Run,
): Promise<{ testCase: TestCase; report: RunReport } | undefined> {
  for (let left = nodes; left.length > 0; ) {
    const queue = left
      .flatMap(({ answers }) => answers)
      .sort((one, other) => one.executionIndex - other.executionIndex)
      .map(({ answer }) => answer)
    if (queue.length > MAX_ANSWERS) return undefined
    // one after the other, whatever is asked
    const tried = withRules(mocked, left, inOrder(queue.map(answer => ({ request: ANY, answer }))))
    const report = await run(tried)
    const other = firstOther(tried, report, left)
    if (other === undefined) return ruled(mocked, left, requestsOf(report, queue), run)
    left = left.filter(({ name }) => name !== other)
  }
  return undefined
}

const ANY = { url: '*' }

/** The answers by what was asked: as short as tells them apart, else one after the other. */
async function ruled(mocked: TestCase, nodes: readonly AnsweredNode[], asked: readonly Asked[], run: Run) {
  for (const rules of [rulesOf(asked), inOrder(asked)]) {
    const testCase = withRules(mocked, nodes, rules)
    const report = await run(testCase)
    if (firstOther(testCase, report, nodes) === undefined) return { testCase, report }
  }
  return undefined
}

function withRules(mocked: TestCase, nodes: readonly AnsweredNode[], http: Rule[]): TestCase {
  const { mocks = {}, expect = {}, name, ...rest } = mocked
  const answered = new Map(nodes.map(({ name, expected }) => [name, expected]))
  const left = Object.entries(mocks).filter(([node]) => !answered.has(node))
  return {
    name,
    ...rest,
    ...(left.length > 0 ? { mocks: Object.fromEntries(left) } : {}),
    http,
    expect: { ...expect, nodes: { ...expect.nodes, ...Object.fromEntries(answered) } },
  }
}

/** The first of the nodes that does otherwise than it did; the first of all where only the run as a whole does. */
function firstOther({ expect = {} }: TestCase, report: RunReport, nodes: readonly AnsweredNode[]): string | undefined {
  const others = new Set(
    nodes.filter(({ name, answers }) => sentBy(name, report).length !== answers.length).map(({ name }) => name),
  )
  const expected = Object.fromEntries(nodes.map(({ name, expected }) => [name, expected]))
  for (const { node = '' } of checkReport({ nodes: expected }, report)) others.add(node)
  const [first = nodes[0]?.name] = [...report.path.filter(name => others.has(name)), ...others]
  const isOther = others.size > 0 || report.status === 'broken' || differences(expect.path, report.path).length > 0
  return isOther ? first : undefined
}

const sentBy = (name: string, { requests }: RunReport) => requests.filter(({ node }) => node === name)

/** A request with its answer. */
interface Asked {
  request: Pick<SentRequest, 'url'> & Partial<SentRequest>
  answer: Answer
}

const requestsOf = ({ requests }: RunReport, queue: readonly Answer[]): Asked[] =>
  requests.flatMap(request => {
    const answer = request.mock === undefined ? undefined : queue[request.mock]
    return answer ? [{ request, answer }] : []
  })

/** What a request is known by, the shortest first. */
const KNOWN_BY = [
  ({ method, url }: Asked['request']) => ({ method, url: url.split('?', 1)[0] }),
  ({ method, url }: Asked['request']) => ({ method, url }),
  ({ method, url, body }: Asked['request']) => ({ method, url, ...(body === undefined ? {} : { body }) }),
] as const

function rulesOf(asked: readonly Asked[], way = 0): Rule[] {
  const knownBy = KNOWN_BY[way]
  if (!knownBy) return inOrder(asked)
  return [...Map.groupBy(asked, ({ request }) => JSON.stringify(knownBy(request))).values()].flatMap(alike => {
    const [first, ...others] = alike
    const isOne = others.every(({ answer }) => JSON.stringify(answer) === JSON.stringify(first?.answer))
    return first && isOne ? [{ ...knownBy(first.request), ...first.answer }] : rulesOf(alike, way + 1)
  })
}

/** Each answers once. */
const inOrder = (asked: readonly Asked[]): Rule[] =>
  asked.map(({ request: { method, url }, answer }) => ({
    ...(method === undefined ? {} : { method }),
    url,
    times: 1,
    ...answer,
  }))
