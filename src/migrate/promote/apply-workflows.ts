import { textOf } from '../fields.ts'
import { listAll } from '../read/list-pages.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryShelves } from '../shelf/memory-shelves.ts'
import type { Applying } from './applying.ts'
import { createOnce } from './create-once.ts'
import type { Steps, WorkflowStep } from './plan.ts'
import { withNodesOf } from './recognise-made.ts'

export const workflowPath = (id: string) => `/workflows/${encodeURIComponent(id)}`

/** Creates or changes it, with the references that are there by now. */
export async function sendWorkflow(step: WorkflowStep, steps: Steps, applying: Applying) {
  if (!step.isSent) return
  const { credentials, workflows } = step.missing()
  if (credentials[0] !== undefined)
    throw new ServiceError(`its credential ${JSON.stringify(credentials[0])} is not there`)
  if (workflows.length > 0) steps.incomplete.add(step.from)
  if (step.to === undefined) return createWorkflow(step, steps, applying)
  await applying.service.send('PUT', workflowPath(step.to), step.body())
  applying.onStep(`workflow ${JSON.stringify(step.name)} changed`)
}

async function createWorkflow(step: WorkflowStep, { ids }: Steps, { service, notes, target, onStep }: Applying) {
  const { from, name } = step
  const there = [...target.workflows.values()]
  const ofName = there.filter(one => one.name === name)
  // what this promotion made before is noted as that
  const known = [...ofName, ...withNodesOf(step.body(), there)].flatMap(({ id }) => textOf(id) ?? [])
  const send = () => service.send('POST', '/workflows', step.body())
  const find = async () => {
    const all = await listAll(service, '/workflows', await createMemoryShelves().open('workflows'), { limit: 100 })
    const taken = new Set([...known, ...ids.workflows.values()])
    return all
      .map(one => (one.name === name ? textOf(one.id) : undefined))
      .find(id => id !== undefined && !taken.has(id))
  }
  ids.workflows.set(from, await createOnce(notes, { kind: 'workflows', from, name, known, send, find }))
  onStep(`workflow ${JSON.stringify(name)} created`)
}

/** What its references are, where they were not there yet; and its tags. */
export async function finishWorkflow(step: WorkflowStep, { ids, incomplete }: Steps, { service, onStep }: Applying) {
  const id = step.to ?? ids.workflows.get(step.from)
  if (id === undefined) return
  if (incomplete.has(step.from)) {
    const [called] = step.missing().workflows
    if (called !== undefined) throw new ServiceError(`it calls ${JSON.stringify(called)}, which is not there`)
    await service.send('PUT', workflowPath(id), step.body())
    incomplete.delete(step.from)
  }
  if (!step.tags) return
  const tags = step.tags.flatMap(tag => ids.tags.get(tag) ?? []).map(id => ({ id }))
  await service.send('PUT', `${workflowPath(id)}/tags`, tags)
  onStep(`tags of ${JSON.stringify(step.name)} set`)
}

export async function activateWorkflow(
  { activation, from, to, name }: WorkflowStep,
  { ids, incomplete }: Steps,
  { service, onStep }: Applying,
) {
  const id = to ?? ids.workflows.get(from)
  if (!activation || id === undefined) return
  // why it is not whole was told when it was to be finished
  if (activation === 'activate' && incomplete.has(from)) return
  await service.send('POST', `${workflowPath(id)}/${activation}`)
  onStep(`workflow ${JSON.stringify(name)} ${activation}d`)
}
