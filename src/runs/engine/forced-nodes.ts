import type { NodeRun, Source } from '../../core/model/run-data.ts'
import type { Wiring } from './graph.ts'

export interface Situation {
  wiring: Wiring
  runData: ReadonlyMap<string, readonly NodeRun[]>
  /** Whether a node is to run already. */
  isReady(name: string): boolean
}

/**
 * Of a run whose branches do not go first to their end: the nodes that run with an empty item, although nothing came to
 * them, since a node of several inputs waits for what follows from them.
 *
 * @param name the node that waits, for the first time
 * @param source what came to it
 */
export function nodesForced(name: string, { previousNode, previousNodeRun }: Source, situation: Situation): string[] {
  const { wiring, runData, isReady } = situation
  const followers = new Set(wiring.targets.get(previousNode)?.flatMap(output => output.map(({ node }) => node)))
  const isEmpty = (node: string) => hasEmptyInput(node, previousNodeRun, situation)
  const forced = new Set<string>()
  for (const feeder of wiring.sources.get(name)?.flat() ?? []) {
    if (feeder === previousNode || runData.has(feeder) || isReady(feeder)) continue
    if (followers.has(feeder) && !isEmpty(feeder)) continue
    const first = firstNotRun(feeder, followers, situation)
    if (first !== undefined && isEmpty(first)) forced.add(first)
  }
  return [...forced]
}

/** The node before it that has not run, the farthest; `undefined` where one of them runs anyway. */
function firstNotRun(feeder: string, followers: ReadonlySet<string>, { wiring, runData, isReady }: Situation) {
  let first = feeder
  const passed = new Set([feeder])
  for (const node of passed) {
    if (runData.has(node)) return first
    if (isReady(node) || (node !== feeder && followers.has(node))) return undefined
    first = node
    for (const source of wiring.sources.get(node)?.flat() ?? []) passed.add(source)
  }
  return first
}

/** Whether nothing came to the first input of a node, or it has none. */
function hasEmptyInput(name: string, run: number, { wiring, runData }: Situation): boolean {
  const [sources = []] = wiring.sources.get(name) ?? []
  return !sources.some(source => {
    const main = runData.get(source)?.[run]?.data?.main ?? []
    const outputs = wiring.targets.get(source) ?? []
    return outputs.some(
      (targets, output) => targets.some(({ node }) => node === name) && (main[output]?.length ?? 0) > 0,
    )
  })
}
