import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const PEOPLE = {
  users: [{ email: 'olga@example.com', role: 'global:owner', apiKey: 'owner-key' }, { email: 'mia@example.com' }],
}

/** A folder with a document of two users. */
async function people() {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  await writeFile(file, JSON.stringify({ ...PEOPLE, sealCheck: null }))
  return { ...folder, file, ready: join(folder.path, 'ready.json') }
}

const statusOf = async (url: string, key: string) =>
  (await fetch(`${url}/api/v1/tags`, { headers: { 'X-N8N-API-KEY': key } })).status

describe('of a file that nobody has open', () => {
  test('creates a key that the next start knows, shows it once, and alone on standard output', async () => {
    await using folder = await people()
    const args = ['--user', 'mia@example.com', '--label', 'CI', '--data', folder.file]
    const made = await runCli(['keys', 'create', ...args])
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^n8n_api_[0-9a-f]{80}\n$/)])
    expect(made.err).toMatch(/^Key \w{16} \(CI\) of mia@example\.com: new; save it, it is not shown again/)
    const list = await runCli(['keys', 'list', '--data', folder.file])
    expect(list.out).toMatch(/^ID +USER +LABEL +CREATED +LAST USED\n/)
    const ends = /^(\S+ +)(\S+ +)(\S+ +)(\S+ +)/
    const widths = list.out
      .trim()
      .split('\n')
      .map(line =>
        ends
          .exec(line)
          ?.slice(1)
          .map(({ length }) => length),
      )
    expect(widths).toEqual([widths[1], widths[1], widths[1]])
    expect(widths[1]).toEqual([18, 'olga@example.com'.length + 2, 'fixture'.length + 2, 26])
    expect(list.out).toMatch(/\n\w{16} +mia@example\.com +CI +20\S+ +never\n/)
    expect(list.out).not.toContain(made.out.trim())
    const cli = startCli(['--data', folder.file, '--port', '0'])
    const url = await cli.url()
    expect([await statusOf(url, made.out.trim()), await statusOf(url, 'owner-key')]).toEqual([200, 200])
    cli.kill('SIGTERM')
    await cli.ended
    expect((await runCli(['keys', 'list', '--data', folder.file])).out).toMatch(/mia@example\.com +CI +20\S+ +20/)
  })

  test('creates one that expires, and lists until when', async () => {
    await using folder = await people()
    const create = (...args: string[]) =>
      runCli(['keys', 'create', '--user', 'mia@example.com', '--data', folder.file, ...args])
    expect((await create('--expires', '2126-01-01')).code).toBe(0)
    const list = await runCli(['keys', 'list', '--data', folder.file])
    expect(list.out).toMatch(/^ID .* LAST USED +EXPIRES\n/)
    expect(list.out).toMatch(/mia@example\.com .* never +2126-01-01T00:00:00\.000Z\n/)
    expect((await create('--expires', '2020-01-01')).err).toContain('expiresAt must be in the future')
    expect((await create('--expires', 'soon')).err).toContain('key/expiresAt must match format "date"')
    expect((await create('--scope', 'tag:list')).err).toContain('keys have no scopes in this version')
  })

  test('revokes a key by its id', async () => {
    await using folder = await people()
    const made = await runCli(['keys', 'create', '--user', 'mia@example.com', '--data', folder.file])
    const id = /^Key (\w+)/.exec(made.err)?.[1] ?? ''
    const revoked = await runCli(['keys', 'revoke', id, '--data', folder.file])
    expect([revoked.code, revoked.out, revoked.err]).toEqual([
      0,
      '',
      `Key ${id} (API key) of mia@example.com: revoked\n`,
    ])
    expect((await runCli(['keys', 'list', '--data', folder.file])).out).not.toContain(id)
  })

  test('lists and revokes the key of a user who has gone', async () => {
    await using folder = await people()
    const gone = {
      userId: '99999999-9999-4999-8999-999999999999',
      label: 'old',
      hash: 'a'.repeat(64),
      id: 'key-of-one-gone',
    }
    await writeFile(folder.file, JSON.stringify({ ...PEOPLE, apiKeys: [gone], sealCheck: null }))
    expect((await runCli(['keys', 'list', '--data', folder.file])).out).toMatch(/\nkey-of-one-gone +- +old +20/)
    const revoked = await runCli(['keys', 'revoke', gone.id, '--data', folder.file])
    expect(revoked.err).toBe('Key key-of-one-gone (old) of a deleted user: revoked\n')
  })

  test('makes no document where there is none', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'nope.json')
    const { code, err } = await runCli(['keys', 'list', '--data', file])
    expect([code, err]).toEqual([
      1,
      `understudy: ${file}: there is no such document. npx n8n-understudy serve creates one\n`,
    ])
    expect(await Bun.file(file).exists()).toBe(false)
  })
})

describe('of a running instance', () => {
  async function running() {
    const folder = await people()
    const cli = startCli(['--data', folder.file, '--port', '0', '--ready-file', folder.ready, '--log', 'off'])
    const url = await cli.url()
    while (!(await Bun.file(folder.ready).exists())) await Bun.sleep(5)
    const stop = async () => {
      cli.kill('SIGTERM')
      await cli.ended
      await folder[Symbol.asyncDispose]()
    }
    return { ...folder, url, [Symbol.asyncDispose]: stop }
  }

  test('says how to reach the keys of a file that is in use', async () => {
    await using instance = await running()
    const { code, err } = await runCli(['keys', 'list', '--data', instance.file])
    expect(code).toBe(1)
    expect(err).toContain('is in use by process')
    expect(err).toEndWith(
      "\nFor the keys of a running instance, give its address and its owner's key: --url URL --api-key KEY\n",
    )
  })

  test('creates, lists and revokes by address, or by the ready file', async () => {
    await using instance = await running()
    const byUrl = ['--url', instance.url, '--api-key', 'owner-key']
    const byFile = ['--ready-file', instance.ready, '--api-key', 'owner-key']
    const made = await runCli(['keys', 'create', '--user', 'mia@example.com', ...byUrl])
    const key = made.out.trim()
    expect(await statusOf(instance.url, key)).toBe(200)
    const id = /^Key (\w+)/.exec(made.err)?.[1] ?? ''
    expect((await runCli(['keys', 'list', ...byFile])).out).toContain(id)
    expect((await runCli(['keys', 'revoke', id, ...byFile])).code).toBe(0)
    expect(await statusOf(instance.url, key)).toBe(401)
  })

  test('takes the keys that the current version makes, which are longer', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'instance.json')
    const cli = startCli(['--data', file, '--port', '0', '--profile', 'n8n-2.41', '--log', 'off'])
    try {
      const url = await cli.url()
      const key = /X-N8N-API-KEY: (\S+)/.exec(cli.said.out)?.[1] ?? ''
      const create = ['keys', 'create', '--user', 'owner@example.com', '--expires', '2126-01-01', '--url', url]
      const made = await runCli([...create, '--api-key', key])
      expect([made.code, made.out.trim()]).toEqual([0, expect.stringMatching(/^\S{257,}$/)])
      const scopes = ['--scope', 'tag:list,tag:read', '--scope', 'workflow:list']
      expect((await runCli([...create, ...scopes, '--label', 'few', '--api-key', key])).code).toBe(0)
      const list = ['keys', 'list', '--url', url]
      const { out } = await runCli([...list, '--api-key', key])
      expect(out).toMatch(/^ID .* LAST USED +EXPIRES +SCOPES\n/)
      expect(out).toMatch(/ few .* 2126-01-01T00:00:00\.000Z +tag:list,tag:read,workflow:list\n/)
      expect((await runCli(list, { env: { UNDERSTUDY_API_KEY: made.out.trim() } })).code).toBe(0)
    } finally {
      cli.kill('SIGTERM')
      await cli.ended
    }
  })

  test('takes the key from the environment, where no list of processes shows it', async () => {
    await using instance = await running()
    const env = { UNDERSTUDY_API_KEY: 'owner-key' }
    expect((await runCli(['keys', 'list', '--url', instance.url], { env })).code).toBe(0)
  })

  test.each([
    ['a wrong key', ['--api-key', 'wrong'], "does not know the key: give the owner's with --api-key"],
    ['no key', [], "need its owner's key"],
  ])('refuses %s without telling it', async (_name, more, message) => {
    await using instance = await running()
    const { code, err } = await runCli(['keys', 'list', '--url', instance.url, ...more])
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(message)
    expect(err).not.toContain('wrong')
  })
})

test('a file that is no ready file is named', async () => {
  const file = join(import.meta.dir, '../runtimes/runtimes.ts')
  const { code, err } = await runCli(['keys', 'list', '--ready-file', file, '--api-key', 'k'])
  expect([code, err]).toEqual([
    2,
    `understudy: ${file} is not a ready file. serve writes one with --ready-file\nSee npx n8n-understudy keys --help.\n`,
  ])
})

const NO_CONTROL =
  'not as the control API of an Understudy. Check the address, and that it was started without --no-control'

describe('an address that is no instance is told in one line', () => {
  test.each<[string, () => Response, string]>([
    ['a web page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), NO_CONTROL],
    ['text', () => new Response('hello'), NO_CONTROL],
    ['other JSON', () => Response.json({ data: [] }), NO_CONTROL],
    ['a list of something else', () => Response.json({ keys: [{ id: 5 }] }), NO_CONTROL],
    ['no such path', () => Response.json({ message: 'not found' }, { status: 404 }), NO_CONTROL],
    ['what failed', () => Response.json({ message: 'full' }, { status: 507 }), '507 full'],
  ])('%s', async (_what, fetch, message) => {
    await using server = serve(fetch)
    for (const command of [['list'], ['revoke', 'x'], ['create', '--user', 'mia@example.com']]) {
      const { code, err, out } = await runCli(['keys', ...command, '--url', server.url, '--api-key', 'owner-key'])
      expect([code, out, err.trim().split('\n')]).toEqual([1, '', [expect.stringContaining(message)]])
    }
  })
})

test('a redirect does not take the key to another host', async () => {
  const seen: (string | null)[] = []
  await using other = serve(({ headers }) => {
    seen.push(headers.get('X-N8N-API-KEY'))
    return Response.json({ keys: [] })
  })
  await using server = serve(
    () => new Response(null, { status: 307, headers: { location: `${other.url}/_control/keys` } }),
  )
  const { code, err } = await runCli(['keys', 'list', '--url', server.url, '--api-key', 'owner-key'])
  expect([code, err]).toEqual([1, expect.stringContaining('and the key is not sent there')])
  expect(seen).toEqual([])
})

function serve(fetch: (request: Request) => Response) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch })
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
}

test.each([
  ['http://127.0.0.1:9', 'nothing answers there'],
  ['http://192.0.2.2:5715', 'is not encrypted, so others could read the key. Use https, or allow it with --insecure'],
  ['http://0.0.0.0:9 --insecure', 'nothing answers there'],
  ['foo', 'must begin with https:// or http://'],
])('says what is wrong with the address %s', async (url, message) => {
  const { code, err } = await runCli(['keys', 'list', '--api-key', 'x', '--url', ...url.split(' ')])
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(message)]])
})
