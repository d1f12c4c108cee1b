import { describe, expect, test } from 'bun:test'
import { createJsonCache, FifoCache } from '../../../../src/core/http/caches.ts'
import { VERSION_NAMES } from '../../../../src/core/versions/versions.ts'
import { startInstance, type TestInstance } from '../../../../src/testing.ts'
import { NEWEST } from '../../../lineage.ts'
import { ADMIN, idsIn, MEMBER, PEOPLE, PROFILES, world } from '../world.ts'

const PATHS = [
  '/workflows',
  '/workflows/1',
  '/workflows/2',
  '/workflows/1/tags',
  '/executions',
  '/executions/1',
  '/executions/7?includeData=true',
  '/users',
  `/users/${PEOPLE.member}`,
  '/tags',
  '/tags/1',
]
const CALLERS = { owner: undefined, admin: ADMIN, member: MEMBER }

const start = (profile: (typeof PROFILES)[number]) =>
  startInstance({ fixture: world, profile, socket: false, idSeed: 'kept', clock: '2026-05-01T00:00:00Z' })

const read = async (instance: TestInstance, path: string, caller: keyof typeof CALLERS) => {
  const { status, text } = await instance.request('GET', `/api/v1${path}`, undefined, CALLERS[caller])
  return `${status} ${text}`
}

describe.each(PROFILES)('in profile %s', profile => {
  test.each(PATHS)('%s is answered to each caller as if nobody had asked before', async path => {
    const alone: Record<string, string> = {}
    for (const caller of ['owner', 'admin', 'member'] as const) {
      await using fresh = await start(profile)
      alone[caller] = await read(fresh, path, caller)
    }
    expect(alone.owner).toMatch(/^200 [{[]/)
    await using shared = await start(profile)
    for (const caller of ['owner', 'admin', 'member', 'member', 'admin', 'owner'] as const) {
      expect([caller, await read(shared, path, caller)]).toEqual([caller, alone[caller] ?? ''])
    }
  })

  test('who gets another role is answered by that role from then on, and by the old one once it is back', async () => {
    await using instance = await start(profile)
    const person = { id: PEOPLE.member, email: 'mia@example.com', apiKey: MEMBER.key }
    const list = async () => idsIn(await instance.request('GET', '/api/v1/workflows', undefined, MEMBER))
    expect(await list()).toEqual(['2'])
    for (let round = 0; round < 2; round++) {
      await instance.seed({ users: [{ ...person, role: 'global:admin' }] })
      expect(await list()).toEqual(['1', '2'])
      await instance.seed({ users: [{ ...person, role: 'global:member' }] })
      expect(await list()).toEqual(['2'])
    }
  })
})

const [INTAKE] = world.workflows ?? []

/** Changes, most of them of one collection. */
const CHANGES: Record<string, (instance: TestInstance) => Promise<unknown>> = {
  'a workflow has another name': instance => instance.seed({ workflows: [{ ...INTAKE, name: 'Later' } as never] }),
  'a workflow has another owner': instance =>
    instance.seed({ workflows: [{ ...INTAKE, owner: 'mia@example.com' } as never] }),
  'an execution ends': instance =>
    instance.seed({ executions: [{ ...world.executions?.[3], status: 'success', data: { ended: true } } as never] }),
  'an execution is deleted': instance => instance.request('DELETE', '/api/v1/executions/1'),
  'a tag is renamed': instance => instance.request('PUT', '/api/v1/tags/1', { name: 'later' }),
  'a workflow is deleted': instance => instance.request('DELETE', '/api/v1/workflows/1'),
}

// test/core/api/operations/fresh-answers.test.ts asks more of the newest version
test.each(VERSION_NAMES.filter(name => name !== NEWEST))(
  'under %s every answer after a change is as if nobody had asked before',
  async profile => {
    const paths = [
      ...PATHS,
      '/executions?includeData=true',
      '/executions/4?includeData=true',
      '/users?includeRole=true',
    ]
    await using instance = await start(profile)
    const readAll = async (more: string) => {
      const answers: string[] = []
      for (const caller of ['owner', 'member'] as const)
        for (const path of paths)
          answers.push(
            `${caller} ${path} ${await read(instance, path + (path.includes('?') ? '' : '?') + more, caller)}`,
          )
      return answers
    }
    for (const [at, [what, change]] of Object.entries(CHANGES).entries()) {
      const before = await readAll('')
      await change(instance)
      const after = await readAll('')
      expect([what, after]).not.toEqual([what, before])
      // the same question in a spelling that nobody has used
      expect([what, after]).toEqual([what, await readAll('&'.repeat(at + 1))])
    }
  },
)

test('a version of a workflow that has gone is answered no more, by none of its operations', async () => {
  await using instance = await startInstance({ fixture: world, profile: 'n8n-2.41', socket: false })
  await instance.snapshot('before')
  await instance.seed({ workflowVersions: [{ id: 'later', workflowId: '1', nodes: [], connections: {} }] })
  const paths = ['/workflows/1/history', '/workflows/1/later']
  const read = () => Promise.all(paths.map(path => instance.request('GET', `/api/v1${path}`)))
  for (const { status, text } of await read()) expect([status, text]).toEqual([200, expect.stringContaining('"later"')])
  await instance.restore('before')
  for (const { text } of await read()) expect(text).not.toContain('"later"')
})

test.each(['/workflows/1', '/workflows/1?excludePinnedData=true', '/workflows', '/workflows?excludePinnedData=true'])(
  'what is put in of a version and its events beside its workflow is shown at once: %s',
  async path => {
    const workflow = { id: '1', name: 'Orders', active: true, versionId: 'v1', nodes: [], connections: {} }
    await using instance = await startInstance({
      fixture: { workflows: [workflow] },
      profile: 'n8n-2.41',
      socket: false,
    })
    const shown = async () => {
      const body = JSON.parse((await instance.request('GET', `/api/v1${path}`)).text)
      const { authors, workflowPublishHistory: history } = (body.data?.[0] ?? body).activeVersion
      return [authors, history?.map(({ event }: { event: string }) => event)]
    }
    const hasHistory = path.startsWith('/workflows/')
    expect(await shown()).toEqual(['Olga Owner', hasHistory ? [] : undefined])
    await instance.seed({
      workflowVersions: [{ id: 'v1', workflowId: '1', nodes: [], connections: {}, authors: 'Zoe' }],
    })
    expect(await shown()).toEqual(['Zoe', hasHistory ? [] : undefined])
    await instance.seed({ publishEvents: [{ workflowId: '1', versionId: 'v1', event: 'activated' }] })
    expect(await shown()).toEqual(['Zoe', hasHistory ? ['activated'] : undefined])
  },
)

describe('the JSON of a record is made', () => {
  const record = { id: '1', name: 'a' }
  type Ask = [record: { id: string; name: string }, revision: number]

  test.each<[string, Ask[], made: string[]]>([
    [
      'once',
      [
        [record, 1],
        [record, 1],
        [record, 1],
      ],
      ['a'],
    ],
    [
      'again for another of its id',
      [
        [record, 1],
        [{ id: '1', name: 'b' }, 1],
        [record, 1],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'once after a change',
      [
        [record, 1],
        [{ ...record, name: 'b' }, 1],
      ],
      ['a', 'b'],
    ],
    [
      'again when what it is made of beside the record has changed',
      [
        [record, 1],
        [record, 2],
        [record, 2],
      ],
      ['a', 'a'],
    ],
    [
      'of each of several',
      [
        [record, 1],
        [{ id: '2', name: 'b' }, 1],
        [record, 1],
      ],
      ['a', 'b'],
    ],
  ])('%s', async (_, asked, made) => {
    const texts: string[] = []
    const cache = createJsonCache<Ask[0]>(({ name }) => {
      texts.push(name)
      return JSON.stringify(name)
    })
    for (const [one, revision] of asked) {
      expect(String(Buffer.from(cache.reply(one, revision).body as string))).toBe(JSON.stringify(one.name))
      const { parts } = await cache.list([one], null, () => revision)
      expect(Buffer.concat(parts ?? []).toString()).toBe(`{"data":[${JSON.stringify(one.name)}],"nextCursor":null}`)
    }
    expect(texts).toEqual(made)
  })
})

describe('stored responses have a limit of bytes together', () => {
  /** What an entry takes beside its value, with a key of one letter. */
  const REST = 501

  test.each<[string, number, [key: string, bytes: number][], string]>([
    [
      'as many as fit are kept',
      2 * REST + 10,
      [
        ['a', 5],
        ['b', 5],
      ],
      'ab',
    ],
    [
      'with one byte more, the oldest goes',
      2 * REST + 10,
      [
        ['a', 5],
        ['b', 6],
      ],
      'b',
    ],
    [
      'the length of the key counts',
      2 * REST + 10,
      [
        ['a', 5],
        ['bb', 5],
      ],
      'bb',
    ],
    [
      'what is replaced counts once',
      2 * REST + 10,
      [
        ['a', 5],
        ['a', 5],
        ['a', 5],
        ['b', 5],
      ],
      'ab',
    ],
    [
      'what is replaced is the newest',
      2 * REST,
      [
        ['a', 0],
        ['b', 0],
        ['a', 0],
        ['c', 0],
      ],
      'ac',
    ],
    [
      'what has gone counts no more',
      2 * REST,
      [
        ['a', 0],
        ['b', 0],
        ['c', 0],
        ['d', 0],
      ],
      'cd',
    ],
    [
      'what fits by itself drops all others',
      REST + 10,
      [
        ['a', 0],
        ['b', 0],
        ['c', 10],
      ],
      'c',
    ],
    [
      'what does not fit at all is not kept',
      REST,
      [
        ['a', 0],
        ['b', 1],
      ],
      '',
    ],
  ])('%s', (_what, limit, given, left) => {
    const cache = new FifoCache<number>(limit)
    for (const [at, [key, bytes]] of given.entries()) cache.set(key, at, bytes)
    expect(['a', 'b', 'bb', 'c', 'd'].filter(key => cache.get(key) !== undefined).join('')).toBe(left)
    for (const [key] of given.filter(([key]) => left.includes(key))) {
      expect(cache.get(key)).toBe(given.findLastIndex(([other]) => other === key))
    }
  })

  test.each([
    [16 * 1024 * 1024, 1],
    [16 * 1024 * 1024 + 1, undefined],
  ])('16 MiB where nothing else is said: %i bytes', (bytes, found) => {
    const cache = new FifoCache<number>()
    cache.set('a', 1, bytes - REST)
    expect(cache.get('a')).toBe(found)
  })
})
