import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ASSETS } from '../../src/page/assets.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'

const client = fileURLToPath(new URL('../../src/page/client/', import.meta.url))
const routes = fileURLToPath(new URL('../../src/page/routes.ts', import.meta.url))
const importsOf = (text: string, loader: 'ts' | 'js') => new Bun.Transpiler({ loader }).scanImports(text)

let instance: TestInstance
beforeAll(async () => {
  instance = await startInstance({ socket: false })
})
afterAll(() => instance.stop())
const get = (path: string, headers = {}) => instance.request('GET', path, undefined, { key: null, headers })

describe('the files of the page', () => {
  test('are served, every one', async () => {
    const files = (await readdir(client, { recursive: true })).filter(name => /\.(js|svg)$/.test(name))
    const served = Object.keys(ASSETS).filter(name => !name.startsWith('vendor/') && name !== 'style.css')
    expect(served.sort()).toEqual(files.sort())
  })

  test('hold every style sheet', async () => {
    const { text } = await get('/page/style.css')
    for (const name of await readdir(`${client}styles`)) {
      expect(text).toContain((await readFile(`${client}styles/${name}`, 'utf8')).trim())
    }
  })

  test.each(Object.keys(ASSETS))('answer %s with its type, and what it imports', async name => {
    const { status, headers, text } = await get(`/page/${name}`)
    expect(status).toBe(200)
    const type = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }[name.split('.').at(-1) ?? '']
    expect(headers.get('content-type')).toStartWith(type ?? 'none')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (!name.endsWith('.js')) return
    for (const { path } of importsOf(text, 'js')) {
      expect(path).toStartWith('.')
      expect(Object.keys(ASSETS)).toContain(posix.join(posix.dirname(name), path))
    }
  })

  test.each([
    '/page/none.js',
    '/page/',
    '/page/__proto__',
    '/page/constructor',
    '/page/../app.ts',
    '/page/%2e%2e/app.ts',
  ])('are no others: %s', async path => {
    expect((await get(path)).status).toBe(404)
  })

  test('are sent packed, and not again where the browser has them', async () => {
    const { headers } = await get('/page/icons.js', { 'accept-encoding': 'gzip' })
    expect(headers.get('content-encoding')).toBe('gzip')
    const again = await get('/page/icons.js', { 'if-none-match': headers.get('etag') })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('come without a key, but only under a name that no other site can take', async () => {
    for (const path of ['/', '/page/main.js']) {
      const response = await instance.fetch(new Request(`http://evil.example${path}`))
      expect(response.status).toBe(403)
    }
    await using allowing = await startInstance({ socket: false, allowHosts: ['understudy.test'] })
    expect((await allowing.fetch(new Request('http://understudy.test/'))).status).toBe(200)
  })

  test('run nothing that stands in the page, and ask nobody else', async () => {
    const { headers, text } = await get('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|https?:/)
  })

  test('tell the page which header the key goes into', async () => {
    await using other = await startInstance({ socket: false, serviceName: 'acme' })
    expect((await other.request('GET', '/')).text).toContain('content="X-ACME-API-KEY"')
  })

  test('are not read before somebody opens the page', async () => {
    const now = importsOf(await readFile(routes, 'utf8'), 'ts').filter(({ kind }) => kind === 'import-statement')
    expect(now.map(({ path }) => path).sort()).toEqual([
      '../control/guard.ts',
      '../errors.ts',
      '../http/served-text.ts',
      'elysia',
    ])
  })
})
