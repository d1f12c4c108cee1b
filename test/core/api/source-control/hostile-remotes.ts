import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync, gzipSync } from 'node:zlib'
import { BLOB, commit, delta, entry, farBack, folderOf, OFS_DELTA, object, packOf, tree } from './hostile-packs.ts'

const MEGABYTE = 1024 * 1024

/** A remote that sends little and means to take much: its pack, or how it answers. */
export interface HostileRemote {
  /** What it sends. */
  pack(): { head: string; pack: Buffer }
  /** What answers a request for the pack, instead of the pack. Made before a wait is measured. */
  body?(): Buffer
  /** Answers a request for the pack in another way. */
  answer?(response: ServerResponse, body: Buffer): void
  /** Branches beside `main`. */
  branches?: readonly string[]
  /** How many lines of one byte its list of branches has as well. */
  lines?: number
  /** What the refusal says. */
  says: RegExp
}

type Made = ReturnType<typeof object>

/** A commit whose folder `workflows` is this one. */
function committed(folder: Made, objects: readonly Buffer[]) {
  const root = tree([['40000', 'workflows', folder.oid]])
  const head = commit(root.oid)
  return { head: head.oid, pack: packOf([head.entry, root.entry, folder.entry, ...objects]) }
}

/** A folder with one file. */
const oneFile = ({ oid }: Made) => tree([['100644', 'a.json', oid]])

const workflow = (parameters: string, id = '1') =>
  Buffer.from(`{"id":"${id}","name":"W","nodes":[{"parameters":${parameters}}],"connections":{},"settings":{}}`)

const blobs = (contents: readonly Buffer[]) => {
  const objects = contents.map(content => object(BLOB, content))
  const folder = tree(objects.map(({ oid }, n) => ['100644', `${n}.json`, oid]))
  return committed(
    folder,
    objects.map(({ entry }) => entry),
  )
}

const NO_JSON = object(BLOB, Buffer.from('{'))

export const HOSTILE_REMOTES: Record<string, HostileRemote> = {
  'one blob of 15 MB under 1,500 names': {
    pack() {
      const blob = object(BLOB, workflow(`{"text":"${'x'.repeat(15 * MEGABYTE)}"}`))
      return committed(folderOf(1_500, blob.oid), [blob.entry])
    },
    says: /0000001.json: is the same file as workflows\/0000000.json|and 1498 more/,
  },
  'a delta of 2 KB that makes 6.3 GB': {
    pack() {
      const base = object(BLOB, Buffer.alloc(16 * MEGABYTE - 1))
      const bomb = delta(16 * MEGABYTE - 1, '', 16 * MEGABYTE - 1, 400)
      const place = Buffer.concat([farBack(base.entry.length), deflateSync(bomb)])
      return committed(oneFile(base), [base.entry, entry(OFS_DELTA, bomb.length, place)])
    },
    says: /comes to more than 192 MB, the most that a pull unpacks; --pull-max-bytes allows more/,
  },
  '40 blobs of 30 MB of zeros': {
    pack() {
      const zeros = object(BLOB, Buffer.alloc(30 * MEGABYTE))
      return committed(oneFile(zeros), Array<Buffer>(40).fill(zeros.entry))
    },
    says: /comes to more than 192 MB/,
  },
  'a folder of 900,000 entries, more than is held in memory': {
    pack: () => committed(folderOf(900_000, NO_JSON.oid), [NO_JSON.entry]),
    says: /more than 50000 files/,
  },
  'a folder of 800,000 entries': {
    pack: () => committed(folderOf(800_000, NO_JSON.oid), [NO_JSON.entry]),
    says: /more than 50000 files/,
  },
  'files with five million values each': {
    pack: () => blobs([0, 1, 2].map(n => workflow(`[${'{},'.repeat(5_000_000)}${n}]`))),
    says: /has more than 200000 keys and list items/,
  },
  '80 files of 190,000 values each': {
    pack: () => blobs(Array.from({ length: 80 }, (_, n) => workflow(`[${'{},'.repeat(90_000)}${n}]`, String(n)))),
    says: /comes to more than 192 MB/,
  },
  'a chain of 2,000 deltas that copy byte by byte': {
    pack() {
      // so small that each is unpacked and applied without a turn of the event loop
      const size = 16_000
      const base = object(BLOB, Buffer.alloc(size))
      const copies = delta(size, '', 1, size)
      const deflated = deflateSync(copies)
      let last = base.entry.length
      const deltas = Array.from({ length: 2_000 }, () => {
        const made = entry(OFS_DELTA, copies.length, Buffer.concat([farBack(last), deflated]))
        last = made.length
        return made
      })
      return committed(oneFile(base), [base.entry, ...deltas])
    },
    says: /is not JSON/,
  },
  'a delta of 15 million instructions': {
    pack() {
      const base = object(BLOB, Buffer.alloc(1_000, 32))
      const copies = delta(1_000, '', 1, 15_000_000)
      const place = Buffer.concat([farBack(base.entry.length), deflateSync(copies)])
      return committed(oneFile(base), [base.entry, entry(OFS_DELTA, copies.length, place)])
    },
    says: /is not JSON/,
  },
  '200,000 objects': {
    pack: () => committed(oneFile(NO_JSON), Array<Buffer>(200_000).fill(NO_JSON.entry)),
    says: /is not JSON/,
  },
  'a blob of 180 MB that is not read': {
    pack() {
      const unread = object(BLOB, Buffer.alloc(180 * MEGABYTE))
      return committed(oneFile(NO_JSON), [NO_JSON.entry, unread.entry])
    },
    says: /is not JSON/,
  },
  'an answer that is a gzip bomb': {
    pack: () => committed(folderOf(1, NO_JSON.oid), []),
    body() {
      // one line of side band after the other
      const line = Buffer.concat([Buffer.from('fff0\u0001'), Buffer.alloc(0xffeb)])
      return gzipSync(Buffer.concat([Buffer.from('0008NAK\n'), ...Array<Buffer>(16_000).fill(line)]))
    },
    answer(response, bomb) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result', 'content-encoding': 'gzip' })
      response.end(bomb)
    },
    says: /answers with content-encoding: gzip, which was not asked for/,
  },
  'three million lines in its list of branches': {
    pack: () => committed(oneFile(NO_JSON), [NO_JSON.entry]),
    lines: 3_000_000,
    says: /is not JSON/,
  },
}

/** Serves a remote as git does, and the one that `serve` names from then on. */
export async function serveHostile(first: Omit<HostileRemote, 'says'>) {
  let served = answersOf(first)
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
      return void response.end(served.refs)
    }
    if (served.answer) return served.answer(response, served.body)
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    response.end(served.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/flows.git`,
    serve(remote: Omit<HostileRemote, 'says'>) {
      served = answersOf(remote)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** What a remote answers a request for its branches, and one for the pack. */
function answersOf({ pack: make, body: makeBody, answer, branches = [], lines = 0 }: Omit<HostileRemote, 'says'>) {
  const { head, pack } = make()
  const line = (text: string | Buffer) => {
    const bytes = Buffer.from(text as string)
    return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
  }
  const flush = Buffer.from('0000')
  const refs = Buffer.concat([
    line('# service=git-upload-pack\n'),
    flush,
    line(`${head} HEAD\0side-band-64k ofs-delta shallow thin-pack agent=git/2\n`),
    ...['main', ...branches].map(name => line(`${head} refs/heads/${name}\n`)),
    Buffer.alloc(lines * 5, line('x')),
    flush,
  ])
  const bands: Buffer[] = [line(`shallow ${head}`), flush, line('NAK\n')]
  for (let at = 0; at < pack.length; at += 65_000) {
    bands.push(line(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 65_000)])))
  }
  return { refs, answer, body: makeBody?.() ?? Buffer.concat([...bands, flush]) }
}
