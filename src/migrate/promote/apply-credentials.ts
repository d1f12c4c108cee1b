import { createIds } from '../../base/ids.ts'
import { textOf } from '../fields.ts'
import { readRecord } from '../read/read-record.ts'
import { ServiceError } from '../service-error.ts'
import type { Applying, Attempt } from './applying.ts'
import { createOnce } from './create-once.ts'
import { NOT_REAL } from './credential-refusal.ts'
import type { CredentialStep, Steps } from './plan.ts'
import { probeCredentials } from './probe-credentials.ts'

/** Makes the credentials. Where the service lists none, those that are there are looked up first. */
export async function applyCredentials(steps: Steps, applying: Applying, attempt: Attempt) {
  const { credentials, ids, begun } = steps
  if (credentials.length === 0) return
  const { service, notes, target } = applying
  const probe = () => probeCredentials(service, credentials, notes)
  const there = target.areCredentialsListed ? new Map<string, string>() : await probe()
  for (const step of credentials) {
    const begunBefore = begun.find(({ kind, from }) => kind === 'credentials' && from === step.from)
    const found = there.get(step.from)
    if (found === undefined || !isIt(step, found, { ids, known: begunBefore?.known })) {
      await attempt('credentials', step.name, () => createCredential(step, { steps, applying, found, probe }))
      continue
    }
    ids.credentials.set(step.from, found)
    // one that was begun here was made by a promotion that was killed before it could note that
    await notes.add({ is: begunBefore ? 'made' : 'matched', kind: 'credentials', from: step.from, id: found })
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
  steps: Steps
  applying: Applying
  /** One of its name that is there, and is another one. */
  found: string | undefined
  /** Looks them all up again. */
  probe(): Promise<ReadonlyMap<string, string>>
}

async function createCredential(step: CredentialStep, { steps: { ids }, applying, found, probe }: Creating) {
  const { from, name, type, to, data } = step
  const { service, notes, target, limits, onStep } = applying
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
