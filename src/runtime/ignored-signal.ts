import { readFileSync } from 'node:fs'
import { PLATFORM } from './platform.ts'

/** The number of the signal of a closed terminal, on every system. */
const SIGHUP = 1

/**
 * Whether the process was told to go on when its terminal is closed, as by `nohup`: a listener of its own would end that.
 * Bun leaves it as it was told, and Linux says so; Deno and Node undo it when they start.
 */
export function outlivesTerminal(): boolean {
  if (PLATFORM !== 'Bun') return false
  try {
    const ignored = /^SigIgn:\s*([\da-f]+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] ?? '0'
    return ((BigInt(`0x${ignored}`) >> BigInt(SIGHUP - 1)) & 1n) === 1n
  } catch {
    return false
  }
}
