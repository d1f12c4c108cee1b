import { describe, expect, test } from 'bun:test'
import { startInstance } from '../../src/testing.ts'
import { sampleFixture } from './sample.ts'

const sizes = { workflows: 12, tags: 3, credentials: 4, executions: 6 }

describe('GET /_control/snapshots/{name}/differences', () => {
  test('says what differs between two snapshots, and between one and now', async () => {
    await using instance = await startInstance({ fixture: sampleFixture(sizes) })
    instance.snapshot('before')
    const { body } = await instance.request('GET', '/api/v1/workflows/1')
    const { name, nodes, connections } = body as Record<string, unknown>
    await instance.request('PUT', '/api/v1/workflows/1', { name: `${name} again`, nodes, connections, settings: {} })
    await instance.request('POST', '/api/v1/tags', { name: 'new' })
    instance.snapshot('after')
    const compared = async (left: string, query = '') =>
      (await instance.request('GET', `/_control/snapshots/${left}/differences${query}`)).body
    const differs = {
      isSame: false,
      kinds: {
        tags: { onlyRight: [{ name: 'new' }], same: 3 },
        workflows: {
          same: 11,
          different: [
            {
              left: { id: '1' },
              differences: [{ what: 'name', left: 'Workflow 1' }, { what: 'settings.executionOrder' }],
            },
          ],
        },
      },
    }
    expect(await compared('before', '?with=after')).toMatchObject(differs)
    expect(await compared('before')).toMatchObject({ ...differs, right: 'now' })
    expect(await compared('after')).toMatchObject({ isSame: true })
  })
})
