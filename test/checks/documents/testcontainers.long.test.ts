import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT } from './documents.ts'

const EXAMPLES = join(ROOT, 'docs/examples/container')
const STUBS = join(import.meta.dirname, 'testcontainers')

/** What a test would do with each of them: list the tags, then see that nothing answers after the end. */
const USE_IN_TYPESCRIPT = `
import { startUnderstudy } from './testcontainers.ts'
const { apiUrl, apiKey, stop } = await startUnderstudy()
const ask = () => fetch(apiUrl + '/tags', { headers: { 'X-N8N-API-KEY': apiKey } })
console.log((await ask()).status)
await stop()
console.log(await ask().then(() => 'answers', () => 'stopped'))
`
const USE_IN_PYTHON = `
import urllib.request
from testcontainers_example import API_KEY, understudy

def ask(url):
    return urllib.request.urlopen(urllib.request.Request(url + "/tags", headers={"X-N8N-API-KEY": API_KEY})).status

with understudy() as url:
    print(ask(url))
try:
    ask(url)
    print("answers")
except OSError:
    print("stopped")
`

const python = Bun.which('python3')
if (!python) console.error('The example in Python was not tried: there is no python3')

test.skipIf(!python).each([
  ['TypeScript', process.execPath, 'use.ts', USE_IN_TYPESCRIPT],
  ['Python', python ?? '', 'use.py', USE_IN_PYTHON],
])(
  'the Testcontainers example in %s waits until the command answers, and stops it',
  async (_language, program, name, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-testcontainers-'))
    try {
      cpSync(EXAMPLES, folder, { recursive: true })
      cpSync(join(STUBS, 'python'), folder, { recursive: true })
      mkdirSync(join(folder, 'node_modules/testcontainers'), { recursive: true })
      cpSync(join(STUBS, 'index.js'), join(folder, 'node_modules/testcontainers/index.js'))
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, name), use)
      const IMAGE_COMMAND = JSON.stringify([process.execPath, join(ROOT, 'src/cli.ts')])
      const env = { ...process.env, IMAGE_COMMAND, HOST_PORT: String(await freePort()) }
      const ran = Bun.spawn([program, name], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
      const [out, err] = await Promise.all([new Response(ran.stdout).text(), new Response(ran.stderr).text()])
      expect([out, err]).toEqual(['200\nstopped\n', ''])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000,
)

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
