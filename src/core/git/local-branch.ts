import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as git from 'isomorphic-git'
import { type CommitChange, type CommitFiles, type MadeCommit, readCommitFiles, type Wanted } from './commits.ts'
import type { Limits } from './limits.ts'
import { withObjects } from './objects.ts'
import { branchMissing, isAnswered, movedOn, RemoteError } from './remote-error.ts'
import { repositoryFiles as fs } from './repository-files.ts'
import { writeCommit } from './write-commit.ts'

/**
 * Reads a branch of a repository on this machine, as it is at this moment: no fetch, no checkout, nothing written.
 *
 * @throws RemoteError
 */
export async function readLocalBranch({ path, branch, ...wanted }: Wanted & { path: string }): Promise<CommitFiles> {
  const { limits } = wanted
  try {
    const gitdir = await findGitFolder(path)
    const branches = await git.listBranches({ fs, gitdir })
    if (!branches.includes(branch)) throw branchMissing(path, branch, branches)
    const commit = await git.resolveRef({ fs, gitdir, ref: `refs/heads/${branch}` })
    return await withObjects(gitdir, limits, objects => readCommitFiles({ ...wanted, objects, commit, address: path }))
  } catch (error) {
    if (isAnswered(error) || limits.signal.aborted) throw error
    throw unreadable(path, branch, error as NodeJS.ErrnoException)
  }
}

export function unreadable(path: string, branch: string, { code, name }: { code?: string | undefined; name: string }) {
  const why = code ? ` (${code})` : ''
  const mayNot = code === 'EACCES' || code === 'EPERM' || name === 'NotCapable'
  const advice = mayNot ? 'allow this program to read there' : 'try git fsck there'
  return new RemoteError('broken', `Branch ${branch} of ${path} cannot be read${why}; ${advice}`)
}

/** The folder with the objects and branches: the path itself when bare, else its `.git`, or where that file points. */
export async function findGitFolder(path: string): Promise<string> {
  if (!(await exists(path))) throw new RemoteError('not-found', `There is no repository at ${path}`)
  for (const folder of [await followPointer(join(path, '.git')), path]) {
    const common = await commonFolder(folder)
    if ((await exists(join(common, 'objects'))) && (await exists(join(folder, 'HEAD')))) return common
  }
  throw new RemoteError('not-a-repository', `${path} is not a git repository`)
}

/** In a worktree or a submodule, `.git` is a file that says `gitdir: <folder>`. */
async function followPointer(path: string) {
  const text = await readSmallFile(path)
  const target = text && /^gitdir: (.+)$/m.exec(text)?.[1]
  return target ? resolve(dirname(path), target) : path
}

/** A worktree's folder names the one that it shares with the others. */
async function commonFolder(folder: string) {
  const target = await readSmallFile(join(folder, 'commondir'))
  return target ? resolve(folder, target.trim()) : folder
}

async function readSmallFile(path: string) {
  const found = await stat(path).catch(absent)
  return found?.isFile() && found.size < 4096 ? readFile(path, 'utf8') : undefined
}

const exists = async (path: string) => (await stat(path).catch(absent)) !== undefined

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

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
    try {
      await lock.writeFile(`${to}\n`)
      await lock.sync()
    } finally {
      await lock.close()
    }
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
