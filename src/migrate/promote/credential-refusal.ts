import { isRecord } from '../../base/is-record.ts'
import { validateCredentialData } from '../../features/credentials/types.ts'
import type { CredentialSchema } from '../../model/credential.ts'
import type { Fields } from '../fields.ts'
import { unlessGone } from '../read/read-record.ts'
import { typesOf } from '../version-data.ts'
import { type CredentialHere, describe } from './credentials-here.ts'
import { lackOf, type Planning } from './planning.ts'

const ADVICE = 'make one there, or name one with --credentials'

/** Why a credential without real data cannot be made. */
export const NOT_REAL = `none of this name and type is there, and its data here is not real: ${ADVICE}`
const NOT_HERE = `it is not in the document, and none of this name and type is there: ${ADVICE}`

/** Why a credential that was not found there can be neither looked up nor made; `undefined` where it can. */
export type FindRefusal = (credential: CredentialHere) => Promise<string | undefined>

/** Asks the service for each type once. */
export async function createFindRefusal(planning: Planning): Promise<FindRefusal> {
  const types = await typesOf(planning.target.version)
  const schemas = new Map<string, Promise<unknown>>()
  const schemaOf = (type: string) => {
    const asked =
      schemas.get(type) ?? unlessGone(planning.service.get(`/credentials/schema/${encodeURIComponent(type)}`))
    schemas.set(type, asked)
    return asked
  }

  return async credential => {
    const ambiguity = ambiguityOf(planning, credential)
    if (ambiguity !== undefined) return ambiguity
    if (!credential.isReal) {
      if (!planning.target.areCredentialsListed) return undefined
      return credential.isInDocument ? NOT_REAL : NOT_HERE
    }
    const lack = lackOf(planning, 'credential:create')
    if (lack) return lack
    const schema = await schemaOf(credential.type)
    if (!isRecord(schema)) return `the service does not know the type ${credential.type}`
    const data = planning.unseal(credential.data) as Fields
    const fits = validateCredentialData(types, schema as unknown as CredentialSchema, data) === undefined
    return fits ? undefined : 'its data does not fit the type as the service has it'
  }
}

/** Where name and type do not tell which one is meant: of several there, or of several here that cannot be made. */
function ambiguityOf({ target }: Planning, credential: CredentialHere): string | undefined {
  const there = target.credentials.filter(one => describe(one) === describe(credential)).length
  if (there > 1) return `${there} credentials there have this name and type: say which with --credentials`
  const mayBeThere = there > 0 || !target.areCredentialsListed
  if (credential.isReal || !mayBeThere || credential.namesakes < 2) return undefined
  return `${credential.namesakes} credentials here have this name and type: say which with --credentials`
}
