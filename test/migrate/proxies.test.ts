import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { cloneToFile, versions } from '../../src/index.ts'
import { startInstance } from '../../src/testing.ts'
import { temporaryFolder } from '../commands/run-cli.ts'
import { rehearse } from './rehearsal.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 4, tags: 2, credentials: 2, executions: 4 }
const HASTY = { tries: 2, firstWait: 1 }

/** What a proxy, or what stands in for a service that starts, may send in place of a record that is there. */
const ANSWERS: [what: string, respond: () => Response][] = [
  ['nothing at all', () => new Response('')],
  ['other JSON', () => Response.json({ status: 'ok' })],
  ['a page with status 404', () => new Response('<html>no backend</html>', { status: 404, headers: HTML })],
  ['a text with status 404', () => new Response('404 page not found', { status: 404 })],
]
const HTML = { 'content-type': 'text/html' }

describe.each(ANSWERS)('%s in place of a record, from something between', (_what, respond) => {
  test('makes no promotion take a workflow for deleted, and make it again', async () => {
    await using rehearsal = await rehearse(sampleFixture(sizes), { profile: 'n8n-2.41' })
    const { service } = rehearsal
    await rehearsal.promote()
    const [first] = service.state().workflows ?? []
    const fetch = answeringFor(`/workflows/${first?.id}`, respond, 1)
    await rehearsal.promote({ fetch, retries: HASTY }).catch(() => {})
    await rehearsal.promote()
    expect(service.state().workflows).toHaveLength(sizes.workflows)
  })

  test.each(versions)('leaves no execution out of a clone of %s', async profile => {
    await using folder = await temporaryFolder()
    await using source = await startInstance({ profile, fixture: sampleFixture(sizes, { profile }) })
    const { url, apiKey } = source
    const clone = { url, apiKey, file: join(folder.path, 'copy.json'), executions: 4, retries: HASTY }
    const fetch = answeringFor('/executions/2', respond, 1)
    const broken = await cloneToFile({ ...clone, fetch }).catch(error => error)
    const { counts } = broken instanceof Error ? await cloneToFile(clone) : broken
    expect(counts).toMatchObject(sizes)
  })
})

test.each(versions)('a page with status 404 in place of a list leaves no kind out of a clone of %s', async profile => {
  await using folder = await temporaryFolder()
  await using source = await startInstance({ profile, fixture: sampleFixture(sizes, { profile }) })
  const { url, apiKey } = source
  const respond = () => new Response('<html>no backend</html>', { status: 404, headers: HTML })
  for (const part of ['tags', 'users', 'executions']) {
    const clone = { url, apiKey, file: join(folder.path, `${part}.json`), executions: 4 }
    const fetch = answeringFor(`/${part}`, respond, 1)
    await expect(cloneToFile({ ...clone, fetch })).rejects.toThrow('a web page came instead')
    expect((await cloneToFile(clone)).counts).toMatchObject({ ...sizes, users: 1 })
  }
})

/** A `fetch` that answers a path otherwise, a few times. */
function answeringFor(path: string, respond: () => Response, times: number) {
  let left = times
  return async (url: string, init: RequestInit) => {
    if (left === 0 || !new URL(url).pathname.endsWith(path)) return fetch(url, init)
    left--
    return respond()
  }
}
