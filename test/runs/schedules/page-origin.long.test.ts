import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Node, startInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { chromiumPath, openBrowser, type Watched } from '../../page/browser.ts'
import { KEY, RUNTIMES, startOn } from '../../runtimes/runtimes.ts'
import { inARow, respond, webhook } from './workflows.ts'

setDefaultTimeout(120_000)

/** Runs on the page's origin, where nothing prevents it: it says which key it found, and registers a worker. */
const SCRIPT = `<!doctype html><title>waiting</title><script>
  let key
  const channel = new BroadcastChannel('understudy.key')
  channel.onmessage = ({ data }) => { if (data && data.key) key = data.key }
  channel.postMessage({ asks: true })
  try { key = Object.values(sessionStorage).find(value => value.includes('${KEY}')) ?? 'none' } catch (error) { key = error.name }
  const done = worker => setTimeout(() => { document.title = 'key: ' + (key.includes('${KEY}') ? 'stolen' : key) + ', worker: ' + worker }, 300)
  try { navigator.serviceWorker.register('/webhook/worker', { scope: '/' }).then(() => done('registered'), error => done(error.name)) }
  catch (error) { done(error.name) }
</script>`
const WORKER = `self.addEventListener('fetch', event => {
  const key = event.request.headers.get('X-N8N-API-KEY')
  if (key) fetch('/webhook/taken?key=' + key)
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))`

const header = (name: string, value: string) => ({ name, value })
const HOSTILE_HEADERS = [
  header('Content-Security-Policy', "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'"),
  header('X-Content-Type-Options', 'sniff'),
  header('Service-Worker-Allowed', '/'),
  header('Strict-Transport-Security', 'max-age=31536000'),
  header('Alt-Svc', 'h3=":443"'),
  header('Set-Cookie', `a=${'x'.repeat(3900)}; Path=/`),
  header('Origin-Agent-Cluster', '?1'),
  header('Use-As-Dictionary', 'match="/*"'),
]
/** With these a browser shows nothing, or forgets what it knows. */
const ENCODING_AND_DATA = [header('Content-Encoding', 'gzip'), header('Clear-Site-Data', '"*"')]
const answering = (path: string, type: string, body: string): Node[] => [
  webhook(path, { responseMode: 'responseNode' }),
  respond({
    respondWith: 'text',
    responseBody: body,
    options: { responseHeaders: { entries: [header('Content-Type', type), ...HOSTILE_HEADERS] } },
  }),
]
const active = (id: string, nodes: Node[]) => ({ id, name: id, active: true, ...inARow(...nodes) })
const form = (parameters: object): Node => ({
  name: 'Form',
  type: 'n8n-nodes-base.formTrigger',
  typeVersion: 2,
  parameters: { path: 'ask', formTitle: 'Ask', formFields: { values: [{ fieldLabel: 'Name' }] }, ...parameters },
})
const fixture = {
  workflows: [
    active('1', answering('script', 'text/html', SCRIPT)),
    active('2', answering('worker', 'text/javascript', WORKER)),
    active('3', [webhook('taken')]),
    active('4', [form({ responseMode: 'responseNode' }), ...answering('unused', 'text/html', SCRIPT).slice(1)]),
    active('5', [
      webhook('last', {
        responseMode: 'lastNode',
        options: { responseHeaders: { entries: [...HOSTILE_HEADERS, ...ENCODING_AND_DATA] } },
      }),
    ]),
  ],
}

describe.skipIf(!chromiumPath).each(RUNTIMES)('what a workflow answers to a browser, on %s', runtime => {
  let watched: Watched
  let instance: Awaited<ReturnType<typeof startOn>>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>

  beforeAll(async () => {
    folder = await temporaryFolder()
    const seed = join(folder.path, 'seed.json')
    await writeFile(seed, JSON.stringify(fixture))
    instance = await startOn(runtime, ['--seed', seed, '--simulate'])
    watched = await openBrowser()
  })
  afterAll(async () => {
    await watched?.close()
    await instance?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  /** From a checkout, Node serves no page: there a tab of the same origin holds the key as the page does. */
  async function openPageWithKey(): Promise<Page> {
    const { page } = watched
    if ((await fetch(instance.url)).ok) {
      await page.goto(`${instance.url}/#key=${KEY}`)
      await page.locator('h1').waitFor()
    } else {
      await page.goto(`${instance.url}/healthz`)
      await page.evaluate(key => sessionStorage.setItem('understudy.key', key), KEY)
    }
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(KEY)
    return page
  }

  const said = async (page: Page) => {
    await page.waitForFunction(() => document.title.startsWith('key:'))
    return page.title()
  }
  const KEPT_APART = 'key: SecurityError, worker: SecurityError'

  test('a script cannot read the key from the session storage of its tab, nor register a worker', async () => {
    const page = await openPageWithKey()
    await page.goto(`${instance.url}/webhook/script`)
    expect(await said(page)).toBe(KEPT_APART)
  })

  test('nor can one in a window that the page opened', async () => {
    const page = await openPageWithKey()
    const opening = page.waitForEvent('popup')
    await page.evaluate(() => void window.open('/webhook/script'))
    const popup = await opening
    expect(await said(popup)).toBe(KEPT_APART)
    await popup.close()
  })

  test('nor can one that answers a form', async () => {
    const page = await openPageWithKey()
    await page.goto(`${instance.url}/form/ask`)
    await page.getByLabel('Name').fill('Anna')
    await page.getByRole('button', { name: 'Submit' }).click()
    expect(await said(page)).toBe(KEPT_APART)
  })

  test('no worker comes from a webhook, and none sees the key after simulation is off', async () => {
    const page = await openPageWithKey()
    const register = () =>
      page.evaluate(() =>
        navigator.serviceWorker.register('/webhook/worker', { scope: '/' }).then(
          () => 'registered',
          (error: Error) => error.name,
        ),
      )
    expect(await register()).not.toBe('registered')
    const headers = { 'X-N8N-API-KEY': KEY, 'content-type': 'application/json' }
    const turn = (on: boolean) =>
      fetch(`${instance.url}/_control/simulation`, { method: 'PUT', headers, body: JSON.stringify({ on }) })
    expect((await turn(false)).status).toBe(200)
    await openPageWithKey()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
    expect((await turn(true)).status).toBe(200)
    const answer = await fetch(`${instance.url}/_control/state?only=executions`, { headers })
    const { executions } = (await answer.json()) as { executions: { workflowId: string }[] }
    expect(executions.filter(({ workflowId }) => workflowId === '3')).toEqual([])
  })
})

describe('the headers of what a workflow answers', () => {
  const DROPPED = [
    'service-worker-allowed',
    'clear-site-data',
    'strict-transport-security',
    'alt-svc',
    'content-encoding',
    'set-cookie',
    'origin-agent-cluster',
    'use-as-dictionary',
  ]
  const filled = new FormData()
  filled.append('field-0', 'Anna')

  test.each<[string, string, RequestInit]>([
    ['a respond node', '/webhook/script', {}],
    ['a last node', '/webhook/last', {}],
    ['an immediate answer', '/webhook/taken', {}],
    ['a form', '/form/ask', {}],
    ['the answer to a form', '/form/ask', { method: 'POST', body: filled }],
    [
      'the answer to a form that a browser sends',
      '/form/ask',
      { method: 'POST', body: filled, headers: { accept: 'text/html' } },
    ],
  ])('%s: of an origin of its own, and taken for what it says', async (_name, path, init) => {
    await using instance = await startInstance({ fixture, simulate: true, profile: 'n8n-2.41' })
    const { headers, status } = await fetch(instance.url + path, init)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox allow-downloads /)
    expect(headers.get('content-security-policy')).not.toMatch(/allow-same-origin|unsafe-eval/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(DROPPED.filter(name => headers.has(name))).toEqual([])
  })

  test('the page of a form runs no script, whatever headers its nodes have', async () => {
    await using instance = await startInstance({ fixture, simulate: true })
    const text = await (await fetch(`${instance.url}/form/ask`)).text()
    expect(text).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'`)
  })

  test.each(['/webhook/worker', '/webhook/none', '/webhook-test/x', '/form/ask', '/form-test/x'])(
    '%s is no service worker: 403',
    async path => {
      await using instance = await startInstance({ fixture, simulate: true, socket: false })
      const { status } = await instance.request('GET', path, undefined, {
        key: null,
        headers: { 'service-worker': 'script' },
      })
      expect(status).toBe(403)
      expect(instance.state('executions').executions).toEqual([])
    },
  )
})
