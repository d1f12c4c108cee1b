import { readdirSync, readFileSync } from 'node:fs'

/** Bytes of memory that a process has for itself at the moment. Linux only. */
export function readRss(pid: number): number {
  const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (found === undefined) throw new TypeError(`/proc/${pid}/status names no memory`)
  return Number(found) * 1024
}

/** How many files, sockets and pipes a process has open. Linux only. */
export const countOpenFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length
