import type { ApiError } from '../../base/errors.ts'
import type { CommunityPackage } from '../../model/document.ts'
import { listWebhooks, type Webhook, webhookAddress } from '../../model/webhooks.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import type { ActivationRequirements } from './activation-requirements.ts'
import { type CalledWorkflow, calledWorkflowsRefusal } from './called-workflows.ts'
import { configurationRefusal } from './configuration.ts'
import { canStart, hasImplementation, type NodeTypes } from './node-types.ts'
import { workflowRefusals } from './refusals.ts'

/** What a publication is checked against. */
export interface PublicationContext {
  nodeTypes: NodeTypes
  requirements: ActivationRequirements
  /** Their nodes are known too; those named `…Trigger` can start a workflow. */
  communityPackages?: readonly CommunityPackage[]
  /** Whether another published workflow has this webhook. */
  isTaken(webhook: Webhook): boolean
  /** A workflow that a node calls; `undefined` for an unknown id. */
  findCalled(id: string): CalledWorkflow | undefined
}

type Graph = Pick<WorkflowRecord, 'nodes' | 'connections'> & { workflowId?: string }

/**
 * Why a version of a workflow cannot be published. The first of: a node of an unknown type, even a disabled one; no
 * enabled node that starts it; a webhook that another published workflow has (409); a node that lacks what it needs; a
 * node that calls a workflow which is not published.
 */
export function publicationRefusal(
  { workflowId, nodes, connections }: Graph,
  context: PublicationContext,
): ApiError | undefined {
  const installed = new Set(communityTypes(context))
  for (const node of nodes) {
    const refusal = typeRefusal(node, installed, context)
    if (refusal) return refusal
  }
  const starts = (node: Node) =>
    canStart(context.nodeTypes, node) || (installed.has(node.type ?? '') && (node.type ?? '').endsWith('Trigger'))
  if (!nodes.some(node => node.disabled !== true && starts(node))) return workflowRefusals.workflowHasNoTrigger()
  const webhooks = listWebhooks({ nodes })
  const addresses = new Set(webhooks.map(webhookAddress))
  if (addresses.size < webhooks.length || webhooks.some(context.isTaken)) return workflowRefusals.webhookConflict()
  const refusal = configurationRefusal(nodes, connections, { requirements: context.requirements, starts })
  return refusal ?? calledWorkflowsRefusal(nodes, workflowId, context.findCalled)
}

/** A node as a tool for an agent (`slackTool`), or one that asks a person first (`slackHitlTool`): the node itself. */
function originalOf(type: string, { nodeTypes, requirements }: PublicationContext): string {
  if (type.endsWith('HitlTool')) return type.slice(0, -'HitlTool'.length)
  const original = type.replace(/Tool$/, '')
  const isOwnNode = nodeTypes.has(type) && (requirements.has(type) || !nodeTypes.has(original))
  return isOwnNode ? type : original
}

function typeRefusal({ type = '', typeVersion }: Node, installed: Set<string>, context: PublicationContext) {
  if (installed.has(type)) return
  const original = originalOf(type, context)
  const known = context.nodeTypes.get(original)
  if (!known) return workflowRefusals.nodeTypeUnknown(original)
  if (typeVersion && !hasImplementation(known, typeVersion)) {
    const name = original.slice(original.lastIndexOf('.') + 1)
    return workflowRefusals.nodeVersionUnknown(name, typeVersion, known.versions)
  }
  if (original === type || type.endsWith('HitlTool')) return
  const tool = context.nodeTypes.get(type)
  const { versioned } = known
  if (!tool || !hasImplementation({ ...tool, versioned }, typeVersion)) return workflowRefusals.nodeIsNoTool()
}

const communityTypes = ({ communityPackages = [] }: PublicationContext) =>
  communityPackages.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type))
