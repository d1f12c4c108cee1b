import { deepStrictEqual as equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Setting, workflowFile } from './setting.ts'

/** A case of a repository on this machine that git itself has a hand in. */
export type LocalCase = (setting: Setting, folder: string) => Promise<void>

const FIRST = { 'workflows/1.json': workflowFile('1', 'A'), 'workflows/2.json': workflowFile('2', 'B') }
const PULLED = [
  { id: '1', name: 'A' },
  { id: '2', name: 'B' },
]

const git = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'gc.auto=0', ...words], {
    cwd: folder,
    stdio: 'pipe',
  })

export const LOCAL_CASES: Record<string, LocalCase> = {
  async 'a repository with a working tree is read at its commit, not at its files'({ repository, connect }, folder) {
    await repository.commit(FIRST)
    git('/', 'clone', '-q', repository.path, folder)
    await writeFile(join(folder, 'workflows', '1.json'), '{')
    equal((await connect({ url: folder }).pull()).workflows, PULLED)
    equal((await connect({ url: pathToFileURL(folder).href }).pull()).workflows, PULLED)
  },

  async 'a worktree is read through the repository that it belongs to'({ repository, connect }, folder) {
    await repository.commit(FIRST)
    git(repository.path, 'worktree', 'add', '-q', folder, '-b', 'side')
    equal((await connect({ url: folder, branch: 'side' }).pull()).workflows, PULLED)
    equal((await connect({ url: folder }).pull()).workflows, PULLED)
  },

  async 'packed objects and refs are read, and commits made by git on top of them'({ repository, connect }, folder) {
    await repository.commit(FIRST)
    git(repository.path, 'gc', '-q')
    equal(await readdir(join(repository.path, 'refs', 'heads')), [])
    const { pull } = connect()
    equal((await pull()).workflows, PULLED)
    git('/', 'clone', '-q', repository.path, folder)
    await writeFile(join(folder, 'workflows', '1.json'), JSON.stringify(workflowFile('1', 'By git')))
    git(folder, 'commit', '-qam', 'change')
    git(folder, 'push', '-q')
    git(repository.path, 'gc', '-q')
    equal((await pull()).workflows, [{ id: '1', name: 'By git' }])
  },

  async 'a path without a repository is told apart'({ repository, connect }, folder) {
    await repository.commit(FIRST)
    const missing = await connect({ url: folder }).refused()
    equal([missing.status, missing.code], [400, 'not-found'])
    await mkdir(folder)
    const { status, code, message } = await connect({ url: folder }).refused()
    equal([status, code], [400, 'not-a-repository'])
    match(message, /is not a git repository/)
  },

  async 'a damaged repository is refused with 400'({ repository, connect }) {
    await repository.commit(FIRST)
    const { pull, refused } = connect()
    await pull()
    const head = await repository.commit({ 'workflows/1.json': workflowFile('1', 'C') })
    const object = join(repository.path, 'objects', head.slice(0, 2), head.slice(2))
    await rm(object)
    equal((await refused()).code, 'broken')
    await writeFile(object, 'not an object')
    const { status, code, message } = await refused()
    equal([status, code], [400, 'broken'])
    match(message, /cannot be read .*git fsck/)
  },

  async 'pulling writes nothing into the repository'({ repository, connect }) {
    await repository.commit(FIRST)
    const files = async () => (await readdir(repository.path, { recursive: true })).sort()
    const before = await files()
    await connect().pull()
    equal(await files(), before)
  },
}
