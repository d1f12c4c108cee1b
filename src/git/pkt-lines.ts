const PREFIX_LENGTH = 4
const PACK_BAND = 1
const FLUSH = '0000'
const NO_OBJECT = '0'.repeat(40)

/** Whether an answer of a git server is whole: the last thing that it says is a flush packet. */
export const endsWithFlush = (bytes: Uint8Array) => latin1(bytes.subarray(-PREFIX_LENGTH)) === FLUSH

/** The first ref of a list of refs; undefined in an empty repository. */
function firstRef(refs: Uint8Array) {
  const [, oid = NO_OBJECT, name] = /([0-9a-f]{40}) ([^\0\n]+)\0/.exec(latin1(refs)) ?? []
  return oid === NO_OBJECT ? undefined : { oid, name }
}

export const isEmptyRepository = (refs: Uint8Array) => firstRef(refs) === undefined

/**
 * The list of refs with a `HEAD` in it. A remote whose HEAD names no branch advertises none, and isomorphic-git gives
 * up on such a list after it has written the refs and before it stores the pack.
 */
export function withHead(refs: Uint8Array): Uint8Array {
  const first = firstRef(refs)
  if (!first || first.name === 'HEAD') return refs
  return Buffer.concat([refs.subarray(0, -PREFIX_LENGTH), pktLine(`${first.oid} HEAD\n`), Buffer.from(FLUSH)])
}

/**
 * The request for a pack with `thin-pack` among its capabilities. Without it, a server that sends one commit without
 * its history sends all of its files, also those that the cache has; isomorphic-git reads thin packs, but never asks
 * for them.
 */
export function withThinPack(request: Uint8Array<ArrayBuffer>, refs: Uint8Array): Uint8Array<ArrayBuffer> {
  if (!/[\0 ]thin-pack[ \n]/.test(latin1(refs))) return request
  const length = Number.parseInt(latin1(request.subarray(0, PREFIX_LENGTH)), 16)
  const wants = latin1(request.subarray(PREFIX_LENGTH, length)).trimEnd()
  return Buffer.concat([pktLine(`${wants} thin-pack\n`), request.subarray(length)])
}

/** The pack in the answer to a request for one; empty when there is none. */
export function packIn(answer: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  let at = 0
  while (at < answer.length) {
    const length = Number.parseInt(latin1(answer.subarray(at, at + PREFIX_LENGTH)), 16)
    if (Number.isNaN(length)) break
    const line = answer.subarray(at + PREFIX_LENGTH, at + length)
    if (line[0] === PACK_BAND) parts.push(line.subarray(1))
    at += Math.max(length, PREFIX_LENGTH)
  }
  return Buffer.concat(parts)
}

const pktLine = (text: string) =>
  Buffer.from((text.length + PREFIX_LENGTH).toString(16).padStart(PREFIX_LENGTH, '0') + text)

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
