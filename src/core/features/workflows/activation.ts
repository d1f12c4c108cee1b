import type { ApiError } from '../../base/errors.ts'
import { isRecord } from '../../base/is-record.ts'
import { zoneOf } from '../../base/zone.ts'
import type { CommunityPackage } from '../../model/document.ts'
import { listWebhooks, type Webhook, webhookAddress } from '../../model/webhooks.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import { areCronExpressions, cronExpressionsOf } from './cron.ts'
import { hasImplementation, type NodeTypes } from './node-types.ts'
import { workflowRefusals } from './refusals.ts'

interface KnownNodes {
  nodeTypes: NodeTypes
  /** Their nodes are known too; those named `…Trigger` can start a workflow. */
  communityPackages?: readonly CommunityPackage[]
}

/** What an activation is checked against. */
export interface ActivationContext extends KnownNodes {
  /** Whether another active workflow has this webhook; ask an index of their `webhookKeys`. */
  isTaken(webhook: Webhook): boolean
}

/** Its time zone is checked where it has settings. */
type Checked = Pick<WorkflowRecord, 'id' | 'name' | 'nodes'> & Partial<Pick<WorkflowRecord, 'settings'>>

/** How many nodes can start the workflow: its `triggerCount` once it has been activated. */
export function countTriggers({ nodes }: Pick<WorkflowRecord, 'nodes'>, context: KnownNodes): number {
  const activates = activatingTypes(context)
  return nodes.filter(node => isEnabled(node) && node.type !== WAIT && activates(node.type)).length
}

const SCHEDULE = 'n8n-nodes-base.scheduleTrigger'
const WAIT = 'n8n-nodes-base.wait'

/** Triggers that need credentials of one kind or another, by parameters of theirs; the node types do not say so. */
const NEED_SOME_CREDENTIALS = new Set(
  [
    'acuityScheduling',
    'airtable',
    'asana',
    'clickUp',
    'eventbrite',
    'formstack',
    'getResponse',
    'github',
    'gitlab',
    'gmail',
    'googleDrive',
    'googleSheets',
    'jira',
    'linear',
    'mailchimp',
    'mautic',
    'pipedrive',
    'sendInBlue',
    'shopify',
    'surveyMonkey',
    'typeform',
    'webflow',
    'zendesk',
  ].map(service => `n8n-nodes-base.${service}Trigger`),
)

/**
 * Why a workflow cannot be activated: a 400. `undefined` if it can. The first of: a node of an unknown type or in a version
 * without code, even a disabled one; no enabled node that starts it; a webhook in a time zone that does not exist; a webhook
 * that another active workflow, or another node of this one, has; a trigger without the credentials that it needs; an
 * invalid schedule.
 *
 * @example
 * activationRefusal({ id: '1', name: 'A', nodes: [] }, context) // 400 'Workflow "A" (ID: 1) has no node to start the
 * workflow - at least one trigger, poller or webhook node is required'
 */
export function activationRefusal(workflow: Checked, context: ActivationContext): ApiError | undefined {
  const { nodes, name, id } = workflow
  const { nodeTypes } = context
  const installed = new Set(communityTypes(context))
  for (const node of nodes) {
    if (installed.has(node.type ?? '')) continue
    const refusal = typeRefusal(node, nodeTypes)
    if (refusal) return refusal
  }

  const enabled = nodes.filter(isEnabled)
  const activates = activatingTypes(context)
  if (!enabled.some(node => activates(node.type))) return workflowRefusals.workflowCannotStart(name, id)

  const zone = unknownZone(workflow)
  if (zone !== undefined && listWebhooks(workflow).length > 0) return workflowRefusals.timezoneInvalid(zone)

  const taken = findTaken(workflow, context)
  if (taken) return workflowRefusals.webhookPathTaken(taken.node)

  const lacksCredentials = (node: Node) => needsCredentials(node, nodeTypes) && !hasCredentials(node)
  if (enabled.some(node => activates(node.type) && lacksCredentials(node))) {
    return workflowRefusals.triggerHasNoCredentials()
  }
  if (enabled.some(node => node.type === SCHEDULE && !isRecord(node.parameters))) {
    return workflowRefusals.scheduleHasNoParameters()
  }
  const isPolling = ({ type = '' }: Node) => nodeTypes.get(type)?.polling === true
  const expressions = enabled.flatMap(node => cronExpressionsOf(node, isPolling(node)))
  if (!areCronExpressions(expressions)) return workflowRefusals.cronExpressionInvalid()
}

/** A type, or a version of one, that the service has no code for: of a version it says what it could not read. */
function typeRefusal({ type, typeVersion }: Node, nodeTypes: NodeTypes): ApiError | undefined {
  const known = nodeTypes.get(type ?? '')
  if (!type || !known) return workflowRefusals.activatedNodeTypeUnknown(type)
  const isTool = type.endsWith('Tool')
  if (!hasImplementation(known, typeVersion))
    return workflowRefusals.implementationMissing(isTool ? 'description' : 'execute')
  const original = isTool ? nodeTypes.get(type.slice(0, -'Tool'.length)) : undefined
  if (original && !known.versioned && !hasImplementation(original, typeVersion))
    return workflowRefusals.implementationMissing('supplyData')
}

/** `DEFAULT` is no zone: the service removes it when a workflow is changed, but stores it of a new one. */
function unknownZone({ settings = {} }: Checked): string | undefined {
  if (settings.timezone === 'DEFAULT') return 'DEFAULT'
  return zoneOf(settings, 'UTC') === undefined ? String(settings.timezone) : undefined
}

function findTaken(workflow: Checked, { isTaken }: ActivationContext): Webhook | undefined {
  const own = new Set<string>()
  return listWebhooks(workflow).find(webhook => {
    const key = webhookAddress(webhook)
    const isSecond = own.has(key)
    own.add(key)
    return isSecond || isTaken(webhook)
  })
}

const communityTypes = ({ communityPackages = [] }: KnownNodes) =>
  communityPackages.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type))

function activatingTypes(context: KnownNodes) {
  const installed = new Set(communityTypes(context).filter(type => type.endsWith('Trigger')))
  return (type = '') => context.nodeTypes.get(type)?.activates === true || installed.has(type)
}

const isEnabled = (node: Node) => node.disabled !== true

const needsCredentials = ({ type = '' }: Node, nodeTypes: NodeTypes) =>
  nodeTypes.get(type)?.needsCredentials === true || NEED_SOME_CREDENTIALS.has(type)

/** Whether it refers to any credential, by id or name; not whether there is one. */
const hasCredentials = ({ credentials }: Node) =>
  isRecord(credentials) &&
  Object.values(credentials).some(
    value => isText(value) || (isRecord(value) && (isText(value.id) || isText(value.name))),
  )

const isText = (value: unknown) => typeof value === 'string' && value !== ''
