import { readFileSync } from 'node:fs'
import * as module from 'node:module'
import { join, sep } from 'node:path'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The runtime that this is. */
export const PLATFORM = 'Bun' in globalThis ? 'Bun' : 'Deno' in globalThis ? 'Deno' : 'Node'

/** As what a large body is sent fastest: Deno copies bytes, and it and Node read a blob as a stream. */
export const SENT_FASTEST = ({ Bun: 'blob', Deno: 'text', Node: 'bytes' } as const)[PLATFORM]

/** The first major version of Node that has everything that is used here. */
const OLDEST_NODE = 22

/** A sentence on what is needed instead, where this is a Node that is too old. */
export function tooOldNode(): string | undefined {
  const { node } = process.versions
  if (PLATFORM !== 'Node' || Number.parseInt(node, 10) >= OLDEST_NODE) return undefined
  return `Understudy needs Node ${OLDEST_NODE} or later, Bun or Deno; this is Node ${node}`
}

/** Aborted when the client of a request goes away; where Deno is asked after that, a moment later. */
export function clientGone(request: Request): AbortSignal {
  if (PLATFORM === 'Deno') silenceSignalWarning()
  return request.signal
}

const SIGNAL_WARNING = 'Deno.serve: request.signal aborts on successful responses'
let isSignalWarningSilenced = false

/** Deno prints it once, when a request whose signal was asked for has been answered. Nothing is asked of the signal then. */
function silenceSignalWarning() {
  if (isSignalWarningSilenced) return
  isSignalWarningSilenced = true
  const { warn } = console
  const filtered = (...texts: unknown[]) => {
    if (!String(texts[0]).startsWith(SIGNAL_WARNING)) return warn.apply(console, texts)
    if (console.warn === filtered) console.warn = warn
  }
  console.warn = filtered
}

/**
 * Has Node and Deno free what is not used any more. They do so when something is allocated: after large requests, hundreds
 * of megabytes stay taken for minutes. Bun does it by itself within seconds.
 */
export function freeMemory(): void {
  if (PLATFORM === 'Bun') return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  // other contexts of the process are not to have it
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}

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

const PACKAGES = `${sep}node_modules${sep}`

/** In `node_modules/.cache`, beside the code itself: those alone may write it who may change that. */
export function cacheFolder(): string {
  const here = import.meta.dirname
  const installed = here.lastIndexOf(PACKAGES)
  const packages = installed < 0 ? join(here, '../../..', 'node_modules') : here.slice(0, installed + PACKAGES.length)
  return join(packages, '.cache', 'n8n-understudy')
}

/**
 * Has Node store what it compiles: a later start takes a fifth less processor time. Where the folder cannot be written,
 * nothing is stored.
 */
export function enableCompileCache(): void {
  // Node 22.0 has no such cache
  if (PLATFORM === 'Node') module.enableCompileCache?.(cacheFolder())
}
