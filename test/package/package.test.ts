import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const ROOT = join(import.meta.dir, '../..')
const INGREDIENTS = ['src', 'data', 'test/package/build.ts', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE']
const DENO = join(ROOT, 'node_modules/.bin/deno')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const NEEDED = /^(package\.json|README\.md|LICENSE|lib\/.+\.(js|d\.ts|css|html|svg)|data\/.+)$/
const DATA = [
  ...['credential-types.json', 'demo.json', 'node-types.json', 'scalar.js', 'scalar.LICENSE'],
  ...['activation-requirements', 'credential-types', 'node-types', 'roles', 'scopes'].map(
    name => `n8n-2.41/${name}.json`,
  ),
]

const TEST_FILE = `
import { expect, test } from 'bun:test'
import { aWorkflow, startInstance } from 'n8n-understudy/testing/bun'

test('works', async () => {
  await using instance = await startInstance({ fixture: { workflows: [aWorkflow()] }, profile: 'n8n-1.41' })
  const headers = { 'X-N8N-API-KEY': instance.apiKey }
  const { data } = (await (await fetch(instance.url + '/api/v1/workflows', { headers })).json()) as { data: unknown[] }
  expect(data).toHaveLength(1)
  expect(instance).toHaveReceived({ path: '/workflows', times: 1 })
})
`

const SCRIPT = `
import { startInstance } from 'n8n-understudy/testing'

await using instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
const paths = ['/api/v1/tags', '/api/v1/credentials/schema/slackApi', '/api/v1/docs', '/', '/page/main.js', '/page/style.css']
for (const path of paths) {
  const answer = await fetch(instance.url + path, { headers: { 'X-N8N-API-KEY': instance.apiKey } })
  const text = await answer.text()
  console.log([answer.status, path, text.includes('urgent') ? 'urgent' : text.length > 100].join(' '))
}
`

const SAID = [
  '200 /api/v1/tags urgent',
  '200 /api/v1/credentials/schema/slackApi true',
  '200 /api/v1/docs true',
  '200 / true',
  '200 /page/main.js true',
  '200 /page/style.css true',
]

let folder = ''
let project = ''
let packed: string[] = []
let env: Record<string, string | undefined> = {}

const run = (command: string, args: string[], options: SpawnSyncOptions = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8', ...options })
  return { status, out: String(stdout), all: `${stdout}${stderr}` }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-package-'))
  const [copy, bin] = [join(folder, 'copy'), join(folder, 'bin')]
  project = join(folder, 'project')
  for (const made of [copy, bin, project]) mkdirSync(made)
  // however this Bun is called, scripts find it as bun
  symlinkSync(process.execPath, join(bin, 'bun'))
  symlinkSync(process.execPath, join(bin, 'bunx'))
  env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_ENV: undefined,
    FORCE_COLOR: undefined,
    NO_COLOR: '1',
  }

  for (const path of INGREDIENTS) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const made = run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy })
  if (made.status !== 0) throw new Error(`npm pack failed: ${made.all}`)
  const [{ filename, files }] = JSON.parse(made.out.slice(made.out.indexOf('[\n')))
  packed = files.map((file: { path: string }) => file.path)
  expect(existsSync(join(copy, 'lib'))).toBeFalse()

  writeFileSync(join(project, 'package.json'), '{ "name": "project", "type": "module" }')
  const installed = run('bun', ['add', join(folder, filename)])
  if (installed.status !== 0) throw new Error(`the package could not be installed: ${installed.all}`)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package', () => {
  test('holds nothing that is not needed', () => {
    expect(packed.filter(path => !NEEDED.test(path))).toEqual([])
    expect(packed.filter(path => path.startsWith('data/')).sort()).toEqual(DATA.map(name => `data/${name}`).sort())
    for (const needed of ['lib/cli.js', 'lib/index.js', 'lib/index.d.ts', 'lib/testing.js', 'lib/testing.d.ts']) {
      expect(packed).toContain(needed)
    }
  })

  test('serves by its command', async () => {
    const child = spawn('bunx', ['understudy', '--port', '0', '--memory', '--api-key', 'k', '--demo'], {
      cwd: project,
      env: env as NodeJS.ProcessEnv,
      detached: true,
    })
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let said = ''
        const listen = (chunk: unknown) => {
          said += chunk
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
          if (found) resolve(found)
        }
        child.stdout.on('data', listen)
        child.stderr.on('data', listen)
        child.once('exit', code => reject(new Error(`ended with ${code}: ${said}`)))
      })
      const answer = await fetch(`${url}/api/v1/workflows`, { headers: { 'X-N8N-API-KEY': 'k' } })
      expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(10)
    } finally {
      // bunx and what it started
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }
  }, 30_000)

  test('works in a bun test', () => {
    writeFileSync(join(project, 'own.test.ts'), TEST_FILE)
    const { status, all } = run('bun', ['test', './own.test.ts'])
    expect([status, all]).toEqual([0, expect.stringContaining('1 pass')])
  }, 30_000)

  test.each([
    ['bun', 'bun', ['script.ts']],
    ['deno', DENO, ['run', '-A', 'script.ts']],
  ])(
    'works in a script on %s',
    (_name, command, args) => {
      writeFileSync(join(project, 'script.ts'), SCRIPT)
      const { status, out, all } = run(command, args)
      expect([status, all]).toEqual([0, all])
      expect(out.trim().split('\n')).toEqual(SAID)
    },
    30_000,
  )

  test('brings its types along', () => {
    writeFileSync(join(project, 'own.test.ts'), TEST_FILE)
    writeFileSync(join(project, 'wrong.ts'), "import { aTag } from 'n8n-understudy/testing'\naTag({ nam: 'x' })\n")
    const compilerOptions = {
      ...{ target: 'ESNext', module: 'Preserve', moduleResolution: 'Bundler', lib: ['ESNext', 'DOM'], strict: true },
      ...{ noEmit: true, skipLibCheck: true, types: ['bun'], typeRoots: [join(ROOT, 'node_modules/@types')] },
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { out } = run('bun', [TSC, '-p', '.', '--pretty', 'false'])
    const complaints = out
      .trim()
      .split('\n')
      .filter(line => !line.startsWith(' '))
    expect(complaints).toEqual([expect.stringMatching(/^wrong\.ts\(2,8\): error TS2561/)])
  }, 30_000)
})
