import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isRecord } from '../../base/is-record.ts'
import { codeOf } from '../files/index.ts'

/** Identifies a process even after its pid has been reused. */
export interface ProcessIdentity {
  pid: number
  host: string
  /** The scope in which `pid` is unique: one boot of one machine, and one container. */
  namespace: string
  /** Start time of the process in clock ticks; empty where the system does not report it. */
  started: string
}

export function identifyThisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    namespace: namespaceOfPids(),
    started: statOf(process.pid)?.started ?? '',
  }
}

const TEXTS = ['host', 'namespace', 'started']

export const isIdentity = (value: unknown): value is Record<string, unknown> & ProcessIdentity =>
  isRecord(value) && Number.isInteger(value.pid) && TEXTS.every(name => typeof value[name] === 'string')

/**
 * Whether the process is alive; `undefined` if that cannot be found out: it is on another machine or in another
 * container, or this process may not inspect others (Deno without all permissions).
 */
export function isAlive({ pid, namespace, started }: ProcessIdentity): boolean | undefined {
  if (namespace !== namespaceOfPids()) return undefined
  if (process.platform === 'linux') {
    if (started === '' || !statOf(process.pid)) return undefined
    const stat = statOf(pid)
    return stat !== undefined && !stat.isDead && stat.started === started
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    const code = codeOf(error)
    return code === 'ESRCH' ? false : code === 'EPERM' ? true : undefined
  }
}

function namespaceOfPids() {
  if (process.platform !== 'linux') return hostname()
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/**
 * From Linux's `/proc/PID/stat`: the third field is the state, the twenty-second the start; the name may hold anything.
 */
function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { isDead: 'ZX'.includes(fields[0] ?? ''), started: fields[19] }
  } catch {
    return undefined
  }
}
