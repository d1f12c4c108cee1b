import { refusals } from '../../base/errors.ts'

export const workflowRefusals = refusals({
  workflowToArchiveNotFound: [404, 'Workflow not found'],
  workflowOfVersionNotFound: [404, 'Workflow not found'],
  workflowProjectNotPermitted: [403, "You don't have the permissions to save the workflow in this project."],
  workflowNotPermitted: [
    404,
    (to: 'update' | 'activate' | 'deactivate') =>
      `You do not have permission to ${to} this workflow. Ask the owner to share it with you.`,
  ],
  workflowVersionNotFound: [404, 'Version not found'],
  workflowIsPublished: [409, 'Cannot delete a published workflow. Unpublish it before deleting.'],
  workflowNotArchived: [400, 'Workflow is not archived.'],
  archivedWorkflowActivated: [400, 'Cannot activate an archived workflow.'],
  archivedWorkflowUpdated: [400, 'Cannot update an archived workflow.'],
  workflowNameLength: [
    400,
    (shortest: number, longest: number) => `Workflow name must be ${shortest} to ${longest} characters long.`,
  ],
  workflowStructureInvalid: [
    400,
    (findings: readonly string[]) => `Workflow structure is invalid. ${findings.join('; ')}`,
  ],
  nodeGroupsInvalid: [400, (finding: string) => finding],
  workflowIsBeingUnpublished: [409, 'Workflow is still being unpublished. Please try again in a few moments.'],
  nodeTypeUnknown: [400, unknownNodeType],
  nodeVersionUnknown: [400, unknownNodeVersion],
  nodeIsNoTool: [400, 'Node cannot be used as a tool'],
  workflowHasNoTrigger: [
    400,
    'Workflow cannot be activated because it has no trigger node. At least one trigger, webhook, or polling node is required.',
  ],
  webhookConflict: [409, 'There is a conflict with one of the webhooks.'],
  nodesNotConfigured: [400, (issues: readonly NodeIssues[]) => notConfigured(issues)],
  calledWorkflowsNotPublished: [400, (calls: readonly UnpublishedCall[]) => callsUnpublished(calls)],
  // the service ends this one in a quote and a full stop
  activatedNodeTypeUnknown: [400, (type: string | undefined) => `Unrecognized node type: ${type}".`],
  implementationMissing: [400, (read: string) => `Cannot read properties of undefined (reading '${read}')`],
  workflowCannotStart: [
    400,
    (name: string, id: string) =>
      `Workflow "${name}" (ID: ${id}) has no node to start the workflow - at least one trigger, poller or webhook node is required`,
  ],
  webhookPathTaken: [
    400,
    (node: string) => `The URL path that the "${node}" node uses is already taken. Please change it to something else.`,
  ],
  timezoneInvalid: [400, (zone: string) => `Expression evaluation failed: Invalid timezone: "${zone}"`],
  triggerHasNoCredentials: [400, 'Node does not have any credentials set!'],
  scheduleHasNoParameters: [400, problem('The schedule trigger has no parameters')],
  cronExpressionInvalid: [400, problem('Invalid cron expression')],
})

/** The service reads a type as the name of a package and the name of a node in it. */
export function unknownNodeType(type: string | undefined): string {
  if (type === undefined) return 'Unrecognized node type: undefined'
  const [ofPackage, ofNode] = type.split('.', 2)
  return `Unrecognized node type: ${ofPackage}.${ofNode}`
}

/** Whole versions are listed first. */
function unknownNodeVersion(name: string, version: number, versions: readonly number[]): string {
  const listed = [...versions.filter(Number.isInteger), ...versions.filter(it => !Number.isInteger(it))]
  const latest = Math.max(...versions)
  return `Node type "${name}" is not available in version ${version}. Available versions: ${listed.join(', ')}. Use the latest version ${latest}.`
}

/** What a node lacks before its workflow can be published. */
export interface NodeIssues {
  node: string | undefined
  findings: readonly string[]
}

function notConfigured(issues: readonly NodeIssues[]): string {
  const texts = issues.map(
    ({ node, findings }) => `Node "${node}":\n${findings.map(finding => `  - ${finding}`).join('\n')}`,
  )
  const count = `${issues.length} ${issues.length === 1 ? 'node' : 'nodes'} have configuration issues`
  return `Cannot publish workflow: ${count}:\n\n${texts.join('\n\n')}`
}

/** A node that calls a workflow which is not published; no `name` for an unknown one. */
export interface UnpublishedCall {
  node: string | undefined
  id: string
  name: string | undefined
}

function callsUnpublished(calls: readonly UnpublishedCall[]): string {
  const texts = calls.map(({ node, id, name }) => {
    const named = name === undefined ? '' : ` ("${name}")`
    return `Node "${node}" references workflow ${id}${named} which is not published`
  })
  return `Cannot publish workflow: ${texts.join('; ')}. Please publish all referenced sub-workflows first.`
}

/** The findings about a node that is not configured. */
export const configurationFindings = {
  parameters: (names: readonly string[]) => `Missing or invalid required parameters: ${names.join(', ')}`,
  credentialMissing: (name: string) => `Missing required credential: ${name}`,
  credentialNotConfigured: (name: string) => `Credential not configured: ${name}`,
}

function problem(what: string) {
  return `There was a problem activating the workflow: "${what}"`
}
