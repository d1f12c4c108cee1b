import { expect, test } from 'bun:test'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startCli, temporaryFolder } from './run-cli.ts'

const headers = { 'X-N8N-API-KEY': 'owner-key', 'content-type': 'application/json' }
const FOUND = ' (the changes are in its journal, and the next start finds them)'

async function putFolderInPlaceOf(file: string) {
  await rm(file)
  await mkdir(file)
}

test.each<[string, 'pretty' | 'json', (file: string) => Promise<unknown>, string]>([
  ['whose place a folder has taken', 'pretty', putFolderInPlaceOf, `${FOUND}: it is a folder`],
  ['whose place a folder has taken', 'json', putFolderInPlaceOf, `${FOUND}: it is a folder`],
  ['whose folder is gone', 'pretty', file => rm(join(file, '..'), { recursive: true }), ': the folder or the file is'],
])('a stop that cannot write the document, %s, says so (--log %s) and leaves no ready file', async (...row) => {
  const [, format, interfere, says] = row
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'data/instance.json')
  const ready = join(folder.path, 'ready.json')
  const flags = { data: file, port: 0, 'api-key': 'owner-key', 'ready-file': ready, log: format }
  const cli = startCli(Object.entries(flags).map(([name, value]) => `--${name}=${value}`))
  try {
    const url = await cli.url()
    const answer = await fetch(`${url}/api/v1/tags`, { method: 'POST', headers, body: '{"name":"t"}' })
    expect(answer.status).toBe(201)
    await interfere(file)
    cli.kill('SIGTERM')
    expect(await cli.ended).toBe(1)
  } finally {
    cli.kill('SIGKILL')
  }
  const last = cli.said.err.trim().split('\n').at(-1) ?? ''
  const message = format === 'json' ? JSON.parse(last).message : last
  expect(message).toStartWith(`understudy: Could not write ${file}${says}`)
  expect(cli.said.err).not.toContain('    at ')
  expect(await readdir(folder.path)).not.toContain('ready.json')
})
