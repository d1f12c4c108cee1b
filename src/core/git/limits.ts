import { pause } from '../base/run-in-slices.ts'
import { RemoteError } from './remote-error.ts'

/** The limits of one pull: bytes, time, and how long it may block the event loop. */
export interface Limits {
  /** The most bytes that are received, the most that they unpack to, and the most of the files that are read. */
  maxBytes: number
  /** Aborted when the pull is cancelled, and when its time is over. */
  signal: AbortSignal
  /**
   * Lets other work run, when this pull has run for `SLICE` milliseconds. To be called in every loop.
   *
   * @throws the reason of the signal, when it is aborted
   */
  pause(): Promise<void>
  /** A new count of bytes, up to `maxBytes`. */
  count(): Spend
}

/** Counts bytes. @throws RemoteError `too-large` when they come to more than the limit */
export type Spend = (bytes: number) => void

/** The most milliseconds that a pull may block the event loop. */
const SLICE = 5

/**
 * Makes the limits of one pull.
 *
 * @param address the name of the remote in messages
 */
export function createLimits(address: string, maxBytes: number, signal: AbortSignal): Limits {
  let since = performance.now()
  return {
    maxBytes,
    signal,
    async pause() {
      while (performance.now() - since >= SLICE) {
        const asked = since
        await pause()
        signal.throwIfAborted()
        // what paused together goes on in one slice
        if (since === asked) since = performance.now()
      }
    },
    count() {
      let spent = 0
      return bytes => {
        spent += bytes
        if (spent > maxBytes) throw tooLarge(address, maxBytes)
      }
    },
  }
}

function tooLarge(address: string, maxBytes: number) {
  const limit = maxBytes % MEGABYTE === 0 ? `${maxBytes / MEGABYTE} MB` : `${maxBytes} bytes`
  return new RemoteError(
    'too-large',
    `What ${address} holds comes to more than ${limit}, the most that a pull unpacks; --pull-max-bytes allows more`,
  )
}

const MEGABYTE = 1024 * 1024
