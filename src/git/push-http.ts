import * as git from 'isomorphic-git'
import type { CommitChange, MadeCommit } from './commit-content.ts'
import { createTransport, type HttpOptions, type Transport } from './http.ts'
import { fetchInto, listBranches } from './http-branch.ts'
import type { Limits } from './limits.ts'
import { withObjects } from './objects.ts'
import { printable } from './printable.ts'
import { createPacketReader, writePackets } from './protocol.ts'
import { isAnswered, movedOn, RemoteError } from './remote-error.ts'
import { repositoryFiles as fs } from './repository-files.ts'
import { writeCommit } from './write-commit.ts'

interface Target extends HttpOptions {
  branch: string
  /** The cache. */
  folder: string
  limits: Limits
}

const NO_COMMIT = '0'.repeat(40)

/**
 * Commits to a branch over HTTP, all or nothing. The branch is made when there is none.
 *
 * @throws RemoteError `rejected` when the branch has moved on, or the server does not take the commit
 */
export async function pushHttp(target: Target, change: CommitChange): Promise<MadeCommit> {
  const { url, branch, folder, limits } = target
  const transport = createTransport(target, limits)
  const refs = await listBranches(transport, 'git-receive-pack', url, limits)
  if (refs.branches.get(branch) !== change.parent) throw movedOn(url, branch)
  try {
    if (change.parent !== undefined) {
      const reading = createTransport(target, limits)
      const there = await listBranches(reading, 'git-upload-pack', url, limits)
      await fetchInto(folder, { transport: reading, refs: there, commit: change.parent, url, limits })
    }
    const made = await withObjects(folder, limits, objects => writeCommit(folder, objects, change, limits))
    await send(transport, target, change.parent, made)
    return made
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    throw new RemoteError('broken', `The commit for ${url} cannot be made (${(error as Error).name})`)
  }
}

async function send(
  transport: Transport,
  { url, branch, folder }: Target,
  parent: string | undefined,
  made: MadeCommit,
) {
  const ref = `refs/heads/${branch}`
  const { packfile } = await git.packObjects({ fs, gitdir: folder, oids: made.made })
  if (!packfile) throw new Error('There is no pack')
  const command = `${parent ?? NO_COMMIT} ${made.commit} ${ref}\0report-status agent=understudy`
  const request = Buffer.concat([writePackets([command, { flush: true }]), packfile])
  const reader = createPacketReader()
  const lines: string[] = []
  await transport.ask('git-receive-pack', request, piece => {
    for (const packet of reader.read(piece)) {
      if (packet !== 'flush' && lines.length < MAX_LINES) lines.push(packet.toString().trimEnd())
    }
  })
  if (lines.includes('unpack ok') && lines.includes(`ok ${ref}`)) return
  const reason = (lines.find(line => line.startsWith('ng ')) ?? lines.find(line => line.startsWith('unpack ')))?.slice(
    0,
    MAX_REASON_LENGTH,
  )
  throw new RemoteError('rejected', `${url} did not take the commit${reason ? ` (${printable(reason)})` : ''}`)
}

const MAX_LINES = 100
const MAX_REASON_LENGTH = 200
