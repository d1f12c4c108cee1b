// Facts that a runtime could break, without a test runner: `deno run -A test/runtimes/facts/run.ts`, or with Node.
// facts.long.test.ts runs it on both, and a bundle of it with the packed package in place of the sources.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { startInstance } from '../../../src/testing.ts'
import { appFacts } from './app-facts.ts'
import { spawnCommand } from './command.ts'
import { controlFacts } from './control-facts.ts'
import { jsonErrorFacts } from './json-error-facts.ts'
import { kitFacts } from './kit-facts.ts'
import { outputFacts } from './output-facts.ts'
import { simulationFacts } from './simulation-facts.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
const workflow = JSON.stringify({ name: 'w', nodes: [{ name: 'Start' }], connections: {}, settings: {} })

const facts: Record<string, () => Promise<void>> = {
  ...kitFacts,
  ...controlFacts,
  ...jsonErrorFacts,
  ...simulationFacts,
  ...outputFacts,
  ...appFacts,
  'answers over a socket': async () => {
    await using instance = await startInstance()
    const made = await fetch(`${instance.url}/api/v1/workflows`, { method: 'POST', headers, body: workflow })
    assert.equal(made.status, 200)
    const { id } = await made.json()
    const read = await fetch(`${instance.url}/API/V1/Workflows/${id}/`, { headers })
    assert.equal((await read.json()).name, 'w')
  },
  'answers 405 to HEAD without a body': async () => {
    await using instance = await startInstance()
    const answer = await fetch(`${instance.url}/api/v1/workflows`, { method: 'HEAD', headers })
    assert.equal(answer.status, 405)
    assert.equal(await answer.text(), '')
  },
  'answers 304 to the ETag that it gave': async () => {
    await using instance = await startInstance()
    const first = await fetch(`${instance.url}/api/v1/tags`, { headers })
    await first.text()
    const etag = first.headers.get('etag') ?? ''
    const second = await fetch(`${instance.url}/api/v1/tags`, { headers: { ...headers, 'if-none-match': etag } })
    assert.equal(second.status, 304)
    await second.text()
  },
  'reads a gzip body and refuses a broken one': async () => {
    await using instance = await startInstance()
    const packed = await new Response(
      new Blob([workflow]).stream().pipeThrough(new CompressionStream('gzip')),
    ).arrayBuffer()
    const gzip = { ...headers, 'content-encoding': 'gzip' }
    const send = (body: BodyInit) => fetch(`${instance.url}/api/v1/workflows`, { method: 'POST', headers: gzip, body })
    const [good, bad] = [await send(packed), await send('not gzip')]
    assert.deepEqual([good.status, bad.status], [200, 400])
    await Promise.all([good.text(), bad.text()])
  },
  'refuses a body over 16 MiB that does not say its length': async () => {
    await using instance = await startInstance()
    const chunk = new Uint8Array(1024 * 1024).fill(32)
    let sent = 0
    const body = new ReadableStream({
      pull: controller => (++sent > 17 ? controller.close() : controller.enqueue(chunk)),
    })
    const request = new Request('http://localhost/api/v1/tags', {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    assert.equal((await instance.fetch(request)).status, 413)
  },
  'answers a percent escape that is none with 400': async () => {
    await using instance = await startInstance()
    assert.equal((await instance.request('GET', '/api/v1/tags/%E0%A4%A')).status, 400)
  },
  'checks credential data and activations by the reference data': async () => {
    await using instance = await startInstance({ profile: 'n8n-1.41' })
    const { body } = await instance.request('POST', '/api/v1/credentials', { name: 's', type: 'slackApi', data: {} })
    assert.deepEqual(body, { message: 'request.body.data requires property "accessToken"' })
    const made = await instance.request('POST', '/api/v1/workflows', JSON.parse(workflow))
    const { id } = made.body as { id: string }
    assert.equal((await instance.request('POST', `/api/v1/workflows/${id}/activate`)).status, 400)
  },
  'serves its OpenAPI document': async () => {
    await using instance = await startInstance()
    const { status, body } = await instance.request('GET', '/api/v1/openapi.json', undefined, { key: null })
    assert.equal(status, 200)
    assert.equal((body as { info: { version: string } }).info.version, '1.1.1')
  },
  'keeps what it acknowledged in one file, over a stop and a kill -9': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
    try {
      const file = join(folder, 'instance.json')
      const first = await serve(file)
      const tag = await fetch(`${first.url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"kept"}' })
      assert.equal(tag.status, 201)
      await tag.text()
      await first.end('SIGKILL')
      const second = await serve(file)
      const { data } = await (await fetch(`${second.url}/api/v1/tags`, { headers })).json()
      assert.deepEqual(
        data.map((tag: { name: string }) => tag.name),
        ['kept'],
      )
      await second.end('SIGTERM')
      assert.deepEqual(await readdir(folder), ['instance.json'])
      assert.equal(JSON.parse(await readFile(file, 'utf8')).tags.length, 1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  'names what is in the place of the lock and is no file': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
    try {
      const taken = 'instance.json.lock-4194305-0123abcd'
      await mkdir(join(folder, taken, 'inner'), { recursive: true })
      const says = /0123abcd is a folder, not a file, and in the way of the lock of .*Move it away first/
      await assert.rejects(serve(join(folder, 'instance.json')), says)
      assert.deepEqual(await readdir(folder), [taken])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** A fact that a signal ends the service with 0 and leaves the document alone in its folder. */
const endsCleanlyOn = (signal: NodeJS.Signals) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'))
  try {
    const file = join(folder, 'instance.json')
    const { url, end } = await serve(file)
    const tag = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"kept"}' })
    assert.equal(tag.status, 201)
    await tag.text()
    assert.equal(await end(signal), 0)
    assert.deepEqual(await readdir(folder), ['instance.json'])
    assert.equal(JSON.parse(await readFile(file, 'utf8')).tags.length, 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The command line on this runtime; resolves once it listens. */
async function serve(file: string) {
  const args = ['--port', '0', '--data', file, '--api-key', 'owner-key', '--log', 'off']
  const child = spawnCommand(args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: unknown) => {
      said += chunk
      const found = /http:\/\/[\d.]+:\d+/.exec(said)?.[0]
      if (found) resolve(found)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', code => reject(new Error(`ended with ${code}: ${said}`)))
  })
  return {
    url,
    async end(signal: NodeJS.Signals) {
      // Deno says of a child that its own `kill` has reached that it ended without an exit code
      process.kill(Number(child.pid), signal)
      return ended
    },
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  facts[`${signal} ends it with 0, and leaves one clean file`] = endsCleanlyOn(signal)

let failed = 0
for (const [name, fact] of Object.entries(facts)) {
  try {
    await fact()
    console.log(`ok   ${name}`)
  } catch (error) {
    failed++
    console.error(`FAIL ${name}\n`, error)
  }
}
process.exit(failed ? 1 : 0)
