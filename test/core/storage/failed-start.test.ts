import { expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInstance, type InstanceOptions } from '../../../src/instance/instance.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'

const hostname = '127.0.0.1'

async function freePort() {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, hostname, resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const optionsOf = (file: string, port: number): InstanceOptions => ({
  file,
  listen: { hostname, port },
  fixtures: [],
  serviceName: 'n8n',
  control: true,
  page: true,
  allowHosts: [],
  report: () => {},
})

test.each<[string, Record<string, string>, Partial<InstanceOptions>, string]>([
  ['a file has the place of the snapshots', { '.snapshots': '' }, {}, 'a part of the path is not a folder (ENOTDIR)'],
  [
    'the document is of an unknown version',
    { '': '{"profile":"n8n-9","sealCheck":null}' },
    {},
    'unknown version n8n-9',
  ],
  ['a fixture is none', {}, { fixtures: [{ source: 'fixture', value: { tags: {} } }] }, 'fixture/tags must be array'],
  ['the address does not belong to this machine', {}, { listen: { hostname: '192.0.2.1', port: 0 } }, '192.0.2.1'],
])('keeps neither the port nor the document where %s', async (_name, files, more, says) => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'instance.json')
  const port = await freePort()
  for (const [ending, text] of Object.entries(files)) await writeFile(file + ending, text)
  await expect(createInstance({ ...optionsOf(file, port), ...more })).rejects.toThrow(says)
  await expect(fetch(`http://${hostname}:${port}/healthz`)).rejects.toThrow()
  expect((await readdir(folder.path)).filter(name => name.includes('lock'))).toEqual([])

  for (const ending of Object.keys(files)) await rm(file + ending)
  const next = await createInstance(optionsOf(file, port))
  try {
    expect((await fetch(`${next.url}/healthz`)).status).toBe(200)
    // the key is shown once, so no failed start has made it
    expect(next.apiKey).toMatch(/./)
  } finally {
    await next.stop()
  }
})
