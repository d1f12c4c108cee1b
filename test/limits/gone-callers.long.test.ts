import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { KEY, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { listOf } from './large-requests.ts'

// a process of each runtime: each learns in another way that a client has gone
setDefaultTimeout(120_000)

/** A workflow computes forever where its call says so: one keeps two workers busy at the most. */
const costly = {
  id: '1',
  name: 'costly',
  active: true,
  settings: {},
  nodes: [
    {
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      parameters: { path: 'costly', httpMethod: 'POST', responseMode: 'lastNode' },
    },
    {
      name: 'Compute',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: 'if ($json.body.endless) for (;;) {}\nreturn [{ json: {} }]' },
    },
  ],
  connections: { Hook: { main: [[{ node: 'Compute', type: 'main', index: 0 }]] } },
}

const ENDLESS = JSON.stringify({ endless: true })
/** Well before the first calls end, by their time limit of 10 s, and after workers have begun with them. */
const BEGUN_MS = 1500

test.each(RUNTIMES)('on %s, a run that has not begun when its caller goes is not run', async runtime => {
  await using folder = await temporaryFolder()
  const seed = join(folder.path, 'seed.json')
  await writeFile(seed, JSON.stringify({ workflows: [costly] }))
  await using server = await startOn(runtime, ['--profile', 'n8n-2.41', '--simulate', '--seed', seed])
  const call = (body: string) =>
    fetch(`${server.url}/webhook/costly`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect((await call('{}')).status).toBe(200)
  const endless = listOf(2, () => call(ENDLESS))
  await Bun.sleep(BEGUN_MS)
  const { hostname, port } = new URL(server.url)
  const gone = connect(Number(port), hostname)
  gone.write(
    `POST /webhook/costly HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  )
  // one that comes later is served while that one waits
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  gone.destroy()
  expect((await Promise.all(endless)).map(({ status }) => status)).toEqual([500, 500])
  expect((await call('{}')).status).toBe(200)
  const list = await fetch(`${server.url}/api/v1/executions`, { headers: { 'X-N8N-API-KEY': KEY } })
  const { data } = (await list.json()) as { data: { status: string }[] }
  expect(data.map(({ status }) => status)).toEqual(['success', 'error', 'error', 'success'])
  expect(server.said.err).not.toContain('signal')
})
