import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { reserveId } from '../../model/next-id.ts'
import type { Draft, Secrets } from '../../model/state.ts'
import { storeMergeBase } from './merge-base.ts'
import type { Plan } from './plan.ts'

/** Where the plan's records get their time, ids, seal and owner from. */
export interface ApplyContext {
  clock: Clock
  ids: Ids
  secrets: Pick<Secrets, 'seal'>
  /** The owner of a new record whose file names no user of the instance, in an instance without an owner. */
  puller: string
}

/** Does what the plan says. A new workflow is inactive. An existing record's owner stays, and a credential's data. */
export function applyPlan(draft: Draft, plan: Plan, context: ApplyContext) {
  const { clock, ids, secrets } = context
  const now = clock.iso()
  const ownerOf = ownerFinder(draft, context.puller)

  for (const { item, before } of plan.workflows) {
    const { id, name, nodes, connections, settings, triggerCount, versionId, ownerEmail } = item
    const rest = before ?? {
      id,
      active: false,
      createdAt: now,
      staticData: null,
      tags: [],
      owner: ownerOf(ownerEmail),
      meta: null,
      pinData: null,
    }
    const content = { name, nodes, connections, settings, triggerCount, versionId: versionId ?? ids.uuid() }
    draft.workflows.set({ ...rest, ...content, updatedAt: now })
    reserveId(draft, 'workflows', id)
  }
  for (const { item, before } of plan.credentials) {
    const { id, name, type, data, ownerEmail } = item
    const rest = before ?? { id, data: secrets.seal(data), owner: ownerOf(ownerEmail), createdAt: now }
    draft.credentials.set({ ...rest, name, type, updatedAt: now })
    reserveId(draft, 'credentials', id)
  }
  for (const { id, name, before } of plan.tags) {
    draft.tags.set({ ...(before ?? { id, createdAt: now }), name, updatedAt: now })
    reserveId(draft, 'tags', id)
  }
  for (const { workflowId, tagId } of plan.mappings) {
    const workflow = draft.workflows.get(workflowId)
    if (workflow) draft.workflows.set({ ...workflow, tags: [...workflow.tags, tagId] })
  }
  for (const { id = ids.short(), key, type, value, before } of plan.variables) {
    if (before && before.id !== id) draft.variables.delete(before.id)
    draft.variables.set({ id, key, type, value })
  }
  keepMergeBase(draft, plan)
}

/** A pull that brings nothing new writes nothing. */
function keepMergeBase(draft: Draft, { base }: Plan) {
  const stored = storeMergeBase(base)
  if (JSON.stringify(stored) !== JSON.stringify(draft.sourceControl)) draft.sourceControl = stored
}

function ownerFinder(draft: Draft, puller: string) {
  const users = [...draft.users.values()]
  const instanceOwner = users.find(({ role }) => role === 'global:owner')?.id ?? puller
  const byEmail = new Map(users.map(({ email, id }) => [email.toLowerCase(), id]))
  return (email: string | undefined) => byEmail.get(email?.toLowerCase() ?? '') ?? instanceOwner
}
