import { badRequest } from '../../core/base/errors.ts'
import { isRecord } from '../../core/base/is-record.ts'
import { validateCredentialData } from '../../core/features/credentials/types.ts'
import { publishedVersion } from '../../core/features/workflows/history.ts'
import { closestName } from '../../core/model/closest-name.ts'
import { type CredentialSchema, credentialFields } from '../../core/model/credential.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { matchRecords } from '../match-records.ts'
import { credentialsIn } from '../read/read-credentials.ts'
import { unlessGone } from '../read/read-records.ts'
import { typesOf } from '../version-data.ts'
import { NOT_TAKEN } from '../write-limits.ts'
import { missingScope, notedPairs, type Planning, pairFound, type Sign } from './plan.ts'
import { sentFields, stayingFields, untakenFields } from './sent-fields.ts'
import { credentialsNamedIn, namedCredentials } from './target.ts'

/** A credential of the document, or one that only its nodes name. */
interface LocalCredential {
  id: string
  name: string
  type: string
  /** Sealed. */
  data: string
  /** Whether that is the data of a credential, and not made up. */
  isReal: boolean
  isInDocument: boolean
  /** The fields that are sent as they are. */
  sent: Fields
  /** What of it is not sent, with the reason. */
  stays: readonly string[]
  /** The ids of the local ones that have its name and type, with its own. */
  namesakes: readonly string[]
}

const ADVICE = 'create one at the service, or name one with --credentials'
const NOT_HERE = `it is not in the document, and the service has none of this name and type: ${ADVICE}`
/** Why a credential without real data cannot be made. */
export const NOT_REAL = `the service has none of this name and type, and its data in the document is a placeholder: ${ADVICE}`

/**
 * A credential is one that the user names, one that is at the target by id or by name and type, or a new one if its
 * data is real. Those that nothing uses and that have no real data are ignored. One that nodes name and that the
 * document does not have is like one without real data. One that neither side has, and that all its workflows name at
 * the target as well, stays as it is.
 */
export async function planCredentials(planning: Planning, matches: ReadonlyMap<string, string>) {
  const { target, credentialMap } = planning
  const users = usersOfCredentials(planning)
  const here = localCredentials(planning, users)
  const { pairs, recovered } = notedPairs(planning, 'credentials', target.credentials)
  const matched = matchRecords(here.map(fieldsOf), target.credentials, { nameOf: describe, noted: pairs })
  const typeThere = new Map(target.credentials.map(({ id, type }) => [id, type]))
  const findRefusal = await createFindRefusal(planning)
  const isNamedThere = ({ id }: LocalCredential) =>
    users.get(id)?.every(workflow => {
      const there = target.workflows.get(matches.get(workflow.id) ?? '')
      return workflow.isArchived || credentialsNamedIn(there).has(id)
    })
  let unchanged = 0
  for (const credential of here) {
    const { id: from, name } = credential
    const given = credentialMap.get(from) ?? credentialMap.get(name)
    const noted = pairs.get(from)
    // where the service lists none, a note is all that there is to know
    const to = given ?? matched.get(from) ?? (target.areCredentialsListed ? undefined : noted)
    if (given !== undefined && given !== noted && !target.areCredentialsListed) {
      // only a look-up shows whether it exists
      addStep(planning, credential, { to: given })
      addLine(planning, credential, { sign: '~', to: given, says: ['by its id, as the service lists none'] })
    } else if (to !== undefined) {
      const why = target.areCredentialsListed ? unlike(to, typeThere.get(to), credential.type) : undefined
      if (why === undefined) pairFound(planning, 'credentials', { from, to, recovered })
      addLine(planning, credential, { sign: why === undefined ? '=' : '!', to, says: why === undefined ? [] : [why] })
    } else {
      const why = await findRefusal(credential)
      if (why !== undefined && !credential.isReal && isNamedThere(credential)) unchanged++
      else planNew(planning, credential, why)
    }
  }
  if (unchanged > 0)
    planning.remarks.push(`${unchanged} credentials that neither side has are named by the same workflows there`)
}

/** One that was not found: it is made, or, where the service lists none, looked up. */
function planNew(planning: Planning, credential: LocalCredential, why: string | undefined) {
  const { unseal, target } = planning
  const { isReal, data, namesakes } = credential
  if (why !== undefined) return addLine(planning, credential, { sign: '!', says: [why] })
  addStep(planning, credential, isReal ? { data: () => unseal(data) } : {})
  if (!isReal)
    return addLine(planning, credential, { sign: '~', says: ['by name and type, as the service lists none'] })
  const isSure = target.areCredentialsListed || namesakes.length > 1
  const says = [...(isSure ? [] : ['unless the service has one of this name']), ...credential.stays]
  addLine(planning, credential, { sign: '+', says })
}

function addStep(
  { steps }: Pick<Planning, 'steps'>,
  { id: from, name, type, sent, namesakes }: LocalCredential,
  { to, data }: { to?: string; data?: () => unknown },
) {
  const isTwin = namesakes.length > 1
  steps.credentials.push({ from, name, type, sent, ...(to === undefined ? {} : { to }), isTwin, data })
}

function addLine(
  { lines }: Pick<Planning, 'lines'>,
  { id: from, name, type }: LocalCredential,
  { sign, to, says }: { sign: Sign; to?: string; says: string[] },
) {
  lines.push({ sign, kind: 'credentials', from, name, type, ...(to === undefined ? {} : { to }), says })
}

/** Why an id at the target is not that of such a credential. */
function unlike(id: string, typeThere: string | undefined, type: string) {
  if (typeThere === undefined) return `the service has no credential ${id}`
  return typeThere === type ? undefined : `credential ${id} there is of type ${typeThere}`
}

/** Finds why a credential that was not found can be neither looked up nor made. Asks the service for each type once. */
async function createFindRefusal(planning: Planning) {
  const { target, service, unseal } = planning
  const types = await typesOf(target.version)
  const idsThere = Map.groupBy(target.credentials, describe)
  const schemas = new Map<string, Promise<unknown>>()
  const schemaOf = (type: string) => {
    const asked = schemas.get(type) ?? unlessGone(service.get(`/credentials/schema/${encodeURIComponent(type)}`))
    schemas.set(type, asked)
    return asked
  }

  return async (credential: LocalCredential): Promise<string | undefined> => {
    const there = idsThere.get(describe(credential))?.map(({ id }) => id) ?? []
    const ambiguity = ambiguityOf(credential, there, target.areCredentialsListed)
    if (ambiguity !== undefined) return ambiguity
    if (!credential.isReal) {
      if (!target.areCredentialsListed) return undefined
      return credential.isInDocument ? NOT_REAL : NOT_HERE
    }
    const scope = missingScope(planning, 'credential:create')
    if (scope) return scope
    const schema = await schemaOf(credential.type)
    if (!isRecord(schema)) return `the service does not know the type ${credential.type}`
    const data = unseal(credential.data) as Fields
    const fits = validateCredentialData(types, schema as unknown as CredentialSchema, data) === undefined
    return fits ? undefined : 'its data does not fit the type as the service has it'
  }
}

/** Where name and type do not tell which one is meant: of several there, or of several here that cannot be made. */
function ambiguityOf({ id, isReal, namesakes }: LocalCredential, there: readonly string[], areListed: boolean) {
  if (there.length > 1) {
    const example = JSON.stringify({ [id]: there[0] })
    return `${there.length} credentials there have this name and type (${there.join(', ')}): say which with --credentials, e.g. ${example}`
  }
  const [one] = there
  if (isReal || (areListed && one === undefined) || namesakes.length < 2) return undefined
  const example = JSON.stringify({ [id]: one ?? 'id there' })
  return `${namesakes.length} credentials here have this name and type (${namesakes.join(', ')}): say which with --credentials, e.g. ${example}`
}

/** What identifies a credential where its id does not. */
const describe = ({ type, name }: { type?: unknown; name?: unknown }) => `${textOf(type)}\n${textOf(name)}`

/** Those that are to be at the target: what a workflow uses, and what has real data. */
function localCredentials(planning: Planning, users: ReadonlyMap<string, unknown>): LocalCredential[] {
  const { source, unseal, limits } = planning
  const isReal = (data: string) => {
    const opened = unseal(data)
    return isRecord(opened) && Object.keys(opened).length > 0
  }
  const { credentialCreate } = limits
  const inDocument = Array.from(source.credentials.values(), credential => ({
    id: credential.id,
    name: credential.name,
    type: credential.type,
    data: credential.data,
    sent: sentFields(credentialFields, credential, credentialCreate),
    stays: [
      ...untakenFields(credentialFields, credential, credentialCreate).map(what => `without ${what}: ${NOT_TAKEN}`),
      ...stayingFields(credentialFields, credential),
    ],
    isReal: !credential.isStandIn && isReal(credential.data),
    isInDocument: true,
  }))
  const here = [
    ...inDocument.filter(one => users.has(one.id) || one.isReal),
    ...missingCredentials(planning).map(({ id, name, type }) => ({
      id,
      name,
      type,
      data: '',
      sent: {},
      stays: [],
      isReal: false,
      isInDocument: false,
    })),
  ]
  const byName = Map.groupBy(here, describe)
  return here.map(one => ({ ...one, namesakes: byName.get(describe(one))?.map(({ id }) => id) ?? [] }))
}

/** Id of a credential → the workflows that name it, archived ones as well. */
function usersOfCredentials({ source, drafts }: Sent): Map<string, WorkflowRecord[]> {
  const users = new Map<string, WorkflowRecord[]>()
  for (const workflow of source.workflows.values()) {
    const graphs = graphsOf({ source, drafts }, workflow)
    const ids = new Set([...graphs.flatMap(credentialsIn), ...namedCredentials(graphs)].map(({ id }) => id))
    for (const id of ids) users.set(id, [...(users.get(id) ?? []), workflow])
  }
  return users
}

type Sent = Pick<Planning, 'source' | 'drafts'>

/** What is sent of a workflow: as it is and, unless drafts are published, as it is published. */
function graphsOf({ source, drafts }: Sent, workflow: WorkflowRecord): Fields[] {
  const published = drafts ? undefined : publishedVersion(source, workflow)
  return [workflow, ...(published ? [published] : [])].map(fieldsOf)
}

/** Those that promoted workflows name by an id that the document does not have. */
function missingCredentials({ source, drafts }: Sent) {
  const promoted = [...source.workflows.values()].filter(({ isArchived }) => !isArchived)
  const named = namedCredentials(promoted.flatMap(workflow => graphsOf({ source, drafts }, workflow)))
  return named.filter(({ id }) => !source.credentials.has(id))
}

/** @throws ApiError 400 for an id or name in the user's map that no local credential has */
export function refuseUnknownNames({ source, drafts, credentialMap }: Sent & Pick<Planning, 'credentialMap'>) {
  const here = [...source.credentials.values(), ...missingCredentials({ source, drafts })]
  const known = new Set(here.flatMap(({ id, name }) => [id, name]))
  for (const given of credentialMap.keys()) {
    if (known.has(given)) continue
    const meant = closestName(given, [...known])
    const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
    throw badRequest(`credentials: none here has the id or name ${JSON.stringify(given)}${hint}`)
  }
}
