import { randomUUID } from 'node:crypto'
import { createIds } from '../../base/ids.ts'
import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { Service } from '../client/client.ts'
import { type Fields, textOf } from '../fields.ts'
import { readRecord } from '../read/read-record.ts'
import { ServiceError } from '../service-error.ts'
import { createOnce } from './create-once.ts'
import type { NoteWriter } from './notes.ts'
import type { ApplyContext, Attempt, CredentialStep, Steps } from './plan.ts'
import { NOT_REAL } from './plan-credentials.ts'

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
  const { from, name, type, to, data } = step
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
  const given = limits.takesCredentialIds ? { id: createIds().short() } : {}
  const ofName = target.credentials.filter(one => one.name === name).map(({ id }) => id)
  const known = found === undefined ? ofName : [...ofName, found]
  const send = () => {
    const opened = data()
    return service.send('POST', '/credentials', { ...given, name, type, data: opened }, opened)
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
  const nobody = randomUUID()
  await notes.add({ is: 'probing', name })
  const nodes = steps.map(({ name, type, to }, at) => ({
    id: randomUUID(),
    name: `${at}`,
    type: 'n8n-nodes-base.noOp',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    // an id that the service does not have, with a name that nothing has, comes back as it was sent
    credentials: { [type]: to === undefined ? { id: null, name } : { id: to, name: nobody } },
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
    if (there && isRecord(given) && given.name !== nobody) found.set(from, there)
  }
  return found
}
