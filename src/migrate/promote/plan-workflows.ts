import type { WorkflowRecord } from '../../model/workflow.ts'
import { matchRecords } from '../compare/match-records.ts'
import { type Fields, textOf } from '../fields.ts'
import { inCallOrder } from './in-call-order.ts'
import { planWorkflow } from './plan-workflow.ts'
import { notedPairs, type Planning, pair, pairFound } from './planning.ts'
import { recogniseMade } from './recognise-made.ts'
import { refusedWorkflows } from './refused-workflows.ts'

/** Workflows are created or changed, called ones first; those whose references cannot be right are refused. */
export async function planWorkflows(planning: Planning) {
  const { source, target, lines, remarks } = planning
  const all = inCallOrder([...source.workflows.values()])
  const here = all.filter(workflow => !(workflow as unknown as Fields).isArchived)
  if (here.length < all.length) remarks.push(`${all.length - here.length} archived workflows are not promoted`)
  const there = [...target.workflows.values()]
  const named = there.map(one => ({ id: textOf(one.id) ?? '', name: textOf(one.name) ?? '' }))
  const { pairs, recovered } = notedPairs(planning, 'workflows', named)
  const byName = matchRecords(here as unknown as Fields[], there, { nameOf: ({ name }) => textOf(name), noted: pairs })
  for (const [from, to] of byName) pairFound(planning, 'workflows', { from, to, recovered })
  // what they hold is compared once the ids of what they refer to are known
  const made = recogniseMade(planning, byName)
  for (const [from, to] of made) pair(planning, 'workflows', from, to)
  const matches = new Map([...byName, ...made])
  pairArchived(planning, all, new Set(matches.values()), pairs)
  const refused = refusedWorkflows(planning, here, matches)
  const without = new Set<string>()
  let incomplete = 0
  for (const workflow of here) {
    const to = matches.get(workflow.id)
    const why = refused.get(workflow.id)
    const line = {
      kind: 'workflows' as const,
      from: workflow.id,
      name: workflow.name,
      ...(to === undefined ? {} : { to }),
    }
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
    else {
      const leftOut = await planWorkflow(planning, workflow, to === undefined ? undefined : target.workflows.get(to))
      if (leftOut.length > 0) incomplete++
      for (const what of leftOut) without.add(what)
    }
  }
  if (incomplete > 0)
    remarks.push(
      `${incomplete} workflows are there without what this version does not take: ${[...without].join(', ')}`,
    )
}

/** An archived workflow stays as it is there; but what calls it goes on calling it. */
function pairArchived(
  planning: Planning,
  all: WorkflowRecord[],
  taken: ReadonlySet<string>,
  noted: ReadonlyMap<string, string>,
) {
  const here = all.filter(({ isArchived }) => isArchived) as unknown as Fields[]
  const there = [...planning.target.workflows.values()].filter(({ id }) => !taken.has(textOf(id) ?? ''))
  const matches = matchRecords(here, there, { nameOf: ({ name }) => textOf(name), noted })
  for (const [from, to] of matches) planning.steps.ids.workflows.set(from, to)
}
