import { validateCredentialData } from '../../features/credentials/types.ts'
import type { CredentialRecord, CredentialSchema } from '../../model/credential.ts'
import { matchRecords } from '../compare/match-records.ts'
import { type Fields, isFields, textOf } from '../fields.ts'
import { credentialsIn } from '../read/read-credentials.ts'
import { unlessGone } from '../read/read-workflows.ts'
import { typesOf } from '../version-data.ts'
import { lackOf, notedPairs, type Planning, pair } from './planning.ts'

/** Why a credential without real data cannot be made. */
export const NOT_REAL =
  'none of this name and type is there, and its data here is not real: make one there, or name one with --credentials'

const describe = (record: Fields) => `${textOf(record.type)}\n${textOf(record.name)}`

/**
 * A credential is one that the user names, one that is there by id or by name and type, or a new one if its data is
 * real. Those that nothing uses and that have no real data are passed over.
 */
export async function planCredentials(planning: Planning) {
  const { source, target, lines, steps, credentialMap } = planning
  const used = new Set(
    [...source.workflows.values()].flatMap(one => credentialsIn(one as unknown as Fields)).map(({ id }) => id),
  )
  const here = [...source.credentials.values()].filter(one => used.has(one.id) || isReal(one, planning))
  const { pairs, recovered } = notedPairs(planning, 'credentials', target.credentials)
  const matches = matchRecords(here as unknown as Fields[], target.credentials, { nameOf: describe, noted: pairs })
  const types = await typesOf(target.version)
  const schemas = new Map<string, Promise<unknown>>()
  for (const credential of here) {
    const { id: from, name, type } = credential
    const to = credentialMap.get(from) ?? credentialMap.get(name) ?? matches.get(from) ?? notedUnseen(from)
    const line = { kind: 'credentials' as const, from, name, type, ...(to === undefined ? {} : { to }) }
    if (to !== undefined && isThere(planning, to)) {
      if (recovered.get(from) === to) {
        steps.ids.credentials.set(from, to)
        steps.notes.push({ is: 'made', kind: 'credentials', from, id: to })
      } else pair(planning, 'credentials', from, to)
      lines.push({ ...line, sign: '=', says: [] })
      continue
    }
    const why = to === undefined ? await refusal(credential) : `the service has no credential ${to}`
    if (why !== undefined) lines.push({ ...line, sign: '!', says: [why] })
    else {
      const data = isReal(credential, planning) ? () => planning.unseal(credential.data) : undefined
      steps.credentials.push({ from, name, type, data })
      if (!data) lines.push({ ...line, sign: '~', says: ['by name and type, as the service lists none'] })
      else
        lines.push({
          ...line,
          sign: '+',
          says: target.areCredentialsListed ? [] : ['unless one of this name is there'],
        })
    }
  }

  /** Where the service lists none, a note is all that there is to know. */
  function notedUnseen(from: string) {
    return target.areCredentialsListed ? undefined : pairs.get(from)
  }

  async function refusal(credential: CredentialRecord): Promise<string | undefined> {
    const { type } = credential
    const duplicates = target.credentials.filter(one => describe(one) === describe(credential as unknown as Fields))
    if (duplicates.length > 1)
      return `${duplicates.length} credentials there have this name and type: say which with --credentials`
    if (!isReal(credential, planning)) return target.areCredentialsListed ? NOT_REAL : undefined
    const lack = lackOf(planning, 'credential:create')
    if (lack) return lack
    const asked =
      schemas.get(type) ?? unlessGone(planning.service.get(`/credentials/schema/${encodeURIComponent(type)}`))
    schemas.set(type, asked)
    const schema = await asked
    if (!isFields(schema)) return `the service does not know the type ${type}`
    const data = planning.unseal(credential.data) as Fields
    const fits = validateCredentialData(types, schema as unknown as CredentialSchema, data) === undefined
    return fits ? undefined : 'its data does not fit the type as the service has it'
  }
}

/** Where the service lists none, an id that the user or a note gives is taken at its word. */
const isThere = ({ target: { areCredentialsListed, credentials } }: Planning, id: string) =>
  !areCredentialsListed || credentials.some(one => one.id === id)

function isReal({ isStandIn, data }: CredentialRecord, { unseal }: Planning): boolean {
  if (isStandIn) return false
  const opened = unseal(data)
  return isFields(opened) && Object.keys(opened).length > 0
}
