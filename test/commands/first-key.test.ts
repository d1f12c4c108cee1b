import { describe, expect, test } from 'bun:test'
import { readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { mountSmallDisk } from '../core/storage/small-disk.ts'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const KEY = /X-N8N-API-KEY: (n8n_api_[0-9a-f]{80})/

/** Takes a port until the end of the block. */
async function takePort() {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  return { port, [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

test.each<[string, (folder: string, port: string) => string[], RegExp]>([
  ['the port is in use', (_, port) => ['--port', port], /Port \d+ is in use/],
  [
    'the ready file is in no folder',
    folder => ['--ready-file', join(folder, 'none/ready.json')],
    /ready\.json cannot be created: there is no folder \/.*none\n/,
  ],
  [
    'the ready file is a folder',
    folder => ['--ready-file', join(folder, 'taken')],
    /taken is a folder, not a file, and in the way of the ready file\. Move it away first\./,
  ],
])('the first key is shown by the next start where %s', async (_name, argsOf, says) => {
  await using folder = await temporaryFolder()
  await using taken = await takePort()
  await mkdir(join(folder.path, 'taken'))
  const file = join(folder.path, 'instance.json')
  const failed = await runCli(['--data', file, '--port', '0', ...argsOf(folder.path, taken.port)].filter(once))
  expect([failed.code, failed.err]).toEqual([1, expect.stringMatching(says)])
  expect(failed.out + failed.err).not.toMatch(KEY)

  const next = startCli(['--data', file, '--port', '0'])
  const url = await next.url()
  const key = KEY.exec(next.said.out)?.[1] ?? ''
  expect((await fetch(`${url}/api/v1/tags`, { headers: { 'X-N8N-API-KEY': key } })).status).toBe(200)
  next.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  expect((await readdir(folder.path)).sort()).toEqual(['instance.json', 'taken'])
})

const disk = mountSmallDisk()
disk?.unmount()

test.skipIf(!disk)(
  'a start whose ready file does not fit on the disk shows its key, fails, and leaves no file',
  async () => {
    const small = mountSmallDisk() as NonNullable<typeof disk>
    try {
      const { bavail, bsize } = statfsSync(small.path)
      writeFileSync(join(small.path, 'ballast'), Buffer.alloc(bavail * bsize))
      const ready = join(small.path, 'ready.json')
      const { code, out, err } = await runCli(['--memory', '--port', '0', '--ready-file', ready])
      expect([code, err]).toEqual([1, `understudy: ${ready}: the disk is full. Free some space and try again.\n`])
      expect(out).toMatch(KEY)
      expect(readdirSync(small.path)).toEqual(['ballast'])
    } finally {
      small.unmount()
    }
  },
)

/** A flag is given once: `--port 0` gives way to another port. */
const once = (arg: string, at: number, all: string[]) =>
  !(all.lastIndexOf('--port') > at && (arg === '--port' || all[at - 1] === '--port'))

describe('the key of the first start', () => {
  const OWN = { users: [{ email: 'me@example.com', role: 'global:owner' }], tags: [{ name: 'mine' }] }
  const KEYED = { users: [{ ...OWN.users[0], apiKey: 'a-key-of-the-fixture' }], tags: OWN.tags }

  async function startTwice(file: string, args: string[]) {
    const first = startCli(['--data', file, '--port', '0'])
    await first.url()
    const key = KEY.exec(first.said.out)?.[1] ?? ''
    first.kill('SIGTERM')
    await first.ended
    const second = startCli(['--data', file, '--port', '0', ...args])
    const url = await second.url()
    const ask = async (path: string, given: string) => {
      const answer = await fetch(`${url}${path}`, { headers: { 'X-N8N-API-KEY': given } })
      return { status: answer.status, body: await answer.json() }
    }
    return {
      key,
      ask,
      said: second.said,
      [Symbol.asyncDispose]: async () => {
        second.kill('SIGTERM')
        await second.ended
      },
    }
  }

  test.each([
    ['--demo', 'owner@example.com'],
    ['--seed', 'me@example.com'],
  ])('is still valid after a second start with %s', async (flag, email) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(OWN))
    await using second = await startTwice(join(folder.path, 'instance.json'), flag === '--demo' ? [flag] : [flag, seed])
    const { status, body } = await second.ask('/page/me', second.key)
    expect([status, body.user.email, body.user.role]).toEqual([200, email, 'global:owner'])
    expect((await second.ask('/api/v1/tags', second.key)).body.data.length).toBeGreaterThan(0)
    expect(second.said.out).not.toMatch(KEY)
  })

  const labelled = (label: string) => ({
    ...OWN,
    apiKeys: [{ user: 'me@example.com', label, key: 'a-key-of-the-fixture' }],
  })

  test.each([
    ['gives the owner another', KEYED],
    ['gives the owner one with its label', labelled('owner')],
    ['gives the owner one with the label of another', labelled('fixture')],
  ])('ends where a fixture %s, and this is said', async (_name, fixture) => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(fixture))
    await using second = await startTwice(join(folder.path, 'instance.json'), ['--seed', seed])
    expect((await second.ask('/api/v1/tags', second.key)).status).toBe(401)
    expect((await second.ask('/api/v1/tags', 'a-key-of-the-fixture')).status).toBe(200)
    expect(second.said.out + second.said.err).toContain('the key of an earlier start is no longer valid')
  })

  test('is valid beside one of another label', async () => {
    await using folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(labelled('CI')))
    await using second = await startTwice(join(folder.path, 'instance.json'), ['--seed', seed])
    for (const key of [second.key, 'a-key-of-the-fixture']) {
      expect((await second.ask('/api/v1/tags', key)).status).toBe(200)
    }
    expect(second.said.out + second.said.err).not.toContain('no longer valid')
  })
})
