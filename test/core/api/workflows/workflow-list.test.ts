import { describe, expect, test } from 'bun:test'
import type { Fixture } from '../../../../src/index.ts'
import { startInstance } from '../../../../src/testing.ts'
import type { Case } from '../../../case.ts'
import { playCases } from '../cases.ts'
import { idsIn, MEMBER, namesIn, PROFILES, startWorld } from '../world.ts'

const workflow = (id: string, name: string, tags: string[] = [], active = false) => ({ id, name, tags, active })

const fixture: Fixture = {
  tags: [
    { id: '1', name: 'mike' },
    { id: '2', name: 'alpha' },
    { id: '3', name: 'with blank' },
  ],
  workflows: [
    workflow('1', 'Mike flow', ['mike']),
    workflow('2', 'alpha Flow', ['mike', 'alpha']),
    workflow('3', 'Zulu', ['alpha'], true),
    workflow('4', 'Yankee 100%', ['with blank']),
    workflow('5', 'charlie_x'),
    workflow('6', "whisky's"),
    workflow('7', 'Élan [v1.0]', [], true),
  ],
}

/** What the list is asked for, and the ids of the workflows that it answers. */
const FILTERS: [query: string, ids: string][] = [
  ['', '1 2 3 4 5 6 7'],
  ['?active=true', '3 7'],
  ['?active=false', '1 2 4 5 6'],
  ['?name=flow', '1 2'],
  ['?name=FLOW', '1 2'],
  ['?name=%20flow%20', '1 2'],
  ['?name=Mike%20flow', '1'],
  ['?name=Mike+flow', '1'],
  ['?name=100%25', '4'],
  ['?name=0%25', '4 7'],
  ['?name=a%25o', '2'],
  ['?name=%25', '1 2 3 4 5 6 7'],
  ['?name=_', '1 2 3 4 5 6 7'],
  ['?name=zul_', '3'],
  ["?name=whisky's", '6'],
  ['?name=[v1.0]', '7'],
  ['?name=.*', ''],
  ['?name=%C3%A9lan', ''],
  ['?name=%C3%89LAN', '7'],
  ['?name=a,b', ''],
  ['?name=nothing', ''],
  ['?tags=mike', '1 2'],
  ['?tags=mike,alpha', '2'],
  ['?tags=alpha,mike', '2'],
  ['?tags=%20mike%20,%20alpha', '2'],
  ['?tags=mike,mike', '1 2'],
  ['?tags=mike,nope', '1 2'],
  ['?tags=nope', ''],
  ['?tags=MIKE', ''],
  ['?tags=1', ''],
  ['?tags=with%20blank', '4'],
  ['?tags=with+blank', '4'],
  ['?tags=alpha&active=true', '3'],
  ['?tags=alpha&name=flow', '2'],
  ['?tags=alpha&name=flow&active=true', ''],
  ['?name=l&limit=2', '1 2'],
]

describe.each(PROFILES)('in profile %s', profile => {
  test.each(FILTERS)('GET /workflows%s answers the workflows %s', async (query, ids) => {
    await using instance = await startInstance({ fixture, profile })
    const answer = await instance.request('GET', `/api/v1/workflows${query}`)
    expect([answer.status, idsIn(answer).join(' ')]).toEqual([200, ids])
  })

  test('finds a name with any number of % in no time', async () => {
    const name = 'a'.repeat(1000)
    await using instance = await startInstance({ fixture: { workflows: [{ id: '1', name }] }, profile })
    const ask = async (part: string) =>
      idsIn(await instance.request('GET', `/api/v1/workflows?name=${encodeURIComponent(part)}`))
    expect(await ask('%a'.repeat(200))).toEqual(['1'])
    expect(await ask(`${'%a'.repeat(200)}b`)).toEqual([])
    expect(await ask(`${'a'.repeat(999)}_`)).toEqual(['1'])
    expect(await ask(`${'a'.repeat(1000)}_`)).toEqual([])
  })

  test('follows a new name and a new tag', async () => {
    await using instance = await startInstance({ fixture, profile })
    await instance.request('PUT', '/api/v1/tags/1', { name: 'michael' })
    await instance.request('PUT', '/api/v1/workflows/5/tags', [{ id: '1' }])
    const [old, renamed] = await Promise.all(
      ['mike', 'michael'].map(name => instance.request('GET', `/api/v1/workflows?tags=${name}`)),
    )
    expect([old, renamed].map(answer => answer && idsIn(answer))).toEqual([[], ['1', '2', '5']])
  })

  test('shows a member nothing but the own workflows', async () => {
    await using instance = await startWorld(profile)
    const all = await instance.request('GET', '/api/v1/workflows')
    const own = await instance.request('GET', '/api/v1/workflows', undefined, MEMBER)
    const others = await instance.request('GET', '/api/v1/workflows?name=Intake', undefined, MEMBER)
    const tagged = await instance.request('GET', '/api/v1/workflows?tags=urgent', undefined, MEMBER)
    expect([all, own, others, tagged].map(namesIn)).toEqual([['Intake', "Mia's flow"], ["Mia's flow"], [], []])
  })
})

const refused = (query: string, message: string): Case => ({
  name: `refuses ${query}`,
  ask: ['GET', `/workflows?${query}`],
  status: 400,
  body: { message },
})

playCases([
  refused('active', "Empty value found for query parameter 'active'"),
  refused('tags=', "Empty value found for query parameter 'tags'"),
  refused('projectId=1', "Unknown query parameter 'projectId'"),
  refused('excludePinnedData=true', "Unknown query parameter 'excludePinnedData'"),
  refused('active=x&limit=999', 'request/query/active must be boolean, request/query/limit must be <= 250'),
])
