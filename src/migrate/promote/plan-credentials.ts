import { matchRecords } from '../compare/match-records.ts'
import { fieldsOf } from '../fields.ts'
import { createFindRefusal, type FindRefusal } from './credential-refusal.ts'
import { type CredentialHere, credentialsHere, describe } from './credentials-here.ts'
import type { Sign } from './plan.ts'
import { notedPairs, type Planning, pairFound } from './planning.ts'

/**
 * A credential is one that the user names, one that is there by id or by name and type, or a new one if its data is
 * real. Those that nothing uses and that have no real data are passed over. One that nodes name and that the document
 * does not have is like one without real data.
 */
export async function planCredentials(planning: Planning) {
  const { target, credentialMap } = planning
  const here = credentialsHere(planning)
  const { pairs, recovered } = notedPairs(planning, 'credentials', target.credentials)
  const matches = matchRecords(here.map(fieldsOf), target.credentials, { nameOf: describe, noted: pairs })
  const findRefusal = await createFindRefusal(planning)
  for (const credential of here) {
    const { id: from, name } = credential
    const given = credentialMap.get(from) ?? credentialMap.get(name)
    const noted = pairs.get(from)
    // where the service lists none, a note is all that there is to know
    const to = given ?? matches.get(from) ?? (target.areCredentialsListed ? undefined : noted)
    if (given !== undefined && given !== noted && !target.areCredentialsListed) planGiven(planning, credential, given)
    else if (to !== undefined) planFound(planning, credential, { to, recovered })
    else await planNew(planning, credential, findRefusal)
  }
}

/** One that the user names by an id, which only a look-up tells to be there. */
function planGiven(planning: Planning, credential: CredentialHere, to: string) {
  addStep(planning, credential, { to })
  addLine(planning, credential, { sign: '~', to, says: ['by its id, as the service lists none'] })
}

function planFound(
  planning: Planning,
  credential: CredentialHere,
  { to, recovered }: { to: string; recovered: ReadonlyMap<string, string> },
) {
  const why = unlike(planning, to, credential.type)
  if (why !== undefined) return addLine(planning, credential, { sign: '!', to, says: [why] })
  pairFound(planning, 'credentials', { from: credential.id, to, recovered })
  addLine(planning, credential, { sign: '=', to, says: [] })
}

/** One that was not found: it is made, or, where the service lists none, looked up. */
async function planNew(planning: Planning, credential: CredentialHere, findRefusal: FindRefusal) {
  const { unseal, target } = planning
  const why = await findRefusal(credential)
  if (why !== undefined) return addLine(planning, credential, { sign: '!', says: [why] })
  const { isReal, data, namesakes } = credential
  addStep(planning, credential, isReal ? { data: () => unseal(data) } : {})
  if (!isReal)
    return addLine(planning, credential, { sign: '~', says: ['by name and type, as the service lists none'] })
  const isSure = target.areCredentialsListed || namesakes > 1
  addLine(planning, credential, { sign: '+', says: isSure ? [] : ['unless one of this name is there'] })
}

function addStep(
  { steps }: Planning,
  { id: from, name, type, namesakes }: CredentialHere,
  { to, data }: { to?: string; data?: () => unknown },
) {
  steps.credentials.push({ from, name, type, ...(to === undefined ? {} : { to }), isTwin: namesakes > 1, data })
}

function addLine(
  { lines }: Planning,
  { id: from, name, type }: CredentialHere,
  { sign, to, says }: { sign: Sign; to?: string; says: string[] },
) {
  lines.push({ sign, kind: 'credentials', from, name, type, ...(to === undefined ? {} : { to }), says })
}

/** Why an id is not that of such a credential there. Where the service lists none, a note is taken at its word. */
function unlike({ target: { areCredentialsListed, credentials } }: Planning, id: string, type: string) {
  if (!areCredentialsListed) return undefined
  const found = credentials.find(one => one.id === id)
  if (!found) return `the service has no credential ${id}`
  return found.type === type ? undefined : `credential ${id} there is of type ${found.type}`
}
