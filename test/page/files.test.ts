import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MODULES } from '../../src/page/assets.ts'
import { joinModules } from '../../src/page/join-modules.ts'
import { startInstance, type TestInstance } from '../../src/testing.ts'
import { startCli } from '../commands/run-cli.ts'

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
  test('are a script and a style sheet: three requests for a page', async () => {
    const { text } = await get('/')
    const asked = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address?.split(',')[0])
    expect(asked).toEqual(['data:image/svg+xml', named.style, named.script])
    expect(importsOf((await get(named.script)).text, 'js')).toEqual([])
  })

  test('hold every module, each before those that need it', async () => {
    const files = (await readdir(client, { recursive: true })).filter(name => name.endsWith('.js'))
    expect(Object.keys(MODULES).filter(name => !name.startsWith('vendor/'))).toEqual(files.sort())
    const { text } = await get(named.script)
    for (const name of Object.keys(MODULES)) expect(text).toContain(`modules["${name}"] = (() => {`)
  })

  test('hold every style sheet', async () => {
    const { text } = await get(named.style)
    for (const name of await readdir(`${client}styles`)) {
      expect(text).toContain((await readFile(`${client}styles/${name}`, 'utf8')).trim())
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
    for (const path of ['/', named.script]) {
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
      '../base/errors.ts',
      '../base/once.ts',
      '../control/guard.ts',
      '../http/reply.ts',
      '../http/request-path.ts',
      '../http/served-text.ts',
    ])
  })
})

describe('modules are joined', () => {
  const run = async (files: Record<string, string>) => {
    const said: unknown[] = []
    new Function('say', await joinModules('main.js', new Map(Object.entries(files))))((it: unknown) => said.push(it))
    return said
  }

  test.each<[string, Record<string, string>, unknown[]]>([
    [
      'with names',
      { 'main.js': "import { a, b as c } from './x.js'\nsay(a + c)", 'x.js': 'export const a = 1, b = 2' },
      [3],
    ],
    [
      'with a default',
      { 'main.js': "import it from './x.js'\nsay(it())", 'x.js': 'export default function () { return 7 }' },
      [7],
    ],
    [
      'with a named default',
      { 'main.js': "import it from './x.js'\nsay(it())", 'x.js': 'export default function f() { return 7 }' },
      [7],
    ],
    ['with a list', { 'main.js': "import { b } from './x.js'\nsay(b)", 'x.js': 'const a = 5\nexport { a as b }' }, [5]],
    [
      'through another',
      {
        'main.js': "import { c } from './x.js'\nsay(c)",
        'x.js': "export { a as c } from './y.js'",
        'y.js': 'export const a = 4',
      },
      [4],
    ],
    [
      'in folders',
      {
        'main.js': "import './f/x.js'\nsay(1)",
        'f/x.js': "import { a } from '../y.js'\nsay(a)",
        'y.js': 'export const a = 0',
      },
      [0, 1],
    ],
    [
      'once each',
      { 'main.js': "import './x.js'\nimport './y.js'", 'x.js': "import './y.js'", 'y.js': "say('once')" },
      ['once'],
    ],
    [
      'each in its scope',
      {
        'main.js': "import { f } from './x.js'\nconst a = 1\nsay(f() + a)",
        'x.js': 'const a = 2\nexport function f() { return a }',
      },
      [3],
    ],
    [
      'words in text left alone',
      { 'main.js': 'say(\'import { a } from "./x.js"; export const b = 1\')' },
      ['import { a } from "./x.js"; export const b = 1'],
    ],
  ])('%s', async (_, files, said) => {
    expect(await run(files)).toEqual(said)
  })

  test.each([
    [
      'in a circle',
      { 'main.js': "import './x.js'", 'x.js': "import './main.js'" },
      'x.js imports main.js, which needs x.js itself',
    ],
    ['with one that is missing', { 'main.js': "import './x.js'" }, 'main.js imports x.js, which is not there'],
    ['while they run', { 'main.js': "await import('./x.js')" }, 'is not joined'],
  ])('not %s', async (_, files, message) => {
    expect(run(files)).rejects.toThrow(message)
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
