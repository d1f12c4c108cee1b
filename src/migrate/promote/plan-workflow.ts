import { recordsOf } from '../../base/is-record.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Fields, textOf } from '../fields.ts'
import { contentChange } from './content-change.ts'
import { findActivationRefusal } from './find-activation-refusal.ts'
import { KEPT, NOT_TAKEN } from './kept-settings.ts'
import { lackOf, type Planning } from './planning.ts'
import { createRenaming } from './renaming.ts'
import { bodyOver, workflowBody } from './workflow-body.ts'

/**
 * Plans a workflow that can be there.
 *
 * @returns what of it the version has no room for, where no line of the plan tells
 */
export async function planWorkflow(
  planning: Planning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
): Promise<string[]> {
  const { lines } = planning
  const line = {
    ...{ kind: 'workflows' as const, from: workflow.id, name: workflow.name },
    ...(there ? { to: textOf(there.id) ?? '' } : {}),
  }
  const { isSent, differences, leftOut, kept } = contentChange(planning, workflow, there)
  const lack = isSent && there ? lackOf(planning, 'workflow:update') : undefined
  if (lack) {
    lines.push({ ...line, sign: '!', says: [lack] })
    return []
  }
  const tags = plannedTags(planning, workflow, there)
  const activation = await plannedActivation(planning, workflow, there)
  const isChanged = isSent || tags.change !== undefined || activation.change !== undefined
  const says = [
    ...differences,
    ...(there && tags.change ? ['tags'] : []),
    ...(activation.change ? [activation.change] : []),
    ...leftOut.map(what => `without ${what}: ${NOT_TAKEN}`),
  ]
  if (isChanged) lines.push({ ...line, sign: there ? '~' : '+', says })
  else if (kept.length === 0) lines.push({ ...line, sign: '=', says: [] })
  for (const why of [keptText(kept), activation.refusal, tags.refusal])
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
  if (!isChanged) return leftOut
  addStep(planning, workflow, there, { isSent, tags: tags.change, activation: activation.change })
  return []
}

interface Change {
  isSent: boolean
  tags: readonly string[] | undefined
  activation: 'activate' | 'deactivate' | undefined
}

function addStep(
  planning: Planning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
  { isSent, tags, activation }: Change,
) {
  const { steps, limits } = planning
  steps.workflows.push({
    ...{ from: workflow.id, name: workflow.name, isSent },
    ...(there ? { to: textOf(there.id) ?? '' } : {}),
    ...(tags ? { tags } : {}),
    ...(activation ? { activation } : {}),
    body() {
      const { body } = workflowBody(workflow, limits, createRenaming(planning))
      return there ? bodyOver(body, there, limits) : body
    },
    missing() {
      const renaming = createRenaming(planning)
      workflowBody(workflow, limits, renaming)
      return renaming.missing
    },
  })
}

function keptText(kept: readonly string[]): string | undefined {
  if (kept.length === 0) return undefined
  return `${kept.map(key => `settings.${key}`).join(', ')} ${kept.length === 1 ? 'stays' : 'stay'} there: ${KEPT}`
}

/** The tags that it is to have, where those there are others; or why it cannot have them. */
function plannedTags(planning: Planning, { tags }: WorkflowRecord, there: Fields | undefined) {
  const { target, steps } = planning
  const wanted = tags.filter(tag => steps.ids.tags.has(tag) || steps.tags.some(({ from }) => from === tag))
  const ids = wanted.map(tag => steps.ids.tags.get(tag))
  const before = new Set(recordsOf(there?.tags).map(({ id }) => textOf(id)))
  const isSame = ids.length === before.size && ids.every(id => id !== undefined && before.has(id))
  if (isSame || !target.tags) return {}
  const lack = lackOf(planning, 'workflowTags:update')
  return lack === undefined ? { change: wanted } : { refusal: `it cannot have its tags there: ${lack}` }
}

/** Whether it is to become active or inactive there; or why it cannot. */
async function plannedActivation(planning: Planning, workflow: WorkflowRecord, there: Fields | undefined) {
  const { activate } = planning
  const isActive = there?.active === true
  const isWanted = activate === 'all' || (activate === 'same' ? workflow.active : isActive)
  if (isWanted === isActive) return {}
  const change = isWanted ? 'activate' : 'deactivate'
  const why =
    lackOf(planning, `workflow:${change}`) ?? (isWanted ? await findActivationRefusal(planning, workflow) : undefined)
  if (why === undefined) return { change } as const
  return { refusal: `it cannot be ${isWanted ? 'active' : 'inactive'} there: ${why}` }
}
