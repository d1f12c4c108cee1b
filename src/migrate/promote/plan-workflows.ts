import type { WorkflowRecord } from '../../model/workflow.ts'
import { matchRecords } from '../compare/match-records.ts'
import { fieldsOf, textOf } from '../fields.ts'
import { inCallOrder } from './in-call-order.ts'
import { planWorkflow } from './plan-workflow.ts'
import { notedPairs, type Planning, pair, pairFound } from './planning.ts'
import { recogniseMade } from './recognise-made.ts'
import { refusedWorkflows } from './refused-workflows.ts'

/** Workflows are created or changed, called ones first; those whose references cannot be right are refused. */
export async function planWorkflows(planning: Planning) {
  const { source, target, lines, remarks } = planning
  const all = inCallOrder([...source.workflows.values()])
  const here = all.filter(workflow => !workflow.isArchived)
  if (here.length < all.length) remarks.push(`${all.length - here.length} archived workflows are not promoted`)
  const matches = pairWorkflows(planning, all)
  const refused = refusedWorkflows(planning, here, matches)
  const without = new Set<string>()
  let incomplete = 0
  for (const workflow of here) {
    const { id: from, name } = workflow
    const to = matches.get(from)
    const why = refused.get(from)
    if (why !== undefined) {
      lines.push({ sign: '!', kind: 'workflows', from, name, ...(to === undefined ? {} : { to }), says: [why] })
      continue
    }
    const leftOut = await planWorkflow(planning, workflow, to === undefined ? undefined : target.workflows.get(to))
    if (leftOut.length > 0) incomplete++
    for (const what of leftOut) without.add(what)
  }
  if (incomplete === 0) return
  const list = [...without].join(', ')
  remarks.push(`${incomplete} workflows are there without what this version does not take: ${list}`)
}

/**
 * Finds those that are there already, and makes their ids known.
 *
 * @returns id here → id there, without archived ones
 */
function pairWorkflows(planning: Planning, all: readonly WorkflowRecord[]): ReadonlyMap<string, string> {
  const here = all.filter(workflow => !workflow.isArchived).map(fieldsOf)
  const there = [...planning.target.workflows.values()]
  const named = there.map(one => ({ id: textOf(one.id) ?? '', name: textOf(one.name) ?? '' }))
  const { pairs, recovered } = notedPairs(planning, 'workflows', named)
  const matched = matchRecords(here, there, { nameOf: ({ name }) => textOf(name), noted: pairs })
  for (const [from, to] of matched) pairFound(planning, 'workflows', { from, to, recovered })
  // what they hold is compared once the ids of what they refer to are known
  const made = recogniseMade(planning, matched)
  for (const [from, to] of made) pair(planning, 'workflows', from, to)
  const matches = new Map([...matched, ...made])
  pairArchived(planning, all, new Set(matches.values()), pairs)
  return matches
}

/** An archived workflow stays as it is there; but what calls it goes on calling it. */
function pairArchived(
  planning: Planning,
  all: readonly WorkflowRecord[],
  taken: ReadonlySet<string>,
  noted: ReadonlyMap<string, string>,
) {
  const here = all.filter(({ isArchived }) => isArchived).map(fieldsOf)
  const there = [...planning.target.workflows.values()].filter(({ id }) => !taken.has(textOf(id) ?? ''))
  const matches = matchRecords(here, there, { nameOf: ({ name }) => textOf(name), noted })
  for (const [from, to] of matches) planning.steps.ids.workflows.set(from, to)
}
