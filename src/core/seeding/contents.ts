import { type Collections, layout, type Values } from '../model/document.ts'
import type { State } from '../model/state.ts'

/** Everything that a document holds at one moment. Its records are shared with the store, which never changes them. */
export type Contents = { readonly [K in keyof Collections]: readonly Collections[K][] } & Readonly<Values>

/** What the state holds now. */
export function contentsOf(state: State): Contents {
  const contents: Record<string, unknown> = {}
  for (const name of Object.keys(layout.collections) as (keyof Collections)[])
    contents[name] = [...state[name].values()]
  for (const name of Object.keys(layout.values) as (keyof Values)[]) contents[name] = state[name]
  return contents as Contents
}

/** A state of the document by its name. */
export interface Snapshot {
  name: string
  createdAt: string
}

/** Where snapshots outlive the process. They hold no API keys. */
export interface SnapshotFiles {
  list(): Promise<Snapshot[]>
  write(snapshot: Snapshot, contents: Contents): Promise<void>
  /** @throws an error that says what is wrong with the file */
  read(name: string): Promise<Omit<Contents, 'apiKeys'>>
  remove(name: string): Promise<void>
}
