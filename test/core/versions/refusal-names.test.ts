import { expect, test } from 'bun:test'
import { definition } from '../../../src/core/versions/v2/n8n-2.41.ts'
import { createV2 } from '../../../src/core/versions/v2/v2.ts'
import { startInstance } from '../../../src/testing.ts'

const texts = {
  notFound: 'none',
  workflowNotPermitted: 'none to change',
  workflowToArchiveNotFound: 'none to archive',
  workflowOfVersionNotFound: 'none that has versions',
}
const version = createV2({
  name: 'n8n-9',
  after: definition,
  measured: { release: '9.0.0', day: '2026-11-24' },
  changes: [{ subject: 'unknown workflows', sentence: 'have texts of their own', texts }],
})

const GRAPH = { name: 'w', nodes: [], connections: {}, settings: {} }

test.each([
  { method: 'GET', path: '/workflows/none', message: 'none' },
  { method: 'DELETE', path: '/workflows/none', message: 'none' },
  { method: 'GET', path: '/workflows/none/tags', message: 'none' },
  { method: 'GET', path: '/workflows/none/history', message: 'none' },
  { method: 'PUT', path: '/workflows/none', message: 'none to change', body: GRAPH },
  { method: 'POST', path: '/workflows/none/activate', message: 'none to change' },
  { method: 'POST', path: '/workflows/none/deactivate', message: 'none to change' },
  { method: 'POST', path: '/workflows/none/archive', message: 'none to archive' },
  { method: 'POST', path: '/workflows/none/unarchive', message: 'none to archive' },
  { method: 'GET', path: '/workflows/none/versions/v', message: 'none that has versions' },
])('$method $path of an unknown workflow is worded by the name of its use', async ({ method, path, message, body }) => {
  await using instance = await startInstance({ profile: version, socket: false })
  const answer = await instance.request(method, `/api/v1${path}`, body)
  expect([answer.status, answer.body]).toEqual([404, { message }])
})
