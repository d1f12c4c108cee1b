import { loadCredentialTypes } from '../features/credentials/types.ts'
import { loadActivationRequirements } from '../features/workflows/activation-requirements.ts'
import { loadNodeTypes } from '../features/workflows/node-types.ts'
import { loadVersion, VERSION_NAMES } from '../versions/versions.ts'
import type { ServiceVersion } from './client/identify.ts'

/** The credential types of a version of the service, as they are shipped. */
export async function typesOf(version: ServiceVersion) {
  const { data } = await shippedVersion(version)
  return loadCredentialTypes(new Map(), data.credentialTypes)
}

/** The node types of a version of the service. */
export async function nodeTypesOf(version: ServiceVersion) {
  const { data } = await shippedVersion(version)
  return loadNodeTypes(data.nodeTypes)
}

/** What nodes need before the current version publishes them. */
export const activationRequirements = () =>
  loadActivationRequirements(
    () => import('../../data/n8n-2.41/activation-requirements.json', { with: { type: 'json' } }),
  )

/** The version itself, or the newest that there is here. */
const shippedVersion = (version: ServiceVersion) =>
  loadVersion(VERSION_NAMES.find(name => name === version) ?? VERSION_NAMES.at(-1) ?? 'contract')
