import { badRequest } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import { closestName } from '../../model/closest-name.ts'
import { fieldsOf, textOf } from '../fields.ts'
import { credentialsIn } from '../read/read-credentials.ts'
import { namedCredentials } from './named-credentials.ts'
import type { Planning } from './planning.ts'

/** A credential of the document, or one that only its nodes name. */
export interface CredentialHere {
  id: string
  name: string
  type: string
  /** Sealed. */
  data: string
  /** Whether that is the data of a credential, and not made up. */
  isReal: boolean
  /** Whether the document has it. */
  isInDocument: boolean
  /** How many here have its name and type, with itself. */
  namesakes: number
}

/** What tells a credential where its id does not. */
export const describe = ({ type, name }: { type?: unknown; name?: unknown }) => `${textOf(type)}\n${textOf(name)}`

/** Those that are to be at the service: what a workflow uses, and what has real data. */
export function credentialsHere({ source, unseal }: Planning): CredentialHere[] {
  const used = new Set([...source.workflows.values()].flatMap(one => credentialsIn(fieldsOf(one))).map(({ id }) => id))
  const isReal = (data: string) => {
    const opened = unseal(data)
    return isRecord(opened) && Object.keys(opened).length > 0
  }
  const inDocument = Array.from(source.credentials.values(), ({ id, name, type, data, isStandIn }) => ({
    ...{ id, name, type, data, isInDocument: true },
    isReal: !isStandIn && isReal(data),
  }))
  const here = [
    ...inDocument.filter(one => used.has(one.id) || one.isReal),
    ...missingCredentials({ source }).map(({ id, name, type }) => ({
      ...{ id, name, type, data: '', isInDocument: false },
      isReal: false,
    })),
  ]
  const byName = Map.groupBy(here, describe)
  return here.map(one => ({ ...one, namesakes: byName.get(describe(one))?.length ?? 0 }))
}

/** Those that workflows which are promoted name by an id that the document does not have. */
function missingCredentials({ source }: Pick<Planning, 'source'>) {
  const promoted = [...source.workflows.values()].filter(({ isArchived }) => !isArchived)
  return namedCredentials(promoted.map(fieldsOf)).filter(({ id }) => !source.credentials.has(id))
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
