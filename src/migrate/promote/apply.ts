import { textOf } from '../fields.ts'
import { listAll } from '../read/list-pages.ts'
import { unlessGone } from '../read/read-record.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryShelves } from '../shelf/memory-shelves.ts'
import { applyCredentials } from './apply-credentials.ts'
import { createOnce } from './create-once.ts'
import type { ApplyContext, Attempt, Failure, RemovalStep, Steps, TagStep, WorkflowStep } from './plan.ts'

/**
 * Takes the steps of a plan, one after the other: some versions of the service fail where two workflows are created at
 * once. What is refused is reported, and the rest goes on.
 *
 * @throws ServiceError where the service cannot be reached any more
 */
export async function applySteps(context: ApplyContext): Promise<Failure[]> {
  const { steps, noted, notes } = context
  const failures: Failure[] = []
  const attempt: Attempt = async (kind, { from, name, to = steps.ids[kind].get(from) }, task, prefix) => {
    try {
      await task()
      return true
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isPassing || error.status === 401) throw error
      const because = prefix === undefined ? error.message : `${prefix}: ${error.said ?? error.message}`
      failures.push({ kind, from, ...(to === undefined ? {} : { to }), name, because })
      await notes.add({ is: 'failed', kind, from, because })
      return false
    }
  }
  for (const note of steps.notes) await notes.add(note)
  for (const step of steps.tags) await attempt('tags', step, () => applyTag(step, context))
  await applyCredentials(context, attempt)
  await applyWorkflows(context, attempt)
  for (const step of steps.removals) await attempt(step.kind, step, () => remove(step, context))
  const failed = new Set(failures.map(({ kind, from }) => `${kind} ${from}`))
  for (const { from } of steps.workflows) {
    const key = `workflows ${from}`
    if (noted.failed.has(key) && !failed.has(key)) await notes.add({ is: 'passed', kind: 'workflows', from })
  }
  return failures
}

/**
 * Deactivates first, so that webhooks are free. Then creates all, so that their ids are known. Then each gets its content,
 * its tags, its activation and its draft before those that call it.
 */
async function applyWorkflows(context: ApplyContext, attempt: Attempt) {
  const { workflows } = context.steps
  for (const step of workflows)
    if (step.activation === 'deactivate')
      await attempt('workflows', step, () => setActive(step, context), 'it cannot be inactive there')
  const created = new Set<WorkflowStep>()
  for (const step of workflows) {
    if (step.to !== undefined) continue
    if (await attempt('workflows', step, () => createWorkflow(step, context))) created.add(step)
  }
  for (const step of workflows) {
    if (step.to === undefined && !created.has(step)) continue
    if (!(await attempt('workflows', step, () => changeWorkflow(step, context)))) continue
    if (step.tags) await attempt('workflows', step, () => setTags(step, context), 'it cannot have its tags there')
    if (step.activation === 'activate') {
      const isActive = await attempt('workflows', step, () => setActive(step, context), 'it cannot be active there')
      if (!isActive) continue
    }
    if (step.isDraftSent) await attempt('workflows', step, () => sendDraft(step, context))
  }
}

const workflowPath = (id: string) => `/workflows/${encodeURIComponent(id)}`

const idAtTarget = ({ to, from }: WorkflowStep, { ids }: Steps) => to ?? ids.workflows.get(from) ?? ''

async function createWorkflow(step: WorkflowStep, { steps, service, notes, target, onStep }: ApplyContext) {
  const { from, name } = step
  refuseMissingCredentials(step)
  if (step.missing().workflows.length > 0) steps.incomplete.add(from)
  const body = step.body('content')
  const known = [...target.withName(name), ...target.withNodesOf(body)].flatMap(({ id }) => textOf(id) ?? [])
  const send = () => service.send('POST', '/workflows', body)
  const find = async () => {
    const all = await listAll(service, '/workflows', await createMemoryShelves().open('workflows'), { limit: 100 })
    // what this promotion made before is noted as that
    const taken = new Set([...known, ...steps.ids.workflows.values()])
    return all
      .map(one => (one.name === name ? textOf(one.id) : undefined))
      .find(id => id !== undefined && !taken.has(id))
  }
  steps.ids.workflows.set(from, await createOnce(notes, { kind: 'workflows', from, name, known, send, find }))
  onStep(`workflow ${JSON.stringify(name)} created`)
}

/** Sends what differs; or again what was created before all that it refers to was there. */
async function changeWorkflow(step: WorkflowStep, { steps, service, onStep }: ApplyContext) {
  const isIncomplete = steps.incomplete.has(step.from)
  if (!isIncomplete && (step.to === undefined || !step.isSent)) return
  refuseMissingCredentials(step)
  const [called] = step.missing().workflows
  if (called !== undefined) throw new ServiceError(`it calls ${JSON.stringify(called)}, which is not there`)
  await service.send('PUT', workflowPath(idAtTarget(step, steps)), step.body('content'))
  steps.incomplete.delete(step.from)
  if (step.to !== undefined) onStep(`workflow ${JSON.stringify(step.name)} changed`)
}

function refuseMissingCredentials(step: WorkflowStep) {
  const [credential] = step.missing().credentials
  if (credential !== undefined) throw new ServiceError(`its credential ${JSON.stringify(credential)} is not there`)
}

async function setTags({ tags = [], ...step }: WorkflowStep, { steps, service, onStep }: ApplyContext) {
  const ids = tags.flatMap(tag => steps.ids.tags.get(tag) ?? []).map(id => ({ id }))
  await service.send('PUT', `${workflowPath(idAtTarget(step, steps))}/tags`, ids)
  onStep(`tags of ${JSON.stringify(step.name)} set`)
}

async function setActive(step: WorkflowStep, { steps, service, onStep }: ApplyContext) {
  await service.send('POST', `${workflowPath(idAtTarget(step, steps))}/${step.activation}`)
  onStep(`workflow ${JSON.stringify(step.name)} ${step.activation}d`)
}

async function sendDraft(step: WorkflowStep, { steps, service, onStep }: ApplyContext) {
  const path = `${workflowPath(idAtTarget(step, steps))}?publishIfActive=false`
  await service.send('PUT', path, step.body('draft'))
  onStep(`draft of ${JSON.stringify(step.name)} saved`)
}

async function applyTag({ from, name, to }: TagStep, { steps, service, notes, onStep }: ApplyContext) {
  if (to !== undefined) {
    await service.send('PUT', `/tags/${encodeURIComponent(to)}`, { name })
    return onStep(`tag ${JSON.stringify(name)} renamed`)
  }
  const find = async () => {
    const tags = await listAll(service, '/tags', await createMemoryShelves().open('tags'), { limit: 250 })
    return textOf(tags.find(tag => tag.name === name)?.id)
  }
  const send = () => service.send('POST', '/tags', { name })
  steps.ids.tags.set(from, await createOnce(notes, { kind: 'tags', from, name, known: [], send, find }))
  onStep(`tag ${JSON.stringify(name)} created`)
}

async function remove(
  { kind, from, id, name, isActive, isProbe }: RemovalStep,
  { service, notes, onStep }: ApplyContext,
) {
  if (isActive) await service.send('POST', `${workflowPath(id)}/deactivate`)
  await unlessGone(service.send('DELETE', `/${kind}/${encodeURIComponent(id)}`))
  await notes.add(isProbe ? { is: 'probed', name } : { is: 'removed', kind, from, id })
  onStep(`${kind.slice(0, -1)} ${JSON.stringify(name)} removed`)
}
