import type { Limits } from './limits.ts'
import { createPacketReader } from './pkt-lines.ts'

/** What a server says at first: its branches, and what it can do. */
export interface RefList {
  /** Name to commit id. */
  branches: Map<string, string>
  capabilities: ReadonlySet<string>
}

const BRANCH = /^([0-9a-f]{40}) refs\/heads\/([^\0\n]+)/
const PAUSE_EVERY = 256

/** Reads the list of refs; undefined when it breaks off. @throws Error when it is none */
export async function readRefList(bytes: Buffer, limits: Limits): Promise<RefList | undefined> {
  const reader = createPacketReader()
  const branches = new Map<string, string>()
  let capabilities: Set<string> | undefined
  let count = 0
  let isWhole = false
  for (const packet of reader.read(bytes)) {
    if (++count % PAUSE_EVERY === 0) await limits.pause()
    isWhole = packet === 'flush' && count > 2
    if (packet === 'flush') continue
    const text = packet.toString()
    if (text.startsWith('#')) continue
    const zero = text.indexOf('\0')
    capabilities ??= new Set(
      text
        .slice(zero < 0 ? text.length : zero + 1)
        .trim()
        .split(' '),
    )
    const [, oid = '', name] = BRANCH.exec(text) ?? []
    if (name !== undefined) branches.set(name, oid)
  }
  return reader.isDone && isWhole ? { branches, capabilities: capabilities ?? new Set() } : undefined
}
