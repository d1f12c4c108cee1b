import type { CredentialRecord } from '../../model/credential.ts'
import type { VariableRecord } from '../../model/source-control.ts'
import type { TagRecord } from '../../model/tag.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import type { State } from '../../state.ts'
import type { Base, Kind } from './base.ts'
import { credentialContent, fingerprint, workflowContent } from './content.ts'
import { type ItemChange, planItems } from './plan-items.ts'
import { planTags } from './plan-tags.ts'
import { planVariables } from './plan-variables.ts'
import type { RemoteCredential, RemoteWorkflow } from './read-items.ts'
import type { Repository } from './repository.ts'
import { nextBase, vanishedItems } from './vanished.ts'

/** What a pull is going to do. Where there are conflicts, it does nothing. */
export interface Plan {
  workflows: ItemChange<RemoteWorkflow, WorkflowRecord>[]
  credentials: ItemChange<RemoteCredential, CredentialRecord>[]
  tags: TagChange[]
  mappings: { workflowId: string; tagId: string }[]
  variables: VariableChange[]
  conflicts: Conflict[]
  /** What was in the repository at the last pull and is only here now. It stays. */
  vanished: Vanished[]
  /** What the next pull compares with. */
  base: Base
}

export interface TagChange {
  id: string
  name: string
  before: TagRecord | undefined
}

/** `id` is undefined for a variable that only the request knows. */
export interface VariableChange {
  id: string | undefined
  key: string
  type: string
  value: string
  before: VariableRecord | undefined
}

export interface Conflict {
  kind: 'workflow' | 'credential' | 'tag' | 'variable'
  id: string
  name: string
  why: string
}

export interface Vanished {
  kind: Kind | 'mappings'
  id: string
  name: string
  path: string
}

export interface PlanOptions {
  /** The remote wins every conflict. */
  force: boolean
  /** Values that the request gives, by key. */
  variables: ReadonlyMap<string, string>
  /** A workflow that only the remote has changed is a conflict, too. */
  remoteChangeConflicts: boolean
}

/**
 * Compares the instance, the last pull and the repository, and says what is to be taken over. Nothing is changed.
 *
 * @throws StaleRead when the repository was read against another base
 */
export function planPull(state: State, repository: Repository, base: Base, options: PlanOptions): Plan {
  const { force, remoteChangeConflicts } = options
  const workflows = planItems({
    kind: 'workflow',
    records: state.workflows,
    base: base.workflows,
    remote: repository.workflows,
    contentOf: (record: WorkflowRecord) => fingerprint(workflowContent(record)),
    force,
    remoteChangeConflicts,
  })
  const credentials = planItems({
    kind: 'credential',
    records: state.credentials,
    base: base.credentials,
    remote: repository.credentials,
    contentOf: (record: CredentialRecord) => fingerprint(credentialContent(record)),
    force,
    remoteChangeConflicts: false,
  })
  const created = new Set(workflows.changes.flatMap(({ item, before }) => (before ? [] : [item.id])))
  const tags = planTags(state, repository, base, created, force)
  const variables = planVariables(state, repository, base, options)
  return {
    workflows: workflows.changes,
    credentials: credentials.changes,
    tags: tags.changes,
    mappings: tags.mappings,
    variables: variables.changes,
    conflicts: [workflows, credentials, tags, variables].flatMap(({ conflicts }) => conflicts),
    vanished: vanishedItems(state, repository, base),
    base: nextBase(state, repository, base),
  }
}
