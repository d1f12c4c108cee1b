import { randomUUID } from 'node:crypto'
import { createIds } from '../../core/base/ids.ts'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Service } from '../client/client.ts'
import { createMemoryCache } from '../download-cache.ts'
import { type Fields, textOf } from '../fields.ts'
import type { Begun, NoteWriter } from '../notes.ts'
import { listAll, readRecord, unlessGone } from '../read/read-records.ts'
import { ServiceError } from '../service-error.ts'
import type {
  ApplyContext,
  Attempt,
  CredentialStep,
  Failure,
  RemovalStep,
  Steps,
  TagStep,
  WorkflowStep,
} from './plan.ts'
import { NOT_REAL } from './plan-credentials.ts'

/**
 * Takes the steps of a plan, one after the other: some versions of the service fail where two workflows are created at
 * once. What is refused is added to the failures, and the rest goes on.
 *
 * @throws ServiceError where the service cannot be reached any more
 */
export async function applySteps(context: ApplyContext, failures: Failure[]): Promise<void> {
  const { steps, noted, notes } = context
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
}

/** The number of steps; each is reported when it is done. */
export function countSteps({ tags, credentials, workflows, removals }: Steps): number {
  const ofWorkflow = ({ to, isSent, isDraftSent, tags, activation }: WorkflowStep) =>
    [to === undefined || isSent, isDraftSent, tags, activation].filter(Boolean).length
  const ofWorkflows = workflows.reduce((sum, step) => sum + ofWorkflow(step), 0)
  return tags.length + credentials.length + ofWorkflows + removals.length
}

/**
 * Deactivates first, so that webhooks are free. Then creates all, so that their ids are known. Then each gets its
 * content, its tags, its activation and its draft before those that call it.
 */
async function applyWorkflows(context: ApplyContext, attempt: Attempt) {
  const { workflows } = context.steps
  for (const step of workflows)
    if (step.activation === 'deactivate')
      await attempt('workflows', step, () => setActive(step, context), 'it cannot be deactivated')
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
      const isActive = await attempt('workflows', step, () => setActive(step, context), 'it cannot be activated')
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
  const body = step.body('content', 'create')
  const isWhole = Object.keys(step.body('content', 'update')).every(field => field in body)
  // what only a change takes is sent once it is there
  if (step.missing().workflows.length > 0 || !isWhole) steps.incomplete.add(from)
  const known = [...target.withName(name), ...target.withNodesOf(body)].flatMap(({ id }) => textOf(id) ?? [])
  const send = () => service.send('POST', '/workflows', body)
  const find = async () => {
    const all = await listAll(service, '/workflows', createMemoryCache(), { limit: 100 })
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
  if (called !== undefined)
    throw new ServiceError(`it calls ${JSON.stringify(called)}, which the service does not have`)
  await service.send('PUT', workflowPath(idAtTarget(step, steps)), step.body('content', 'update'))
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
  await service.send('PUT', path, step.body('draft', 'update'))
  onStep(`draft of ${JSON.stringify(step.name)} saved`)
}

async function applyTag({ from, name, to }: TagStep, { steps, service, notes, onStep }: ApplyContext) {
  if (to !== undefined) {
    await service.send('PUT', `/tags/${encodeURIComponent(to)}`, { name })
    return onStep(`tag ${JSON.stringify(name)} renamed`)
  }
  const find = async () => {
    const tags = await listAll(service, '/tags', createMemoryCache(), { limit: 250 })
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

/** Makes the credentials. Where the service lists none, those that exist are looked up first. */
export async function applyCredentials(context: ApplyContext, attempt: Attempt) {
  const { steps, service, notes, target } = context
  const { credentials, ids, begun } = steps
  if (credentials.length === 0) return
  const probe = () => probeCredentials(service, credentials, notes)
  const there = target.areCredentialsListed ? new Map<string, string>() : await probe()
  const begunBefore = new Map(begun.filter(({ kind }) => kind === 'credentials').map(one => [one.from, one]))
  for (const step of credentials) {
    const before = begunBefore.get(step.from)
    const found = there.get(step.from)
    if (found === undefined || !isIt(step, found, { ids, known: before?.known })) {
      await attempt('credentials', step, () => createCredential(step, { context, found, probe }))
      continue
    }
    ids.credentials.set(step.from, found)
    context.onStep(`credential ${JSON.stringify(step.name)} found`)
    // one that was begun here was made by a promotion that was killed before it could note that
    await notes.add({ is: before ? 'made' : 'matched', kind: 'credentials', from: step.from, id: found })
  }
}

/** Of two that have one name, what was found by it is only the one that was begun, and was not there before. */
function isIt(
  { to, isTwin }: CredentialStep,
  found: string,
  { ids, known }: { ids: Steps['ids']; known: readonly string[] | undefined },
) {
  if (to !== undefined || !isTwin) return true
  return known !== undefined && !known.includes(found) && ![...ids.credentials.values()].includes(found)
}

interface Creating {
  context: ApplyContext
  /** One of its name that is at the target, and is another one. */
  found: string | undefined
  /** Looks them all up again. */
  probe(): Promise<ReadonlyMap<string, string>>
}

async function createCredential(step: CredentialStep, { context, found, probe }: Creating) {
  const { from, name, type, to, sent, data } = step
  const {
    steps: { ids },
    service,
    notes,
    target,
    limits,
    onStep,
  } = context
  if (to !== undefined) throw new ServiceError(`the service has no credential ${to} of type ${type}`)
  if (!data) throw new ServiceError(NOT_REAL)
  // an id of our own makes it easy to find again
  const given = limits.credentialCreate.includes('id') ? { id: createIds().short() } : {}
  const ofName = target.credentials.filter(one => one.name === name).map(({ id }) => id)
  const known = found === undefined ? ofName : [...ofName, found]
  const send = () => {
    const opened = data()
    return service.send('POST', '/credentials', { ...given, ...sent, data: opened }, opened)
  }
  const find = async () => {
    if (given.id !== undefined) return textOf((await readRecord(service, '/credentials', given.id))?.id)
    const made = (await probe()).get(from)
    return made !== undefined && isIt(step, made, { ids, known }) ? made : undefined
  }
  const creation = { kind: 'credentials' as const, from, name, known, ...given, send, find }
  ids.credentials.set(from, await createOnce(notes, creation))
  onStep(`credential ${JSON.stringify(name)} created`)
}

/**
 * Which of these credentials a service has that lists none: a workflow that names them is saved, in which the service
 * fills in the ids of those that it finds by name, and the names of those that it finds by id, and deleted again.
 *
 * @returns id here → id there
 */
async function probeCredentials(service: Service, steps: readonly CredentialStep[], notes: NoteWriter) {
  const name = `Understudy looks up credentials (${randomUUID()})`
  const unusedName = randomUUID()
  await notes.add({ is: 'probing', name })
  const nodes = steps.map(({ name, type, to }, at) => ({
    id: randomUUID(),
    name: `${at}`,
    type: 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    // an id that the service does not have, with a name that nothing has, comes back as it was sent
    credentials: { [type]: to === undefined ? { id: null, name } : { id: to, name: unusedName } },
  }))
  const made = await service.send('POST', '/workflows', { name, nodes, connections: {}, settings: {} })
  const id = isRecord(made) ? textOf(made.id) : undefined
  if (id !== undefined) await service.send('DELETE', `/workflows/${encodeURIComponent(id)}`)
  await notes.add({ is: 'probed', name })
  const found = new Map<string, string>()
  for (const [at, { from, type }] of steps.entries()) {
    const node = recordsOf((made as Fields | undefined)?.nodes).find(node => node.name === `${at}`)
    const given = isRecord(node?.credentials) ? node.credentials[type] : undefined
    const there = isRecord(given) ? textOf(given.id) : undefined
    if (there && isRecord(given) && given.name !== unusedName) found.set(from, there)
  }
  return found
}

const TRIES = 3

export interface Creation extends Omit<Begun, 'is'> {
  send(): Promise<unknown>
  /** The id of one that was made although no answer came. */
  find(): Promise<string | undefined>
}

/**
 * Creates something once, whatever becomes of the answer: it is noted before, and looked for where no answer came.
 *
 * @returns its id at the target
 */
export async function createOnce(notes: NoteWriter, { send, find, ...creation }: Creation): Promise<string> {
  const { kind, from } = creation
  await notes.add({ is: 'begun', ...creation })
  const id = await sendOnce(send, find, () => notes.add({ is: 'refused', kind, from }))
  await notes.add({ is: 'made', kind, from, id })
  return id
}

async function sendOnce(
  send: Creation['send'],
  find: Creation['find'],
  onRefused: () => Promise<void>,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return idIn(await send())
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // a later try may be refused because an earlier one was carried out after all
      if (attempt === 1 && isRefusal(error)) await onRefused()
      if (!error.isPassing) throw error
      const made = await find()
      if (made !== undefined) return made
      if (attempt >= TRIES) throw error
    }
  }
}

/** Whether the service said that it has not made it. */
const isRefusal = ({ status = 0, isPassing }: ServiceError) => status >= 400 && status < 500 && !isPassing

function idIn(answer: unknown): string {
  const id = isRecord(answer) ? textOf((answer as Fields).id) : undefined
  if (id === undefined) throw new ServiceError('The service did not return the id of what it created')
  return id
}
