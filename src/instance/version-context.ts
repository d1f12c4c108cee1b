import type { ControlledClock } from '../core/base/clock.ts'
import type { RepeatableIds } from '../core/base/ids.ts'
import { credentialTypesOf } from '../core/documents/document-settings.ts'
import { loadNodeTypes } from '../core/features/workflows/node-types.ts'
import { apiKeyHeader, createKeyCheck } from '../core/http/api-key.ts'
import type { Version } from '../core/http/version.ts'
import type { CredentialSchema } from '../core/model/credential.ts'
import type { Secrets, Store } from '../core/model/state.ts'
import type { Role } from '../core/model/user.ts'

interface VersionParts {
  store: Store
  version: Version
  clock: ControlledClock
  ids: RepeatableIds
  secrets: Secrets
  serviceName: string
  /** Added to the shipped ones, or instead of those with the same name. */
  credentialTypes?: ReadonlyMap<string, CredentialSchema> | undefined
}

/** What the operations of a version need beside what is licensed, runs and is pulled. */
export function versionContext({ serviceName, credentialTypes, ...parts }: VersionParts) {
  const { store, version, clock } = parts
  const header = apiKeyHeader(serviceName)
  return {
    ...parts,
    newIds: version.newIds,
    apiKeyHeader: header,
    allowedScopes: (role: string) => version.keys.scopesOf(role as Role),
    ...createKeyCheck({ store, clock, apiKeyHeader: header }),
    loadCredentialTypes: credentialTypesOf(store, version, credentialTypes),
    loadNodeTypes: () => loadNodeTypes(version.data.nodeTypes),
  }
}
