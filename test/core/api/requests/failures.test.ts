import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInstance } from '../../../../src/instance/instance.ts'
import type { ServedRequest } from '../../../../src/instance/observe-responses.ts'
import { startCli, temporaryFolder } from '../../../commands/run-cli.ts'

const KEY = 'the-owners-key'
const SECRET = 'correct-horse-battery-staple'
const headers = { 'x-n8n-api-key': KEY, 'content-type': 'application/json' }
const credential = JSON.stringify({ name: 'Shop', type: 'httpBasicAuth', data: { user: 'shop', password: SECRET } })

/** An instance whose disk is gone: every write fails. */
async function startBroken() {
  const folder = await temporaryFolder()
  const said: string[] = []
  const served: ServedRequest[] = []
  const instance = await createInstance({
    file: join(folder.path, 'inner', 'instance.json'),
    profile: 'contract',
    fixtures: [],
    apiKey: KEY,
    serviceName: 'n8n',
    control: true,
    page: true,
    allowHosts: [],
    report: message => said.push(message),
    onResponse: it => served.push(it),
  })
  await rm(join(folder.path, 'inner'), { recursive: true })
  const stop = async () => {
    await instance.stop().catch(() => {})
    await folder[Symbol.asyncDispose]()
  }
  return { instance, folder, said, served, [Symbol.asyncDispose]: stop }
}

test('a failure of ours tells its caller what the log calls it, and nothing else', async () => {
  await using broken = await startBroken()
  const path = '/api/v1/credentials'
  const answer = await broken.instance.fetch(path, { method: 'POST', headers, body: credential })
  const text = await answer.text()
  const id = broken.served.at(-1)?.id
  expect([answer.status, JSON.parse(text)]).toEqual([
    500,
    {
      message: 'The write could not be saved: the folder or the file is gone',
      description: `See the log, request ${id}`,
    },
  ])
  expect([...answer.headers.keys()]).not.toContain('x-request-id')
  const [line = ''] = broken.said.filter(line => line.startsWith(`Request ${id}, POST /api/v1/credentials: `))
  expect(line).toContain(broken.folder.path)
  for (const secret of [KEY, SECRET]) expect(broken.said.join('\n')).not.toContain(secret)
  for (const inside of [broken.folder.path, '.ts', 'Error:', '    at ']) expect(text).not.toContain(inside)
})

test('reads go on while writes fail, and each request has an id of its own', async () => {
  await using broken = await startBroken()
  const statuses: number[] = []
  for (const method of ['POST', 'GET', 'POST', 'GET']) {
    const body = method === 'POST' ? { body: '{"name":"x"}' } : {}
    statuses.push((await broken.instance.fetch('/api/v1/tags', { method, headers, ...body })).status)
  }
  expect(statuses).toEqual([500, 200, 500, 200])
  expect(new Set(broken.served.map(({ id }) => id)).size).toBe(4)
})

test.each(['pretty', 'json'])('--log %s writes a line a request with its id, and no key, body or query', async log => {
  const cli = startCli(['--memory', '--port', '0', '--api-key', KEY, '--log', log])
  const url = await cli.url()
  const answers = [
    await fetch(`${url}/api/v1/credentials?secret=in-the-query`, { method: 'POST', headers, body: credential }),
    await fetch(`${url}/api/v1/credentials`, { method: 'POST', headers, body: `${credential}}` }),
    await fetch(`${url}/api/v1/tags/%0a%1b[31mred%00`, { headers: { 'x-n8n-api-key': 'a-wrong-key' } }),
  ]
  cli.kill('SIGTERM')
  await cli.ended
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 401])
  const lines = cli.said.err.trim().split('\n')
  expect(lines).toHaveLength(3)
  const ids = lines.map(line => (log === 'json' ? JSON.parse(line).id : line.trim().split(' ').at(-1)))
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{6}-\d+$/)
  for (const secret of [KEY, SECRET, 'in-the-query', 'a-wrong-key', '\u001b'])
    expect(cli.said.err).not.toContain(secret)
})
