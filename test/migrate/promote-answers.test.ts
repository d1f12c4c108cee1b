import { describe, expect, test } from 'bun:test'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Fixture, Plan } from '../../src/index.ts'
import { aNode, aWorkflow, type TestInstance } from '../../src/testing.ts'
import { rehearse, writes } from './rehearsal.ts'

const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => [sign, name, ...says].join(' '))
const credential = (id: string, name: string) => ({ id, name, type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } })
const calling = (id: string) =>
  aNode({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: id } }, 1)
const PROBE = 'Understudy looks up credentials ('

const document: Fixture = {
  tags: [{ id: '1', name: 'tag' }],
  credentials: [credential('1', 'Alone'), credential('2', 'Twin'), credential('3', 'Twin')],
  workflows: ['1', '2', '3'].map(id => ({
    ...aWorkflow({ id, name: id === '3' ? 'Other' : 'Same name', nodes: ['Schedule Trigger'] }),
  })),
}
const there: Fixture = {
  tags: [{ id: '7', name: 'theirs' }],
  credentials: [credential('7', 'Theirs'), credential('8', 'Twin')],
  workflows: [aWorkflow({ id: '7', name: 'Same name', nodes: ['Schedule Trigger'] })],
}
const counts = (service: TestInstance) => {
  const { tags = [], credentials = [], workflows = [] } = service.state()
  return [tags.length, credentials.length, workflows.length]
}

describe.each(VERSION_NAMES)('each creation at a service of %s is done once', profile => {
  test.each([
    ['is carried out, and its answer is lost', true],
    ['is not carried out', false],
  ])('where its first request %s', async (_what, isCarriedOut) => {
    await using rehearsal = await rehearse(document, { profile, fixture: there })
    const lost = new Map<string, number>()
    const fetch = async (url: string, init: RequestInit) => {
      const text = String(init.body)
      // of two that have one name, only a list tells whether it was made
      const isUntold = isCarriedOut && profile !== 'n8n-2.41' && text.includes('Twin')
      if (init.method !== 'POST' || text.includes(PROBE) || isUntold) return globalThis.fetch(url, init)
      // two of one name are sent with the same text
      const key = url + text.replace(/"id":"[^"]*"/, '')
      const count = (lost.get(key) ?? 0) + 1
      lost.set(key, count)
      const isLost = isCarriedOut || count % 2 === 1
      const response = isLost && !isCarriedOut ? undefined : await globalThis.fetch(url, init)
      if (isLost || !response) throw new TypeError('gone')
      return response
    }
    const steps: string[] = []
    const { failures } = await rehearsal.promote({ fetch, onStep: text => steps.push(text) })
    expect(failures).toEqual([])
    expect(steps).toEqual([
      'tag "tag" created',
      'credential "Alone" created',
      'credential "Twin" created',
      'credential "Twin" created',
      'workflow "Same name" created',
      'workflow "Same name" created',
      'workflow "Other" created',
    ])
    expect(counts(rehearsal.service)).toEqual([2, 5, 4])
    expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false, refused: 0 })
  })
})

test('a creation is tried three times', async () => {
  await using rehearsal = await rehearse({ tags: [{ id: '1', name: 'tag' }] }, { profile: 'n8n-2.41' })
  rehearsal.service.faults.add({ method: 'POST', path: '/tags', drop: 'before' })
  await expect(rehearsal.promote({ retries: { tries: 1 } })).rejects.toMatchObject({ done: 0, left: 1 })
  expect(writes(rehearsal.service)).toHaveLength(3)
})

test('an answer without an id is a failure', async () => {
  await using rehearsal = await rehearse({ tags: [{ id: '1', name: 'tag' }] }, { profile: 'n8n-2.41' })
  const fetch = async (url: string, init: RequestInit) =>
    init.method === 'POST' ? Response.json({ name: 'tag' }) : globalThis.fetch(url, init)
  expect((await rehearsal.promote({ fetch })).failures).toEqual([
    { kind: 'tags', from: '1', name: 'tag', because: 'The service did not return the id of what it created' },
  ])
})

test('a published workflow that the service shows without its nodes holds up no other', async () => {
  const mine = aWorkflow({ id: '1', name: 'Mine', active: true, nodes: ['Schedule Trigger'] })
  const theirs = aWorkflow({ id: '2', name: 'Theirs', active: true, nodes: ['Schedule Trigger'] })
  await using rehearsal = await rehearse(
    { workflows: [mine] },
    { profile: 'n8n-1.41', fixture: { workflows: [theirs] } },
  )
  const fetch = async (url: string, init: RequestInit) => {
    const response = await globalThis.fetch(url, init)
    if (init.method !== 'GET' || !url.includes('/workflows')) return response
    return new Response((await response.text()).replaceAll('"nodes":', '"hidden":'))
  }
  const { plan, failures } = await rehearsal.promote({ fetch })
  expect([says(plan), failures]).toEqual([['+ Mine activate'], []])
})

test('what is gone already counts as removed', async () => {
  await using rehearsal = await rehearse(document, { profile: 'n8n-2.41' })
  await rehearsal.promote()
  await writeFile(rehearsal.file, '{}')
  rehearsal.service.faults.add({ method: 'DELETE', status: 404 })
  const { failures, plan } = await rehearsal.promote({ prune: true })
  expect([failures, plan.lines.length]).toEqual([[], 7])
})

test('a caller whose called workflow was refused is a failure, and is made right by the next promotion', async () => {
  const sub = aWorkflow({ id: '1', name: 'Sub', nodes: ['Schedule Trigger'] })
  const caller = aWorkflow({ id: '2', name: 'Caller', active: true, nodes: ['Schedule Trigger', calling('1')] })
  await using rehearsal = await rehearse({ workflows: [caller, sub] }, { profile: 'n8n-1.41' })
  const { service } = rehearsal
  service.faults.add({ method: 'POST', path: '/workflows', status: 400, times: 1 })
  const steps: string[] = []
  const { failures } = await rehearsal.promote({ onStep: text => steps.push(text) })
  expect(failures.map(({ name, because }) => [name, because.replace(service.url, '')])).toEqual([
    ['Sub', 'POST /api/v1/workflows: 400 Bad Request'],
    ['Caller', 'it calls "Sub", which the service does not have'],
  ])
  expect(steps).toEqual(['workflow "Caller" created'])
  const repeated = await rehearsal.promote()
  expect(says(repeated.plan)).toEqual([
    `+ Sub refused last time: POST ${service.url}/api/v1/workflows: 400 Bad Request`,
    '~ Caller activate refused last time: it calls "Sub", which the service does not have',
  ])
  expect(repeated.failures).toEqual([])
  expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false, refused: 0 })
})

describe('where a service lists no credentials', () => {
  const fixture: Fixture = { credentials: [credential('1', 'Alone')] }

  test('the workflow that looks them up is removed by the next promotion, where it was left', async () => {
    await using rehearsal = await rehearse(fixture, { profile: 'n8n-1.41' })
    const { service } = rehearsal
    service.faults.add({ method: 'DELETE', path: '/workflows/:id', status: 500, times: 1 })
    await expect(rehearsal.promote()).rejects.toThrow('500')
    const [{ name, active } = {}] = service.state().workflows ?? []
    expect([name, active]).toEqual([expect.stringContaining(PROBE), false])
    const steps: string[] = []
    const { plan } = await rehearsal.promote({ onStep: text => steps.push(text) })
    expect([says(plan), plan.remarks]).toEqual([
      ['+ Alone unless the service has one of this name', `- ${name} removed`],
      [],
    ])
    expect(steps).toEqual(['credential "Alone" created', `workflow "${name}" removed`])
    expect(service.state().workflows).toEqual([])
    expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false, lines: [{ sign: '=' }] })
  })

  test('a placeholder that is not found by its name is a failure that says why', async () => {
    const uses = aNode({ name: 'Use', credentials: { httpHeaderAuth: { id: '1', name: 'Alone' } } }, 1)
    const here: Fixture = {
      credentials: [{ ...credential('1', 'Alone'), isStandIn: true }],
      workflows: [aWorkflow({ id: '1', name: 'User', nodes: ['Schedule Trigger', uses] })],
    }
    await using rehearsal = await rehearse(here, { profile: 'n8n-1.41' })
    expect((await rehearsal.promote()).failures).toEqual([
      {
        kind: 'credentials',
        from: '1',
        name: 'Alone',
        because:
          'the service has none of this name and type, and its data in the document is a placeholder: ' +
          'create one at the service, or name one with --credentials',
      },
      { kind: 'workflows', from: '1', name: 'User', because: 'its credential "Alone" is not there' },
    ])
    expect(rehearsal.service.state().workflows).toEqual([])
  })

  test('one that is there is found by its name, and is named as found', async () => {
    await using rehearsal = await rehearse(fixture, {
      profile: 'n8n-1.41',
      fixture: { credentials: [credential('7', 'Alone')] },
    })
    const steps: string[] = []
    expect((await rehearsal.promote({ onStep: text => steps.push(text) })).failures).toEqual([])
    expect(steps).toEqual(['credential "Alone" found'])
    expect(rehearsal.service.state().credentials?.map(({ id }) => id)).toEqual(['7'])
    // it was not made by a promotion, so none removes it
    await writeFile(rehearsal.file, '{}')
    expect(says((await rehearsal.promote({ prune: true })).plan)).toEqual([])
  })
})

describe('where the answer to the creation of a credential was lost, and no list shows it', () => {
  test.each([
    ['it is found by its name, and counts as made', true, ['credential "Alone" found']],
    ['it is made, where it was not', false, ['credential "Alone" created']],
  ])('%s', async (_what, isCarriedOut, expected) => {
    await using rehearsal = await rehearse({ credentials: [credential('1', 'Alone')] }, { profile: 'n8n-1.41' })
    let isGone = false
    const fetch = async (url: string, init: RequestInit) => {
      const isIt = init.method === 'POST' && url.endsWith('/credentials')
      if (isIt && isCarriedOut) await globalThis.fetch(url, init)
      isGone ||= isIt
      if (isGone) throw new TypeError('gone')
      return globalThis.fetch(url, init)
    }
    await expect(rehearsal.promote({ fetch, retries: { tries: 1 } })).rejects.toThrow('nothing answers there')
    const steps: string[] = []
    await rehearsal.promote({ onStep: text => steps.push(text) })
    expect(steps).toEqual(expected)
    const [made, ...more] = rehearsal.service.state().credentials ?? []
    expect(more).toEqual([])
    await writeFile(rehearsal.file, '{}')
    expect(says((await rehearsal.promote({ prune: true })).plan)).toEqual([`- ${made?.id} removed`])
    expect(rehearsal.service.state().credentials).toEqual([])
    // it is gone, and so is the note: it is made again
    await writeFile(rehearsal.file, JSON.stringify({ credentials: [credential('1', 'Alone')] }))
    await rehearsal.promote({ onStep: text => steps.push(text) })
    expect(steps.slice(expected.length)).toEqual(['credential "Alone" created'])
  })
})

describe.each(VERSION_NAMES)('at a service of %s', profile => {
  test('each field of a node arrives, but its dates', async () => {
    const full = {
      ...aNode({ name: 'Schedule Trigger' }, 0),
      id: '2b9f4c34-0f9e-4d5a-8f59-0d2f3c1c7a01',
      typeVersion: 1.1,
      position: [20, 40],
      parameters: { rule: { interval: [{}] } },
      webhookId: '2b9f4c34-0f9e-4d5a-8f59-0d2f3c1c7a02',
      disabled: true,
      notes: 'a note',
      notesInFlow: true,
      executeOnce: true,
      alwaysOutputData: true,
      retryOnFail: true,
      maxTries: 4,
      waitBetweenTries: 2000,
      continueOnFail: true,
      onError: 'continueRegularOutput',
    }
    const node = { ...full, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const workflow = { ...aWorkflow({ id: '1', name: 'Mine' }), nodes: [node], connections: {} }
    await using rehearsal = await rehearse({ workflows: [workflow] } as Fixture, { profile })
    expect(says((await rehearsal.promote()).plan)).toEqual(['+ Mine'])
    expect(rehearsal.service.state().workflows?.[0]?.nodes).toEqual([full])
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })
})

test('a change keeps the address that a webhook has there, unless it has another type', async () => {
  const node = (name: string, more: object) => ({ ...aNode({ name, type: 'n8n-nodes-base.webhook' }), ...more })
  const nodes = [node('Kept', { webhookId: 'a' }), node('Own', { webhookId: 'b' }), node('Other', { webhookId: 'c' })]
  const mine = (list: object[], name: string) =>
    ({ workflows: [{ ...aWorkflow({ id: 'AAAAAAAAAAAAAAAA', name }), nodes: list, connections: {} }] }) as Fixture
  const changed = [node('Kept', {}), node('Own', { webhookId: 'd' }), node('Other', { type: 'n8n-nodes-base.set' })]
  await using rehearsal = await rehearse(mine(changed, 'New'), { profile: 'n8n-1.41', fixture: mine(nodes, 'Old') })
  expect((await rehearsal.promote()).failures).toEqual([])
  const [{ nodes: kept = [] } = {}] = rehearsal.service.state().workflows ?? []
  expect((kept as { webhookId?: string }[]).map(one => one.webhookId)).toEqual(['a', 'd', undefined])
})

test('what others made in the place of what was made, and deleted there, is not removed', async () => {
  const mine = { workflows: [aWorkflow({ id: '1', name: 'Mine', nodes: ['Schedule Trigger'] })] }
  await using rehearsal = await rehearse(mine, { profile: 'n8n-2.41' })
  const { service, file } = rehearsal
  await rehearsal.promote()
  const [{ id = '' } = {}] = service.state().workflows ?? []
  expect((await service.request('DELETE', `/api/v1/workflows/${id}`)).status).toBe(200)
  const body = { name: 'Mine', nodes: [], connections: {}, settings: {} }
  expect((await service.request('POST', '/api/v1/workflows', body)).status).toBe(200)
  expect((await rehearsal.promote()).failures).toEqual([])
  await writeFile(file, '{}')
  expect(says((await rehearsal.promote({ prune: true })).plan)).toEqual(['- Mine left there'])
})

test('the callers that a workflow names are those at the target', async () => {
  const settings = { executionOrder: 'v1' as const, callerIds: '1, 2,of others' }
  const workflows = ['1', '2'].map(id => ({ ...aWorkflow({ id, name: id, nodes: ['Schedule Trigger'] }), settings }))
  await using rehearsal = await rehearse({ workflows } as Fixture, { profile: 'n8n-2.41' })
  expect((await rehearsal.promote()).failures).toEqual([])
  const made = rehearsal.service.state().workflows ?? []
  const [one, two] = ['1', '2'].map(name => made.find(workflow => workflow.name === name)?.id)
  expect(made.map(workflow => workflow.settings?.callerIds)).toEqual(Array(2).fill(`${one}, ${two},of others`))
  expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
})

test('scopes that cannot be asked for end a promotion, and ones that are not shown do not', async () => {
  await using rehearsal = await rehearse(document, { profile: 'n8n-2.41' })
  const answering = (respond: () => Response) => async (url: string, init: RequestInit) =>
    url.endsWith('/discover') ? respond() : fetch(url, init)
  const gone = () => {
    throw new TypeError('gone')
  }
  const options = { confirm: () => false, retries: { tries: 1 } }
  await expect(rehearsal.promote({ ...options, fetch: answering(gone) })).rejects.toThrow('nothing answers there')
  for (const body of [{ message: 'not found' }, { data: { scopes: 'all' } }, { data: [] }]) {
    const respond = () => Response.json(body, { status: 'data' in body ? 200 : 404 })
    expect((await rehearsal.promote({ ...options, fetch: answering(respond) })).plan.refused).toBe(0)
  }
  const none = () => Response.json({ data: { scopes: [] } })
  expect((await rehearsal.promote({ ...options, fetch: answering(none) })).plan.refused).toBe(7)
})

describe('the notes', () => {
  const NOTES = '.promoted.jsonl'

  test('with a line that broke off are read, and added to', async () => {
    await using rehearsal = await rehearse(document, { profile: 'n8n-2.41' })
    await rehearsal.promote()
    await appendFile(rehearsal.file + NOTES, '{"to":"http')
    await writeFile(
      rehearsal.file,
      JSON.stringify({ ...document, tags: [...(document.tags ?? []), { id: '2', name: 'two' }] }),
    )
    expect(says((await rehearsal.promote()).plan).filter(line => !line.startsWith('='))).toEqual(['+ two'])
    await writeFile(rehearsal.file, '{}')
    const { plan } = await rehearsal.promote({ prune: true })
    expect(says(plan)).toHaveLength(8)
    expect(counts(rehearsal.service)).toEqual([0, 0, 0])
  })

  test('are for the owner alone, and name the address of the service in each line', async () => {
    await using rehearsal = await rehearse(document, { profile: 'n8n-2.41' })
    await rehearsal.promote()
    const lines = (await readFile(rehearsal.file + NOTES, 'utf8')).split('\n').filter(Boolean)
    expect(new Set(lines.map(line => JSON.parse(line).to))).toEqual(new Set([rehearsal.service.url]))
    expect(lines.map(line => JSON.parse(line).is).slice(0, 2)).toEqual(['begun', 'made'])
  })
})
