import { expect, test } from 'bun:test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from './connect.ts'

const line = (text: string) => (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text
const NONE = '0'.repeat(40)

/** A server with these branches, which answers a push with these lines. */
async function serve(branches: Record<string, string>, lines: readonly string[]) {
  const pushed: Buffer[] = []
  const refs = Object.entries(branches).map(([name, oid]) => line(`${oid} refs/heads/${name}\n`))
  const list = ['# service=git-receive-pack\n']
    .map(line)
    .concat('0000', line(`${NONE} capabilities^{}\0report-status\n`), refs)
  const server = createServer(async (request, response) => {
    const type = request.method === 'GET' ? 'advertisement' : 'result'
    for await (const chunk of request) pushed.push(chunk)
    response.writeHead(200, { 'content-type': `application/x-git-receive-pack-${type}` })
    response.end(`${(request.method === 'GET' ? list : lines.map(line)).join('')}0000`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/it.git`,
    pushed: () => Buffer.concat(pushed).toString('latin1'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const change = {
  message: 'Change',
  author: { name: 'A', email: 'a@example.com' },
  timestamp: 1,
  parent: undefined,
  changes: new Map([['workflows/1.json', Buffer.from('{}')]]),
}

/** The result of a push: its commit, or why it is refused. */
async function push(server: { url: string }) {
  const remote = connect({ url: server.url })
  try {
    return await remote.push(change).then(
      ({ commit }) => commit,
      ({ code, message }) => `${code}: ${message}`,
    )
  } finally {
    await remote.close()
  }
}

const OK = ['unpack ok\n', 'ok refs/heads/main\n']
const others = (count: number) => Array.from({ length: count }, (_, n) => `other ${n}\n`)

test('a commit is pushed to a new branch, with its pack', async () => {
  await using server = await serve({}, OK)
  const commit = await push(server)
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  const command = line(`${NONE} ${commit} refs/heads/main\0report-status agent=understudy`)
  expect(server.pushed()).toStartWith(`${command}0000PACK`)
})

test.each<[string, lines: string[], reason: string | undefined]>([
  ['of success in another order', [...OK].reverse(), undefined],
  ['of success behind 98 lines', [...others(98), ...OK], undefined],
  ['of success behind 99 lines', [...others(99), ...OK], ' (unpack ok)'],
  ['of another branch', ['unpack ok\n', 'ok refs/heads/other\n'], ' (unpack ok)'],
  ['of the branch alone', ['ok refs/heads/main\n'], ''],
  ['of nothing', [], ''],
  [
    'that refuses the branch',
    ['unpack ok\n', 'ng refs/heads/main hook declined\n'],
    ' (ng refs/heads/main hook declined)',
  ],
  ['that refuses the pack', ['unpack index-pack failed\n'], ' (unpack index-pack failed)'],
  ['of many letters', [`ng ${'x'.repeat(300)}`], ` (ng ${'x'.repeat(197)})`],
  ['that a terminal would obey', ['ng \u001b[2J\n'], ' (ng \\u001b[2J)'],
])('an answer %s', async (_, lines, reason) => {
  await using server = await serve({}, lines)
  const found = await push(server)
  if (reason === undefined) expect(found).toMatch(/^[0-9a-f]{40}$/)
  else expect(found).toBe(`rejected: ${server.url} rejected the commit${reason}`)
})

test('a branch that is there already has moved on, and gets nothing', async () => {
  await using server = await serve({ main: '1'.repeat(40) }, OK)
  expect(await push(server)).toBe(`rejected: Branch main of ${server.url} has moved on; pull, and push again`)
  expect(server.pushed()).toBe('')
})
