/** What a whole run has, the same for its nodes. */
export interface RunFacts {
  now: number
  zone: string
  seed: number
  workflow: { id: string; name: string; active: boolean }
  execution: { id: string; mode: string; resumeUrl: string; resumeFormUrl: string }
}

/** What a node has in one of its runs. */
export interface NodeFacts {
  /** The time of the run: it goes on while nodes wait. */
  now: number
  name: string
  id: string | undefined
  type: string
  typeVersion: number
  webhookId: string | undefined
  runIndex: number
  inputs: number[]
  previous: { name: string; outputIndex: number; runIndex: number } | undefined
  extra: string[]
  /** What there is not yet. */
  before?: 'run' | 'execution'
}

/** The run and the node that are in their turn. */
export const current = {
  run: undefined as unknown as RunFacts,
  node: undefined as unknown as NodeFacts,
  itemIndex: 0,
  /** Milliseconds that timers have let pass. */
  waited: 0,
  isCode: false,
  /** Set for code that runs for one item. */
  isForEach: false,
}

let state = 0

/** mulberry32: the same numbers for the same seed. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
}

export function beginRun(run: RunFacts) {
  current.run = run
  current.waited = 0
  state = run.seed | 0
}

export function enterNode(node: NodeFacts) {
  current.node = node
  current.run.now = node.now
  current.waited = 0
}

export const currentTime = () => current.run.now + current.waited
