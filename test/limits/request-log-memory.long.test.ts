import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import { startInstance } from '../../src/index.ts'
import { listOf, node } from './large-requests.ts'

const KEY = 'k'
const WORKFLOWS = 600
const MEGABYTE = 1024 * 1024
/** Beside the workflows themselves: the caches of responses, the log's 16 MB, and what is left over. */
const MOST_MB = 80

const heap = () => {
  Bun.gc(true)
  return heapStats().heapSize / MEGABYTE
}

/** 180 MB in all. */
const workflows = listOf(WORKFLOWS, at => ({
  id: `${at + 1}`,
  name: `w${at}`,
  nodes: [node(0, { parameters: { text: `${at}`.padEnd(300_000, 'x') } })],
  connections: {},
}))

test.each<{ what: string; init: RequestInit; status: number }>([
  { what: 'that the client has', init: { headers: { 'if-none-match': '*' } }, status: 304 },
  { what: 'that are sent', init: {}, status: 200 },
])('the log stores no more than 16 MB of answers $what', async ({ init, status }) => {
  const instance = await startInstance({ apiKey: KEY, fixture: { workflows } as never })
  try {
    const before = heap()
    for (const { id } of workflows) {
      const headers = { ...init.headers, 'X-N8N-API-KEY': KEY }
      const answer = await instance.fetch(`/api/v1/workflows/${id}`, { ...init, headers })
      expect(answer.status).toBe(status)
      await answer.text()
    }
    expect(heap() - before).toBeLessThan(MOST_MB)
  } finally {
    await instance.stop()
  }
})
