import type { State } from '../../context.ts'
import type { WorkflowInput, WorkflowRecord } from '../../model/workflow.ts'
import type { Profile } from '../../profile.ts'
import { tagAnswer } from '../tags/answers.ts'
import { tagsInOrder } from './tags-in-order.ts'

/** A workflow as reads, activate and deactivate answer it. */
export function workflowAnswer(state: State, workflow: WorkflowRecord, profile: Profile) {
  const tags = tagsInOrder(state.tags, workflow.tags, profile.workflowOrder).map(tagAnswer)
  return { ...fieldsOf(workflow, profile), tags }
}

/** A workflow as the answers of PUT and DELETE have it: in profile n8n-1.41 without tags (observed, section 3.1). */
export function writtenWorkflowAnswer(state: State, workflow: WorkflowRecord, profile: Profile) {
  return profile.workflowExtras ? fieldsOf(workflow, profile) : workflowAnswer(state, workflow, profile)
}

/** A new workflow in profile n8n-1.41: what was sent, in the order in which it was sent, then what the service added. */
export function createdWorkflowAnswer(input: WorkflowInput, workflow: WorkflowRecord, profile: Profile) {
  const { active, versionId, id, staticData, meta, pinData, createdAt, updatedAt, triggerCount } = workflow
  const sent = { ...input, nodes: workflow.nodes }
  if ('staticData' in input && !profile.staticDataEchoed) sent.staticData = staticData
  const added = 'staticData' in input ? {} : { staticData }
  return { ...sent, active, versionId, id, ...added, meta, pinData, createdAt, updatedAt, triggerCount }
}

function fieldsOf(workflow: WorkflowRecord, profile: Profile) {
  const { createdAt, updatedAt, id, name, active, nodes, connections, settings } = workflow
  const staticData = profile.staticDataTyped ? objectOrText(workflow.staticData) : workflow.staticData
  const fields = { createdAt, updatedAt, id, name, active, nodes, connections, settings, staticData }
  if (!profile.workflowExtras) return fields
  const { meta, pinData, versionId, triggerCount } = workflow
  return { ...fields, meta, pinData, versionId, triggerCount }
}

/** Static data as the reference has it: an object, null, or JSON text. */
const objectOrText = (value: unknown) =>
  value === null || (typeof value === 'object' && !Array.isArray(value)) ? value : JSON.stringify(value)
