import { createIds } from '../../ids.ts'
import type { Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import { listAll } from '../read/list-pages.ts'
import { unlessGone } from '../read/read-record.ts'
import { ServiceError } from '../service-error.ts'
import { createMemoryShelves } from '../shelf/memory-shelves.ts'
import { createOnce } from './create-once.ts'
import { NOT_REAL } from './credential-refusal.ts'
import type { Limits } from './limits.ts'
import type { NoteWriter, PromotedKind } from './notes.ts'
import type { CredentialStep, RemovalStep, Steps, TagStep, WorkflowStep } from './plan.ts'
import { probeCredentials } from './probe-credentials.ts'
import type { Target } from './read-target.ts'
import { withNodesOf } from './recognise-made.ts'

/** Something that the service refused although the plan had it. */
export interface Failure {
  kind: PromotedKind
  name: string
  because: string
}

export interface Applying {
  service: Service
  target: Target
  limits: Limits
  notes: NoteWriter
  /** Told of each step that is done. */
  onStep(text: string): void
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
  const attempt = async (kind: PromotedKind, name: string, task: () => Promise<unknown>) => {
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

const workflowPath = (id: string) => `/workflows/${encodeURIComponent(id)}`

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

type Attempt = (kind: PromotedKind, name: string, task: () => Promise<unknown>) => Promise<boolean>

async function applyCredentials({ credentials, ids, begun }: Steps, applying: Applying, attempt: Attempt) {
  const { service, notes, target, limits, onStep } = applying
  if (credentials.length === 0) return
  const probe = () => probeCredentials(service, credentials, notes)
  const there = target.areCredentialsListed ? new Map<string, string>() : await probe()
  for (const step of credentials) {
    const begunBefore = begun.find(({ kind, from }) => kind === 'credentials' && from === step.from)
    const known = isOwn(step, there.get(step.from), begunBefore?.known) ? there.get(step.from) : undefined
    if (known !== undefined) {
      ids.credentials.set(step.from, known)
      // one that was begun here was made by a promotion that was killed before it could note that
      const is = begunBefore ? 'made' : 'matched'
      await notes.add({ is, kind: 'credentials', from: step.from, id: known })
    } else await attempt('credentials', step.name, () => create(step))
  }

  /** Of two that have one name, what was found by it is only the one that was begun, and was not there before. */
  function isOwn({ to, isTwin }: CredentialStep, found: string | undefined, known?: readonly string[]) {
    if (found === undefined || to !== undefined || !isTwin) return true
    return known !== undefined && !known.includes(found) && ![...ids.credentials.values()].includes(found)
  }

  async function create(step: CredentialStep) {
    const { from, name, type, to, data } = step
    if (to !== undefined) throw new ServiceError(`the service has no credential ${to} of type ${type}`)
    if (!data) throw new ServiceError(NOT_REAL)
    // an id of our own makes it easy to find again
    const own = limits.takesCredentialIds ? createIds().short() : undefined
    const send = () => {
      const sent = data()
      return service.send('POST', '/credentials', { ...(own ? { id: own } : {}), name, type, data: sent }, sent)
    }
    const find = async () => {
      if (own) return textOf(((await unlessGone(service.get(`/credentials/${own}`))) as Fields | undefined)?.id)
      const found = (await probe()).get(from)
      return isOwn(step, found, known) ? found : undefined
    }
    const named = target.credentials.filter(one => one.name === name).map(({ id }) => id)
    const before = there.get(from)
    const known = before === undefined ? named : [...named, before]
    ids.credentials.set(
      from,
      await createOnce(notes, { kind: 'credentials', from, name, known, ...(own ? { id: own } : {}), send, find }),
    )
    onStep(`credential ${JSON.stringify(name)} created`)
  }
}

async function sendWorkflow(
  step: WorkflowStep,
  { ids, incomplete }: Steps,
  { service, notes, target, onStep }: Applying,
) {
  if (!step.isSent) return
  const { credentials, workflows } = step.missing()
  if (credentials[0] !== undefined)
    throw new ServiceError(`its credential ${JSON.stringify(credentials[0])} is not there`)
  if (workflows.length > 0) incomplete.add(step.from)
  if (step.to !== undefined) {
    await service.send('PUT', workflowPath(step.to), step.body())
    return onStep(`workflow ${JSON.stringify(step.name)} changed`)
  }
  const { from, name } = step
  const there = [...target.workflows.values()]
  const ofName = there.filter(one => one.name === name)
  const known = [...ofName, ...withNodesOf(step.body(), there)].flatMap(({ id }) => textOf(id) ?? [])
  const find = async () => {
    const all = await listAll(service, '/workflows', await createMemoryShelves().open('workflows'), { limit: 100 })
    const taken = new Set([...known, ...ids.workflows.values()])
    return all
      .map(one => (one.name === name ? textOf(one.id) : undefined))
      .find(id => id !== undefined && !taken.has(id))
  }
  const taken = [...known, ...[...ids.workflows.values()].filter(id => !target.workflows.has(id))]
  const send = () => service.send('POST', '/workflows', step.body())
  ids.workflows.set(from, await createOnce(notes, { kind: 'workflows', from, name, known: taken, send, find }))
  onStep(`workflow ${JSON.stringify(name)} created`)
}

/** What its references are, where they were not there yet; and its tags. */
async function finishWorkflow(step: WorkflowStep, { ids, incomplete }: Steps, { service, onStep }: Applying) {
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

async function activateWorkflow(
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

async function remove({ kind, from, id, name, isActive, isProbe }: RemovalStep, { service, notes, onStep }: Applying) {
  if (isActive) await service.send('POST', `${workflowPath(id)}/deactivate`)
  await unlessGone(service.send('DELETE', `/${kind}/${encodeURIComponent(id)}`))
  await notes.add(isProbe ? { is: 'probed', name } : { is: 'removed', kind, from, id })
  onStep(`${kind.slice(0, -1)} ${JSON.stringify(name)} removed`)
}
