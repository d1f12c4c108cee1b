import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as git from 'isomorphic-git'
import type { CommitChange, MadeCommit } from './commit-content.ts'
import type { Limits } from './limits.ts'
import { findGitFolder } from './local-branch.ts'
import { withObjects } from './objects.ts'
import { isAnswered, movedOn, RemoteError } from './remote-error.ts'
import { repositoryFiles as fs } from './repository-files.ts'
import { writeCommit } from './write-commit.ts'

interface Target {
  path: string
  branch: string
  limits: Limits
}

/**
 * Commits to a branch of a repository on this machine, all or nothing. The branch is made when there is none.
 *
 * @throws RemoteError `rejected` when the branch has moved on, or is checked out there
 */
export async function pushLocal({ path, branch, limits }: Target, change: CommitChange): Promise<MadeCommit> {
  try {
    const gitdir = await findGitFolder(path)
    await refuseCheckedOut(gitdir, path, branch)
    const made = await withObjects(gitdir, limits, objects => writeCommit(gitdir, objects, change, limits))
    await moveBranch(gitdir, branch, change.parent, made.commit, path)
    return made
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new RemoteError('broken', `Branch ${branch} of ${path} cannot be written${code ? ` (${code})` : ''}`)
  }
}

/** The working tree of a checked out branch would look as if the commit had been undone. Git refuses it, too. */
async function refuseCheckedOut(gitdir: string, path: string, branch: string) {
  const isBare = (await git.getConfig({ fs, gitdir, path: 'core.bare' })) === true
  const head = String(await fs.promises.readFile(join(gitdir, 'HEAD')))
  if (isBare || head.trim() !== `ref: refs/heads/${branch}`) return
  throw new RemoteError(
    'rejected',
    `Branch ${branch} is checked out in ${path}; push to a bare repository, or check out another branch there`,
  )
}

/** Moves a branch as git does: with `<branch>.lock` held. */
async function moveBranch(gitdir: string, branch: string, from: string | undefined, to: string, path: string) {
  const file = join(gitdir, 'refs', 'heads', branch)
  await mkdir(dirname(file), { recursive: true })
  const lock = await open(`${file}.lock`, 'wx').catch(error => {
    throw error.code === 'EEXIST' ? new RemoteError('rejected', `Branch ${branch} of ${path} is being changed`) : error
  })
  try {
    await lock.writeFile(`${to}\n`)
    await lock.sync()
  } finally {
    await lock.close()
  }
  try {
    const now = await git.resolveRef({ fs, gitdir, ref: `refs/heads/${branch}` }).catch(refMissing)
    if (now !== from) throw movedOn(path, branch)
    await rename(`${file}.lock`, file)
  } catch (error) {
    await rm(`${file}.lock`, { force: true })
    throw error
  }
}

function refMissing(error: { code?: string }) {
  if (error.code === 'NotFoundError') return undefined
  throw error
}
