import process from 'node:process'
import type { OnProgress, Progress } from '../migrate/read/read-records.ts'
import { progressBar } from './terminal.ts'

/** The user ended a command: exit code 130. */
export class InterruptedError extends Error {}

/** A second signal within this time counts as the first one: a terminal and npx both send Ctrl-C on. */
const SAME_SIGNAL_MS = 1000

/** How far a task is, for its user. */
export interface Watched {
  /** Aborted by Ctrl-C and SIGTERM: what was taken is then released. */
  signal: AbortSignal
  onProgress: OnProgress
  /** Prints a line in the place of the bar. */
  print(write: (line: string) => void, line: string): void
}

/**
 * Runs a task with a progress bar until Ctrl-C or SIGTERM. A second one ends the process at once.
 *
 * @param left what the message adds about what was done; gets the last progress
 * @throws InterruptedError, or what the task throws
 */
export async function untilInterrupted<T>(
  task: (watched: Watched) => Promise<T>,
  left: (last: Progress | undefined) => string,
): Promise<T> {
  const stopping = new AbortController()
  const { signal } = stopping
  const bar = progressBar()
  let last: Progress | undefined
  let stoppedAt = 0
  const stop = () => {
    if (!signal.aborted) stoppedAt = performance.now()
    else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(130)
    stopping.abort()
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const name of signals) process.on(name, stop)
  try {
    return await task({
      signal,
      onProgress(progress) {
        last = progress
        bar.onProgress(progress)
      },
      print(write, line) {
        bar.end()
        write(line)
      },
    })
  } catch (error) {
    if (!signal.aborted) throw error
    throw new InterruptedError(`Interrupted${left(last)}`, { cause: error })
  } finally {
    bar.end()
    for (const name of signals) process.off(name, stop)
  }
}

/** `after 12 of 306 steps` */
export const afterProgress = ({ part, done, total }: Progress) =>
  ` after ${done}${total === undefined ? '' : ` of ${total}`} ${part}`
