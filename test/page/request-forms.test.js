import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { curlOf, quoted } from '../../src/page/client/instance/curl.ts'
import { faultOf, matcherOf, sentOf } from '../../src/page/client/requests/request-forms.ts'
import { matchers, startInstance } from '../../src/testing.ts'

expect.extend(matchers)

describe('a request as a command for a shell', () => {
  test.each([["it's"], ['$(rm -rf /) `id` "x" \\ !'], ["'; id #"], ['a\nb'], ['']])('%j stays one word', word => {
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted(word)}`], { encoding: 'utf8' })
    expect(stdout).toBe(word)
  })

  test('has no key in it, and does what the page does', () => {
    const sent = { method: 'POST', path: '/api/v1/tags', body: { name: "it's" } }
    const command = curlOf(sent, 'http://127.0.0.1:1', 'X-N8N-API-KEY')
    expect(command).toContain('-H "X-N8N-API-KEY: $API_KEY"')
    const script = `curl() { printf '%s\\n' "$@"; }; API_KEY=k; ${command}`
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect(stdout.split('\n').slice(0, -1)).toEqual([
      '-X',
      'POST',
      'http://127.0.0.1:1/api/v1/tags',
      '-H',
      'X-N8N-API-KEY: k',
      '-H',
      'content-type: application/json',
      '-d',
      `{"name":"it's"}`,
    ])
  })
})

describe('a logged request', () => {
  const request = {
    method: 'POST',
    path: '/api/v1/tags',
    query: 'a=1&b=x%20y',
    operation: 'createTag',
    status: 400,
    headers: {
      'x-n8n-api-key': '[redacted]',
      authorization: '[redacted]',
      'x-mine': '1',
      'content-type': 'application/json',
      host: 'a',
    },
    body: { name: `it's "1"`, __proto__: undefined, list: [], nested: { 'a-b': [true, null, 1] } },
  }

  test('is sent again with its own headers, and without those of its way, its key and what is redacted', () => {
    expect(sentOf(request, 'X-N8N-API-KEY')).toEqual({
      method: 'POST',
      path: '/api/v1/tags?a=1&b=x%20y',
      body: request.body,
      headers: { 'x-mine': '1' },
    })
  })

  test('as a matcher passes for that request, and fails for another', async () => {
    await using instance = await startInstance({ socket: false })
    await instance.request('POST', '/api/v1/tags?a=1', {
      name: `it's "1"\u2028\\`,
      list: [],
      nested: { 'a-b': [true] },
    })
    const { body } = await instance.request('GET', '/_control/requests/1')
    const run = new Function('expect', 'instance', matcherOf(body))
    run(expect, instance)
    const other = new Function('expect', 'instance', matcherOf({ ...body, path: '/other' }))
    expect(() => other(expect, instance)).toThrow('Expected one request')
  })

  test.each([
    [
      { operation: 'getTags', status: 200 },
      { operation: 'getTags', effect: 'status', status: '503' },
    ],
    [
      { operation: 'getTags', status: 429 },
      { operation: 'getTags', effect: 'status', status: '429' },
    ],
    [
      { operation: null, status: 200, method: 'POST', path: '/webhook/orders', call: true },
      { method: 'POST', path: '/webhook/orders', effect: 'status', status: '503' },
    ],
    [
      { operation: null, status: 404, method: 'GET', path: '/favicon.ico' },
      { effect: 'status', status: '404' },
    ],
    [
      { operation: null, status: 0 },
      { effect: 'status', status: '503' },
    ],
  ])('becomes the beginning of a fault rule: %j', (given, first) => {
    expect(faultOf(given)).toEqual(first)
  })
})
