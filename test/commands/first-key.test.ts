import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runCli, startCli, temporaryFolder } from './run-cli.ts'

const KEY = /X-N8N-API-KEY: (n8n_api_[0-9a-f]{80})/

/** Takes a port until the end of the block. */
async function takePort() {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  return { port, [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())) }
}

test.each<[string, (folder: string, port: string) => string[], RegExp]>([
  ['the port is in use', (_, port) => ['--port', port], /Port \d+ is in use/],
  [
    'the ready file is in no folder',
    folder => ['--ready-file', join(folder, 'none/ready.json')],
    /ready\.json cannot be made: there is no folder \/.*none\n/,
  ],
  [
    'the ready file is a folder',
    folder => ['--ready-file', join(folder, 'taken')],
    /taken is a folder, not a file, and in the way of the ready file\. Move it away first\./,
  ],
])('the first key is shown by the next start where %s', async (_name, argsOf, says) => {
  await using folder = await temporaryFolder()
  await using taken = await takePort()
  await mkdir(join(folder.path, 'taken'))
  const file = join(folder.path, 'instance.json')
  const failed = await runCli(['--data', file, '--port', '0', ...argsOf(folder.path, taken.port)].filter(once))
  expect([failed.code, failed.err]).toEqual([1, expect.stringMatching(says)])
  expect(failed.out + failed.err).not.toMatch(KEY)

  const next = startCli(['--data', file, '--port', '0'])
  const url = await next.url()
  const key = KEY.exec(next.said.out)?.[1] ?? ''
  expect((await fetch(`${url}/api/v1/tags`, { headers: { 'X-N8N-API-KEY': key } })).status).toBe(200)
  next.kill('SIGTERM')
  expect(await next.ended).toBe(0)
  expect((await readdir(folder.path)).sort()).toEqual(['instance.json', 'taken'])
})

/** A flag is given once: `--port 0` gives way to another port. */
const once = (arg: string, at: number, all: string[]) =>
  !(all.lastIndexOf('--port') > at && (arg === '--port' || all[at - 1] === '--port'))
