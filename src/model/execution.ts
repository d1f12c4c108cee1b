export const EXECUTION_MODES = [
  'cli',
  'error',
  'integrated',
  'internal',
  'manual',
  'retry',
  'trigger',
  'webhook',
] as const
export type ExecutionMode = (typeof EXECUTION_MODES)[number]

export const EXECUTION_STATUSES = [
  'success',
  'error',
  'crashed',
  'waiting',
  'running',
  'canceled',
  'new',
  'unknown',
] as const
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number]

/** The values that the status filter of the list takes (docs/behaviour/executions.md#list-141). */
export const STATUS_FILTERS = ['error', 'success', 'waiting'] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

/** An execution as the document keeps it. Ids are decimal text, whatever form the profile answers them in. */
export interface ExecutionRecord {
  id: string
  workflowId: string
  status: ExecutionStatus
  finished: boolean
  mode: ExecutionMode
  retryOf: string | null
  retrySuccessId: string | null
  startedAt: string
  stoppedAt: string | null
  waitTill: string | null
  deletedAt: string | null
  /** Run data; made from the workflow's nodes when asked for if absent. */
  data?: unknown
  /** The workflow as it was when it ran. */
  workflowData?: unknown
  customData?: unknown
  /** `startedAt` where absent. */
  createdAt?: string
  /** Where its data is kept; `db` where absent. */
  storedAt?: string
  tracingContext?: unknown
  deduplicationKey?: string | null
  /** The length of its data's JSON; counted when asked for if absent. */
  jsonSizeBytes?: number
  /** 0 where absent. */
  binaryDataSizeBytes?: number
  /** The version of the workflow that ran; it need not exist. */
  workflowVersionId?: string | null
  usedPrivateCredentials?: boolean
  /** Ids of annotation tags. */
  annotationTags?: string[]
}
