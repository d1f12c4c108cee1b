import type { RunScope } from '../expressions/scope.ts'
import type { Node } from '../model/workflow.ts'
import type { RunJob } from './job.ts'
import { NodeRunner, type RunParts } from './node-runner.ts'

type ByKey = Record<string, Record<string, unknown>>

/** The node whose call began the run, or ended its wait: what is answered goes by its parameters. */
export const calledNode = ({ start, before }: RunJob, nodes: ReadonlyMap<string, Node>): Node | undefined =>
  nodes.get(start?.node ?? before?.stack[0]?.node.name ?? '')

/** The parameters of a node, as far as they can be evaluated without items. */
export function readableParameters(node: Node, parts: RunParts): Record<string, unknown> {
  const turn = { node, runIndex: 0, inputs: [[]], sources: [], connectedOutputs: 0 }
  const runner = new NodeRunner(turn, parts)
  const read: [string, unknown][] = []
  for (const name of Object.keys(node.parameters ?? {})) {
    try {
      read.push([name, runner.parameter(name, 0)])
    } catch {
      // the answer is the usual one then
    }
  }
  return Object.fromEntries(read)
}

/** The static data of the workflow, where the run has changed it. */
export function changedStaticData({ staticData }: RunJob, scope: RunScope): ByKey | undefined {
  const now = withoutEmpty(scope.staticData)
  return JSON.stringify(now) === JSON.stringify(withoutEmpty(staticData)) ? undefined : now
}

/** Without the parts that were only looked at. */
export const withoutEmpty = (parts: ByKey): ByKey =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0))

/** The note of a run whose nodes called services. */
export const passedOn = (names: readonly string[]) =>
  `not simulated, so its items were passed on: ${names.map(name => `"${name}"`).join(', ')}`
