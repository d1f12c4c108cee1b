import type { Clock } from '../../base/clock.ts'
import type { ApiError } from '../../base/errors.ts'
import type { IdSource } from '../../model/next-id.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { ActivationRequirements } from './activation-requirements.ts'
import type { NodeTypes } from './node-types.ts'

/** What versions of the service decide differently about workflows. */
export interface WorkflowRules {
  /**
   * What is recorded of a workflow beside its current version.
   *
   * - `none`: nothing. The current version runs; a save after which an active workflow cannot start is refused.
   * - `versions`: each version. The current one runs; a workflow that cannot start after a save is inactive from then on.
   * - `publications`: each version, and when it was published. One that cannot start is saved as a draft beside what is
   *   published.
   */
  history: 'none' | 'versions' | 'publications'
  /** What makes a new version: each save; one that changes anything; one that changes nodes, connections or groups. */
  newVersionBy: 'save' | 'difference' | 'graph'
  /** What `versionCounter` counts: nothing; each write of the record; changes of the graph or the settings. */
  counts: 'nothing' | 'writes' | 'changes'
  /** Whether `updatedAt` changes when a workflow is activated or deactivated. */
  activationIsDated: boolean
  /** What a schedule trigger of an active workflow stores in `staticData`: an empty list of this name, or one entry per interval. */
  recurrences: 'recurrencyRules' | 'recurrenceRules' | 'intervals'
  /** Whether workflows are archived, and then refuse changes. */
  archives: boolean
  /** Whether nodes, connections and groups are checked when they are saved, and webhook nodes get an id. */
  checksStructure: boolean
  /** Whether its end, or a refused activation, takes an active workflow out of what MCP clients reach. */
  deactivationEndsMcpAccess: boolean
  /** Whether half a surrogate pair in a name or description is stored as U+FFFD. */
  textsAreWellFormed: boolean
  /** Whether static data that is not an object counts as null. */
  staticDataIsObject: boolean
  /** In characters. */
  mostName?: number
  /** Whether settings that a save leaves out stay as they are. */
  mergesSettings: boolean
  /** The values of settings that are not sent. */
  filledSettings: Readonly<Record<string, unknown>>
  /** The value of a setting that removes it in a change: how the editor writes "not set". A new workflow stores it. */
  removableSettings: Readonly<Record<string, unknown>>
  /** Settings that need a licence: they are checked and not stored. */
  unlicensedSettings: readonly string[]
  /** Fields that the version alone has: they are stored as they are sent. */
  ownFields: readonly string[]
}

/** What a workflow is checked against before it is active. Without requirements its nodes need not be configured. */
export interface ActivationCheck {
  nodeTypes: NodeTypes
  requirements?: ActivationRequirements
  /** Whether a workflow with a webhook needs a time zone that exists. */
  checksZone?: boolean
  /** Whether a webhook without `webhookId` has an address of its own, below its workflow. */
  webhooksBelowWorkflow?: boolean
}

/** What the rules need beside the state. */
export interface WorkflowContext extends IdSource {
  clock: Clock
  rules: WorkflowRules
  /** Nothing is checked where it is left out. */
  check?: ActivationCheck
}

/** A change of a workflow. */
export interface ChangedWorkflow {
  /** What the service answers: the workflow before its triggers are counted. */
  answer: WorkflowRecord
  /** What is stored. */
  record: WorkflowRecord
  /** Why it could not be published, though the change was stored. */
  refusal: ApiError | undefined
}

/** A change that publishes nothing: the answer is the record. */
export const unpublishedChange = (workflow: WorkflowRecord): ChangedWorkflow => ({
  answer: workflow,
  record: workflow,
  refusal: undefined,
})

/** A workflow after this many writes, where these are counted. */
export const withWrites = (workflow: WorkflowRecord, writes: number, { counts }: WorkflowRules): WorkflowRecord =>
  counts === 'writes' ? { ...workflow, versionCounter: (workflow.versionCounter ?? 1) + writes } : workflow

/** Without publications the current version runs, whatever another version of the service has recorded. */
export const publishingCurrent = ({ activeVersionId, publishedWebhooks }: WorkflowRecord) =>
  activeVersionId || publishedWebhooks ? { activeVersionId: null, publishedWebhooks: undefined } : {}

/** A workflow that is inactive from now on, as the service writes it right after the answer. */
export function withoutMcpAccess(workflow: WorkflowRecord, rules: WorkflowRules): WorkflowRecord {
  if (!rules.deactivationEndsMcpAccess || workflow.settings.availableInMCP !== true) return workflow
  return withWrites({ ...workflow, settings: { ...workflow.settings, availableInMCP: false } }, 1, rules)
}
