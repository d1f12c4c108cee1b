import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Service, Transport } from './http.ts'
import type { Limits } from './limits.ts'
import { createPacketReader, type Packet, writePackets } from './pkt-lines.ts'

interface Wanted {
  commit: string
  /** Commits that are here, each without its history. */
  have: readonly string[]
  capabilities: ReadonlySet<string>
  /** The file to write the pack to. */
  path: string
  limits: Limits
}

const SERVICE: Service = 'git-upload-pack'
const ASKED = ['side-band-64k', 'ofs-delta', 'thin-pack', 'no-progress']
const CHECKSUM_LENGTH = 20
const PACK = 1
const FAILURE = 3

/** Whether a pack came whole: all of it, something that breaks off, or nothing that is a pack. */
export type Fetched = { checksum: Buffer } | 'broken-off' | 'no-pack'

/**
 * Fetches a commit without its history into a file.
 *
 * @throws RemoteError `too-large` when the pack is, and for what the transport throws
 */
export async function fetchPack(transport: Transport, wanted: Wanted): Promise<Fetched> {
  const { commit, have, capabilities, path, limits } = wanted
  const asked = ASKED.filter(name => capabilities.has(name))
  const request = writePackets([
    `want ${commit} ${[...asked, 'agent=understudy'].join(' ')}\n`,
    ...have.map(oid => `shallow ${oid}\n`),
    ...(capabilities.has('shallow') ? ['deepen 1\n'] : []),
    { flush: true },
    ...have.map(oid => `have ${oid}\n`),
    'done\n',
  ])
  const file = await open(path, 'w')
  const hash = createHash('sha1')
  const reader = createPacketReader()
  const spend = limits.count()
  let tail: Buffer = Buffer.alloc(0)
  let last: Packet | undefined
  let isRefused = false
  try {
    await transport.ask(SERVICE, request, async piece => {
      for (const packet of reader.read(piece)) {
        last = packet
        if (packet === 'flush') continue
        if (packet[0] === PACK) await write(packet.subarray(1))
        else if (packet[0] === FAILURE || packet.toString('latin1', 0, 4) === 'ERR ') isRefused = true
      }
    })
  } finally {
    await file.close()
  }
  if (!reader.isDone || last !== 'flush') return isRefused ? 'no-pack' : 'broken-off'
  const isSound = tail.length === CHECKSUM_LENGTH && hash.digest().equals(tail)
  return isSound && !isRefused ? { checksum: tail } : 'no-pack'

  /** All but the last bytes are hashed: they are the checksum of what is before them. */
  async function write(bytes: Buffer) {
    spend(bytes.length)
    await file.write(bytes)
    const all = Buffer.concat([tail, bytes])
    const end = Math.max(0, all.length - CHECKSUM_LENGTH)
    hash.update(all.subarray(0, end))
    tail = Buffer.from(all.subarray(end))
  }
}
