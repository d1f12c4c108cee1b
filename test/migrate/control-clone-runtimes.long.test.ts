import { expect, test } from 'bun:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInstance } from '../../src/testing.ts'
import { KEY as OWN, RUNTIMES, startOn } from '../runtimes/runtimes.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }
const KEY = 'key-of-the-other-service'

test.each(RUNTIMES)(
  'a service is copied over a socket by the command on %s',
  async runtime => {
    await using service = await startInstance({ apiKey: KEY, fixture: sampleFixture(sizes) })
    await using copy = await startOn(runtime)
    const request = async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { 'x-n8n-api-key': OWN, 'content-type': 'application/json' }
      const answer = await fetch(copy.url + path, { method, headers, ...sent })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    }
    const begun = await request('POST', '/_control/clone', { url: service.url, apiKey: KEY, executions: 6 })
    expect(begun.status).toBe(202)
    let state = begun.body
    for (; state.status === 'running'; state = (await request('GET', '/_control/clone')).body) await sleep(20)
    expect(state).toMatchObject({ status: 'done', counts: sizes, gaps: [] })
    expect((await request('GET', '/api/v1/workflows')).body.data).toHaveLength(sizes.workflows)
    expect(copy.said.out + copy.said.err).not.toContain(KEY)
  },
  60_000,
)
