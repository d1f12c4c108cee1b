import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Bytes of memory that a process takes at the moment. */
export function readRss(pid: number): number {
  const kibibytes = existsSync('/proc/self/status') ? rssInProc(pid) : rssByPs(pid)
  if (!Number.isInteger(kibibytes)) throw new TypeError(`nobody tells how much memory process ${pid} takes`)
  return kibibytes * 1024
}

const rssInProc = (pid: number) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
const rssByPs = (pid: number) =>
  Number(
    spawnSync('ps', ['-o', 'rss=', '-p', String(pid)])
      .stdout.toString()
      .trim(),
  )

/** The most bytes of memory that a process has taken; `undefined` where the system does not tell. */
export function readMostRss(pid: number): number | undefined {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return undefined
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1024
}

/** How many files, sockets and pipes a process has open; `undefined` where the system does not tell. */
export const countOpenFiles = (pid: number) =>
  existsSync(`/proc/${pid}/fd`) ? readdirSync(`/proc/${pid}/fd`).length : undefined
