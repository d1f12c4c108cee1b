import { describe, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { CommitChange } from '../../../../src/core/git/commits.ts'
import { unreadable } from '../../../../src/core/git/local-branch.ts'
import type { RemoteOptions } from '../../../../src/core/git/remote.ts'
import { repositoryFiles } from '../../../../src/core/git/repository-files.ts'
import { createGitRemote } from '../../../../src/core/git/temporary-remote.ts'
import { temporaryFolder } from '../../../commands/run-cli.ts'
import { mountSmallDisk } from '../../storage/small-disk.ts'
import { connect } from './connect.ts'
import { commit, packOf } from './hostile-packs.ts'
import { serveHostile } from './hostile-remotes.ts'

/** A repository with a commit of these files, and a remote that reads it. */
async function start(
  files: Record<string, string> = { 'workflows/1.json': '{}' },
  options: Partial<RemoteOptions> = {},
) {
  const repository = await createGitRemote()
  const head = await repository.commit(files)
  const remote = connect({ url: repository.path, ...options })
  return {
    repository,
    remote,
    head,
    path: repository.path,
    async [Symbol.asyncDispose]() {
      await remote.close()
      await repository.remove()
    },
  }
}

const changeOf = (parent: string | undefined): CommitChange => ({
  message: 'Change',
  author: { name: 'A', email: 'a@example.com' },
  timestamp: 1,
  parent,
  changes: new Map([['workflows/2.json', Buffer.from('{}')]]),
})

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    ({ name, code, message }) => ({ name, code, message }),
  )
const refusal = (code: string, message: string) => ({ name: 'RemoteError', code, message })

/** A commit whose folder is in no pack. */
const lacking = commit('2'.repeat(40))

describe('a remote', () => {
  test.each(['pull', 'push'] as const)('begins a %s when the pull before it has ended', async act => {
    await using it = await start()
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = it.remote.pull({
      async take() {
        begun.resolve()
        await mayEnd.promise
        order.push('first')
      },
    })
    await begun.promise
    const second = act === 'pull' ? it.remote.pull() : it.remote.push(changeOf(it.head))
    const ended = second.then(() => order.push('second'))
    await Bun.sleep(100)
    mayEnd.resolve()
    await Promise.all([first, ended])
    expect(order).toEqual(['first', 'second'])
  })

  test('goes on after one that failed', async () => {
    await using it = await start()
    const thrown = new Error('not this one')
    const failing = it.remote.pull({
      take() {
        throw thrown
      },
    })
    const next = it.remote.pull()
    expect(await failing.catch(error => error)).toBe(thrown)
    expect((await next).commit).toBe(it.head)
  })

  test('reads no content that is known, and each that is not once, with all its paths', async () => {
    await using it = await start({ 'workflows/1.json': 'a', 'workflows/2.json': 'b', 'workflows/3.json': 'b' })
    const read = async (known?: Map<string, string>) => {
      const taken: unknown[] = []
      const { files } = await it.remote.pull({
        ...(known ? { known } : {}),
        take: ({ paths, bytes }) => taken.push([paths, Buffer.from(bytes).toString()]),
      })
      return { files, taken }
    }
    const { files, taken } = await read()
    expect(taken).toEqual([
      [['workflows/1.json'], 'a'],
      [['workflows/2.json', 'workflows/3.json'], 'b'],
    ])
    const known = new Map(files.map(({ path, oid }) => [path, oid]))
    expect(await read(known)).toEqual({ files, taken: [] })
    known.set('workflows/1.json', 'another')
    expect((await read(known)).taken).toEqual([[['workflows/1.json'], 'a']])
  })

  test('says what it left out, and why', async () => {
    await using it = await start({ workflows: 'x', 'credential_stubs/in/a.json': 'x', 'credential_stubs/a.txt': 'x' })
    const { files, ignored } = await it.remote.pull()
    expect([files, ignored]).toEqual([
      [],
      [
        { path: 'credential_stubs/in', why: 'a nested folder' },
        { path: 'workflows', why: 'not a folder' },
      ],
    ])
  })

  test.each([
    { what: 'as much as it may', bytes: 100, maxBytes: 100 },
    { what: 'one byte more', bytes: 101, maxBytes: 100, most: '100 bytes' },
    { what: 'one byte more than a megabyte', bytes: 1024 * 1024 + 1, maxBytes: 1024 * 1024, most: '1 MB' },
    { what: 'one byte more than two', bytes: 2 * 1024 * 1024 + 1, maxBytes: 2 * 1024 * 1024, most: '2 MB' },
  ])('takes or refuses $what: $bytes of $maxBytes bytes', async ({ bytes, maxBytes, most }) => {
    await using it = await start({ 'workflows/1.json': 'x'.repeat(bytes) }, { maxBytes })
    const says = `What ${it.path} holds comes to more than ${most}, the most that a pull unpacks; --pull-max-bytes allows more`
    expect(await refusalOf(it.remote.pull())).toEqual(most === undefined ? undefined : refusal('too-large', says))
  })

  test('counts what is kept of a content along with it', async () => {
    await using it = await start({ 'workflows/1.json': 'x'.repeat(60) }, { maxBytes: 100 })
    const keep = (bytes: number) => refusalOf(it.remote.pull({ take: ({ spend }) => spend(bytes) }))
    expect([await keep(40), (await keep(41))?.code]).toEqual([undefined, 'too-large'])
  })

  test.each([
    ['pull', 'pull from'],
    ['push', 'push to'],
  ] as const)('gives a %s up when its time is over, and says so', async (act, what) => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`workflows/${n}.json`, `${n}`]))
    await using it = await start(files, { timeout: 0 })
    const asked = act === 'pull' ? it.remote.pull({ take: () => Bun.sleep(5) }) : it.remote.push(changeOf(it.head))
    const says = `The ${what} ${it.path} took longer than 0 s; --pull-timeout allows more`
    expect(await refusalOf(asked)).toEqual(refusal('timeout', says))
  })

  test.each(['by its caller', 'by the end of the remote'])('says that it was cancelled %s', async who => {
    await using it = await start()
    const caller = new AbortController()
    if (who === 'by its caller') caller.abort()
    else await it.remote.close()
    for (const [asked, what] of [
      [it.remote.pull({ signal: caller.signal }), 'pull from'],
      [it.remote.push(changeOf(it.head), caller.signal), 'push to'],
    ] as const) {
      expect(await refusalOf(asked)).toEqual(refusal('aborted', `The ${what} ${it.path} was cancelled`))
    }
    if (who === 'by its caller') expect((await it.remote.pull()).commit).toBe(it.head)
    await it.remote.close()
  })

  test.each([
    [1, 'it has b00'],
    [10, 'it has b00, b01, b02, b03, b04, b05, b06, b07, b08, b09'],
    [12, 'it has b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, and 2 more'],
  ])('names ten branches at most where there is none of the name: of %i', async (count, has) => {
    await using it = await start()
    for (let n = 0; n < count; n++) await it.repository.branch(`b${String(n).padStart(2, '0')}`)
    await it.repository.deleteBranch('main')
    expect(await refusalOf(it.remote.pull())).toEqual(
      refusal('branch-missing', `The repository ${it.path} has no branch main; ${has}`),
    )
  })

  test('names a branch by a hundred letters at most', async () => {
    await using it = await start()
    await it.repository.branch('n'.repeat(101))
    await it.repository.deleteBranch('main')
    expect((await refusalOf(it.remote.pull()))?.message).toEndWith(` it has ${'n'.repeat(100)}`)
  })

  test('says that a repository without a commit is empty', async () => {
    await using repository = await createGitRemote()
    const remote = connect({ url: repository.path })
    const says = `The repository ${repository.path} is empty; push a commit first`
    expect(await refusalOf(remote.pull())).toEqual(refusal('empty', says))
  })
})

test.each([
  ['of status 404', '404 Not Found'],
  ['of another type', '200 OK\r\nContent-Type: text/html'],
])('an answer %s whose body is broken refuses the pull, and no more', async (_, head) => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    // in one piece, so that its body is broken before anybody has asked for it
    socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n`))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/it.git`
    const remote = connect({ url })
    const says = `${url} closed the connection in the middle of its answer; pull again`
    expect(await refusalOf(remote.pull())).toEqual(refusal('unreachable', says))
    await remote.close()
  } finally {
    server.close()
  }
})

test.each<[string, { code?: string; name: string }, string]>([
  ['that this user may not read', { code: 'EACCES', name: 'Error' }, ' (EACCES); allow this program to read there'],
  ['without the right to read it', { code: 'EPERM', name: 'Error' }, ' (EPERM); allow this program to read there'],
  ['that Deno may not read', { name: 'NotCapable' }, '; allow this program to read there'],
  ['without a file', { code: 'ENOENT', name: 'Error' }, ' (ENOENT); try git fsck there'],
  ['that is damaged', { name: 'ObjectMissing' }, '; try git fsck there'],
])('a branch %s is refused with what to do', (_, error, says) => {
  expect(unreadable('/flows', 'main', error)).toMatchObject(
    refusal('broken', `Branch main of /flows cannot be read${says}`),
  )
})

test.each<[string, () => { head: string; pack: Buffer }, says: string]>([
  ['lacks a folder', () => ({ head: lacking.oid, pack: packOf([lacking.entry]) }), 'cannot be read (ObjectMissing)'],
  ['lacks its commit', () => ({ head: '1'.repeat(40), pack: packOf([lacking.entry]) }), 'cannot be read (Error)'],
  ['is no pack', () => ({ head: lacking.oid, pack: Buffer.alloc(40) }), ''],
])('a pack that %s refuses the pull', async (_, pack, says) => {
  await using server = await serveHostile({ pack })
  const remote = connect({ url: server.url })
  const { code, message } = (await refusalOf(remote.pull())) ?? {}
  const damaged = `${server.url} did not send the branch, or what it sent was damaged on the way`
  expect([code, message]).toEqual(['broken', says ? `What ${server.url} sends ${says}` : damaged])
  await remote.close()
})

test('what is received of a pack that is refused is gone', async () => {
  await using server = await serveHostile({ pack: () => ({ head: lacking.oid, pack: Buffer.alloc(40) }) })
  await using cache = await temporaryFolder()
  const remote = connect({ url: server.url, cacheFolder: cache.path })
  for (let count = 0; count < 10; count++) {
    await refusalOf(remote.pull())
    expect(readdirSync(join(cache.path, 'objects', 'pack'))).toEqual([])
  }
  await remote.close()
})

test('a remote can be closed after a damaged cache was removed, and its server was gone', async () => {
  const pack = packOf([lacking.entry])
  const server = await serveHostile({
    pack: () => ({ head: lacking.oid, pack }),
    answer(response, body) {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
      response.end(body, () => server[Symbol.asyncDispose]())
    },
  })
  const remote = connect({ url: server.url })
  expect((await refusalOf(remote.pull()))?.code).toBe('unreachable')
  await remote.close()
})

const disk = mountSmallDisk()
disk?.unmount()

describe('a push', () => {
  test.skipIf(!disk)('to a disk that is full moves its branch when there is room for all of it', async () => {
    const small = mountSmallDisk() as NonNullable<typeof disk>
    await using it = await start()
    const path = join(small.path, 'it.git')
    await cp(it.path, path, { recursive: true })
    const remote = connect({ url: path })
    const ballast = join(small.path, 'ballast')
    const heads = join(path, 'refs', 'heads')
    try {
      let made: string | undefined
      let refused = 0
      for (let room = 0; made === undefined; room = 1 - room) {
        writeFileSync(ballast, '')
        const { bavail, bsize } = statfsSync(small.path)
        writeFileSync(ballast, Buffer.alloc((bavail - room) * bsize))
        const pushed = await remote.push(changeOf(it.head)).catch(error => error)
        made = pushed.commit
        if (made === undefined)
          expect([++refused, pushed.message]).toEqual([refused, `Branch main of ${path} cannot be written (ENOSPC)`])
        expect(readdirSync(path, { recursive: true }).filter(name => /lock$|tmp/.test(String(name)))).toEqual([])
        expect(readFileSync(join(heads, 'main'), 'utf8')).toBe(`${made ?? it.head}\n`)
      }
      expect(refused).toBeGreaterThan(5)
      rmSync(ballast)
      execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: path, stdio: 'pipe' })
    } finally {
      await remote.close()
      small.unmount()
    }
  })

  test('that is refused moves no branch and leaves no lock', async () => {
    await using it = await start()
    const lock = join(it.path, 'refs', 'heads', 'main.lock')
    for (const parent of ['1'.repeat(40), undefined]) {
      const push = it.remote.push(changeOf(parent))
      const { code } = (await refusalOf(push)) ?? {}
      expect(code).toBe(parent === undefined ? 'rejected' : 'broken')
      expect([existsSync(lock), (await it.remote.pull()).commit]).toEqual([false, it.head])
    }
    expect((await refusalOf(it.remote.push(changeOf(undefined))))?.message).toBe(
      `Branch main of ${it.path} has moved on; pull, and push again`,
    )
    await writeFile(lock, '')
    expect(await refusalOf(it.remote.push(changeOf(it.head)))).toEqual(
      refusal('rejected', `Branch main of ${it.path} is being changed`),
    )
    expect(existsSync(lock)).toBe(true)
  })

  test('moves its branch alone, by a name', async () => {
    await using it = await start({ 'workflows/1.json': '{}' }, { branch: 'team/dev' })
    const { commit, files, made } = await it.remote.push(changeOf(undefined))
    expect(await readFile(join(it.path, 'refs', 'heads', 'team', 'dev'), 'utf8')).toBe(`${commit}\n`)
    expect(await readdir(join(it.path, 'refs', 'heads', 'team'))).toEqual(['dev'])
    expect([[...files.keys()], made.length, made.includes(commit)]).toEqual([['workflows/2.json'], 4, true])
    expect((await it.remote.pull()).files).toEqual([...files].map(([path, oid]) => ({ path, oid })))
  })
})

test('a temporary repository is gone once it is removed, and may be removed twice', async () => {
  const repository = await createGitRemote()
  await repository.commit({ 'a.txt': 'x' })
  await repository.remove()
  expect(existsSync(repository.path)).toBe(false)
  await repository.remove()
})

test('the branches of a temporary repository can be switched to and removed', async () => {
  await using repository = await createGitRemote()
  const heads = join(repository.path, 'refs', 'heads')
  const headOf = (name: string) => readFileSync(join(heads, name), 'utf8').trim()
  const first = await repository.commit({ 'a.txt': '1' })
  expect(headOf('main')).toBe(first)
  await repository.branch('other')
  expect(headOf('other')).toBe(first)
  const second = await repository.commit({ 'a.txt': '2' })
  await repository.branch('main')
  expect([headOf('main'), headOf('other')]).toEqual([first, second])
  await repository.deleteBranch('other')
  expect(readdirSync(heads)).toEqual(['main'])
  await repository.branch('other')
  expect(headOf('other')).toBe(first)
})

test('an object is written whole or not at all', async () => {
  await using folder = await temporaryFolder()
  const { writeFile, mkdir } = repositoryFiles.promises
  const failureOf = (name: string) => writeFile(join(folder.path, name), Buffer.from('x')).catch(error => error)
  await writeFile(join(folder.path, 'object'), Buffer.from('whole'))
  expect(readFileSync(join(folder.path, 'object'), 'utf8')).toBe('whole')
  await mkdir(join(folder.path, 'taken'))
  expect(await failureOf('taken')).toBeInstanceOf(Error)
  expect(readdirSync(folder.path).sort()).toEqual(['object', 'taken'])
  expect(await failureOf('none/object')).toMatchObject({ code: 'ENOENT', syscall: 'open' })
})

test.skipIf(!existsSync('/proc/self/fd'))('no file of a repository stays open', async () => {
  await using it = await start()
  await it.remote.pull()
  const { commit } = await it.remote.push(changeOf(it.head))
  await refusalOf(it.remote.push(changeOf(it.head)))
  expect((await it.remote.pull()).commit).toBe(commit)
  expect(openFiles().filter(path => path.startsWith(it.path))).toEqual([])
})

function openFiles() {
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      return readlinkSync(join('/proc/self/fd', fd))
    } catch {
      // the listing itself had one
      return []
    }
  })
}
