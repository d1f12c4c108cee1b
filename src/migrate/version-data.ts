import { loadCredentialTypes } from '../features/credentials/types.ts'
import { loadActivationRequirements } from '../features/workflows/activation-requirements.ts'
import { loadNodeTypes } from '../features/workflows/node-types.ts'
import type { Version } from '../http/version.ts'

/** The credential types of a version of the service, as they are shipped. */
export const typesOf = ({ data }: Version) => loadCredentialTypes(new Map(), data.credentialTypes)

/** The node types of a version of the service. */
export const nodeTypesOf = ({ data }: Version) => loadNodeTypes(data.nodeTypes)

/** What nodes need before the version publishes them; nothing where it does not check it. */
export const activationRequirementsOf = async ({ data }: Version) =>
  data.activationRequirements ? loadActivationRequirements(data.activationRequirements) : new Map()
