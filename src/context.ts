import type { Clock } from './clock.ts'
import type { CredentialTypes } from './features/credentials/types.ts'
import type { SourceControl } from './features/source-control/pull.ts'
import type { NodeTypes } from './features/workflows/node-types.ts'
import type { Ids } from './ids.ts'
import type { Collections, Values } from './model/document.ts'
import type { Profile } from './profile.ts'
import type * as storage from './storage/store.ts'

export type Store = storage.Store<Collections, Values>
export type State = storage.State<Collections, Values>
export type Draft = storage.Draft<Collections, Values>

/** Turns credential data into text that only the holder of the encryption key can read. */
export interface Secrets {
  seal(data: unknown): string
  /** @throws where it was sealed with another key */
  unseal(text: string): unknown
  /** What tells later whether a key is the one that this was sealed with. */
  check(): string
}

/** What the features are made of. Each takes the part that it needs. */
export interface Context {
  store: Store
  profile: Profile
  clock: Clock
  ids: Ids
  secrets: Secrets
  /** Reference data, read when it is first asked for. */
  loadCredentialTypes(): Promise<CredentialTypes>
  loadNodeTypes(): Promise<NodeTypes>
  sourceControl: SourceControl
}
