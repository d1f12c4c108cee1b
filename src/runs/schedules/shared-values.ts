import { RawJson } from '../../core/base/raw-json.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { State } from '../../core/model/state.ts'
import type { WorkflowRecord } from '../../core/model/workflow.ts'
import { workflowDataOf } from '../engine/execution-data.ts'
import type { RunWorkflow } from '../engine/job.ts'
import { Shared } from '../engine/messages.ts'

const byRecord = new WeakMap<WorkflowRecord, Shared<RunWorkflow>>()
const byNodes = new WeakMap<WorkflowRecord['nodes'], Shared<RunWorkflow>>()

/** The workflow that runs, the same for as long as nothing of it changes that a run depends on. */
export function sharedWorkflow(workflow: WorkflowRecord): Shared<RunWorkflow> {
  const known = byRecord.get(workflow)
  if (known) return known
  const { id, name, active, createdAt, updatedAt, nodes, connections, settings, pinData, nodeGroups } = workflow
  const runs: RunWorkflow = {
    id,
    name,
    active,
    createdAt,
    updatedAt,
    nodes,
    connections,
    settings,
    pinData,
    ...(nodeGroups ? { nodeGroups } : {}),
  }
  const earlier = byNodes.get(nodes)
  const shared = earlier && isSame(earlier.value, runs) ? earlier : new Shared(runs)
  byRecord.set(workflow, shared)
  byNodes.set(nodes, shared)
  return shared
}

const isSame = (one: RunWorkflow, other: RunWorkflow) =>
  Object.entries(other).every(([field, value]) => one[field as keyof RunWorkflow] === value)

/** What `$vars` gives: variables of the workflow's project win over those of the instance. */
export class SharedVariables {
  readonly #byProject = new Map<WorkflowRecord['projectId'], Shared<Record<string, string>>>()
  #revision = 0

  of({ variables }: State, projectId: WorkflowRecord['projectId']): Shared<Record<string, string>> {
    if (variables.revision !== this.#revision) this.#byProject.clear()
    this.#revision = variables.revision
    const known = this.#byProject.get(projectId)
    if (known) return known
    const all = [...variables.values()]
    const own = all.filter(variable => variable.projectId != null && variable.projectId === projectId)
    const shared = all.filter(variable => variable.projectId == null)
    const made = new Shared(Object.fromEntries([...shared, ...own].map(({ key, value }) => [key, value])))
    this.#byProject.set(projectId, made)
    return made
  }
}

type RanExecution = Parameters<typeof workflowDataOf>[1]

const texts = new WeakMap<RunWorkflow, Map<string, RawJson>>()

/** The workflow as executions store it: one text for all that ran the same version, or the same record. */
export function workflowText(workflow: WorkflowRecord, { status, mode }: RanExecution, form: RunForm) {
  // one form has more of the record than runs depend on
  const value = form === 'numbered' ? workflow : sharedWorkflow(workflow).value
  const known = texts.get(value) ?? new Map<string, RawJson>()
  texts.set(value, known)
  const isShort = status === 'running' || status === 'crashed'
  const key = `${form} ${isShort} ${form === 'numbered' ? mode : ''}`
  const text = known.get(key) ?? new RawJson(() => JSON.stringify(workflowDataOf(value, { status, mode }, form)))
  known.set(key, text)
  return text
}
