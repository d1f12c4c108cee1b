import type { CredentialRecord } from '../../model/credential.ts'
import type { State } from '../../model/state.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { credentialContent, fingerprint, workflowContent } from './content.ts'
import { deletedUpstream, nextMergeBase } from './deleted-upstream.ts'
import type { MergeBase } from './merge-base.ts'
import { planItems } from './plan-items.ts'
import { planTags } from './plan-tags.ts'
import type { Conflict, DeletedUpstream, ItemChange, PlanOptions, TagChange, VariableChange } from './plan-types.ts'
import { planVariables } from './plan-variables.ts'
import type { RemoteCredential, RemoteWorkflow } from './read-items.ts'
import type { Repository } from './repository.ts'

/** What a pull is going to do. Where there are conflicts, it does nothing. */
export interface Plan {
  workflows: ItemChange<RemoteWorkflow, WorkflowRecord>[]
  credentials: ItemChange<RemoteCredential, CredentialRecord>[]
  tags: TagChange[]
  mappings: { workflowId: string; tagId: string }[]
  variables: VariableChange[]
  conflicts: Conflict[]
  /** What was in the repository at the last pull and is only in the instance now. It stays. */
  deletedUpstream: DeletedUpstream[]
  /** What the next pull compares with. */
  base: MergeBase
}

/**
 * Compares the instance, the last pull and the repository, and says what is to be taken over. Nothing is changed.
 *
 * @throws StaleRead when the repository was read against another base
 */
export function planPull(state: State, repository: Repository, base: MergeBase, options: PlanOptions): Plan {
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
    deletedUpstream: deletedUpstream(state, repository, base),
    base: nextMergeBase(state, repository, base),
  }
}
