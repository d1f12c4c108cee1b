import { textOf } from '../fields.ts'
import { listAll } from '../read/list-pages.ts'
import { unlessGone } from '../read/read-record.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryShelves } from '../shelf/memory-shelves.ts'
import { applyCredentials } from './apply-credentials.ts'
import { activateWorkflow, finishWorkflow, sendWorkflow, workflowPath } from './apply-workflows.ts'
import type { Applying, Attempt } from './applying.ts'
import { createOnce } from './create-once.ts'
import type { PromotedKind } from './notes.ts'
import type { RemovalStep, Steps, TagStep, WorkflowStep } from './plan.ts'

/** Something that the service refused although the plan had it. */
export interface Failure {
  kind: PromotedKind
  name: string
  because: string
}

/**
 * Takes the steps of a plan, one after the other: some versions of the service fail where two workflows are created at
 * once. What is refused is told, and the rest goes on.
 *
 * @throws ServiceError where the service cannot be reached any more
 */
export async function applySteps(steps: Steps, applying: Applying): Promise<Failure[]> {
  const { notes } = applying
  const failures: Failure[] = []
  const attempt: Attempt = async (kind, name, task) => {
    try {
      await task()
      return true
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isPassing || error.status === 401) throw error
      failures.push({ kind, name, because: error.message })
      return false
    }
  }
  for (const note of steps.notes) await notes.add(note)
  for (const step of steps.tags) await attempt('tags', step.name, () => applyTag(step, steps, applying))
  await applyCredentials(steps, applying, attempt)
  const sent: WorkflowStep[] = []
  for (const step of steps.workflows) {
    const isDone = await attempt('workflows', step.name, () => sendWorkflow(step, steps, applying))
    if (isDone) sent.push(step)
  }
  for (const step of sent) await attempt('workflows', step.name, () => finishWorkflow(step, steps, applying))
  for (const step of sent) await attempt('workflows', step.name, () => activateWorkflow(step, steps, applying))
  for (const step of steps.removals) await attempt(step.kind, step.name, () => remove(step, applying))
  return failures
}

async function applyTag({ from, name, to }: TagStep, { ids }: Steps, { service, notes, onStep }: Applying) {
  if (to !== undefined) {
    await service.send('PUT', `/tags/${encodeURIComponent(to)}`, { name })
    return onStep(`tag ${JSON.stringify(name)} renamed`)
  }
  const find = async () => {
    const tags = await listAll(service, '/tags', await createMemoryShelves().open('tags'), { limit: 250 })
    return textOf(tags.find(tag => tag.name === name)?.id)
  }
  const send = () => service.send('POST', '/tags', { name })
  ids.tags.set(from, await createOnce(notes, { kind: 'tags', from, name, known: [], send, find }))
  onStep(`tag ${JSON.stringify(name)} created`)
}

async function remove({ kind, from, id, name, isActive, isProbe }: RemovalStep, { service, notes, onStep }: Applying) {
  if (isActive) await service.send('POST', `${workflowPath(id)}/deactivate`)
  await unlessGone(service.send('DELETE', `/${kind}/${encodeURIComponent(id)}`))
  await notes.add(isProbe ? { is: 'probed', name } : { is: 'removed', kind, from, id })
  onStep(`${kind.slice(0, -1)} ${JSON.stringify(name)} removed`)
}
