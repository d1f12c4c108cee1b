/** Which part of a service is read. */
export interface Selection {
  /** How many executions, the newest ones, with their data. Default 0: none. */
  executions?: number | undefined
  /** Only workflows that have all of these tags, by name. */
  tags?: readonly string[] | undefined
  /** Only active workflows. */
  active?: boolean | undefined
}

/** How far a reading is. */
export interface Progress {
  part: string
  done: number
  /** Where it is known. */
  total?: number
}

export type OnProgress = (progress: Progress) => void
