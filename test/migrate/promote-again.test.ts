import { describe, expect, test } from 'bun:test'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareInstances, type Fixture, type Plan, versions } from '../../src/index.ts'
import { aNode, aWorkflow, type TestInstance } from '../../src/testing.ts'
import { losingService, rehearse, writes } from './rehearsal.ts'

const CURRENT = 'n8n-2.41'
const [SUB, CALLER] = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB']
const calling = (id: string) =>
  aNode({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: id } }, 1)
const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)
const named = (service: TestInstance, name: string) => service.state().workflows?.find(one => one.name === name)
const calledBy = (service: TestInstance, name: string) =>
  (named(service, name)?.nodes as { name: string; parameters: object }[])?.find(node => node.name === 'Call')
    ?.parameters

describe('a workflow that calls an archived one', () => {
  const fixture: Fixture = {
    workflows: [
      aWorkflow({ id: SUB, name: 'Sub', isArchived: true, nodes: ['Schedule Trigger'] }),
      aWorkflow({ id: CALLER, name: 'Caller', active: true, nodes: ['Schedule Trigger', calling(SUB)] }),
    ],
  }

  test('goes on calling it at the service that has it', async () => {
    await using rehearsal = await rehearse(fixture, { profile: CURRENT, fixture })
    expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { hasChanges: false, refused: 0 } })
    expect(writes(rehearsal.service)).toEqual([])
    expect(calledBy(rehearsal.service, 'Caller')).toEqual({ workflowId: SUB })
  })

  test('calls the one of its name there, which has another id', async () => {
    const there = { workflows: [aWorkflow({ id: 'CCCCCCCCCCCCCCCC', name: 'Sub' })] }
    await using rehearsal = await rehearse(fixture, { profile: 'n8n-1.41', fixture: there })
    expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
    expect(calledBy(rehearsal.service, 'Caller')).toEqual({ workflowId: 'CCCCCCCCCCCCCCCC' })
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })

  test.each([CURRENT, 'n8n-1.41'] as const)('cannot be at a service of %s that does not have it', async profile => {
    await using rehearsal = await rehearse(fixture, { profile })
    const { plan, failures } = await rehearsal.promote()
    expect(says(plan)).toEqual(['! Caller: it calls "Sub", which is archived here and not there'])
    expect([failures, rehearsal.service.state().workflows]).toEqual([[], []])
  })
})

describe('what somebody does at the target between two promotions', () => {
  const MINE = { id: '1', name: 'Mine', nodes: ['Schedule Trigger'] as const }
  const document: Fixture = { workflows: [aWorkflow({ ...MINE, nodes: [...MINE.nodes] })] }

  test.each(versions)('to %s: what was refused, and then made there by hand, is not pruned', async profile => {
    await using rehearsal = await rehearse(document, { profile })
    const { service, file } = rehearsal
    service.faults.add({ method: 'POST', path: '/workflows', status: 400, times: 1 })
    expect(await rehearsal.promote()).toMatchObject({ failures: [{ name: 'Mine' }] })
    const body = { name: 'Mine', nodes: [], connections: {}, settings: {} }
    expect((await service.request('POST', '/api/v1/workflows', body)).status).toBe(200)
    expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), workflows: [] }))
    expect(says((await rehearsal.promote({ prune: true })).plan)).toEqual(['- Mine: left there'])
    expect(named(service, 'Mine')).toBeDefined()
  })

  test.each(versions)('to %s: what was made unseen, found, and then renamed there is not made again', async profile => {
    await using rehearsal = await rehearse(document, { profile })
    const { service } = rehearsal
    const fetch = losingService()
    await expect(rehearsal.promote({ fetch, retries: { tries: 1 } })).rejects.toThrow('nothing answers there')
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
    const { id = '', nodes, connections, settings } = named(service, 'Mine') ?? {}
    const renamed = { name: 'Renamed there', nodes, connections, settings }
    expect((await service.request('PUT', `/api/v1/workflows/${id}`, renamed)).status).toBe(200)
    expect(says((await rehearsal.promote()).plan)).toEqual(['~ Mine: name'])
    expect(service.state().workflows?.map(({ name }) => name)).toEqual(['Mine'])
  })
})

test('a workflow whose calls could not be set is not activated', async () => {
  await using rehearsal = await rehearse(
    {
      workflows: [
        aWorkflow({ id: '1', name: 'One', active: true, nodes: ['Schedule Trigger', calling('2')] }),
        aWorkflow({ id: '2', name: 'Two', active: true, nodes: ['Schedule Trigger', calling('1')] }),
      ],
    },
    { profile: 'n8n-1.41' },
  )
  const { service } = rehearsal
  service.faults.add({ method: 'PUT', path: '/workflows/:id', status: 400, times: 1 })
  const { failures } = await rehearsal.promote()
  expect(failures).toHaveLength(1)
  expect(
    service
      .state()
      .workflows?.filter(one => one.active)
      .map(({ name }) => name),
  ).not.toContain(failures[0]?.name)
  expect((await rehearsal.promote()).failures).toEqual([])
  expect(service.state().workflows?.map(({ active }) => active)).toEqual([true, true])
})

test('a comparison by a link to the document knows what was promoted from it', async () => {
  const twin = () => aWorkflow({ name: 'Twin', nodes: ['Schedule Trigger'] })
  await using rehearsal = await rehearse(
    {
      workflows: [
        { ...twin(), id: '1' },
        { ...twin(), id: '2' },
      ],
    },
    { profile: CURRENT },
  )
  const { file, folder, service } = rehearsal
  await rehearsal.promote()
  const link = join(folder, 'link.json')
  await symlink(file, link)
  const target = { url: service.url, apiKey: service.apiKey }
  for (const path of [file, link])
    for (const [left, right] of [[path, target] as const, [target, path] as const])
      expect(await compareInstances(left, right, { only: ['workflows'] })).toMatchObject({ isSame: true })
})

test('data that is no longer pinned here is no longer pinned there', async () => {
  const pinData = { 'Schedule Trigger': [{ json: { a: 1 } }] }
  const pinned = aWorkflow({ id: '1', name: 'Pinned', nodes: ['Schedule Trigger'], pinData })
  await using rehearsal = await rehearse({ workflows: [pinned] }, { profile: CURRENT })
  const { file, service } = rehearsal
  await rehearsal.promote()
  expect(named(service, 'Pinned')?.pinData).toEqual(pinData)
  const document = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...document, workflows: [{ ...document.workflows[0], pinData: {} }] }))
  expect(says((await rehearsal.promote()).plan)).toEqual(['~ Pinned: pinned data of "Schedule Trigger"'])
  expect(named(service, 'Pinned')?.pinData).toEqual({})
  const target = { url: service.url, apiKey: service.apiKey }
  expect(await compareInstances(file, target, { only: ['workflows'] })).toMatchObject({ isSame: true })
  expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
})
