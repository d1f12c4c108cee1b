import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, diskFault } from './disk-fault.ts'
import { identifyThisProcess, isAlive, type ProcessIdentity } from './process-identity.ts'
import { FileInUseError } from './store.ts'

/** How long a holder that may be just dying is waited for, in milliseconds. */
const PATIENCE = 2000
/** A holder on another machine or in another container shows every so often that it is alive, in milliseconds. */
const SIGN_OF_LIFE_EVERY = 3000
const DEAD_AFTER = 15_000

export interface FileLock {
  /** Takes the lock again if somebody has removed it; refuses if it is another's by now. */
  renew(): Promise<void>
  release(): void
}

/**
 * Takes the one lock of a file, or says who holds it. What a dead process has left is taken over.
 *
 * Each process that wants the lock makes a claim, a file with a name of its own, and has it if it then sees no other
 * claim of a living process. Names are never used twice, so removing a dead process's claim can hit no one else's.
 */
export async function lockFile(path: string, patience = PATIENCE): Promise<FileLock> {
  const claim = `${path}.lock-${process.pid}-${randomBytes(4).toString('hex')}`
  await acquire(path, claim, patience)
  const signs = setInterval(() => showLife(claim), SIGN_OF_LIFE_EVERY)
  signs.unref()
  return {
    async renew() {
      if (!statSync(claim, { throwIfNoEntry: false })) await acquire(path, claim, 0)
    },
    release() {
      clearInterval(signs)
      rmSync(claim, { force: true })
    },
  }
}

async function acquire(path: string, claim: string, patience: number) {
  const deadline = performance.now() + patience
  for (;;) {
    let [holder] = await livingClaims(path)
    if (!holder) {
      makeClaim(claim)
      ;[holder] = await livingClaims(path, claim)
      if (!holder) return
      rmSync(claim, { force: true })
    }
    if (performance.now() > deadline) throw new FileInUseError(describeHolder(path, holder))
    await sleep(20 + Math.random() * 60)
  }
}

function makeClaim(claim: string) {
  try {
    writeFileSync(claim, `${JSON.stringify(identifyThisProcess())}\n`, { flag: 'wx', mode: 0o644 })
  } catch (error) {
    throw diskFault(`make the lock ${claim}`, error)
  }
}

interface Claim {
  path: string
  pid: number
  /** `undefined` while it is being written. */
  holder: ProcessIdentity | undefined
}

/** The claims of others that are alive, or may be. Those of the dead are removed. */
async function livingClaims(path: string, own?: string): Promise<Claim[]> {
  const start = `${basename(path)}.lock-`
  const living: Claim[] = []
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(start) && /^(\d+)-[\da-f]{8}$/.exec(name.slice(start.length))?.[1]
    const found = join(dirname(path), name)
    if (!pid || found === own) continue
    const claim = { path: found, pid: Number(pid), holder: readHolder(found) }
    const age = ageOf(found)
    if (age === undefined) continue
    if ((claim.holder && isAlive(claim.holder)) ?? age < DEAD_AFTER) living.push(claim)
    else rmSync(found, { force: true })
  }
  return living
}

function readHolder(claim: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(claim, 'utf8'))
  } catch {
    return undefined
  }
}

/** Milliseconds since the last sign of life; `undefined` if the claim is gone. */
function ageOf(claim: string) {
  const stat = statSync(claim, { throwIfNoEntry: false })
  return stat && Date.now() - stat.mtimeMs
}

function showLife(claim: string) {
  try {
    utimesSync(claim, new Date(), new Date())
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
