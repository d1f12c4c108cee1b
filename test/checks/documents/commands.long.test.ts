import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chmod, copyFile, cp, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { startInstance, type TestInstance } from '../../../src/testing.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { blocksOf, ROOT, textOf } from './documents.ts'

/** The block of a document that begins so. */
function blockOf(document: string, begins: string) {
  const found = blocksOf(textOf(document)).find(({ code }) => code.startsWith(begins))
  if (!found) throw new Error(`${document} has no block that begins with ${begins}`)
  return found.code
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let instance: TestInstance
beforeAll(async () => {
  folder = await temporaryFolder()
  // npx as an installation has it; test/kit/package/package.long.test.ts runs the real one
  const command = join(folder.path, 'npx')
  await writeFile(
    command,
    `#!/bin/sh\n[ "$1" = --yes ] && shift\nshift\nexec '${process.execPath}' '${join(ROOT, 'src/cli.ts')}' "$@"\n`,
  )
  await chmod(command, 0o755)
  await copyFile(join(ROOT, 'docs/examples/fixture.json'), join(folder.path, 'fixture.json'))
  instance = await startInstance({ fixture: join(folder.path, 'fixture.json'), apiKey: 'dev' })
})
afterAll(async () => {
  await instance.stop()
  await folder[Symbol.asyncDispose]()
})

/** Runs a block as a reader does, aimed at the instance of this test, which goes on answering meanwhile. */
function run(program: string, args: string[], code: string) {
  const aimed = code.replaceAll('http://127.0.0.1:5678', instance.url)
  const PATH = `${folder.path}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined }
  return new Promise<{ status: number | null; out: string; all: string }>((resolve, reject) => {
    const child = spawn(program, [...args, aimed], { cwd: folder.path, env: env as NodeJS.ProcessEnv })
    const said = { out: '', all: '' }
    child.stdout.on('data', chunk => {
      said.out += chunk
      said.all += chunk
    })
    child.stderr.on('data', chunk => {
      said.all += chunk
    })
    child.on('error', reject)
    child.on('close', status => resolve({ status, ...said }))
  })
}
const sh = (code: string) => run('bash', ['-ec'], code)

const hasTools = Boolean(Bun.which('bash') && Bun.which('curl'))
if (!hasTools) console.error('The commands of the documents were not tried: there is no bash, or no curl')

describe.skipIf(!hasTools)('the commands of the documents', () => {
  test('start it', async () => {
    const [, , , , ...given] = blockOf('README.md', 'npx -y bun start').trim().split(' ')
    expect(given).toEqual(['--demo', '--memory', '--api-key', 'dev'])
    const args = ['start', ...given, '--port', '0']
    const child = spawn(process.execPath, args, { cwd: ROOT, detached: true, env: { ...process.env, NO_COLOR: '1' } })
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let said = ''
        child.stdout.on('data', chunk => {
          said += chunk
          const found = /API +(http:\S+)\/api\/v1/.exec(said)?.[1]
          if (found) resolve(found)
        })
        child.on('close', code => reject(new Error(`ended with ${code}: ${said}`)))
      })
      const curl = blockOf('README.md', 'API_KEY=dev').replaceAll('http://127.0.0.1:5678', url)
      expect(JSON.parse((await sh(curl)).out).data).toHaveLength(14)
    } finally {
      // the script and what it started
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    }
  }, 60_000)

  test('put a fixture in', async () => {
    const { status } = await sh(blockOf('docs/fixtures.md', 'curl '))
    const { tags } = instance.state('tags')
    expect([status, tags?.map(({ name }) => name)]).toEqual([0, ['urgent', 'from a seed']])
  })

  test('simulate a bad day', async () => {
    const command = `cd '${ROOT}' && bun docs/examples/bad-day.ts`
    expect(textOf('docs/simulation.md')).toContain('`bun docs/examples/bad-day.ts`')
    const { status, out } = await sh(command)
    expect([status, out]).toEqual([0, expect.stringMatching(/Sync {2}error\n.*Alarm {2}success\n/)])
  })

  test('check a fixture', async () => {
    expect(await sh(blockOf('docs/fixtures.md', 'npx n8n-understudy validate'))).toMatchObject({ status: 0 })
  })

  test('make, list and revoke keys', async () => {
    const block = blockOf('docs/settings.md', 'npx n8n-understudy users create')
    const where = `$& --url ${instance.url} --api-key ${instance.apiKey}`
    const lines = block.replaceAll(/^npx n8n-understudy \w+ \w+/gm, where).split('\n')
    const [user = '', created = '', listed = '', revoked = ''] = lines
    const { status, out } = await sh(`${user}\n${created}\n${listed}`)
    const id = /^(\S+) +ann@example\.com +CI /m.exec(out)?.[1] ?? ''
    expect([status, id]).toEqual([0, expect.stringMatching(/^\w+$/)])
    expect(await sh(revoked.replace(/ID$/, id))).toMatchObject({ status: 0 })
    expect((await sh(listed)).out).not.toContain(id)
  })
})

const python = Bun.which('python3')
const hasPytest = python !== null && spawnSync(python, ['-m', 'pytest', '--version']).status === 0
if (!hasPytest) console.error('The example for pytest was not tried: there is no python3 with pytest')

test.skipIf(!hasPytest)(
  'the example for pytest passes, and leaves nothing running',
  async () => {
    const project = join(folder.path, 'pytest')
    await cp(join(ROOT, 'docs/examples/pytest'), project, { recursive: true })
    const temporary = join(folder.path, 'pytest-temporary')
    const pytest = `'${python}' -B -m pytest -p no:cacheprovider --basetemp '${temporary}' '${project}'`
    const { status, all } = await sh(pytest)
    expect([status, all]).toEqual([0, expect.stringContaining('2 passed')])
    // a server that ends removes its file
    expect(readdirSync(temporary, { recursive: true }).filter(name => String(name).endsWith('ready.json'))).toEqual([])
  },
  60_000,
)
