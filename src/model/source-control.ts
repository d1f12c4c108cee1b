/** What a pull is asked to do. */
export interface PullOptions {
  force?: boolean
  variables?: Record<string, unknown>
}

/** A variable as the document keeps it. */
export interface VariableRecord {
  id: string
  key: string
  type: string
  value: string
  /** The project that has it; every project where absent or null. */
  projectId?: string | null
}
