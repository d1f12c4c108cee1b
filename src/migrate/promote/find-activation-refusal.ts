import { activationRefusal } from '../../features/workflows/activation.ts'
import { publicationRefusal } from '../../features/workflows/publication.ts'
import { type Webhook, webhookKey, webhookKeys } from '../../model/webhooks.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { type Fields, textOf } from '../fields.ts'
import { activationRequirementsOf, nodeTypesOf } from '../version-data.ts'
import type { Planning } from './planning.ts'

/** Why the service would refuse to activate a workflow, by the rules of its version. `undefined` if it would not. */
export async function findActivationRefusal(planning: Planning, workflow: WorkflowRecord): Promise<string | undefined> {
  const { limits, target, steps } = planning
  if (limits.activationRules === 'none') return undefined
  const taken = takenWebhooks(planning, steps.ids.workflows.get(workflow.id))
  const context = {
    nodeTypes: await nodeTypesOf(target.version),
    isTaken: (webhook: Webhook) => taken.has(webhookKey(webhook)),
    findCalled: (id: string) => ({ name: id, isPublished: true }),
  }
  if (limits.activationRules === 'start') {
    const refusal = activationRefusal(workflow, context)
    return refusal?.message.replace(/^Workflow ".*" \(ID: [^)]*\) /s, 'it ').replace(/["\s.]+$/, '')
  }
  const requirements = await activationRequirementsOf(target.version)
  return publicationRefusal(workflow, { ...context, requirements })?.message.replace(/\s+/g, ' ')
}

/** The webhooks of active workflows there, but for those of this one. */
function takenWebhooks({ target }: Planning, own: string | undefined): Set<string> {
  const others = [...target.workflows.values()].filter((one: Fields) => one.active === true && textOf(one.id) !== own)
  return new Set(others.flatMap(one => webhookKeys(one as unknown as WorkflowRecord) ?? []))
}
