import { deepStrictEqual as equal, match } from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { writePackIndex } from '../../../../src/core/git/pack.ts'
import { BLOB, commit, delta, entry, object, packOf, REF_DELTA, tree } from './hostile-packs.ts'
import type { RemoteTest } from './run-case.ts'
import { workflowFile } from './setting.ts'

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

/** With a repository on this machine that git itself writes. */
export const LOCAL_CASES: Record<string, RemoteTest> = {
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
    await mkdir(join(folder, 'objects'))
    equal((await connect({ url: folder }).refused()).code, 'not-a-repository')
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

  async 'a workflow that is large when deflated is read whole'({ repository, connect }) {
    const texts = Array.from({ length: 10_000 }, (_, n) => createHash('sha256').update(String(n)).digest('hex'))
    const [node] = workflowFile('1', 'A').nodes
    const nodes = [{ ...node, parameters: { texts } }]
    await repository.commit({ 'workflows/1.json': workflowFile('1', 'A', { nodes }) })
    const { pull, workflow } = connect()
    equal((await pull()).workflows, [{ id: '1', name: 'A' }])
    equal(workflow('1').nodes[0]?.parameters, { texts })
  },

  async 'a folder of more files than a pull reads is refused with 400'({ repository, connect }) {
    await repository.commit(FIRST)
    const treeOf = (lines: string) => {
      const words = ['mktree', '--missing']
      return execFileSync('git', words, { cwd: repository.path, input: lines, encoding: 'utf8' }).trim()
    }
    const numbered = Array.from({ length: 50_001 }, (_, n) => `100644 blob ${'1'.repeat(40)}\t${n}.json\n`)
    const root = treeOf(`040000 tree ${treeOf(numbered.join(''))}\tworkflows\n`)
    const head = git(repository.path, 'commit-tree', '-m', 'many', root).toString().trim()
    git(repository.path, 'update-ref', 'refs/heads/main', head)
    const { status, code, message } = await connect().refused()
    equal([status, code], [400, 'too-large'])
    match(message, /more than 50000 files/)
  },

  async 'a delta that says to make more than 16 MB is not followed'({ repository, connect }) {
    const bytes = Buffer.from(JSON.stringify(workflowFile('1', 'A')))
    const base = object(BLOB, bytes)
    const large = delta(bytes.length, '', 17 * 1024 * 1024)
    const place = Buffer.concat([Buffer.from(base.oid, 'hex'), deflateSync(large)])
    const added = { oid: '2'.repeat(40), entry: entry(REF_DELTA, large.length, place) }
    const inside = tree([
      ['100644', '1.json', base.oid],
      ['100644', '2.json', added.oid],
    ])
    const root = tree([['40000', 'workflows', inside.oid]])
    const head = commit(root.oid)
    await writePack(repository.path, [head, root, inside, base, added])
    await writeFile(join(repository.path, 'refs', 'heads', 'main'), `${head.oid}\n`)
    const { pull, log } = connect()
    equal((await pull()).workflows, [{ id: '1', name: 'A' }])
    match(log.join(), /workflows\/2.json was not read, it is larger than 16 MB/)
  },

  async 'pulling writes nothing into the repository'({ repository, connect }) {
    await repository.commit(FIRST)
    const files = async () => (await readdir(repository.path, { recursive: true })).sort()
    const before = await files()
    await connect().pull()
    equal(await files(), before)
  },
}

/** Puts objects into a repository as a pack with its index. */
async function writePack(repository: string, objects: readonly { oid: string; entry: Buffer }[]) {
  const pack = packOf(objects.map(({ entry }) => entry))
  let at = 12
  const offsets = new Map<string, number>()
  for (const { oid, entry } of objects) {
    offsets.set(oid, at)
    at += entry.length
  }
  const folder = join(repository, 'objects', 'pack')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'pack-1.pack'), pack)
  await writeFile(join(folder, 'pack-1.idx'), writePackIndex(offsets, pack.subarray(-20)))
}
