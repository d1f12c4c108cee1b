import { expect, test } from 'bun:test'
import { join } from 'node:path'
import process from 'node:process'
import type { Version } from '../../../../src/core/http/version.ts'
import { loadVersion } from '../../../../src/core/versions/versions.ts'
import { startInstance } from '../../../../src/testing.ts'

const LIMIT_MS = 30_000

test.each([
  ['the page', 'GET', '/'],
  ['the documentation', 'GET', '/api/v1/docs'],
  ['its script', 'GET', '/api/v1/docs/scalar.js'],
  ['the OpenAPI document', 'GET', '/api/v1/openapi.json'],
  ['a publication', 'POST', '/api/v1/workflows/w/activate'],
])('%s that failed for want of file descriptors is there once there are some', (_name, method, path) => {
  const command = [process.execPath, join(import.meta.dir, 'ask-twice.ts'), method, path]
  const { stdout, stderr } = Bun.spawnSync(['sh', '-c', 'ulimit -n 200; exec "$0" "$@"', ...command], {
    timeout: LIMIT_MS,
    stdin: 'ignore',
  })
  expect([stderr.toString(), JSON.parse(stdout.toString())]).toEqual(['', [500, 200]])
})

/** The version, whose reference data can be read from the second time on. */
function failingOnce({ data, ...version }: Version): Version {
  const files = Object.entries(data).map(([name, read]) => {
    let reads = 0
    return [name, async () => (reads++ === 0 ? Promise.reject(new Error('EMFILE')) : read())]
  })
  return { ...version, data: Object.fromEntries(files) }
}

test.each([
  ['credential types', 'GET', '/credentials/schema/postgres', 'contract'],
  ['node types', 'POST', '/workflows/w/activate', 'n8n-2.41'],
] as const)('%s that could not be read are read again', async (_name, method, path, profile) => {
  await using instance = await startInstance({
    socket: false,
    profile: failingOnce(await loadVersion(profile)),
    fixture: {
      workflows: [
        { id: 'w', name: 'Flow', nodes: [{ id: 'n', name: 'Start', type: 'n8n-nodes-base.scheduleTrigger' }] },
      ],
    },
    report: () => {},
  })
  const statuses = []
  for (const _ of [1, 2]) statuses.push((await instance.request(method, `/api/v1${path}`)).status)
  expect(statuses).toEqual([500, 200])
})
