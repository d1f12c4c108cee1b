import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Service, Transport } from './http.ts'
import type { Limits } from './limits.ts'

interface Wanted {
  commit: string
  /** Commits that the cache has, each without its history. */
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

/** What arrived: a whole pack, one that ends early, or no pack. */
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
  // what a server sends beside the pack could go on for ever
  const spendTold = limits.count()
  let tail: Buffer = Buffer.alloc(0)
  let last: Packet | undefined
  let isRefused = false
  try {
    await transport.ask(SERVICE, request, async piece => {
      for (const packet of reader.read(piece)) {
        last = packet
        if (packet === 'flush') {
          spendTold(PREFIX_LENGTH)
          continue
        }
        if (packet[0] === PACK) await write(packet.subarray(1))
        else spendTold(packet.length + PREFIX_LENGTH)
        if (packet[0] === FAILURE || packet.toString('latin1', 0, 4) === 'ERR ') isRefused = true
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

/** The first answer of a server: its branches and capabilities. */
export interface RefList {
  /** Name to commit id. */
  branches: Map<string, string>
  capabilities: ReadonlySet<string>
}

const BRANCH = /^([0-9a-f]{40}) refs\/heads\/([^\0\n]+)/
const PAUSE_EVERY = 256

/** Reads the list of refs; undefined when it breaks off. @throws Error for an invalid list */
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
    capabilities ??= new Set((text.split('\0')[1] ?? '').trim().split(' '))
    const [, oid = '', name] = BRANCH.exec(text) ?? []
    if (name !== undefined) branches.set(name, oid)
  }
  return reader.isDone && isWhole ? { branches, capabilities: capabilities ?? new Set() } : undefined
}

const PREFIX_LENGTH = 4
const FLUSH = '0000'
const MAX_LINE = 65_520

/** A line of git's protocol, or `flush`, which ends a section. */
export type Packet = Buffer | 'flush'

/** A request: each text becomes a line, `flush` stays `flush`. */
export function writePackets(packets: readonly (string | { flush: true })[]): Buffer<ArrayBuffer> {
  return Buffer.concat(
    packets.map(packet => {
      if (typeof packet !== 'string') return Buffer.from(FLUSH)
      const text = Buffer.from(packet)
      const length = (text.length + PREFIX_LENGTH).toString(16).padStart(PREFIX_LENGTH, '0')
      return Buffer.concat([Buffer.from(length), text])
    }),
  )
}

/** Splits an answer into packets while it arrives. */
export function createPacketReader() {
  let rest: Buffer = Buffer.alloc(0)
  return {
    /** The packets that are complete so far. @throws Error for an invalid packet */
    *read(piece: Uint8Array): Generator<Packet> {
      const bytes =
        rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
      let at = 0
      while (at + PREFIX_LENGTH <= bytes.length) {
        const length = lengthOf(bytes.toString('latin1', at, at + PREFIX_LENGTH))
        if (length === 0) {
          at += PREFIX_LENGTH
          yield 'flush'
          continue
        }
        if (at + length > bytes.length) break
        yield bytes.subarray(at + PREFIX_LENGTH, at + length)
        at += length
      }
      rest = Buffer.from(bytes.subarray(at))
    },
    /** Whether the last packet is complete. */
    get isDone() {
      return rest.length === 0
    },
  }
}

function lengthOf(prefix: string) {
  const length = Number.parseInt(prefix, 16)
  const isWhole = length === 0 || (length >= PREFIX_LENGTH && length <= MAX_LINE)
  if (isWhole && /^[0-9a-f]{4}$/i.test(prefix)) return length
  throw new Error('Not a packet of git')
}
