import { badRequest } from '../../errors.ts'
import { validateCredentialData } from '../../features/credentials/types.ts'
import { closestName } from '../../model/closest-name.ts'
import type { CredentialRecord, CredentialSchema } from '../../model/credential.ts'
import { isRecord } from '../../model/is-record.ts'
import { matchRecords } from '../compare/match-records.ts'
import { type Fields, textOf } from '../fields.ts'
import { credentialsIn } from '../read/read-credentials.ts'
import { unlessGone } from '../read/read-workflows.ts'
import { typesOf } from '../version-data.ts'
import { namedCredentials } from './named-credentials.ts'
import { lackOf, notedPairs, type Planning, pairFound } from './planning.ts'

const ADVICE = 'make one there, or name one with --credentials'

/** Why a credential without real data cannot be made. */
export const NOT_REAL = `none of this name and type is there, and its data here is not real: ${ADVICE}`
const NOT_HERE = `it is not in the document, and none of this name and type is there: ${ADVICE}`

/** A credential of the document, or one that only its nodes name. */
type Here = Pick<CredentialRecord, 'id' | 'name' | 'type' | 'data' | 'isStandIn'>

const describe = (record: Fields) => `${textOf(record.type)}\n${textOf(record.name)}`

/**
 * A credential is one that the user names, one that is there by id or by name and type, or a new one if its data is
 * real. Those that nothing uses and that have no real data are passed over. One that nodes name and that the document
 * does not have is like one without real data.
 */
export async function planCredentials(planning: Planning) {
  const { source, target, lines, steps, credentialMap } = planning
  const used = new Set(
    [...source.workflows.values()].flatMap(one => credentialsIn(one as unknown as Fields)).map(({ id }) => id),
  )
  const here: Here[] = [
    ...[...source.credentials.values()].filter(one => used.has(one.id) || isReal(one, planning)),
    ...missingCredentials(planning).map(one => ({ ...one, data: '', isStandIn: true })),
  ]
  const { pairs, recovered } = notedPairs(planning, 'credentials', target.credentials)
  const matches = matchRecords(here as unknown as Fields[], target.credentials, { nameOf: describe, noted: pairs })
  const types = await typesOf(target.version)
  const twins = Map.groupBy(here, one => describe(one as unknown as Fields))
  const twinsOf = (one: Here) => twins.get(describe(one as unknown as Fields))?.length ?? 0
  const schemas = new Map<string, Promise<unknown>>()
  for (const credential of here) {
    const { id: from, name, type } = credential
    const given = credentialMap.get(from) ?? credentialMap.get(name)
    const to = given ?? matches.get(from) ?? notedUnseen(from)
    const line = { kind: 'credentials' as const, from, name, type, ...(to === undefined ? {} : { to }) }
    if (given !== undefined && !target.areCredentialsListed && pairs.get(from) !== given) {
      steps.credentials.push({ from, name, type, to: given, isTwin: twinsOf(credential) > 1, data: undefined })
      lines.push({ ...line, sign: '~', says: ['by its id, as the service lists none'] })
      continue
    }
    const why = to === undefined ? await refusal(credential) : unlike(planning, to, type)
    if (to !== undefined && why === undefined) {
      pairFound(planning, 'credentials', { from, to, recovered })
      lines.push({ ...line, sign: '=', says: [] })
      continue
    }
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
    else {
      const data = isReal(credential, planning) ? () => planning.unseal(credential.data) : undefined
      steps.credentials.push({ from, name, type, isTwin: twinsOf(credential) > 1, data })
      if (!data) lines.push({ ...line, sign: '~', says: ['by name and type, as the service lists none'] })
      else
        lines.push({
          ...line,
          sign: '+',
          says: target.areCredentialsListed || twinsOf(credential) > 1 ? [] : ['unless one of this name is there'],
        })
    }
  }

  /** Where the service lists none, a note is all that there is to know. */
  function notedUnseen(from: string) {
    return target.areCredentialsListed ? undefined : pairs.get(from)
  }

  async function refusal(credential: Here): Promise<string | undefined> {
    const { type } = credential
    const duplicates = target.credentials.filter(one => describe(one) === describe(credential as unknown as Fields))
    if (duplicates.length > 1)
      return `${duplicates.length} credentials there have this name and type: say which with --credentials`
    if (!isReal(credential, planning)) {
      const mayBeThere = duplicates.length > 0 || !target.areCredentialsListed
      if (mayBeThere && twinsOf(credential) > 1)
        return `${twinsOf(credential)} credentials here have this name and type: say which with --credentials`
      if (!target.areCredentialsListed) return undefined
      return source.credentials.has(credential.id) ? NOT_REAL : NOT_HERE
    }
    const lack = lackOf(planning, 'credential:create')
    if (lack) return lack
    const asked =
      schemas.get(type) ?? unlessGone(planning.service.get(`/credentials/schema/${encodeURIComponent(type)}`))
    schemas.set(type, asked)
    const schema = await asked
    if (!isRecord(schema)) return `the service does not know the type ${type}`
    const data = planning.unseal(credential.data) as Fields
    const fits = validateCredentialData(types, schema as unknown as CredentialSchema, data) === undefined
    return fits ? undefined : 'its data does not fit the type as the service has it'
  }
}

/** Why an id is not that of such a credential there. Where the service lists none, a note is taken at its word. */
function unlike({ target: { areCredentialsListed, credentials } }: Planning, id: string, type: string) {
  if (!areCredentialsListed) return undefined
  const found = credentials.find(one => one.id === id)
  if (!found) return `the service has no credential ${id}`
  return found.type === type ? undefined : `credential ${id} there is of type ${found.type}`
}

/** Those that workflows which are promoted name by an id that the document does not have. */
function missingCredentials({ source }: Pick<Planning, 'source'>) {
  const promoted = [...source.workflows.values()].filter(({ isArchived }) => !isArchived)
  return namedCredentials(promoted as unknown as Fields[]).filter(({ id }) => !source.credentials.has(id))
}

/** @throws ApiError 400 for an id or name in the user's map that no credential here has */
export function refuseUnknownNames({ source, credentialMap }: Pick<Planning, 'source' | 'credentialMap'>) {
  const here = [...source.credentials.values(), ...missingCredentials({ source })]
  const known = new Set(here.flatMap(({ id, name }) => [id, name]))
  for (const given of credentialMap.keys()) {
    if (known.has(given)) continue
    const meant = closestName(given, [...known])
    const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
    throw badRequest(`credentials: none here has the id or name ${JSON.stringify(given)}${hint}`)
  }
}

function isReal({ isStandIn, data }: Here, { unseal }: Planning): boolean {
  if (isStandIn) return false
  const opened = unseal(data)
  return isRecord(opened) && Object.keys(opened).length > 0
}
