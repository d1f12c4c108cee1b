import { tagsInOrder } from '../../../features/workflows/tags-in-order.ts'
import type { State } from '../../../model/state.ts'
import type { WorkflowInput, WorkflowRecord } from '../../../model/workflow.ts'
import type { Decisions } from '../decisions.ts'
import { showTag } from './tag.ts'

/** A workflow as reads, activate and deactivate show it. */
export function showWorkflow(state: State, workflow: WorkflowRecord, decisions: Decisions) {
  const tags = tagsInOrder(state.tags, workflow.tags, decisions.workflowOrder).map(showTag)
  return { ...fieldsOf(workflow, decisions), tags }
}

/** A workflow as PUT and DELETE show it: without tags, where it has further fields. */
export function showWrittenWorkflow(state: State, workflow: WorkflowRecord, decisions: Decisions) {
  return decisions.workflowExtras ? fieldsOf(workflow, decisions) : showWorkflow(state, workflow, decisions)
}

/** A new workflow, where it has further fields: what was sent, in the order in which it was sent, then what the service added. */
export function showCreatedWorkflow(input: WorkflowInput, workflow: WorkflowRecord, decisions: Decisions) {
  const { active, versionId, id, staticData, meta, pinData, createdAt, updatedAt, triggerCount } = workflow
  const sent = { ...input, nodes: workflow.nodes }
  if ('staticData' in input && !decisions.staticDataEchoed) sent.staticData = staticData
  const added = 'staticData' in input ? {} : { staticData }
  return { ...sent, active, versionId, id, ...added, meta, pinData, createdAt, updatedAt, triggerCount }
}

function fieldsOf(workflow: WorkflowRecord, decisions: Decisions) {
  const { createdAt, updatedAt, id, name, active, nodes, connections, settings } = workflow
  const staticData = decisions.staticDataTyped ? objectOrText(workflow.staticData) : workflow.staticData
  const fields = { createdAt, updatedAt, id, name, active, nodes, connections, settings, staticData }
  if (!decisions.workflowExtras) return fields
  const { meta, pinData, versionId, triggerCount } = workflow
  return { ...fields, meta, pinData, versionId, triggerCount }
}

/** Static data as the reference has it: an object, null, or JSON text. */
const objectOrText = (value: unknown) =>
  value === null || (typeof value === 'object' && !Array.isArray(value)) ? value : JSON.stringify(value)
