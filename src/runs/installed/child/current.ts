/** What the run under way has to do with requests; set by the engine. */
export interface Current {
  key: string
  node: string
  /** Grows as credentials are read. */
  secrets: ReadonlySet<string>
}
