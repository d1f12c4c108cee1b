import { isRecord } from '../../core/base/is-record.ts'
import type { Item, NodeItem } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { NodeFailure } from '../nodes/tools/node-context.ts'
import type { MockedRun, PlannedMock, RunJob } from './job.ts'
import type { NodeRunner } from './node-runner.ts'

/** What a node puts out instead of running; `undefined` where it runs. */
export function mockOf(job: RunJob, node: Node, runIndex: number): PlannedMock | undefined {
  const name = node.name ?? ''
  const given = givenMockOf(job, name, runIndex)
  if (given) return given
  const { usePinnedData, workflow } = job
  const { pinData } = workflow
  if (!usePinnedData || !isRecord(pinData) || !Object.hasOwn(pinData, name)) return undefined
  const pinned = pinData[name]
  return Array.isArray(pinned) ? { main: [pinned.map(pinnedItem)] } : undefined
}

/** The mock for a run of a node, counted from 0; the last one stands for all further runs. */
export function givenMockOf({ mocks }: RunJob, name: string, run: number): PlannedMock | undefined {
  const runs = mocks && Object.hasOwn(mocks, name) ? mocks[name] : undefined
  return runs?.[Math.min(run, runs.length - 1)]
}

function pinnedItem(given: unknown): NodeItem {
  const { json, binary } = isRecord(given) ? given : {}
  return { json: (json ?? given ?? {}) as Item, ...(isRecord(binary) ? { binary } : {}) }
}

/** Items that each stand for a failure, as a node puts them out that goes on after one. */
export const failedItems = (node: NodeRunner, failure: NodeFailure): NodeItem[] =>
  node.items.map((_, item) => ({
    json: { error: failure.details.item ?? failure.message },
    pairedItem: { item },
    error: failure,
  }))

/** What a mocked node got: a parameter that cannot be evaluated stays as it is stored, and a hint says so. */
export function mockedRunOf(node: NodeRunner): MockedRun {
  const names = Object.keys(node.node.parameters ?? {})
  const parameters = node.items.map((_, item) => {
    node.checkTime()
    return Object.fromEntries(names.map(name => [name, evaluated(node, name, item)]))
  })
  return { received: node.inputs.map(items => [...items]), parameters }
}

function evaluated(node: NodeRunner, name: string, item: number): unknown {
  try {
    return node.parameter(name, item)
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    node.hint(`The parameter "${name}" could not be evaluated: ${error.message}`)
    return node.stored(name)
  }
}
