import { activationRefusal } from '../../features/workflows/activation.ts'
import { webhookKey, webhookKeys } from '../../model/webhooks.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Fields, textOf } from '../fields.ts'
import { nodeTypesOf } from '../version-data.ts'
import type { Planning } from './planning.ts'

/** Why the service would refuse to activate a workflow, where its version checks as this one does. */
export async function activationFault(planning: Planning, workflow: WorkflowRecord): Promise<string | undefined> {
  if (planning.limits.activationRules !== 'trigger') return undefined
  const own = planning.steps.ids.workflows.get(workflow.id)
  const taken = takenWebhooks(planning, own)
  const refusal = activationRefusal(workflow, {
    nodeTypes: await nodeTypesOf(planning.target.version),
    isTaken: webhook => taken.has(webhookKey(webhook)),
  })
  return refusal?.replace(/^Workflow ".*" \(ID: [^)]*\) /, 'it ').replace(/["\s.]+$/, '')
}

/** The webhooks of active workflows there, but for those of this one. */
function takenWebhooks({ target }: Planning, own: string | undefined): Set<string> {
  const others = [...target.workflows.values()].filter((one: Fields) => one.active === true && textOf(one.id) !== own)
  return new Set(others.flatMap(one => webhookKeys(one as unknown as WorkflowRecord) ?? []))
}
