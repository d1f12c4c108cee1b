import { loadCredentialTypes } from '../core/features/credentials/types.ts'
import { loadActivationRequirements, NO_REQUIREMENTS } from '../core/features/workflows/activation-requirements.ts'
import { loadNodeTypes } from '../core/features/workflows/node-types.ts'
import type { Version } from '../core/http/version.ts'
import type { Fields } from './fields.ts'

/** The credential types of a version of the service, as they are shipped. */
export const typesOf = ({ data }: Version) => loadCredentialTypes(new Map(), data.credentialTypes)

/** The node types of a version of the service. */
export const nodeTypesOf = ({ data }: Version) => loadNodeTypes(data.nodeTypes)

/** What nodes need before the version publishes them; nothing where it does not check it. */
export const activationRequirementsOf = async ({ data }: Version) =>
  data.activationRequirements ? loadActivationRequirements(data.activationRequirements) : NO_REQUIREMENTS

/** A workflow of a service with the fields that its version alone has in `more`, as a document stores them. */
export function withOwnFields(workflow: Fields, { writes }: Pick<Version, 'writes'>): Fields {
  const own = Object.entries(workflow).filter(([name]) => writes.workflowFields.includes(name))
  if (own.length === 0) return workflow
  const rest = Object.entries(workflow).filter(([name]) => !writes.workflowFields.includes(name))
  return { ...Object.fromEntries(rest), more: Object.fromEntries(own) }
}
