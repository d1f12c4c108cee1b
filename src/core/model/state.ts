import type * as storage from '../base/store.ts'
import type { Collections, Values } from './document.ts'

export type Store = storage.Store<Collections, Values>
export type State = storage.State<Collections, Values>
export type Draft = storage.Draft<Collections, Values>

/** Turns credential data into text that only the holder of the encryption key can read. */
export interface Secrets {
  seal(data: unknown): string
  /** @throws where it was sealed with another key */
  unseal(text: string): unknown
  /** Shows later whether a key is the one that this was sealed with. */
  check(): string
}
