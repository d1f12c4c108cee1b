import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { chromiumPath } from '../../../needs.ts'
import { openBrowser, type Watched } from '../../../page/browser.ts'
import { world } from '../world.ts'
import { attack } from './attacks.ts'

setDefaultTimeout(120_000)
/** What each attempt comes to: nothing is read, nothing is changed. */
const IN_VAIN = {
  'read with a known key': 'blocked',
  'read without a key': 'blocked',
  'read the health': 'blocked',
  'read the page': 'blocked',
  'read the control API': 'blocked',
  'write with a known key': 'blocked',
  'write as text': 'blocked',
  'write as text, unseen': 'opaque',
  'delete with a known key': 'blocked',
  'reset, unseen': 'opaque',
  'reset with a known key': 'blocked',
  'a form to the API': 'sent',
  'a form to the control API': 'sent',
  'a stream of requests': 'blocked',
  'a socket': 'blocked',
  'the page in a frame': 'blocked',
  'the documentation in a frame': 'blocked',
  'data as a script': 'blocked',
  'data as a picture': 'blocked',
}

describe.skipIf(!chromiumPath)('a page of another origin', () => {
  let server: Server
  let browser: Watched
  let origin: string

  beforeAll(async () => {
    server = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html').end('<!doctype html><title>another site</title><body></body>')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await openBrowser({ flags: ['--host-resolver-rules=MAP *.test 127.0.0.1'] })
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  /** Runs every attempt, and looks whether the instance holds the same afterwards. */
  async function attacked(instance: TestInstance, from: string) {
    const before = JSON.stringify(instance.state())
    const seen = instance.requests.all().length
    await browser.page.goto(from)
    const results = await browser.page.evaluate(attack, { target: instance.url, key: instance.apiKey })
    expect(instance.requests.all().length).toBeGreaterThan(seen)
    expect(JSON.stringify(instance.state())).toBe(before)
    return results
  }

  test('can neither read nor change anything, even where it knows the key', async () => {
    await using instance = await startInstance({ fixture: world })
    await instance.request('POST', '/api/v1/tags', { name: 'made after the start, gone after a reset' })
    expect(await attacked(instance, origin)).toEqual(IN_VAIN)
  })

  test('can neither, from another name of this machine', async () => {
    await using instance = await startInstance({ fixture: world })
    await instance.request('POST', '/api/v1/tags', { name: 'made after the start, gone after a reset' })
    expect(await attacked(instance, origin.replace('127.0.0.1', 'localhost'))).toEqual(IN_VAIN)
  })

  test('whose name was pointed at the instance gets neither pages nor control', async () => {
    await using instance = await startInstance({ fixture: world })
    const rebound = instance.url.replace('127.0.0.1', 'rebound.test')
    await browser.page.goto(`${rebound}/healthz`)
    const statuses = await browser.page.evaluate(
      async ({ key, paths }) => {
        const headers = { 'X-N8N-API-KEY': key }
        return Promise.all(paths.map(async path => (await fetch(path, { headers })).status))
      },
      { key: instance.apiKey, paths: ['/', '/page/main.js', '/api/v1/docs', '/_control/state', '/_control/keys'] },
    )
    expect(statuses).toEqual([403, 403, 403, 403, 403])
    const unknown = await browser.page.evaluate(async () => (await fetch('/api/v1/workflows')).status)
    expect(unknown).toBe(401)
    expect(await browser.page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([])
  })

  test('that was named by --cors uses the API with a key, and nothing beside', async () => {
    await using instance = await startInstance({ fixture: world, allowOrigins: [origin] })
    await browser.page.goto(origin)
    const results = await browser.page.evaluate(attack, { target: instance.url, key: instance.apiKey })
    expect(results).toEqual({
      ...IN_VAIN,
      'read with a known key': 'read 200',
      'read without a key': 'read 401',
      'write with a known key': 'read 415',
      'write as text': 'read 401',
      'delete with a known key': 'read 200',
    })
    const { tags = [] } = instance.state('tags')
    expect(tags.map(({ id }) => id)).toEqual(['2', '3'])
  })
})
