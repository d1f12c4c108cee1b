import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import { writtenItem } from './expected-items.ts'
import type { Expectation } from './test-file.ts'

type ExpectedNode = NonNullable<Expectation['nodes']>[string]
type ExpectedRun = NonNullable<ExpectedNode['runs']>[number]

/**
 * All that a run did, as what a case expects: of nodes with a mock what they were given to send, of others what they put
 * out, what would have been sent, and what the caller gets.
 *
 * @example
 * expectationOfRun(report).nodes // { 'Write text': { output: [{ text: 'Hi' }] }, Slack: { parameters: { text: 'Hi' } } }
 */
export function expectationOfRun({ status, error, path, nodes, requests, response }: RunReport): Expectation {
  const ran = Object.entries(nodes).filter(([, runs]) => runs.length > 0)
  return {
    status,
    ...(error ? { error: error.message } : {}),
    path,
    ...(requests.length > 0 ? { requests: requests.map(expectedRequest) } : {}),
    ...(response ? { response: withoutEmptyHeaders({ ...response, isRefusal: undefined }) } : {}),
    nodes: Object.fromEntries(ran.map(([name, runs]) => [name, expectedNode(runs)])),
  }
}

function expectedNode(runs: readonly NodeRunReport[]): ExpectedNode {
  const [first] = runs
  return first && runs.length === 1 ? expectedRun(first) : { runs: runs.map(expectedRun) }
}

/** What a mock puts out is known; what its node was given is not. */
export function expectedRun(run: NodeRunReport): ExpectedRun {
  const { error, output, parameters } = run
  const failure = error && output.length === 0 ? { error: error.message } : {}
  if (parameters) return { ...failure, ...(parameters.length > 0 ? { parameters: shownParameters(parameters) } : {}) }
  return 'error' in failure ? failure : { output: outputOf(run) as unknown[] }
}

/** Of one item an object, of several a list. */
export const shownParameters = (parameters: readonly Record<string, unknown>[]): unknown =>
  parameters.length === 1 ? parameters[0] : parameters

/** The JSON of the items, by outputs where there are several. */
export function outputOf({ output }: NodeRunReport): unknown {
  const outputs = output.map(items => items.map(writtenItem))
  return outputs.length === 1 ? outputs[0] : outputs
}

export const expectedRequest = ({ node, method, url, headers, body }: RunReport['requests'][number]) =>
  withoutEmptyHeaders({ node, method, url, headers, ...(body === undefined ? {} : { body }) })

function withoutEmptyHeaders(given: Record<string, unknown> & { headers: object }): Record<string, unknown> {
  const { headers, ...rest } = given
  const { isRefusal: _, ...shown } = rest
  return Object.keys(headers).length === 0 ? shown : { ...shown, headers }
}
