import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { startCli } from '../commands/run-cli.ts'
import { nodeProgram } from '../kit/package/node-program.ts'

const ROOT = join(import.meta.dir, '../..')
const ROOT_DENO = [join(ROOT, 'node_modules/.bin/deno'), 'run', '-A']
const client = fileURLToPath(new URL('../../src/page/client/', import.meta.url))
const routes = fileURLToPath(new URL('../../src/page/routes.ts', import.meta.url))
const importsOf = (text: string, loader: 'ts' | 'js') => new Bun.Transpiler({ loader }).scanImports(text)

let instance: TestInstance
let named: { script: string; style: string }
beforeAll(async () => {
  instance = await startInstance({ socket: false })
  const { text } = await get('/')
  const [script = '', style = ''] = [/src="([^"]+)"/, /stylesheet" href="([^"]+)"/].map(it => it.exec(text)?.[1])
  named = { script, style }
})
afterAll(() => instance.stop())
const get = (path: string, headers = {}) => instance.request('GET', path, undefined, { key: null, headers })

describe('the files of the page', () => {
  test('are a script and a style sheet: three requests for a page, the JSON editor apart', async () => {
    const { text } = await get('/')
    const asked = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address?.split(',')[0])
    expect(asked).toEqual(['data:image/svg+xml', named.style, named.script])
    const { text: script } = await get(named.script)
    expect(importsOf(script, 'js')).toEqual([])
    const { text: editor } = await get('/page/editor.js')
    expect([script.includes('cm-content'), editor.includes('cm-content')]).toEqual([false, true])
  })

  test('hold every style sheet', async () => {
    const { text } = await get(named.style)
    for (const name of await readdir(`${client}styles`)) {
      const sheet = await readFile(`${client}styles/${name}`, 'utf8')
      const names = [...sheet.matchAll(/^\.([a-z-]+) \{/gm)].map(([, it]) => it)
      for (const it of names) expect(text).toContain(`.${it}`)
    }
  })

  test('have their type, and are kept by the browser for ever: another content has another name', async () => {
    for (const [path, type] of [
      [named.script, 'text/javascript; charset=utf-8'],
      [named.style, 'text/css; charset=utf-8'],
    ] as const) {
      const { headers } = await get(path, { 'accept-encoding': 'gzip' })
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-encoding')).toBe('gzip')
      expect(headers.get('cache-control')).toContain('immutable')
    }
    const again = await get('/', { 'if-none-match': (await get('/')).headers.get('etag') })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache'])
  })

  test.each([
    '/page/main.js',
    '/page/main.0000000000000000.js',
    '/page/',
    '/page/__proto__',
    '/page/constructor',
    '/page/../app.ts',
    '/page/%2e%2e/app.ts',
  ])('are no others: %s', async path => {
    expect((await get(path)).status).toBe(404)
  })

  test('come without a key, but only under a name that no other site can take', async () => {
    for (const path of ['/', named.script, '/page/editor.js']) {
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
      '../core/base/errors.ts',
      '../core/base/once.ts',
      '../core/http/guard.ts',
      '../core/http/path.ts',
      '../core/http/served-text.ts',
      './facts.ts',
    ])
  })
})

describe('in a checkout', () => {
  test('every module of the page is needed, and of the instance only how webhooks are addressed and values compared', async () => {
    const { metafile } = await build({
      entryPoints: [`${client}main.ts`, `${client}editor/json-field.ts`],
      outdir: '/',
      bundle: true,
      write: false,
      metafile: true,
      absWorkingDir: client,
    })
    const own = Object.keys(metafile.inputs).filter(path => !path.includes('node_modules'))
    const files = (await readdir(client, { recursive: true })).filter(path => /\.(ts|css)$/.test(path))
    // of these only the types are used
    const onlyTypes = ['instance/records.ts']
    const shared = ['../../core/base/compare.ts', '../../core/base/is-record.ts', '../../core/model/webhooks.ts']
    expect(own.sort()).toEqual([...shared, ...files.filter(path => !onlyTypes.includes(path))].sort())
  })

  test.each([
    ['Deno', ROOT_DENO],
    ['Node', [nodeProgram(), '--experimental-strip-types', '--no-warnings']],
  ])('%s bundles the page too', (_, command) => {
    const [program = '', ...flags] = command
    const text = `import { loadClientFiles, loadEditorScript } from './src/page/client-files.ts'
      const { index, script, style } = await loadClientFiles()
      const editor = await loadEditorScript()
      console.log(JSON.stringify([index.length > 500, script.includes('understudy.key'), style.includes('.table'), editor.includes('json-field')]))`
    const entry = join(ROOT, `page-files-${process.pid}.tmp.ts`)
    writeFileSync(entry, text)
    try {
      const { stdout, stderr } = spawnSync(program, [...flags, entry], { cwd: ROOT, encoding: 'utf8' })
      expect([stdout.trim(), stderr]).toEqual(['[true,true,true,true]', expect.any(String)])
    } finally {
      rmSync(entry)
    }
  })
})

test('what the page asks for stands in the log for machines, not in the one for people', async () => {
  for (const [log, lines] of [
    ['pretty', 1],
    ['json', 4],
  ] as const) {
    const cli = startCli(['--memory', '--port', '0', '--api-key', 'k', '--log', log])
    try {
      const url = await cli.url()
      const headers = { 'X-N8N-API-KEY': 'k' }
      await fetch(`${url}/`)
      await fetch(`${url}/page/none.js`)
      await fetch(`${url}/api/v1/tags`, { headers: { ...headers, 'x-understudy-page': '1' } })
      await fetch(`${url}/api/v1/workflows`, { headers })
    } finally {
      cli.kill('SIGTERM')
      await cli.ended
    }
    const said = cli.said.err.trim().split('\n')
    expect(said.length).toBe(lines)
    expect(said.at(-1)).toContain('/api/v1/workflows')
  }
})
