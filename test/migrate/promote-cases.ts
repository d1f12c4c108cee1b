import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { compareInstances, type Fixture, type ProfileName } from '../../src/index.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { SOME_PAIRS } from './pairs.ts'
import { rehearse, writes } from './rehearsal.ts'
import { SECRET, SIZES, sampleFixture } from './sample.ts'

const KINDS = { only: ['workflows', 'tags', 'credentials'] } as const
const small = { workflows: 30, tags: 5, credentials: 6, executions: 0 }

/** What holds between two versions whatever their data. */
export function promotesBetween(from: ProfileName, to: ProfileName) {
  test('an empty target holds the same afterwards, and a second run plans nothing and sends only reads', async () => {
    // more than a page of a list, where each version is once the source and once the target
    const sizes = SOME_PAIRS.some(pair => pair[0] === from && pair[1] === to) ? { ...SIZES, executions: 0 } : small
    const fixture = { ...sampleFixture(sizes), profile: from }
    await using rehearsal = await rehearse(fixture, { profile: to })
    const { service } = rehearsal
    const first = await rehearsal.promote()
    expect(first).toMatchObject({ isDone: true, failures: [], plan: { refused: 0, hasChanges: true } })
    const service1 = { url: service.url, apiKey: service.apiKey }
    expect(await compareInstances(rehearsal.file, service1, { only: [...KINDS.only] })).toMatchObject({ isSame: true })
    service.requests.clear()
    const second = await rehearsal.promote()
    expect(second.plan).toMatchObject({ hasChanges: false, refused: 0 })
    expect(writes(service)).toEqual([])
  })
}

export function keepsWhatIsThere(from: ProfileName, to: ProfileName) {
  test('a half-filled target keeps what it has, and references are right', async () => {
    await using rehearsal = await rehearse(
      { ...sampleFixture(small), profile: from },
      {
        profile: to,
        fixture: {
          tags: [
            { id: '7', name: 'tag 2' },
            { id: '8', name: 'of others' },
          ],
          credentials: [{ id: '9', name: 'Credential 3', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } }],
          workflows: [
            aWorkflow({ id: '51', name: 'Workflow 4', nodes: ['Schedule Trigger'] }),
            aWorkflow({
              id: '52',
              name: 'of others',
              nodes: [aNode({ name: 'Use', credentials: { httpHeaderAuth: { id: '9', name: 'Credential 3' } } })],
            }),
            // two of one name: neither is taken for ours
            aWorkflow({ id: '53', name: 'Workflow 5', nodes: ['Schedule Trigger'] }),
            aWorkflow({ id: '54', name: 'Workflow 5', nodes: ['Schedule Trigger'] }),
          ],
        },
      },
    )
    expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
    const { workflows = [], tags = [], credentials = [] } = rehearsal.service.state()
    const named = (name: string) => workflows.filter(one => one.name === name)
    expect([tags.length, credentials.length, workflows.length]).toEqual([6, 6, 33])
    expect(named('Workflow 4').map(({ id }) => id)).toEqual(['51'])
    expect(named('Workflow 5').map(({ id }) => id)).toEqual(['53', '54', expect.anything()])
    const [handler] = named('Workflow 1')
    const [called] = named('Workflow 2')
    const [caller] = named('Workflow 4')
    expect(caller?.settings?.errorWorkflow).toBe(handler?.id as string)
    const nodes = (caller?.nodes ?? []) as { name: string; parameters: Record<string, never>; credentials?: object }[]
    expect(nodes.find(({ name }) => name === 'Call')?.parameters.workflowId).toMatchObject({
      value: called?.id,
      cachedResultUrl: `/workflow/${called?.id}`,
    })
    const of = (name: string) => credentials.find(one => one.name === name)?.id
    expect(nodes.find(({ name }) => name === 'Fetch')?.credentials).toEqual({
      httpHeaderAuth: { id: of('Credential 4'), name: 'Credential 4' },
    })
    const fetching = (named('Workflow 3')[0]?.nodes ?? []) as typeof nodes
    expect(fetching.find(({ name }) => name === 'Fetch')?.credentials).toMatchObject({ httpHeaderAuth: { id: '9' } })
    expect(named('Workflow 2')[0]?.tags).toEqual(['7'])
    expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false })
  })
}

/** What a promotion to a version does, from the version of the fixture. */
export function promotesTo(to: ProfileName) {
  test('workflows that call each other in a circle end up with the right references', async () => {
    const calling = (id: string) =>
      aNode({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: id } }, 1)
    const circle = ['1', '2', '3'].map((id, at) =>
      aWorkflow({ id, name: `C${id}`, nodes: ['Schedule Trigger', calling(['2', '3', '1'][at] ?? '')] }),
    )
    await using rehearsal = await rehearse(
      { workflows: circle },
      { profile: to, fixture: { workflows: [aWorkflow({ id: '1', name: 'other' })] } },
    )
    expect(await rehearsal.promote()).toMatchObject({ failures: [] })
    const { workflows = [] } = rehearsal.service.state()
    const idOf = (name: string) => workflows.find(one => one.name === name)?.id
    for (const [name, called] of [
      ['C1', 'C2'],
      ['C2', 'C3'],
      ['C3', 'C1'],
    ] as const) {
      const nodes = workflows.find(one => one.name === name)?.nodes as { parameters: object }[]
      expect(nodes[1]?.parameters).toEqual({ workflowId: idOf(called) })
    }
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })

  test('a change here is one change there', async () => {
    const fixture = sampleFixture(small)
    await using rehearsal = await rehearse(fixture, { profile: to })
    await rehearsal.promote()
    await edit(rehearsal.file, document => {
      const [, workflow] = document.workflows ?? []
      if (workflow) Object.assign(workflow, { name: 'Renamed', active: false })
    })
    const { plan, failures } = await rehearsal.promote()
    expect(failures).toEqual([])
    expect(plan.lines.filter(({ sign }) => sign !== '=')).toMatchObject([
      { sign: '~', name: 'Renamed', says: ['name', 'deactivate'] },
    ])
    expect(rehearsal.service.state().workflows?.filter(({ name }) => name === 'Renamed')).toMatchObject([
      { active: false },
    ])
  })

  test('prune removes only what a promotion made and is gone here', async () => {
    await using rehearsal = await rehearse(sampleFixture(small), {
      profile: to,
      fixture: { workflows: [aWorkflow({ name: 'of others' })], tags: [{ name: 'of others' }] },
    })
    await rehearsal.promote()
    await edit(rehearsal.file, document => {
      document.workflows = document.workflows?.filter(({ name }) => name !== 'Workflow 4')
    })
    const { plan } = await rehearsal.promote({ confirm: () => false })
    expect(plan).toMatchObject({ hasChanges: false })
    const left = plan.lines.filter(({ sign }) => sign === '-').map(({ name, says }) => [name, ...says])
    expect(left).toEqual([['Workflow 4', 'left there']])
    expect(plan.remarks).toContain('also there, and not from this document: 1 workflow, 1 tag')
    const pruned = await rehearsal.promote({ prune: true })
    expect(pruned.failures).toEqual([])
    const names = rehearsal.service.state().workflows?.map(({ name }) => name)
    expect(names).toContain('of others')
    expect(names).not.toContain('Workflow 4')
    expect((await rehearsal.promote({ prune: true })).plan.hasChanges).toBe(false)
  })

  test('a plan alone sends only reads', async () => {
    await using rehearsal = await rehearse(sampleFixture(small), { profile: to })
    const { plan, isDone } = await rehearsal.promote({ confirm: () => false })
    expect([plan.hasChanges, isDone]).toEqual([true, false])
    expect(writes(rehearsal.service)).toEqual([])
  })

  test.each(['none', 'all'] as const)('activate: %s', async activate => {
    await using rehearsal = await rehearse(sampleFixture(small), { profile: to })
    expect(await rehearsal.promote({ activate })).toMatchObject({ failures: [] })
    const active = rehearsal.service.state().workflows?.filter(({ active }) => active).length
    expect(active).toBe(activate === 'all' ? small.workflows : 0)
    expect((await rehearsal.promote({ activate })).plan.hasChanges).toBe(false)
  })

  test('the notes hold no datum of a credential, and no key', async () => {
    await using rehearsal = await rehearse(sampleFixture(small), { profile: to })
    await rehearsal.promote()
    const notes = readFileSync(`${rehearsal.file}.promoted.jsonl`, 'utf8')
    expect(notes).not.toContain(SECRET)
    expect(notes).not.toContain('owner-key')
    expect(rehearsal.service.requests.all().some(({ path }) => path.includes('owner-key'))).toBe(false)
  })
}

async function edit(file: string, change: (document: Fixture) => void) {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  change(document)
  await writeFile(file, JSON.stringify(document))
}
