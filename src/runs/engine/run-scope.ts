import type { RunScope } from '../expressions/scope.ts'
import type { RunJob } from './job.ts'

/** What expressions and Code of a run read; its clock and its data go on with the run. */
export function runScope(
  { workflow, execution, mode, variables, staticData, customData, at, zone, seed }: RunJob,
  rest: Pick<RunScope, 'nodes' | 'runData' | 'deadline' | 'log'>,
): RunScope {
  const { id, name, active, connections } = workflow
  const { resumeUrl, resumeFormUrl } = execution
  return {
    workflow: { id, name, active },
    connections,
    execution: { id: execution.id, mode, resumeUrl, resumeFormUrl },
    customData: { ...customData },
    staticData: structuredClone(staticData) as RunScope['staticData'],
    variables,
    now: at,
    zone,
    seed,
    ...rest,
  }
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
