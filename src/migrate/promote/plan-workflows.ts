import { isRecord, recordsOf } from '../../model/is-record.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Difference } from '../compare/difference.ts'
import { matchRecords } from '../compare/match-records.ts'
import { settingsOf, workflowDifferences } from '../compare/workflow-differences.ts'
import { type Fields, textOf } from '../fields.ts'
import { workflowsIn } from '../references.ts'
import { findActivationRefusal } from './find-activation-refusal.ts'
import { inCallOrder } from './in-call-order.ts'
import { namedCredentials } from './named-credentials.ts'
import { lackOf, notedPairs, type Planning, pair } from './planning.ts'
import { createRenaming } from './renaming.ts'
import { bodyOver, workflowBody } from './workflow-body.ts'
import { workflowRefusal } from './workflow-refusal.ts'

/** Workflows are created or changed, called ones first; those whose references cannot be right are refused. */
export async function planWorkflows(planning: Planning) {
  const { source, target, lines, steps, remarks } = planning
  const all = inCallOrder([...source.workflows.values()])
  const here = all.filter(workflow => !(workflow as unknown as Fields).isArchived)
  if (here.length < all.length) remarks.push(`${all.length - here.length} archived workflows are not promoted`)
  const there = [...target.workflows.values()]
  const named = there.map(one => ({ id: textOf(one.id) ?? '', name: textOf(one.name) ?? '' }))
  const { pairs, recovered } = notedPairs(planning, 'workflows', named)
  const matches = matchRecords(here as unknown as Fields[], there, { nameOf: ({ name }) => textOf(name), noted: pairs })
  for (const [from, to] of matches) {
    if (recovered.get(from) !== to) pair(planning, 'workflows', from, to)
    else {
      steps.ids.workflows.set(from, to)
      steps.notes.push({ is: 'made', kind: 'workflows', from, id: to })
    }
  }
  pairArchived(planning, all, new Set(matches.values()), pairs)
  const refused = refusedWorkflows(planning, here, matches)
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
    else await planWorkflow(planning, workflow, to === undefined ? undefined : target.workflows.get(to))
  }
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

/** What cannot be there, and what calls it. */
function refusedWorkflows(planning: Planning, here: WorkflowRecord[], matches: ReadonlyMap<string, string>) {
  const { steps } = planning
  const refused = new Map<string, string>()
  const coming = new Set(steps.credentials.map(({ from }) => from))
  for (const workflow of here) {
    const to = matches.get(workflow.id)
    const missing = namedCredentials([workflow as unknown as Fields]).find(
      ({ id }) => !coming.has(id) && !steps.ids.credentials.has(id),
    )
    const why = missing
      ? `its credential ${JSON.stringify(missing.name)} cannot be there`
      : ((to === undefined ? lackOf(planning, 'workflow:create') : undefined) ??
        workflowRefusal(planning, workflow, to === undefined ? undefined : planning.target.workflows.get(to)))
    if (why !== undefined) refused.set(workflow.id, why)
  }
  // called ones come first, so one round finds all but those in a circle
  for (let before = -1; before < refused.size; ) {
    before = refused.size
    for (const { id, ...workflow } of here) {
      if (refused.has(id)) continue
      const calls = workflowsIn({ id, ...workflow } as Fields).filter(other => !steps.ids.workflows.has(other))
      const called = calls
        .map(other => planning.source.workflows.get(other))
        .find(other => other && (other.isArchived || refused.has(other.id)))
      if (!called) continue
      const why = called.isArchived ? 'is archived here and not there' : 'cannot be there'
      refused.set(id, `it calls ${JSON.stringify(called.name)}, which ${why}`)
    }
  }
  return refused
}

async function planWorkflow(planning: Planning, workflow: WorkflowRecord, there: Fields | undefined) {
  const { steps, lines, limits } = planning
  const renaming = createRenaming(planning)
  const { body, leftOut } = workflowBody(workflow, limits, renaming)
  const differences = there ? contentDifferences(body, there, limits) : []
  const isWaiting = renaming.missing.credentials.length + renaming.missing.workflows.length > 0
  const isSent = !there || differences.length > 0 || isWaiting
  const wantedTags = tagChange(planning, workflow, there)
  const tagRefusal = wantedTags && lackOf(planning, 'workflowTags:update')
  const tags = tagRefusal === undefined ? wantedTags : undefined
  const activation = activationChange(planning, workflow, there)
  const refusal =
    (activation && lackOf(planning, `workflow:${activation}`)) ??
    (activation === 'activate' ? await findActivationRefusal(planning, workflow) : undefined)
  const lack = isSent && there ? lackOf(planning, 'workflow:update') : undefined
  const line = {
    ...{ kind: 'workflows' as const, from: workflow.id, name: workflow.name },
    ...(there ? { to: textOf(there.id) ?? '' } : {}),
  }
  if (lack) return lines.push({ ...line, sign: '!', says: [lack] })
  const isChanged = isSent || tags !== undefined || (activation !== undefined && !refusal)
  const says = [
    ...(isChanged ? [...new Set(differences.map(({ what }) => what))] : []),
    ...(there && tags ? ['tags'] : []),
    ...(activation && !refusal ? [activation] : []),
    ...(isChanged ? leftOut.map(what => `without ${what}: this version does not take it`) : []),
  ]
  lines.push({ ...line, sign: !there ? '+' : isChanged ? '~' : '=', says })
  if (refusal)
    lines.push({
      ...line,
      sign: '!',
      says: [`it cannot be ${activation === 'activate' ? 'active' : 'inactive'} there: ${refusal}`],
    })
  if (tagRefusal) lines.push({ ...line, sign: '!', says: [`it cannot have its tags there: ${tagRefusal}`] })
  if (!isChanged) return
  steps.workflows.push({
    ...{ from: workflow.id, name: workflow.name, isSent },
    ...(there ? { to: textOf(there.id) ?? '' } : {}),
    ...(tags ? { tags } : {}),
    ...(activation && !refusal ? { activation } : {}),
    body() {
      const { body } = workflowBody(workflow, limits, createRenaming(planning))
      return there ? bodyOver(body, there) : body
    },
    missing() {
      const renaming = createRenaming(planning)
      workflowBody(workflow, limits, renaming)
      return renaming.missing
    },
  })
}

/** Settings that a version does not take, or does not give up, are no difference: sending them again would not help. */
function contentDifferences(
  body: Fields,
  there: Fields,
  { settings, mergesSettings }: Planning['limits'],
): Difference[] {
  const wanted = isRecord(body.settings) ? body.settings : {}
  const known = Object.entries(settingsOf(there)).filter(
    ([key]) => settings.includes(key) && (!mergesSettings || key in wanted),
  )
  const { active, isArchived, description, ...rest } = there
  return workflowDifferences(body, { ...rest, settings: Object.fromEntries(known) })
}

/** The tags that it is to have, where those there are others. */
function tagChange({ source, target, steps }: Planning, { tags }: WorkflowRecord, there: Fields | undefined) {
  const wanted = tags.filter(tag => steps.ids.tags.has(tag) || steps.tags.some(({ from }) => from === tag))
  const ids = wanted.map(tag => steps.ids.tags.get(tag))
  const before = new Set(recordsOf(there?.tags).map(({ id }) => textOf(id)))
  const isSame = ids.length === before.size && ids.every(id => id !== undefined && before.has(id))
  return isSame || !source.tags || !target.tags ? undefined : wanted
}

function activationChange({ activate }: Planning, { active }: WorkflowRecord, there: Fields | undefined) {
  const isActive = there?.active === true
  const wanted = activate === 'all' || (activate === 'same' ? active : isActive)
  if (wanted === isActive) return undefined
  return wanted ? 'activate' : 'deactivate'
}
