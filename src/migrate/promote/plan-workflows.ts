import { recordsOf } from '../../core/base/is-record.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { matchRecords } from '../match-records.ts'
import { nodeTypesOf } from '../version-data.ts'
import { KEPT, NOT_TAKEN } from '../write-limits.ts'
import { inCallOrder } from './call-order.ts'
import { type CalledWorkflows, calledByActive, calledRemarks } from './called-workflows.ts'
import { missingScope, notedPairs, type Planning, pair, pairFound, type WorkflowStep } from './plan.ts'
import { createPublications, type Publications } from './publication.ts'
import { refusedWorkflows } from './refused-workflows.ts'
import {
  type ContentChange,
  contentChange,
  publishedAtTarget,
  type Versions,
  versionsOf,
  workflowBody,
} from './workflow-content.ts'

/** Local id → id at the target, of those that are there and are not archived here. */
export type WorkflowMatches = ReadonlyMap<string, string>

/** Finds the workflows that are at the target already. */
export function matchWorkflows(planning: Planning): WorkflowMatches {
  const { source, target } = planning
  const here = [...source.workflows.values()].filter(workflow => !workflow.isArchived).map(fieldsOf)
  const there = [...target.workflows.values()]
  const named = there.map(one => ({ id: textOf(one.id) ?? '', name: textOf(one.name) ?? '' }))
  const { pairs, recovered } = notedPairs(planning, 'workflows', named)
  const matched = matchRecords(here, there, { nameOf: ({ name }) => textOf(name), noted: pairs })
  for (const [from, to] of matched) pairFound(planning, 'workflows', { from, to, recovered })
  return matched
}

/** Workflows are created or changed, called ones first; those whose references cannot be right are refused. */
export async function planWorkflows(planning: Planning, matched: WorkflowMatches) {
  const { source, target, lines, remarks } = planning
  const all = inCallOrder(planning, [...source.workflows.values()])
  const here = all.filter(workflow => !workflow.isArchived)
  // what they hold is compared once the ids of what they refer to are known
  const made = recogniseMade(planning, matched)
  for (const [from, to] of made) pair(planning, 'workflows', from, to)
  const matches = new Map([...matched, ...made])
  const thereOf = ({ id }: WorkflowRecord) => target.workflows.get(matches.get(id) ?? '')
  planArchived(planning, all, new Set(matches.values()))
  const nodeTypes = await nodeTypesOf(target.version)
  const refused = refusedWorkflows(planning, here, thereOf, nodeTypes)
  const publications = await createPublications(planning)
  const accepted = here.filter(({ id }) => !refused.has(id))
  // these are the first steps, so their webhooks are free by then
  const called = calledByActive(planning, accepted, workflow => isWantedActive(planning, workflow, thereOf(workflow)))
  for (const one of accepted)
    if (isToBeDeactivated(planning, one, thereOf(one)) && !(planning.publishCalled && called.has(one.id)))
      publications.remove(one)
  for (const one of accepted) if (!thereOf(one)) publications.create(one)
  const newTags = new Set(planning.steps.tags.map(({ from }) => from))
  const unsaid: Unsaid[] = []
  const unpublished: WorkflowRecord[] = []
  for (const workflow of here) {
    const { id: from, name } = workflow
    const to = matches.get(from)
    const why = refused.get(from)
    if (why !== undefined) {
      lines.push({ sign: '!', kind: 'workflows', from, name, ...(to === undefined ? {} : { to }), says: [why] })
      continue
    }
    unsaid.push(planWorkflow({ planning, publications, newTags, called, unpublished }, workflow, thereOf(workflow)))
  }
  remarks.push(...calledRemarks(planning, { called, here, thereOf, unpublished }))
  const incomplete = unsaid.filter(({ leftOut }) => leftOut.length > 0)
  if (incomplete.length > 0) {
    const list = [...new Set(incomplete.flatMap(({ leftOut }) => leftOut))].join(', ')
    remarks.push(`${incomplete.length} workflows are there without what this version does not take: ${list}`)
  }
  for (const what of new Set(unsaid.flatMap(({ stays }) => stays))) {
    const count = unsaid.filter(({ stays }) => stays.includes(what)).length
    remarks.push(`${count} ${count === 1 ? 'workflow is' : 'workflows are'} there ${what}`)
  }
}

/** An archived workflow stays as it is at the target; but what calls it goes on calling it. */
function planArchived(
  { source, target, steps, notes, lines, remarks }: Planning,
  all: WorkflowRecord[],
  taken: Set<string>,
) {
  const archived = all.filter(({ isArchived }) => isArchived)
  if (archived.length > 0) remarks.push(`${archived.length} archived workflows are not promoted`)
  const there = [...target.workflows.values()].filter(({ id }) => !taken.has(textOf(id) ?? ''))
  const noted = notes.pairs.workflows
  const matches = matchRecords(archived.map(fieldsOf), there, { nameOf: ({ name }) => textOf(name), noted })
  for (const [from, to] of matches) {
    steps.ids.workflows.set(from, to)
    if (target.workflows.get(to)?.active !== true) continue
    const name = source.workflows.get(from)?.name ?? ''
    lines.push({
      sign: '-',
      kind: 'workflows',
      from,
      to,
      name,
      says: ['left active there, though it is archived here'],
    })
  }
}

interface WorkflowPlanning {
  planning: Planning
  publications: Publications
  /** Local ids of tags that are going to be created. */
  newTags: ReadonlySet<string>
  called: CalledWorkflows
  /** Grows with those that are to be published and cannot be. */
  unpublished: WorkflowRecord[]
}

/**
 * Plans a workflow that can be at the target.
 *
 * @returns what of it is not there, where it is unchanged and no line of the plan is shown
 */
function planWorkflow(context: WorkflowPlanning, workflow: WorkflowRecord, there: Fields | undefined): Unsaid {
  const { planning, publications } = context
  const { lines, notes } = planning
  const line = {
    kind: 'workflows' as const,
    from: workflow.id,
    name: workflow.name,
    ...(there ? { to: textOf(there.id) } : {}),
  }
  const activation = plannedActivation(context, workflow, there)
  const content = plannedContent(context, workflow, there, activation.isPublished)
  const { isSent, isDraftSent, leftOut, stays, kept } = content
  const scope = (isSent || isDraftSent) && there ? missingScope(planning, 'workflow:update') : undefined
  if (scope) {
    lines.push({ ...line, sign: '!', says: [scope] })
    return NOTHING
  }
  const tags = plannedTags(context, workflow, there)
  if (activation.isPublished && (isSent || activation.change)) publications.add(content.versions.content)
  const isChanged = isSent || isDraftSent || tags.change !== undefined || activation.change !== undefined
  const failed = notes.failed.get(`workflows ${workflow.id}`)
  const notThere = [...leftOut.map(what => `without ${what}: ${NOT_TAKEN}`), ...stays]
  const says = [
    ...content.says,
    ...(there && tags.change ? ['tags'] : []),
    ...(activation.change ? [activation.change] : []),
    ...(activation.because === undefined ? [] : [activation.because]),
    ...notThere,
    ...(failed === undefined ? [] : [`refused last time: ${failed}`]),
  ]
  if (isChanged) lines.push({ ...line, sign: there ? '~' : '+', says })
  else if (kept.length === 0) lines.push({ ...line, sign: '=', says: notThere })
  for (const why of [keptText(kept), activation.refusal, content.refusal, tags.refusal])
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
  if (!isChanged) return { leftOut, stays }
  planning.steps.workflows.push({
    from: workflow.id,
    name: workflow.name,
    ...(there ? { to: textOf(there.id) } : {}),
    isSent,
    isDraftSent,
    ...(tags.change ? { tags: tags.change } : {}),
    ...(activation.change ? { activation: activation.change } : {}),
    ...bodiesOf(planning, content.versions, there),
  })
  return NOTHING
}

/** What of a workflow is not there, where no line of the plan says so. */
type Unsaid = Pick<ContentChange, 'leftOut' | 'stays'>
const NOTHING: Unsaid = { leftOut: [], stays: [] }

function bodiesOf(planning: Planning, { content, draft = content }: Versions, there: Fields | undefined) {
  return {
    body: (version, request) => workflowBody(planning, version === 'draft' ? draft : content, there, request).body,
    missing: () => workflowBody(planning, content, there).missing,
  } satisfies Pick<WorkflowStep, 'body' | 'missing'>
}

interface PlannedContent extends Pick<ContentChange, 'isSent' | 'leftOut' | 'stays' | 'kept'> {
  versions: Versions
  isDraftSent: boolean
  /** What differs. */
  says: string[]
  /** Why it cannot be published, or have its draft. */
  refusal?: string
}

/** What is sent of it: what is to be published, and the draft beside that. */
function plannedContent(
  { planning, publications, unpublished }: WorkflowPlanning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
  isPublished: boolean,
): PlannedContent {
  const versions = versionsOf(planning, workflow, isPublished)
  const live = there && isPublished ? publishedAtTarget(there) : undefined
  const main = contentChange(planning, versions.content, live ?? there)
  const { leftOut, stays, kept } = main
  if (!there) {
    const why = versions.draft && missingScope(planning, 'workflow:update')
    const isDraftSent = versions.draft !== undefined && why === undefined
    const says = why === undefined ? draftText(planning, workflow, versions) : []
    const refusal = why === undefined ? {} : { refusal: `it cannot have its draft there: ${why}` }
    return { versions, isSent: true, isDraftSent, says, ...refusal, leftOut, stays, kept }
  }
  const draft = contentChange(planning, versions.draft ?? versions.content, there)
  const hasDrafts = versions.draft !== undefined || (live !== undefined && live !== there)
  const isSent = main.isSent || (versions.draft === undefined && draft.isSent)
  // what is sent is published again, even where only a draft there differs from it
  if (live && isSent && planning.limits.takesDrafts) {
    const why = publications.refusalOf(versions.content)
    if (why !== undefined) {
      unpublished.push(workflow)
      // it is saved all the same, beside the version that stays published
      const saved = contentChange(planning, workflow, there)
      return {
        versions: { content: workflow, leavesDraft: false },
        isSent: false,
        isDraftSent: saved.isSent,
        says: saved.differences.map(what => `draft ${what}`),
        refusal: `it cannot be published there: ${why}`,
        leftOut,
        stays,
        kept,
      }
    }
  }
  const isDraftSent = versions.draft !== undefined && (isSent || draft.isSent)
  const says = hasDrafts
    ? [
        ...main.differences.map(what => (live ? `published ${what}` : what)),
        ...draft.differences.map(what => `draft ${what}`),
      ]
    : main.differences
  const text = isSent ? draftText(planning, workflow, versions) : []
  return { versions, isSent, isDraftSent, says: [...says, ...text], leftOut, stays, kept }
}

function draftText({ drafts, source }: Planning, workflow: WorkflowRecord, { draft, leavesDraft }: Versions): string[] {
  if (draft) return ['with a draft that is not published']
  if (leavesDraft) return ['as it is published; its draft stays here, as this version has no drafts']
  const { activeVersionId, versionId, active } = source.workflows.get(workflow.id) ?? workflow
  const hasDraft = active && activeVersionId && activeVersionId !== versionId
  return drafts && hasDraft ? ['its draft is published'] : []
}

function keptText(kept: readonly string[]): string | undefined {
  if (kept.length === 0) return undefined
  return `${kept.map(key => `settings.${key}`).join(', ')} ${kept.length === 1 ? 'stays' : 'stay'} there: ${KEPT}`
}

/** The tags that it is to have, where those there are others; or why it cannot have them. */
function plannedTags({ planning, newTags }: WorkflowPlanning, { tags }: WorkflowRecord, there: Fields | undefined) {
  const { target, steps } = planning
  const wanted = tags.filter(tag => steps.ids.tags.has(tag) || newTags.has(tag))
  const ids = wanted.map(tag => steps.ids.tags.get(tag))
  const before = new Set(recordsOf(there?.tags).map(({ id }) => textOf(id)))
  const isSame = ids.length === before.size && ids.every(id => id !== undefined && before.has(id))
  if (isSame || !target.tags) return {}
  const scope = missingScope(planning, 'workflowTags:update')
  return scope === undefined ? { change: wanted } : { refusal: `it cannot have its tags there: ${scope}` }
}

const isWantedActive = ({ activate }: Planning, workflow: WorkflowRecord, there: Fields | undefined) =>
  activate === 'all' || (activate === 'same' ? workflow.active : there?.active === true)

const isToBeDeactivated = (planning: Planning, workflow: WorkflowRecord, there: Fields | undefined) =>
  there?.active === true &&
  !isWantedActive(planning, workflow, there) &&
  missingScope(planning, 'workflow:deactivate') === undefined

interface PlannedActivation {
  change?: 'activate' | 'deactivate'
  /** Why it is published, though it is not to be active otherwise. */
  because?: string
  /** Why it cannot become what it is to be. */
  refusal?: string
  /** Whether it is active there afterwards. */
  isPublished: boolean
}

function plannedActivation(
  { planning, publications, called, unpublished }: WorkflowPlanning,
  workflow: WorkflowRecord,
  there: Fields | undefined,
): PlannedActivation {
  const isActive = there?.active === true
  const caller = planning.publishCalled ? called.get(workflow.id) : undefined
  const isWanted = caller !== undefined || isWantedActive(planning, workflow, there)
  if (isWanted === isActive) return { isPublished: isActive }
  const change = isWanted ? 'activate' : 'deactivate'
  const { content } = versionsOf(planning, workflow, isWanted)
  const why = missingScope(planning, `workflow:${change}`) ?? (isWanted ? publications.refusalOf(content) : undefined)
  const because = caller === undefined ? {} : { because: `as ${JSON.stringify(caller)} calls it` }
  if (why === undefined) return { change, ...because, isPublished: isWanted }
  if (isWanted) unpublished.push(workflow)
  return { refusal: `it cannot be ${isWanted ? 'activated' : 'deactivated'}: ${why}`, isPublished: isActive }
}

/**
 * Workflows that may have been made by a promotion which did not see the answer, and that were renamed there since: the
 * one that has the nodes, by their ids, and the content of what was begun, and had not before. Where several fit, none.
 *
 * @returns local id → id at the target
 */
function recogniseMade(planning: Planning, matches: WorkflowMatches): Map<string, string> {
  const { source, target, notes } = planning
  const taken = new Set([...matches.values(), ...notes.pairs.workflows.values()])
  const found = new Map<string, string>()
  for (const { kind, from, known } of notes.begun) {
    const workflow = source.workflows.get(from)
    if (kind !== 'workflows' || !workflow || matches.has(from)) continue
    const candidates = target.withNodesOf(fieldsOf(workflow)).filter(one => {
      const id = textOf(one.id)
      if (id === undefined || known.includes(id) || taken.has(id)) return false
      return contentChange(planning, workflow, one).differences.every(what => what === 'name')
    })
    const [id, ...others] = candidates.map(one => textOf(one.id))
    if (id === undefined || others.length > 0) continue
    found.set(from, id)
    taken.add(id)
  }
  return found
}
