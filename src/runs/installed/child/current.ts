import { AsyncLocalStorage } from 'node:async_hooks'

/** What the run under way has to do with requests; set by the engine. */
export interface Current {
  key: string
  node: string
  /** The item whose parameters were read last. */
  itemIndex: number
  /** Grows as credentials are read. */
  secrets: ReadonlySet<string>
}

const item = new AsyncLocalStorage<number>()

/** The item whose parameters were read last on the way to this call; nodes may send for several at a time. */
export const itemOfCaller = () => item.getStore()

export const enterItem = (itemIndex: number) => item.enterWith(itemIndex)
