import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Fixture, Plan, PromoteOptions } from '../../src/index.ts'
import { planText } from '../../src/migrate/promote/plan.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { keyWithout, rehearse, writes } from './rehearsal.ts'

const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => [sign, name, ...says].join(' '))

const set = (value: string) =>
  aNode({ name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { jsonOutput: value } }, 1)
const make = (id: string, more: object = {}, value = 'first') => ({
  ...aWorkflow({ id, name: id, nodes: ['Schedule Trigger', set(value)] }),
  ...more,
})
const credential = (id: string, name: string) => ({ id, name, type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } })
const versionId = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`

const BEFORE: Fixture = {
  tags: [
    { id: '1', name: 'old name' },
    { id: '2', name: 'gone tag' },
    { id: '3', name: 'same tag' },
  ],
  credentials: [credential('1', 'Same credential'), credential('2', 'Gone credential')],
  workflows: [
    make('Gone', { active: true }),
    make('Same', { tags: ['3'] }),
    make('Changed', { active: true }),
    make('Off', { active: true }),
  ],
}

const drafted = make('New', { active: true, tags: ['1', '4'] }, 'published')
const AFTER: Fixture = {
  tags: [
    { id: '1', name: 'new name' },
    { id: '3', name: 'same tag' },
    { id: '4', name: 'new tag' },
  ],
  credentials: [credential('1', 'Same credential'), credential('3', 'New credential')],
  workflows: [
    make('Same', { tags: ['3'] }),
    make('Changed', { active: true }, 'second'),
    make('Off', { tags: ['3'] }),
    {
      ...drafted,
      nodes: make('New', {}, 'draft').nodes,
      versionId: versionId(2),
      activeVersionId: versionId(1),
      versions: [{ versionId: versionId(1), nodes: drafted.nodes, connections: drafted.connections }],
    },
  ] as Fixture['workflows'],
}

const PLAN = [
  '~ new name name: "old name" → "new name"',
  '= same tag',
  '+ new tag',
  '= Same credential',
  '+ New credential',
  '= Same',
  '~ Changed node "Set" parameters.jsonOutput',
  '~ Off tags deactivate',
  '+ New with a draft that is not published activate',
  '- Gone removed',
  '- Gone credential removed',
  '- gone tag removed',
]

const STEPS = [
  'tag "new name" renamed',
  'tag "new tag" created',
  'credential "New credential" created',
  'workflow "Off" deactivated',
  'workflow "New" created',
  'workflow "Changed" changed',
  'tags of "Off" set',
  'tags of "New" set',
  'workflow "New" activated',
  'draft of "New" saved',
  'workflow "Gone" removed',
  'credential "Gone credential" removed',
  'tag "gone tag" removed',
]

/** A service that has what the document had before it changed. */
async function afterChange() {
  const rehearsal = await rehearse(BEFORE, { profile: 'n8n-2.41' })
  expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
  await writeFile(rehearsal.file, JSON.stringify(AFTER))
  rehearsal.service.requests.clear()
  return rehearsal
}

test('the plan names each thing, and each step is reported once it is done', async () => {
  await using rehearsal = await afterChange()
  // one that began before the other was done would be faster
  for (const path of ['/tags', '/workflows', '/workflows/:id/deactivate'])
    rehearsal.service.faults.add({ method: 'POST', path, delay: 20 })
  const steps: string[] = []
  const { plan, failures, isDone } = await rehearsal.promote({ prune: true, onStep: text => steps.push(text) })
  expect([says(plan), failures, isDone]).toEqual([PLAN, [], true])
  expect(steps).toEqual(STEPS)
  expect(planText(plan).split('\n').at(-1)).toBe(
    '3 to create, 3 to change, 3 the same, 3 to remove, 0 left there, 0 that cannot be',
  )
  expect(writes(rehearsal.service)).toHaveLength(STEPS.length + 1)
  expect((await rehearsal.promote({ prune: true })).plan).toMatchObject({ hasChanges: false, refused: 0 })
})

test.each([true, false])('what is to be confirmed may take its time: %p', async isConfirmed => {
  await using rehearsal = await afterChange()
  const { isDone } = await rehearsal.promote({ confirm: async () => isConfirmed })
  expect([isDone, writes(rehearsal.service).length > 0]).toEqual([isConfirmed, isConfirmed])
})

test('a line of the plan names the record here and there', async () => {
  await using rehearsal = await afterChange()
  const { tags = [], credentials = [], workflows = [] } = rehearsal.service.state()
  const there = new Map([...tags, ...credentials, ...workflows].map(({ name, id }) => [name, String(id)]))
  const { plan } = await rehearsal.promote({ prune: true, confirm: () => false })
  const line = (kind: string, from: string, to?: string) => ({ kind, from, to: to && there.get(to) })
  expect(plan.lines.map(({ kind, from, to }) => ({ kind, from, to }))).toEqual([
    line('tags', '1', 'old name'),
    line('tags', '3', 'same tag'),
    line('tags', '4'),
    line('credentials', '1', 'Same credential'),
    line('credentials', '3'),
    line('workflows', 'Same', 'Same'),
    line('workflows', 'Changed', 'Changed'),
    line('workflows', 'Off', 'Off'),
    line('workflows', 'New'),
    line('workflows', 'Gone', 'Gone'),
    line('credentials', '2', 'Gone credential'),
    line('tags', '2', 'gone tag'),
  ] as never)
})

describe('what is done is on disk before the next request, and before the end', () => {
  /** Each request that changes something after the notes that were written since the one before it. */
  async function notedBefore({ file, promote }: Awaited<ReturnType<typeof rehearse>>) {
    const notes = `${file}.promoted.jsonl`
    const seen: string[] = []
    let read = existsSync(notes) ? readFileSync(notes, 'utf8').length : 0
    const note = (request: string) => {
      const text = existsSync(notes) ? readFileSync(notes, 'utf8') : ''
      for (const line of text.slice(read).split('\n').filter(Boolean)) {
        const { is, kind = '', from = '' } = JSON.parse(line)
        seen.push(`${is} ${kind} ${from}`.trim())
      }
      read = text.length
      seen.push(request)
    }
    const fetch = async (url: string, init: RequestInit) => {
      if (init.method !== 'GET') note(`${init.method} ${url.replace(/.*?\/v1/, '').replace(/(\/\w+)\/[^/]+/, '$1/ID')}`)
      return globalThis.fetch(url, init)
    }
    const { failures } = await promote({ fetch, prune: true })
    note('the end')
    expect(failures).toEqual([])
    expect(statSync(notes).mode & 0o777).toBe(0o600)
    return seen
  }

  test('of tags, credentials, workflows and what is removed', async () => {
    await using rehearsal = await afterChange()
    expect(await notedBefore(rehearsal)).toEqual([
      'PUT /tags/ID',
      'begun tags 4',
      'POST /tags',
      'made tags 4',
      'begun credentials 3',
      'POST /credentials',
      'made credentials 3',
      'POST /workflows/ID/deactivate',
      'begun workflows New',
      'POST /workflows',
      'made workflows New',
      'PUT /workflows/ID',
      'PUT /workflows/ID/tags',
      'PUT /workflows/ID/tags',
      'POST /workflows/ID/activate',
      'PUT /workflows/ID',
      'POST /workflows/ID/deactivate',
      'DELETE /workflows/ID',
      'removed workflows Gone',
      'DELETE /credentials/ID',
      'removed credentials 2',
      'DELETE /tags/ID',
      'removed tags 2',
      'the end',
    ])
  })

  test('of a workflow that only looked up credentials, and was left', async () => {
    const { credentials = [] } = AFTER
    await using rehearsal = await rehearse({ credentials }, { profile: 'n8n-1.41', fixture: { credentials } })
    const fetch = (url: string, init: RequestInit) => {
      if (init.method === 'DELETE') throw new TypeError('gone')
      return globalThis.fetch(url, init)
    }
    await expect(rehearsal.promote({ fetch, retries: { tries: 1 } })).rejects.toThrow('nothing answers there')
    expect(await notedBefore(rehearsal)).toEqual([
      'matched credentials 1',
      'matched credentials 3',
      'DELETE /workflows/ID',
      'probed',
      'the end',
    ])
    expect(rehearsal.service.state().workflows).toEqual([])
    expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false })
  })

  test('of a workflow that only looks up credentials', async () => {
    const { tags = [], credentials = [] } = AFTER
    const fixture = { tags: tags.slice(0, 1), credentials }
    await using rehearsal = await rehearse(fixture, { profile: 'n8n-1.41', fixture })
    expect(await notedBefore(rehearsal)).toEqual([
      'matched tags 1',
      'probing',
      'POST /workflows',
      'DELETE /workflows/ID',
      'probed',
      'matched credentials 1',
      'matched credentials 3',
      'the end',
    ])
  })
})

test('a promotion that breaks off counts the steps that are done, and those that are left', async () => {
  await using rehearsal = await afterChange()
  const counts: unknown[] = []
  for (let turn = 0; turn < 20; turn++) {
    let left = 1
    const fetch = (url: string, init: RequestInit) => {
      if (init.method !== 'GET' && left-- <= 0) throw new TypeError('gone')
      return globalThis.fetch(url, init)
    }
    const options: Partial<PromoteOptions> = { prune: true, fetch, retries: { tries: 1 } }
    const outcome = await rehearsal.promote(options).catch(error => error)
    if (outcome.name !== 'BrokenPromotionError') {
      expect(outcome).toMatchObject({ failures: [], isDone: true })
      break
    }
    counts.push([outcome.done, outcome.left])
  }
  // an active workflow is deactivated, and then deleted
  const removing = [0, 3]
  const before = Array.from({ length: STEPS.length - 3 }, (_, at) => [1, STEPS.length - 1 - at])
  expect(counts).toEqual([...before, removing, [1, 2], [1, 1]])
})

describe('what the service refuses is a failure with its reason, and the rest goes on', () => {
  const [DELETED, CHANGED] = ['workflow "Gone" removed', 'workflow "Changed" changed']
  const NEW = STEPS.filter(step => step.includes('"New"'))
  const RENAMED = 'tag "new name" renamed'
  test.each([
    ['PUT /tags/:id', ['tags', 'new name', 'PUT URL/tags/ID: 400 Bad Request'], [RENAMED]],
    ['POST /tags', ['tags', 'new tag', 'POST URL/tags: 400 Bad Request'], ['tag "new tag" created']],
    [
      'POST /credentials',
      ['credentials', 'New credential', 'POST URL/credentials: 400 Bad Request'],
      ['credential "New credential" created'],
    ],
    [
      'POST /workflows/:id/deactivate',
      ['workflows', 'Off', 'it cannot be deactivated: Bad Request'],
      ['workflow "Off" deactivated'],
    ],
    ['POST /workflows', ['workflows', 'New', 'POST URL/workflows: 400 Bad Request'], NEW],
    ['PUT /workflows/:id', ['workflows', 'Changed', 'PUT URL/workflows/ID: 400 Bad Request'], [CHANGED]],
    [
      'PUT /workflows/:id/tags',
      ['workflows', 'Off', 'it cannot have its tags there: Bad Request'],
      ['tags of "Off" set'],
    ],
    ['POST /workflows/:id/activate', ['workflows', 'New', 'it cannot be activated: Bad Request'], NEW.slice(2)],
    ['DELETE /workflows/:id', ['workflows', 'Gone', 'DELETE URL/workflows/ID: 400 Bad Request'], [DELETED]],
    [
      'DELETE /credentials/:id',
      ['credentials', 'Gone credential', 'DELETE URL/credentials/ID: 400 Bad Request'],
      ['credential "Gone credential" removed'],
    ],
    ['DELETE /tags/:id', ['tags', 'gone tag', 'DELETE URL/tags/ID: 400 Bad Request'], ['tag "gone tag" removed']],
  ] as const)('%s', async (request, failure, notDone) => {
    await using rehearsal = await afterChange()
    const { service } = rehearsal
    const [method, path] = request.split(' ') as ['POST' | 'PUT' | 'DELETE', string]
    service.faults.add({ method, path, status: 400, times: 1 })
    const steps: string[] = []
    const { failures } = await rehearsal.promote({ prune: true, onStep: text => steps.push(text) })
    const ids = /(tags|credentials|workflows)\/[^/:]+/
    const told = failures.map(({ kind, name, because }) => [
      kind,
      name,
      because.replace(`${service.url}/api/v1`, 'URL').replace(ids, '$1/ID'),
    ])
    expect(told).toEqual([[...failure]])
    expect(STEPS.filter(step => !steps.includes(step))).toEqual([...notDone])
    const repeated = await rehearsal.promote({ prune: true })
    const refused = repeated.plan.lines.flatMap(({ name, says }) => {
      const why = says.find(text => text.startsWith('refused last time: '))
      return why === undefined ? [] : [[name, why]]
    })
    const isKnown = failure[0] === 'workflows' && failure[1] !== 'Gone'
    expect(refused).toEqual(isKnown ? [[failure[1] as string, `refused last time: ${failures[0]?.because}`]] : [])
    expect(repeated.failures).toEqual([])
    expect((await rehearsal.promote({ prune: true })).plan).toMatchObject({ hasChanges: false, refused: 0 })
  })

  test('one that is there is named with its id there', async () => {
    await using rehearsal = await afterChange()
    const { service } = rehearsal
    const there = service.state().workflows?.find(({ name }) => name === 'Changed')
    service.faults.add({ method: 'PUT', path: '/workflows/:id', status: 400, times: 1 })
    service.faults.add({ method: 'POST', path: '/tags', status: 400, times: 1 })
    const { failures } = await rehearsal.promote()
    expect(failures.map(({ from, to }) => ({ from, to }))).toEqual([
      { from: '4', to: undefined },
      { from: 'Changed', to: String(there?.id) },
    ])
  })

  test('a workflow that is refused is named as refused until the service takes it', async () => {
    await using rehearsal = await afterChange()
    const { service, file } = rehearsal
    const changed = async () =>
      says((await rehearsal.promote({ confirm: () => false })).plan).find(line => line.includes(' Changed '))
    const REFUSED = /^~ Changed node "Set" parameters.jsonOutput refused last time: PUT \S+: 400 Bad Request$/
    for (let turn = 0; turn < 2; turn++) {
      service.faults.add({ method: 'PUT', path: '/workflows/:id', status: 400, times: 1 })
      expect((await rehearsal.promote()).failures).toHaveLength(1)
      expect(await changed()).toMatch(REFUSED)
    }
    expect((await rehearsal.promote()).failures).toEqual([])
    const text = JSON.stringify(AFTER).replace('"second"', '"third"')
    await writeFile(file, text)
    expect(await changed()).toBe('~ Changed node "Set" parameters.jsonOutput')
  })

  test('an answer that gives no reason is named whole', async () => {
    await using rehearsal = await afterChange()
    const { url } = rehearsal.service
    const fetch = async (url: string, init: RequestInit) =>
      url.endsWith('/activate') ? new Response(null, { status: 302 }) : globalThis.fetch(url, init)
    const { failures } = await rehearsal.promote({ fetch })
    const why = `${url} sends on to nowhere, and the key is not sent there. If that is the service, give its address instead`
    expect(failures).toMatchObject([{ name: 'New', because: `it cannot be activated: ${why}` }])
  })
})

test('a key that is no longer accepted ends the promotion', async () => {
  await using rehearsal = await afterChange()
  rehearsal.service.faults.add({ method: 'POST', path: '/credentials', status: 401 })
  await expect(rehearsal.promote({ prune: true })).rejects.toMatchObject({
    name: 'BrokenPromotionError',
    status: 401,
    done: 2,
    left: STEPS.length - 2,
    failures: [],
  })
})

describe('what the key may not do is in the plan, and the rest is done', () => {
  const lacks = (scope: string) => `the key lacks the scope ${scope}`
  const NEW = '+ New with a draft that is not published activate'
  const rows: [scope: string, instead: Record<string, string[]>][] = [
    ['tag:create', { '+ new tag': [`! new tag ${lacks('tag:create')}`] }],
    ['tag:update', { '~ new name name: "old name" → "new name"': [`! new name ${lacks('tag:update')}`] }],
    ['tag:delete', { '- gone tag removed': [`! gone tag ${lacks('tag:delete')}`] }],
    ['credential:create', { '+ New credential': [`! New credential ${lacks('credential:create')}`] }],
    ['credential:delete', { '- Gone credential removed': [`! Gone credential ${lacks('credential:delete')}`] }],
    ['workflow:create', { [NEW]: [`! New ${lacks('workflow:create')}`] }],
    ['workflow:delete', { '- Gone removed': [`! Gone ${lacks('workflow:delete')}`] }],
    [
      'workflow:update',
      {
        '~ Changed node "Set" parameters.jsonOutput': [`! Changed ${lacks('workflow:update')}`],
        [NEW]: ['+ New activate', `! New it cannot have its draft there: ${lacks('workflow:update')}`],
      },
    ],
    ['workflow:activate', { [NEW]: ['+ New', `! New it cannot be activated: ${lacks('workflow:activate')}`] }],
    [
      'workflow:deactivate',
      {
        '~ Off tags deactivate': ['~ Off tags', `! Off it cannot be deactivated: ${lacks('workflow:deactivate')}`],
        '- Gone removed': [`! Gone ${lacks('workflow:deactivate')}`],
      },
    ],
    [
      'workflowTags:update',
      {
        '~ Off tags deactivate': [
          '~ Off deactivate',
          `! Off it cannot have its tags there: ${lacks('workflowTags:update')}`,
        ],
        [NEW]: [NEW, `! New it cannot have its tags there: ${lacks('workflowTags:update')}`],
      },
    ],
  ]
  test.each(rows)('%s', async (scope, instead) => {
    await using rehearsal = await afterChange()
    const { service } = rehearsal
    const { plan, failures } = await rehearsal.promote({ prune: true, apiKey: await keyWithout(service, scope) })
    expect([says(plan), failures]).toEqual([PLAN.flatMap(line => instead[line] ?? [line]), []])
  })
})
