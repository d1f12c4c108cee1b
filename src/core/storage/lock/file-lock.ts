import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { FileInUseError } from '../../base/store.ts'
import { codeOf, type FileSystem, nodeFiles, refuseOtherKind, toStorageError } from '../files/index.ts'
import { identifyThisProcess, isAlive, isIdentity, type ProcessIdentity } from './process-identity.ts'

/** Milliseconds to wait for a holder, which may be about to exit. */
const TIMEOUT_MS = 2000
/**
 * Milliseconds between updates of a claim's modification time, by which other machines and containers see it is held.
 */
const HEARTBEAT_MS = 3000
/** Milliseconds without such an update after which a claim from elsewhere counts as abandoned. */
const DEAD_AFTER_MS = 15_000

export interface FileLock {
  /** Takes the lock again if its file was removed; throws if another process has it by now. */
  renew(): Promise<void>
  release(): void
}

/**
 * Takes the exclusive lock of a file. Claims of dead processes are removed.
 *
 * A process that wants the lock creates a claim, a file with a unique name, and holds the lock if it then sees no claim
 * of another living process. As names are never reused, removing a dead process's claim cannot remove another one.
 *
 * @throws FileInUseError that says who holds the lock, if it is not free within `timeoutMs`
 */
export async function lockFile(path: string, timeoutMs = TIMEOUT_MS, files = nodeFiles): Promise<FileLock> {
  const claim = `${path}.lock-${process.pid}-${randomBytes(4).toString('hex')}`
  await acquire(path, claim, timeoutMs, files)
  const heartbeat = setInterval(() => updateClaim(claim, files), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    async renew() {
      if (!files.stat(claim)) await acquire(path, claim, 0, files)
    },
    release() {
      clearInterval(heartbeat)
      files.removeNow(claim)
    },
  }
}

/**
 * Checks that no process has the exclusive lock of a file, without taking it: nothing is changed.
 *
 * @throws FileInUseError that says who holds the lock, if it is not free within `timeoutMs`
 */
export const refuseHeld = (path: string, timeoutMs = TIMEOUT_MS, files = nodeFiles) =>
  untilFree(path, timeoutMs, async () => (await claimsOf(path, files)).find(({ isLiving }) => isLiving))

const acquire = (path: string, claim: string, timeoutMs: number, files: FileSystem) =>
  untilFree(path, timeoutMs, async () => (await livingClaims(path, files))[0] ?? tryClaim(path, claim, files))

/** Looks for a holder repeatedly, until there is none. */
async function untilFree(path: string, timeoutMs: number, findHolder: () => Promise<Claim | undefined>) {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const holder = await findHolder()
    if (!holder) return
    if (performance.now() > deadline) throw new FileInUseError(describeHolder(path, holder))
    await sleep(20 + Math.random() * 60)
  }
}

/** Creates the claim, and removes it again if there is another one, which it returns. */
async function tryClaim(path: string, claim: string, files: FileSystem): Promise<Claim | undefined> {
  let isHeld = false
  try {
    makeClaim(claim, files)
    const [holder] = await livingClaims(path, files, claim)
    isHeld = !holder
    return holder
  } finally {
    if (!isHeld) files.removeNow(claim)
  }
}

function makeClaim(claim: string, files: FileSystem) {
  try {
    files.createNow(claim, `${JSON.stringify(identifyThisProcess())}\n`, { mode: 0o644, isDurable: false })
  } catch (error) {
    throw toStorageError(`make the lock ${claim}`, error)
  }
}

interface Claim {
  path: string
  pid: number
  /** `undefined` while it is being written, and where it is no claim. */
  holder: ProcessIdentity | undefined
  /** Whether its process is alive, or may be. */
  isLiving: boolean
}

/** The claims of other processes that are alive, or may be. Claims of dead ones are removed. */
async function livingClaims(path: string, files: FileSystem, own?: string): Promise<Claim[]> {
  const claims = await claimsOf(path, files, own)
  for (const { path, isLiving } of claims) if (!isLiving) files.removeNow(path)
  return claims.filter(({ isLiving }) => isLiving)
}

async function claimsOf(path: string, files: FileSystem, own?: string): Promise<Claim[]> {
  const start = `${basename(path)}.lock-`
  const claims: Claim[] = []
  for (const name of await files.list(dirname(path))) {
    const pid = name.startsWith(start) && /^(\d+)-[\da-f]{8}$/.exec(name.slice(start.length))?.[1]
    const found = join(dirname(path), name)
    if (!pid || found === own) continue
    refuseOtherKind(found, `the lock of ${path}`, files)
    const holder = readHolder(found, files)
    const age = ageOf(found, files)
    if (age === undefined) continue
    const isLiving = (holder && isAlive(holder)) ?? age < DEAD_AFTER_MS
    claims.push({ path: found, pid: Number(pid), holder, isLiving })
  }
  return claims
}

function readHolder(claim: string, files: FileSystem): ProcessIdentity | undefined {
  try {
    const holder = JSON.parse(Buffer.from(files.readFileNow(claim)).toString())
    return isIdentity(holder) ? holder : undefined
  } catch {
    return undefined
  }
}

/** Milliseconds since the claim was last updated; `undefined` if it is gone. */
function ageOf(claim: string, files: FileSystem) {
  const stat = files.stat(claim)
  return stat && Date.now() - Number(stat.mtimeNs / 1_000_000n)
}

function updateClaim(claim: string, files: FileSystem) {
  try {
    files.touch(claim)
  } catch (error) {
    if (codeOf(error) === undefined) throw error
  }
}

function describeHolder(path: string, { path: claim, pid, holder }: Claim) {
  const self = identifyThisProcess()
  const place = holder && holder.namespace !== self.namespace ? ` on ${holder.host}` : ''
  const who = pid === self.pid && !place ? `this process (${pid})` : `process ${pid}${place}`
  return (
    `${path} is in use by ${who}. Stop that first, or use another file. ` +
    `(If no such instance is running any more, remove ${claim}.)`
  )
}
