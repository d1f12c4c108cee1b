import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { runAction } from '../../checks/documents/run-action.ts'
import { inARow, node } from '../../runs/tests/workflows.ts'
import { denoProgram } from '../../runtimes/runtimes.ts'
import { JEST_GLOBALS } from './jest-globals.ts'
import { nodeProgram } from './node-program.ts'
import { install, type Packed, pack, pathOf, programOf } from './pack.ts'

const ROOT = join(import.meta.dir, '../../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

const NEEDED =
  /^(package\.json|README\.md|LICENSE|SKILL\.md|llms\.txt|docs\/[\w-]+\.md|docs\/(behaviour|examples)\/.+|lib\/.+\.(c?js|d\.c?ts)|lib\/LICENCES\.txt|lib\/workflow-test\.schema\.json|lib\/[\w.-]+\.(jsonl?|js)\.br|lib\/engine\.wasm|lib\/engine-(expressions|code)\.bin|data\/.+)$/
const DATA = [
  'credential-types.json',
  'node-parameters.json',
  'node-types.json',
  'scalar.LICENSE',
  'n8n-1.123/credential-types.json',
  'n8n-1.123/node-types.json',
  'n8n-2.41/credential-types.json',
  'n8n-2.41/node-types.json',
  'n8n-2.41/refused-operations.json',
  'n8n-2.41/roles.json',
  'n8n-2.41/scopes.json',
]

const EVERYTHING =
  "export * as api from 'n8n-understudy/api'\nexport * as current from 'n8n-understudy/api/n8n-2.41'\nexport * from 'n8n-understudy'\nexport * as kit from 'n8n-understudy/testing'\n"

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
async function main() {
  const instance = await startInstance({ fixture: { tags: [{ name: 'urgent' }] } })
  const read = async path => {
    const answer = await fetch(instance.url + path, { headers: { 'X-N8N-API-KEY': instance.apiKey } })
    const text = await answer.text()
    console.log([answer.status, path, text.includes('urgent') ? 'urgent' : text.length > 100].join(' '))
    return text
  }
  await read('/api/v1/tags')
  await read('/api/v1/credentials/schema/slackApi')
  await read('/api/v1/openapi.yml')
  await read('/api/v1/docs')
  const page = await read('/')
  for (const [, path] of page.matchAll(/(?:src|href)="(\\/page\\/[^"]+)"/g)) {
    const answer = await fetch(instance.url + path)
    console.log([answer.status, path.replace(/.*\\./, ''), (await answer.text()).length > 100].join(' '))
  }
  await instance.stop()
}
main()
`
const SCRIPTS = {
  'import.mjs': `import { startInstance } from 'n8n-understudy/testing'\n${SCRIPT}`,
  'require.cjs': `const { startInstance } = require('n8n-understudy/testing')\n${SCRIPT}`,
}

const SAID = [
  '200 /api/v1/tags urgent',
  '200 /api/v1/credentials/schema/slackApi true',
  '200 /api/v1/openapi.yml urgent',
  '200 /api/v1/docs true',
  '200 / true',
]

const FAILED_ASSERTIONS = `
import { assertReceived, assertReceivedInOrder, startInstance } from 'n8n-understudy/testing'
const instance = await startInstance({ socket: false })
const expected = { operation: 'createTag' }
for (const check of [
  () => { assertReceived(instance, expected) },
  () => { assertReceivedInOrder(instance, [expected]) },
  () => { assertReceived(instance, { misspelt: 'createTag' }) },
]) {
  try {
    check()
  } catch ({ stack }) {
    console.log(stack.split('\\n').find(line => /^\\s+at /.test(line)))
  }
}
`

let folder = ''
let project = ''
let packed: Packed = { file: '', paths: [], bytes: 0 }
let env: Record<string, string | undefined> = {}

const run = (command: string, args: string[], options: SpawnSyncOptions = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, env, encoding: 'utf8', ...options })
  return { status, out: String(stdout), all: `${stdout}${stderr}` }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-package-'))
  const bin = join(folder, 'runtimes')
  project = join(folder, 'project')
  mkdirSync(bin)
  // however this Bun is called, scripts find it as bun
  symlinkSync(process.execPath, join(bin, 'bun'))
  symlinkSync(process.execPath, join(bin, 'bunx'))
  env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_ENV: undefined,
    // npx tells here where its Node is, and Bun then takes it for one that commands can use
    NODE: undefined,
    npm_node_execpath: undefined,
    FORCE_COLOR: undefined,
    NO_COLOR: '1',
  }
  packed = pack(folder)
  install(packed.file, project)
}, 300_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What V8 compiled of the commands and their worker: of which, and when it was written. */
function stored(): [name: string, at: number][] {
  const folder = join(project, 'node_modules/.cache/n8n-understudy')
  const files = readdirSync(folder).filter(name => /^(test|validate|worker)-/.test(name))
  return files.sort().map(name => [name.split('-')[0] ?? '', statSync(join(folder, name)).mtimeMs])
}

const START = { id: 'a', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0] }
const SHORT = {
  workflow: { nodes: [START], connections: {}, settings: {} },
  cases: [{ name: 'a' }, { name: 'b' }],
}

describe('the package', () => {
  test('holds nothing that is not needed', () => {
    expect(packed.paths.filter(path => !NEEDED.test(path))).toEqual([])
    expect(packed.paths.filter(path => path.startsWith('data/')).sort()).toEqual(
      DATA.map(name => `data/${name}`).sort(),
    )
    expect(packed.paths.length).toBeLessThanOrEqual(340)
    expect(packed.bytes).toBeLessThan(15_000_000)
    // what is needed is inside, so that installing it brings nothing else
    const manifest = JSON.parse(readFileSync(join(project, 'node_modules/n8n-understudy/package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
    for (const needed of [
      'lib/cli.cjs',
      'lib/cli.js',
      'lib/index.js',
      'lib/index.d.ts',
      'lib/testing.js',
      'lib/testing.d.ts',
    ]) {
      expect(packed.paths).toContain(needed)
    }
  })

  test('has commands that end as they would where their reader has ended', () => {
    writeFileSync(join(project, 'short.workflow-test.json'), JSON.stringify(SHORT))
    const command = `'${nodeProgram()}' node_modules/n8n-understudy/lib/cli.cjs test short.workflow-test.json; echo "status $?" >&2`
    expect(run('sh', ['-c', `(${command}) | true`]).all).toBe('status 0\n')
  })

  test('has commands for a loop that store what they compile, and take it from there', () => {
    writeFileSync(join(project, 'short.workflow-test.json'), JSON.stringify(SHORT))
    writeFileSync(join(project, 'stored.json'), JSON.stringify({ name: 'Stored', ...SHORT.workflow }))
    const outputs = () =>
      [
        ['test', 'short.workflow-test.json'],
        ['validate', 'stored.json'],
      ].map(args => run(nodeProgram(), ['node_modules/n8n-understudy/lib/cli.cjs', ...args]).all)
    const first = outputs()
    const written = stored()
    // the worker has nothing to store: so few cases are run without one
    expect(written.map(([name]) => name)).toEqual(['test', 'validate'])
    expect(outputs()).toEqual(first)
    expect(stored()).toEqual(written)
  })

  test('has a worker run, from its beginning, what is nested too deeply for the thread of the command', () => {
    const file = 'deep.workflow-test.json'
    const table = { resource: 'row', dataTableId: { __rl: true, mode: 'name', value: 'Rows' } }
    const nested = `${'('.repeat(1000)}$input.all().length${')'.repeat(1000)}`
    const workflow = inARow(
      node('Add', 'dataTable', 1, {
        ...table,
        operation: 'insert',
        columns: { mappingMode: 'defineBelow', value: { n: 'one' } },
      }),
      node('All', 'dataTable', 1, { ...table, operation: 'get', returnAll: true }),
      node('Code', 'code', 2, { jsCode: `return [{ json: { rows: ${nested} } }]` }),
    )
    const dataTables = [{ id: 'rows000000000001', name: 'Rows', columns: [{ name: 'n', type: 'string' }], rows: [] }]
    const cases = [{ name: 'nested', dataTables, expect: { nodes: { Code: { output: [{ rows: 1 }] } } } }]
    writeFileSync(join(project, file), JSON.stringify({ workflow, cases }))
    const check = () => run(nodeProgram(), ['node_modules/n8n-understudy/lib/cli.cjs', 'test', file]).all
    const first = check()
    const written = stored()
    expect([first, written.map(([name]) => name)]).toEqual([
      expect.stringContaining('1 passed, 0 failed'),
      ['test', 'validate', 'worker'],
    ])
    expect(check()).toBe(first)
    expect(stored().filter(([name]) => name === 'worker')).toEqual(written.slice(2))
  })

  test('has its command load nothing but one small part before Node caches what it compiles', () => {
    const lib = join(project, 'node_modules/n8n-understudy/lib')
    const importsOf = (file: string) =>
      [...readFileSync(join(lib, file), 'utf8').matchAll(/\bfrom\s*"([^"]+)"/g)].flatMap(([, name = '']) =>
        name.startsWith('.') ? [name] : [],
      )
    const [part = '', ...others] = importsOf('cli.js')
    expect(others).toEqual([])
    expect(importsOf(part)).toEqual([])
    expect(readFileSync(join(lib, part)).length).toBeLessThan(10_000)
  })

  test('is run by Bun as it is', () => {
    const transpiled = join(folder, 'transpiled')
    writeFileSync(join(project, 'import.mjs'), SCRIPTS['import.mjs'])
    const { status, all } = run('bun', ['import.mjs'], {
      env: { ...env, BUN_RUNTIME_TRANSPILER_CACHE_PATH: transpiled },
    })
    expect([status, all, existsSync(transpiled)]).toEqual([0, all, false])
    // which it does with files in Latin-1
    const help = run('bun', [join(project, 'node_modules/n8n-understudy/lib/cli.js'), '--help'])
    expect([help.status, help.all]).toEqual([0, expect.stringContaining('FILE or FOLDER… [--profile NAME]')])
    const isRunAsItIs = (text: string) => /^(#!.*\n)?\/\/ @bun\n/.test(text)
    const texts = packed.paths
      .filter(path => /^lib\/.*\.js$/.test(path))
      .map(path => readFileSync(join(project, 'node_modules/n8n-understudy', path), 'utf8'))
    expect(texts.filter(text => !/^[\0-\x7f]*$/.test(text))).toEqual([])
    expect(texts.filter(text => text.length > 1000 && !isRunAsItIs(text))).toEqual([])
  }, 30_000)

  test('has the text of each licence of what is inside', () => {
    const texts = readFileSync(join(project, 'node_modules/n8n-understudy/lib/LICENCES.txt'), 'utf8').split(/^-{80}$/m)
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.filter(text => !/permission|redistribution|apache license|public domain/i.test(text))).toEqual([])
  })

  test('is started by the action from the path of the packed file', async () => {
    const runner = join(folder, 'runner')
    pathOf(join(runner, 'bin'), { node: nodeProgram() })
    const { status, stdout, stderr, output } = runAction(runner, { package: packed.file })
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('Understudy listens on ')])
    const { pid } = JSON.parse(readFileSync(join(runner, 'understudy-ready.json'), 'utf8'))
    try {
      const headers = { 'X-N8N-API-KEY': output['api-key'] ?? '' }
      expect((await fetch(`${output['api-url']}/tags`, { headers })).status).toBe(200)
    } finally {
      process.kill(pid, 'SIGTERM')
    }
  }, 60_000)

  test.each<[string, () => Record<string, string>, string[]]>([
    ['npx, with neither Bun nor Deno', () => ({ node: nodeProgram(), npx: programOf('npx') }), ['npx']],
    ['bunx, with neither Node nor Deno', () => ({ bun: process.execPath, bunx: process.execPath }), ['bunx']],
    ['bunx --bun, beside a Node', () => ({ node: programOf('node'), bunx: process.execPath }), ['bunx', '--bun']],
    ['deno', () => ({ deno: denoProgram() }), ['deno', 'run', '-A']],
  ])(
    'serves by its command on %s',
    async (_name, programs, [command = '', ...first]) => {
      const path = pathOf(join(folder, `path-${Math.random()}`), { sh: programOf('sh'), ...programs() })
      const name = command === 'deno' ? 'npm:n8n-understudy' : 'n8n-understudy'
      const child = spawn(command, [...first, name, '--port', '0', '--memory', '--api-key', 'k', '--demo'], {
        cwd: project,
        env: { ...env, PATH: path } as NodeJS.ProcessEnv,
        detached: true,
      })
      try {
        const url = await urlOf(child)
        const answer = await fetch(`${url}/api/v1/workflows`, { headers: { 'X-N8N-API-KEY': 'k' } })
        expect(((await answer.json()) as { data: unknown[] }).data.length).toBeGreaterThan(10)
      } finally {
        // the runner and what it started, where they have not ended
        if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      }
    },
    60_000,
  )

  test('works in a bun test', () => {
    writeFileSync(join(project, 'own.test.ts'), TEST_FILE)
    const { status, all } = run('bun', ['test', './own.test.ts'])
    expect([status, all]).toEqual([0, expect.stringContaining('1 pass')])
  }, 30_000)

  describe.each(Object.entries(SCRIPTS))('by %s', (file, script) => {
    test.each([
      ['bun', () => process.execPath, []],
      ['deno', denoProgram, ['run', '-A']],
      ['node', nodeProgram, []],
    ])(
      'works in a script on %s',
      (_name, program, args) => {
        writeFileSync(join(project, file), script)
        const { status, out, all } = run(program(), [...args, file])
        expect([status, all]).toEqual([0, all])
        const lines = out.trim().split('\n')
        expect(lines.slice(0, SAID.length)).toEqual(SAID)
        expect(lines.slice(SAID.length).sort()).toEqual(['200 css true', '200 js true'])
      },
      30_000,
    )
  })

  test('says what a require needs on a Node without it', () => {
    writeFileSync(join(project, 'require.cjs'), "require('n8n-understudy/testing')\n")
    const { status, all } = run(nodeProgram(), ['--no-experimental-require-module', 'require.cjs'])
    expect([status, all]).toEqual([1, expect.stringContaining('Error: To require Understudy, Node 22.12 or later')])
  })

  test.each([
    ['bun', () => process.execPath, []],
    ['deno', denoProgram, ['run', '-A']],
    ['node', nodeProgram, []],
  ])(
    'shows the line of the test first where an assertion fails on %s',
    (_name, program, args) => {
      writeFileSync(join(project, 'asserts.mjs'), FAILED_ASSERTIONS)
      const { out } = run(program(), [...args, 'asserts.mjs'])
      const frames = out.trim().split('\n')
      expect(frames).toHaveLength(3)
      for (const frame of frames) expect(frame).toMatch(/asserts\.mjs:\d+:\d+/)
    },
    30_000,
  )

  test('names the functions of the source in a stack trace', () => {
    writeFileSync(
      join(project, 'fails.mjs'),
      "import { startInstance } from 'n8n-understudy'\nawait startInstance({ fixture: { tags: [{}] } })\n",
    )
    const { status, all } = run(nodeProgram(), ['fails.mjs'])
    expect([status, all]).toEqual([1, expect.stringMatching(/readFixture \(.*lib\/parts\/.*\.js:\d+:\d+\)/)])
  }, 30_000)

  test.each([
    ['publint', ['run', '--strict']],
    ['attw', []],
  ])(
    '%s finds nothing wrong with it',
    (name, args) => {
      const { status, all } = run(process.execPath, [programIn(name), ...args, packed.file])
      expect([status, all]).toEqual([0, all])
    },
    60_000,
  )

  test('brings its types along', () => {
    writeFileSync(join(project, 'own.test.ts'), TEST_FILE)
    writeFileSync(join(project, 'wrong.ts'), "import { aTag } from 'n8n-understudy/testing'\naTag({ nam: 'x' })\n")
    const compilerOptions = {
      target: 'ESNext',
      module: 'Preserve',
      moduleResolution: 'Bundler',
      lib: ['ESNext', 'DOM'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['bun'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { out } = run('bun', [TSC, '-p', '.', '--pretty', 'false'])
    const complaints = out
      .trim()
      .split('\n')
      .filter(line => !line.startsWith(' '))
    expect(complaints).toEqual([expect.stringMatching(/^wrong\.ts\(2,8\): error TS2561/)])
  }, 30_000)

  test.each<[string, files: Record<string, string>, options: object]>([
    ['that need no types of Node', { 'all.ts': EVERYTHING }, { target: 'ES2022', skipLibCheck: false }],
    [
      'for a project with libraries of its own',
      { 'all.ts': EVERYTHING },
      { lib: ['ES2022', 'DOM'], skipLibCheck: false },
    ],
    ["for Jest's global expect", JEST_GLOBALS, { lib: ['ESNext', 'DOM'], skipLibCheck: true }],
  ])(
    'brings types %s',
    (name, files, options) => {
      const own = join(project, name)
      mkdirSync(own)
      for (const [file, text] of Object.entries(files)) writeFileSync(join(own, file), text)
      const compilerOptions = {
        target: 'ESNext',
        module: 'NodeNext',
        strict: true,
        noEmit: true,
        types: [],
        ...options,
      }
      writeFileSync(join(own, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      expect(run('bun', [TSC, '-p', own, '--pretty', 'false'])).toEqual({ status: 0, out: '', all: '' })
    },
    30_000,
  )
})

/** The command of a development package. */
const programIn = (name: string) => join(ROOT, 'node_modules/.bin', name)

/** Where a command says that it serves. */
function urlOf(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk: unknown) => {
      said += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (found) resolve(found)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', code => reject(new Error(`ended with ${code}: ${said}`)))
  })
}
