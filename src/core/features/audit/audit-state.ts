import type { CredentialRecord } from '../../model/credential.ts'
import type { CommunityPackage } from '../../model/document.ts'
import type { ExecutionRecord } from '../../model/execution.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'

interface Records<R> {
  get(id: string): R | undefined
  values(): Iterable<R>
}

/** What an audit looks at: the part of the state that says what is used where. */
export interface AuditState {
  readonly workflows: Records<WorkflowRecord>
  readonly credentials: Records<CredentialRecord>
  readonly executions: Records<ExecutionRecord>
  readonly communityPackages: readonly CommunityPackage[]
}
