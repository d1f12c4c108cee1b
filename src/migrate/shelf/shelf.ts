/** Keeps what was fetched, so that it is not fetched again. */
export interface Shelf {
  /** In the order in which they were put. */
  keys(): Iterable<string>
  has(key: string): boolean
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
}

/** Shelves by name. */
export interface Shelves {
  open(name: string): Promise<Shelf>
  close(): Promise<void>
}
