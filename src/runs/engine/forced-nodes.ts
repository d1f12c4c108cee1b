import type { NodeItem, NodeRun, Source } from '../../core/model/run-data.ts'
import { connectedBefore, type Wiring } from './graph.ts'

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
 * @param items the items that came
 */
export function* nodesForced(
  name: string,
  { previousNode, previousNodeRun }: Source,
  items: readonly NodeItem[],
  situation: Situation,
): Generator<string> {
  const { wiring, runData, isReady } = situation
  const followers = new Set(wiring.targets.get(previousNode)?.flatMap(output => output.map(({ node }) => node)))
  const isEmpty = (node: string) => hasEmptyInput(node, previousNodeRun, situation)
  for (const feeder of wiring.sources.get(name)?.flat() ?? []) {
    if (feeder === previousNode || runData.has(feeder) || isReady(feeder)) continue
    if (followers.has(feeder) && !isEmpty(feeder)) continue
    const first = firstNotRun(feeder, followers, situation)
    if (first === undefined) continue
    if (items.length === 0 && connectedBefore(first, wiring).includes(previousNode)) continue
    if (isEmpty(first)) yield first
  }
}

/** The node before it that has not run, the farthest; `undefined` where one of them runs anyway. */
function firstNotRun(feeder: string, followers: ReadonlySet<string>, { wiring, runData, isReady }: Situation) {
  let first = feeder
  for (const node of [...connectedBefore(feeder, wiring), feeder].reverse()) {
    if (node !== feeder && followers.has(node)) return undefined
    if (isReady(node)) return undefined
    if (runData.has(node)) return first
    first = node
  }
  return first
}

/** Whether nothing came to the first input of a node in a run, or it has none. */
function hasEmptyInput(name: string, run: number, { wiring, runData }: Situation): boolean {
  for (const [source, outputs] of wiring.targets) {
    const main = runData.get(source)?.[run]?.data?.main ?? []
    for (const [output, targets] of outputs.entries()) {
      const isSource = targets.some(({ node, input }) => node === name && input === 0)
      if (isSource && (main[output]?.length ?? 0) > 0) return false
    }
  }
  return true
}
