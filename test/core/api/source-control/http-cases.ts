import { deepStrictEqual as equal, match, ok } from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { CommitChange } from '../../../../src/core/git/commits.ts'
import { connect } from './connect.ts'
import type { RemoteTest } from './run-case.ts'
import { serveGit } from './serve-git.ts'
import { ACCOUNT, workflowFile } from './setting.ts'

const FIRST = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [`workflows/${n}.json`, workflowFile(`${n}`, `Workflow ${n}`)]),
)

export const HTTP_CASES: Record<string, RemoteTest> = {
  async 'a wrong token or none is refused with 400, and the right one is never shown'({ repository, connect }, folder) {
    await repository.commit(FIRST)
    for (const account of [{ token: 'wrong-token' }, { username: undefined, token: undefined }]) {
      const { status, code, message } = await connect(account).refused()
      equal([status, code], [400, 'authentication'])
      match(message, /refused the credentials .*UNDERSTUDY_GIT_TOKEN/)
      ok(!message.includes('wrong-token'))
    }
    const { pull, log, state } = connect({ cacheFolder: folder })
    await pull()
    const written = [state(), log.join(), await textsIn(folder)].join()
    for (const secret of secrets()) ok(!written.includes(secret), 'a secret was written')
  },

  async 'a server that says the token back does not get it into an error'({ server }) {
    const echo = (headers: Record<string, unknown>) => inspect(headers)
    for (const status of [401, 403, 404, 418, 500, 200]) {
      server.intercept = ({ headers }, response) => {
        response.statusMessage = ACCOUNT.token
        response.writeHead(status, { 'content-type': 'text/html', 'x-echo': encodeURIComponent(echo(headers)) })
        response.end(echo(headers))
        return true
      }
      const remote = connect({ url: server.url, ...ACCOUNT })
      const error = await remote.pull().catch((error: unknown) => error)
      ok(error instanceof Error)
      for (const secret of secrets()) ok(!inspect(error, { depth: 9 }).includes(secret), 'a secret is in the error')
      await remote.close()
    }
  },

  async 'a server that dies in mid-answer is refused with 400, and the next pull works'(setting, folder) {
    const { repository, server, connect } = setting
    await repository.commit(FIRST)
    const { pull, refused, state } = connect({ cacheFolder: folder })
    const before = state()
    for (const [method, after] of cuts()) {
      server.cut = { method, after }
      const { status, code } = await refused()
      equal([status, code], [400, 'unreachable'], `${method} cut after ${after} bytes`)
      equal(state(), before)
    }
    server.cut = undefined
    equal((await pull()).workflows.length, 40)

    await repository.commit({ 'workflows/7.json': workflowFile('7', 'Seven') })
    server.cut = { method: 'POST', after: 300 }
    equal((await refused()).status, 400)
    server.cut = undefined
    equal((await pull()).workflows, [{ id: '7', name: 'Seven' }])
  },

  async 'an answer that ends early without an error is not believed either'({ repository, server, connect }) {
    await repository.commit(FIRST)
    const { pull, refused } = connect()
    server.shorten = 30
    equal((await refused()).code, 'unreachable')
    server.shorten = 0
    equal((await pull()).workflows.length, 40)
  },

  async 'a silent server is given up, and a pull from it can be cancelled'({ repository, server, connect }) {
    await repository.commit(FIRST)
    const held: ServerResponse[] = []
    server.intercept = (_, response) => held.push(response) > 0
    const impatient = connect({ idleTimeout: 50 })
    const { status, code, message } = await impatient.refused()
    equal([status, code], [400, 'unreachable'])
    match(message, /sent nothing for 0.05 s/)

    const { pull, refused, puller, state } = connect()
    const before = state()
    const running = refused()
    while (held.length < 2) await sleep(1)
    puller.cancel()
    equal((await running).status, 409)
    equal(state(), before)
    for (const response of held) response.destroy()
    server.intercept = undefined
    equal((await pull()).workflows.length, 40)
  },

  async 'what a server answers instead of a repository is told apart'({ server, connect }) {
    const { refused } = connect()
    const answers = [
      { status: 200, type: 'text/html', text: '<h1>Welcome</h1>', code: 'not-a-repository' },
      { status: 200, type: 'application/x-git-upload-pack-advertisement', text: 'garbage', code: 'unreachable' },
      { status: 404, type: 'text/plain', text: 'no', code: 'not-found' },
      { status: 403, type: 'text/plain', text: 'no', code: 'authentication' },
      { status: 503, type: 'text/plain', text: 'later', code: 'unreachable' },
    ] as const
    for (const { status, type, text, code } of answers) {
      server.intercept = (_, response) => {
        response.writeHead(status, { 'content-type': type })
        response.end(text)
        return true
      }
      const refusal = await refused()
      equal([refusal.status, refusal.code], [400, code])
    }
    await server.close()
    const { status, code, message } = await refused()
    equal([status, code], [400, 'unreachable'])
    match(message, /cannot be reached/)
  },

  async 'a pack that is not one is refused with 400, and the next pull works'({ repository, server, connect }, folder) {
    await repository.commit(FIRST)
    const { pull, refused } = connect({ cacheFolder: folder })
    const packs = [
      '0008NAK\n0000',
      '0008NAK\n000e\u0001PACKjunk!0000',
      '0008NAK\n0011\u0003out of luck0000',
      '0013ERR go away\n\n0000',
    ]
    for (const pack of packs) {
      server.intercept = ({ method }, response) => {
        if (method !== 'POST') return false
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        response.end(pack)
        return true
      }
      const { status, code } = await refused()
      equal([status, code], [400, 'broken'])
    }
    server.intercept = undefined
    equal((await pull()).workflows.length, 40)
  },

  async 'a repository that has moved is followed, and only the configured host gets the token'(setting) {
    const { repository, server, connect } = setting
    await repository.commit(FIRST)
    server.intercept = (request, response) => {
      if (!request.url?.startsWith('/old/')) return false
      response.writeHead(301, { location: request.url.replace('/old/', '/repository.git/') })
      response.end()
      return true
    }
    equal((await connect({ url: server.url.replace('repository.git', 'old') }).pull()).workflows.length, 40)

    await using elsewhere = await serveGit(repository.path)
    server.intercept = (request, response) => {
      response.writeHead(302, { location: elsewhere.url + request.url?.replace('/repository.git', '') })
      response.end()
      return true
    }
    const { host, hostname } = new URL(elsewhere.url)
    const { code, message } = await connect({ followRedirects: ['git.example', '127.0.0.1:1'] }).refused()
    equal(code, 'not-a-repository')
    match(message, new RegExp(`redirects to another host, ${host}; --git-follow-redirects ${host} allows that`))
    equal(elsewhere.exchanges, [])
    for (const followRedirects of [[host], [hostname]]) {
      equal((await connect({ followRedirects }).pull()).workflows.length, 40)
    }
    equal(
      elsewhere.exchanges.slice(2).map(({ method, authorization }) => [method, authorization]),
      [
        ['GET', undefined],
        ['POST', undefined],
      ],
    )
    server.intercept = (request, response) => {
      response.writeHead(302, { location: String(request.url) })
      response.end()
      return true
    }
    equal((await connect().refused()).code, 'not-a-repository')
  },

  async 'the next pull fetches what changed, and nothing where nothing did'({ repository, server, connect }, folder) {
    await repository.commit(FIRST)
    const { pull } = connect({ cacheFolder: folder })
    await pull()
    await repository.commit({ 'workflows/7.json': workflowFile('7', 'Seven') })
    await pull()
    const [first = 0, second = 0] = server.exchanges.filter(({ method }) => method === 'POST').map(({ bytes }) => bytes)
    ok(second < first / 5, `${second} of ${first} bytes`)

    server.exchanges.length = 0
    await pull()
    await connect({ cacheFolder: folder }).pull()
    equal(
      server.exchanges.map(({ method }) => method),
      ['GET', 'GET'],
    )
  },

  async 'a damaged cache is replaced, and gone before anything is fetched again'(setting, folder) {
    const { repository, server, connect } = setting
    await repository.commit(FIRST)
    await connect({ cacheFolder: folder }).pull()
    const packs = join(folder, 'objects', 'pack')
    for (const [ending, length] of [
      ['.idx', 100],
      ['.idx', 0],
      ['.pack', 200],
      ['.pack', 0],
    ] as const) {
      const name = (await readdir(packs)).find(name => name.endsWith(ending)) ?? ''
      await truncate(join(packs, name), length)
      equal((await connect({ cacheFolder: folder }).pull()).workflows.length, 40, `${ending} cut to ${length}`)
    }
    await rm(join(folder, 'shallow'))
    equal((await connect({ cacheFolder: folder }).pull()).workflows.length, 40)

    for (const name of await readdir(packs)) await truncate(join(packs, name), 0)
    for (let n = 0; n < 300; n++) writeFileSync(join(folder, `left-${n}`), '')
    const isThere: boolean[] = []
    server.intercept = ({ method }) => {
      if (method === 'GET') isThere.push(existsSync(folder))
      return false
    }
    equal((await connect({ cacheFolder: folder }).pull()).workflows.length, 40)
    equal(isThere, [true, false])
  },

  async 'a cache in which a file cannot be written is replaced'({ repository, server, connect }, folder) {
    await repository.commit(FIRST)
    const packs = join(folder, 'objects', 'pack')
    await connect({ cacheFolder: folder }).pull()
    for (const ending of ['.pack', '.idx', 'shallow']) {
      const files = [...(await readdir(packs)).map(name => join(packs, name)), join(folder, 'shallow')]
      for (const file of files) await rm(file)
      // the same pack comes again, and a folder is in the place of what is written of it
      const taken = files.find(file => file.endsWith(ending)) ?? ''
      server.intercept = ({ method }) => {
        if (method !== 'POST') return false
        mkdirSync(taken)
        server.intercept = undefined
        return false
      }
      equal((await connect({ cacheFolder: folder }).pull()).workflows.length, 40, taken)
      ok((await stat(taken)).isFile(), taken)
    }
  },

  async 'the cache does not grow without end'({ repository, connect }, folder) {
    const { pull } = connect({ cacheFolder: folder })
    let most = 0
    for (let round = 0; round < 40; round++) {
      await repository.commit({ 'workflows/1.json': workflowFile('1', `Round ${round}`) })
      equal((await pull()).workflows, [{ id: '1', name: `Round ${round}` }])
      most = Math.max(most, (await readdir(join(folder, 'objects', 'pack'))).length)
    }
    ok(most <= 62 && most >= 60, `${most} files`)
  },

  async 'a list of branches is taken up to 16 MB'({ server, connect }) {
    const most = 16 * 1024 * 1024
    for (const [bytes, code, says] of [
      [most, 'unreachable', /closed the connection in the middle of its answer; pull again/],
      [most + 1, 'too-large', /lists more than 16 MB of branches/],
    ] as const) {
      const list = Buffer.alloc(bytes, ' ')
      server.intercept = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
        response.end(list)
        return true
      }
      const refusal = await connect().refused()
      equal([refusal.status, refusal.code], [400, code])
      match(refusal.message, says)
    }
  },

  async 'five redirects are followed, and no sixth'({ repository, server, connect }) {
    await repository.commit(FIRST)
    server.intercept = ({ url = '' }, response) => {
      const left = Number(/^\/hop(\d)\//.exec(url)?.[1])
      if (Number.isNaN(left)) return false
      const next = left > 1 ? `/hop${left - 1}/` : '/repository.git/'
      response.writeHead(302, { location: url.replace(`/hop${left}/`, next) })
      response.end()
      return true
    }
    const from = (hops: number) => connect({ url: server.url.replace('repository.git', `hop${hops}`) })
    equal((await from(5).pull()).workflows.length, 40)
    const { code, message } = await from(6).refused()
    equal(code, 'not-a-repository')
    match(message, /hop6 redirects to something that is not a git repository/)
  },

  async 'what a server answers instead of a repository is told in words of its own'({ server, connect }) {
    const credentials = 'check UNDERSTUDY_GIT_USERNAME and UNDERSTUDY_GIT_TOKEN'
    const missing = `There is no repository at ${server.url}, or the token may not read it`
    const nowhere = `${server.url} redirects to something that is not a git repository`
    const answers: [status: number, says: string, headers?: Record<string, string>][] = [
      [203, `${server.url} refused the credentials (status 203); ${credentials}`],
      [401, `${server.url} refused the credentials (status 401); ${credentials}`],
      [403, `${server.url} refused the credentials (status 403); ${credentials}`],
      [404, missing],
      [410, missing],
      [302, `${server.url} answered with status 302`],
      [302, nowhere, { location: '/elsewhere' }],
      [302, nowhere, { location: 'ftp://127.0.0.1/info/refs?service=git-upload-pack' }],
      [302, nowhere, { location: 'http://:0:0/' }],
      [400, `${server.url} answered with status 400`, { location: '/info/refs?service=git-upload-pack' }],
      [200, `${server.url} does not speak git's smart HTTP protocol`],
      [200, `${server.url} does not speak git's smart HTTP protocol`, { 'content-type': 'text/plain' }],
    ]
    for (const [status, says, headers] of answers) {
      server.intercept = (_, response) => {
        response.writeHead(status, headers)
        response.end()
        return true
      }
      equal((await connect().refused()).message, says)
    }
  },

  async 'a server that redirects the pack itself is not followed'({ repository, server, connect }) {
    await repository.commit(FIRST)
    server.intercept = ({ method, url = '' }, response) => {
      if (method !== 'POST') return false
      response.writeHead(307, { location: url })
      response.end()
      return true
    }
    equal((await connect().refused()).code, 'not-a-repository')
  },

  async 'a fetch asks for one commit without its history, and says what is here'(
    { repository, server, connect },
    folder,
  ) {
    const first = await repository.commit(FIRST)
    await connect({ cacheFolder: folder }).pull()
    const second = await repository.commit({ 'workflows/7.json': workflowFile('7', 'Seven') })
    let asked = ''
    server.intercept = (request, response) => {
      if (request.method !== 'POST') return false
      request.on('data', chunk => {
        asked += chunk
      })
      request.on('end', () => response.writeHead(500).end())
      return true
    }
    await connect({ cacheFolder: folder }).refused()
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
    const lines = [
      `want ${second} side-band-64k ofs-delta thin-pack no-progress agent=understudy\n`,
      `shallow ${first}\n`,
      'deepen 1\n',
    ]
    equal(asked, [...lines.map(line), '0000', line(`have ${first}\n`), line('done\n')].join(''))
  },

  async 'a cache of 60 files is emptied by the next pull or push, and one of fewer is not'(setting, folder) {
    const { repository, server } = setting
    const packs = join(folder, 'objects', 'pack')
    let head = await repository.commit(FIRST)
    for (const act of ['pull', 'push'] as const) {
      for (const [count, isEmptied] of [
        [59, false],
        [60, true],
      ] as const) {
        await mkdir(packs, { recursive: true })
        for (let n = 0; n < count; n++) await writeFile(join(packs, `left-${n}`), '')
        const remote = connect({ url: server.url, ...ACCOUNT, cacheFolder: folder })
        if (act === 'pull') equal((await remote.pull()).files.length, 40)
        else head = (await remote.push(changeOf(head))).commit
        await remote.close()
        equal(
          (await readdir(packs)).some(name => name.startsWith('left-')),
          !isEmptied,
        )
        await rm(folder, { recursive: true })
      }
    }
  },

  async 'a push for which the cache lacks the commit is refused, and works after a pull'(setting, folder) {
    const { repository, server } = setting
    const head = await repository.commit({ 'workflows/1.json': workflowFile('1', 'A') })
    const remote = connect({ url: server.url, ...ACCOUNT, cacheFolder: folder })
    await remote.pull()
    const packs = join(folder, 'objects', 'pack')
    for (const name of await readdir(packs)) await rm(join(packs, name))
    const { code, message } = await remote.push(changeOf(head)).catch(error => error)
    equal([code, message], ['broken', `The commit for ${server.url} cannot be made (Error)`])
    await remote.pull()
    equal((await remote.push(changeOf(head))).files.size, 1)
    await remote.close()
  },

  async 'a cache that cannot be made is named'({ repository, connect }) {
    await repository.commit(FIRST)
    if (!existsSync('/proc/self')) return
    const { code, message } = await connect({ cacheFolder: '/proc/none/cache' }).refused()
    equal(code, 'broken')
    match(message, /^The cache of the git remote in \/proc\/none\/cache cannot be used \(ENOENT\)/)
  },

  async 'a temporary cache goes with its remote'({ repository, connect }) {
    await repository.commit(FIRST)
    const caches = async () => (await readdir(tmpdir())).filter(name => name.startsWith('understudy-git-'))
    const before = await caches()
    const { pull, puller } = connect()
    await pull()
    const made = (await caches()).filter(name => !before.includes(name))
    ok(made.length > 0)
    await puller.close()
    ok(made.some(name => !existsSync(join(tmpdir(), name))))
  },
}

const changeOf = (parent: string): CommitChange => ({
  message: 'Change',
  author: { name: 'A', email: 'a@example.com' },
  timestamp: 1,
  parent,
  changes: new Map([['workflows/new.json', Buffer.from(parent)]]),
})

function cuts(): [method: string, after: number][] {
  const gets = [1, 4, 40, 200]
  const posts = [1, 8, 60, 500, 2000]
  return [...gets.map(n => ['GET', n] as [string, number]), ...posts.map(n => ['POST', n] as [string, number])]
}

const secrets = () => {
  const { username, token } = ACCOUNT
  return [token, encodeURIComponent(token), btoa(`${username}:${token}`)]
}

async function textsIn(folder: string) {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = files
    .filter(file => file.isFile())
    .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}
