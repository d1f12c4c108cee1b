import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../core/base/is-record.ts'
import type { NodeRunReport, RunReport } from '../trials/run-report.ts'
import type { RunRequest, WorkflowGiven } from '../trials/run-request.ts'
import type { Failure } from './check-report.ts'
import { firstDifference, viewOf } from './engines-differ.ts'

type Run = (request: RunRequest) => Promise<RunReport>

/** How often a run of the installed engine is repeated to see which of its values are random. */
const MAX_REPEATS = 3

/**
 * Runs a request on both engines, at the same time of the clock, and compares. The built-in engine gets what it cannot
 * compute from the installed one: the items of a trigger that asks a service, and what nodes of services put out.
 *
 * @returns the run of the installed engine, or of the built-in one where that is broken
 */
export async function runOnBoth(
  given: RunRequest & { workflow: WorkflowGiven },
  run: Run,
): Promise<{ report: RunReport; difference?: Failure | undefined }> {
  const request = { ...given, now: given.now ?? new Date().toISOString() }
  const real = await run({ ...request, engine: 'installed' })
  if (real.status === 'broken') return { report: real }
  const { ours, borrowed } = await runBuiltIn(request, real, run)
  if (ours.status === 'broken') return { report: ours }
  const left = withServing(borrowed, given.workflow)
  let views = [viewOf(real, left), viewOf(ours, left)] as const
  let difference = firstDifference(...views)
  for (let repeats = 0; difference && repeats < MAX_REPEATS; repeats++) {
    const again = viewOf(await run({ ...request, engine: 'installed' }), left)
    const [one, other] = withoutRandom(views[0], again, views[1])
    views = [one, other]
    difference = firstDifference(...views)
  }
  return { report: real, difference }
}

async function runBuiltIn(request: RunRequest, real: RunReport, run: Run) {
  const borrowed = new Set<string>()
  let mocks = request.mocks ?? {}
  const own = { ...request, ...itemsOfTrigger(real), engine: 'built-in' as const }
  for (;;) {
    const ours = await run({ ...own, mocks })
    const lacking = ours.unmocked.filter(name => !borrowed.has(name) && real.nodes[name]?.length)
    if (ours.status !== 'broken' || lacking.length === 0) return { ours, borrowed }
    for (const name of lacking) borrowed.add(name)
    mocks = { ...mocks, ...Object.fromEntries(lacking.map(name => [name, { runs: real.nodes[name]?.map(mockOf) }])) }
  }
}

/** The items of the trigger, where it has made some. */
function itemsOfTrigger({ path, nodes }: RunReport): Pick<RunRequest, 'input'> {
  const output = nodes[path[0] ?? '']?.[0]?.output ?? []
  const [items = []] = output
  return output.length === 1 && items.length > 0 ? { input: items } : {}
}

function mockOf({ output, error }: NodeRunReport): unknown {
  if (output.some(items => items.length > 0) || !error) return output
  const { message, description } = error
  return { error: { message, ...(typeof description === 'string' ? { description } : {}) } }
}

/** Nodes, and those that serve them: models, memories and tools. */
function withServing(names: ReadonlySet<string>, { connections }: WorkflowGiven): Set<string> {
  const all = new Set(names)
  for (const wanted of all)
    for (const [source, outputs] of Object.entries(connections))
      for (const [kind, targets] of Object.entries(isRecord(outputs) ? outputs : {}))
        if (kind !== 'main' && JSON.stringify(targets).includes(JSON.stringify(wanted))) all.add(source)
  return all
}

/** Two values without what differs from run to run: `real` and `again` are runs of the same. */
function withoutRandom<Value>(real: Value, again: Value, ours: Value): [Value, Value] {
  if (isDeepStrictEqual(real, again)) return [real, ours]
  const areLists = Array.isArray(real) && Array.isArray(again) && Array.isArray(ours) && real.length === again.length
  if (!areLists && !(isRecord(real) && isRecord(again) && isRecord(ours)))
    return typeof real === typeof ours ? (['<random>', '<random>'] as never) : [real, ours]
  const [one, same, other] = [real, again, ours].map(value => structuredClone(value) as Record<string, unknown>)
  for (const key of Object.keys(real as object))
    if (one && same && other && key in same && key in other)
      [one[key], other[key]] = withoutRandom(one[key], same[key], other[key])
  return [one, other] as never
}
