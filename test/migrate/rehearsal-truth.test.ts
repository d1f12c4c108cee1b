import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { compareInstances, type Fixture, type Plan, versions } from '../../src/index.ts'
import { aNode, aWorkflow, type startInstance } from '../../src/testing.ts'
import { runCli } from '../commands/run-cli.ts'
import { rehearse, writes } from './rehearsal.ts'

const PROFILE = 'n8n-2.41'
const says = (plan: Plan) => plan.lines.map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)

type Workflow = NonNullable<Fixture['workflows']>[number]

const schedule = () => aNode({ name: 'Schedule Trigger', parameters: { rule: { interval: [{ field: 'hours' }] } } }, 0)
const called = () => aNode({ name: 'When called', type: 'n8n-nodes-base.executeWorkflowTrigger' }, 0)
const calls = (workflowId: string) =>
  aNode(
    {
      name: 'Call',
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'list', value: workflowId } },
    },
    1,
  )
const hook = (path: string) =>
  aNode({ name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters: { path }, webhookId: path }, 0)
const set = (value: string) =>
  aNode(
    { name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput: value } },
    1,
  )
const make = (id: string, nodes: ReturnType<typeof aNode>[], more: Partial<Workflow> = {}): Workflow => ({
  ...aWorkflow({ nodes }),
  id,
  name: id,
  ...more,
})

/** A published workflow with a draft that differs. */
function withDraft(id: string): Workflow {
  const live = make(id, [schedule(), set('published')], { active: true })
  const versionId = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`
  const { nodes, connections } = live
  return {
    ...live,
    nodes: [schedule(), set('draft')],
    versionId: versionId(2),
    activeVersionId: versionId(1),
    versions: [{ versionId: versionId(1), nodes, connections }],
  } as Workflow
}

describe('a caller and the workflow that it calls', () => {
  const document = {
    workflows: [
      make('Caller', [schedule(), calls('Sub')], { active: true }),
      make('Sub', [called()], { active: true }),
    ],
  }

  test('are both active there, in one promotion', async () => {
    await using rehearsal = await rehearse(document, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote()
    expect([says(plan), failures]).toEqual([['+ Sub: activate', '+ Caller: activate'], []])
    expect(rehearsal.service.state().workflows?.map(({ active }) => active)).toEqual([true, true])
  })

  test('are published in this order as well where an active one begins to call a new one', async () => {
    const there = { workflows: [make('Caller', [schedule()], { active: true })] }
    await using rehearsal = await rehearse(document, { profile: PROFILE, fixture: there })
    expect(await rehearsal.promote()).toMatchObject({ failures: [], plan: { refused: 0 } })
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })

  test('the plan names the caller where the called one is not active here', async () => {
    const [caller, sub] = document.workflows
    const workflows = [caller, { ...sub, active: false }] as Workflow[]
    await using rehearsal = await rehearse({ workflows }, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote()
    const why =
      'it cannot be activated: Cannot publish workflow: Node "Call" references workflow Sub ("Sub") which is not published. Please publish all referenced sub-workflows first.'
    expect([says(plan), failures]).toEqual([['+ Sub: ', '+ Caller: ', `! Caller: ${why}`], []])
    expect(says((await rehearsal.promote()).plan)).toEqual(['= Sub: ', '= Caller: ', `! Caller: ${why}`])
  })

  test('a changed caller that cannot be published keeps what is published, and has the change as a draft', async () => {
    const workflows = [
      make('Caller', [schedule(), calls('Sub')], { active: true }),
      make('Sub', [called()], { active: false }),
    ]
    const there = { workflows: [make('Caller', [schedule()], { active: true }), make('Sub', [called()])] }
    await using rehearsal = await rehearse({ workflows }, { profile: PROFILE, fixture: there })
    const { plan, failures } = await rehearsal.promote()
    expect(failures).toEqual([])
    expect(says(plan).at(-1)).toStartWith('! Caller: it cannot be published there: Cannot publish workflow')
    const { nodes } = rehearsal.service.state().workflows?.find(({ name }) => name === 'Caller') ?? {}
    expect(nodes).toHaveLength(2)
    const { body } = await rehearsal.service.request('GET', '/api/v1/workflows/Caller')
    expect(Object(body).activeVersion.nodes).toHaveLength(1)
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })
})

describe('what the service refuses although the plan had it', () => {
  test('is printed as the plan prints it, and known to the next plan', async () => {
    await using rehearsal = await rehearse(
      { workflows: [make('A', [schedule()], { active: true })] },
      { profile: PROFILE },
    )
    const { service, file } = rehearsal
    service.faults.add({ method: 'POST', path: '/workflows/:id/activate', status: 400, times: 1 })
    const args = ['promote', service.url, '--key-env', 'TARGET_KEY', '--data', file]
    const env = { TARGET_KEY: service.apiKey }
    const first = await runCli([...args, '--yes'], { env })
    expect([first.code, first.err]).toEqual([1, ''])
    expect(first.out).toMatch(/\n {2}! workflow "A" \([^)]+\) cannot, because it cannot be activated: /)
    const planned = await runCli([...args, '--dry-run'], { env })
    expect(planned.out).toMatch(/~ change workflow "A" \([^)]+\): activate, refused last time: it cannot be activated/)
    expect((await runCli([...args, '--yes'], { env })).code).toBe(0)
    expect((await runCli([...args, '--dry-run'], { env })).out).not.toContain('refused last time')
    expect(await readFile(`${file}.promoted.jsonl`, 'utf8')).not.toContain(service.apiKey)
  })
})

describe('a draft of a published workflow', () => {
  const published = async (service: Awaited<ReturnType<typeof startInstance>>) => {
    const [{ id = '' } = {}] = service.state().workflows ?? []
    const { nodes, activeVersion } = Object((await service.request('GET', `/api/v1/workflows/${id}`)).body)
    const valueIn = (list: unknown) => Object(Object(list)[1]).parameters?.jsonOutput
    return { draft: valueIn(nodes), published: valueIn(activeVersion?.nodes) }
  }

  test('stays a draft there', async () => {
    await using rehearsal = await rehearse({ workflows: [withDraft('A')] }, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote()
    expect([says(plan), failures]).toEqual([['+ A: with a draft that is not published, activate'], []])
    expect(await published(rehearsal.service)).toEqual({ draft: 'draft', published: 'published' })
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })

  test('is published with --drafts', async () => {
    await using rehearsal = await rehearse({ workflows: [withDraft('A')] }, { profile: PROFILE })
    const { plan } = await rehearsal.promote({ drafts: true })
    expect(says(plan)).toEqual(['+ A: its draft is published, activate'])
    expect(await published(rehearsal.service)).toEqual({ draft: 'draft', published: 'draft' })
    expect((await rehearsal.promote({ drafts: true })).plan.hasChanges).toBe(false)
  })

  test.each(versions.filter(version => version !== PROFILE))('stays here where %s has none', async profile => {
    await using rehearsal = await rehearse({ workflows: [withDraft('A')] }, { profile })
    const { plan, failures } = await rehearsal.promote()
    expect(failures).toEqual([])
    expect(says(plan)[0]).toContain('its draft stays here, as this version has no drafts')
    const [workflow] = rehearsal.service.state().workflows ?? []
    expect(JSON.stringify(workflow?.nodes)).not.toContain('"draft"')
    expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  })

  test('only the draft is sent where what is published is right', async () => {
    const there = { workflows: [{ ...withDraft('A'), nodes: [schedule(), set('older draft')] }] }
    await using rehearsal = await rehearse({ workflows: [withDraft('A')] }, { profile: PROFILE, fixture: there })
    const { plan } = await rehearsal.promote()
    expect(says(plan)).toEqual(['~ A: draft node "Set" parameters.jsonOutput'])
    expect(writes(rehearsal.service).map(({ path }) => path)).toEqual(['/api/v1/workflows/A'])
    expect(await published(rehearsal.service)).toEqual({ draft: 'draft', published: 'published' })
  })

  test('is compared with the draft, and what is published with what is published', async () => {
    const changed = { ...withDraft('A'), nodes: [schedule(), set('other')] }
    const alike = await compareInstances({ workflows: [withDraft('A')] }, { workflows: [withDraft('A')] })
    expect(alike.isSame).toBe(true)
    const drafts = await compareInstances({ workflows: [withDraft('A')] }, { workflows: [changed] })
    expect(drafts.kinds.workflows?.different[0]?.differences).toEqual([{ what: 'node "Set" parameters.jsonOutput' }])
    const live = { ...make('A', [schedule(), set('draft')], { active: true }) }
    const publishedOnly = await compareInstances({ workflows: [withDraft('A')] }, { workflows: [live] })
    expect(publishedOnly.kinds.workflows?.different[0]?.differences).toEqual([
      { what: 'published node "Set" parameters.jsonOutput' },
    ])
  })
})

test('a workflow that names there as here a credential that neither side has is the same', async () => {
  const uses = { httpHeaderAuth: { id: 'gone', name: 'Gone' } }
  const user = make('User', [schedule(), aNode({ name: 'Use', credentials: uses }, 1)])
  await using rehearsal = await rehearse({ workflows: [user] }, { profile: PROFILE, fixture: { workflows: [user] } })
  const { service, file } = rehearsal
  const args = ['promote', service.url, '--key-env', 'TARGET_KEY', '--data', file, '--yes']
  const { code, out } = await runCli(args, { env: { TARGET_KEY: service.apiKey } })
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing to do: 1 the same')])
  expect(writes(service)).toEqual([])
})

describe('a workflow that names there as here a credential that is only here', () => {
  const credentials = [{ id: 'mine', name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X', value: 'y' } }]
  const use = aNode({ name: 'Use', credentials: { httpHeaderAuth: { id: 'mine', name: 'Mine' } } }, 1)

  test.each([false, true])('gets the one that is made, active %p', async active => {
    const user = make('User', [schedule(), use], { active })
    await using rehearsal = await rehearse(
      { credentials, workflows: [user] },
      { profile: PROFILE, fixture: { workflows: [user] } },
    )
    expect((await rehearsal.promote()).failures).toEqual([])
    const state = rehearsal.service.state()
    const [made] = state.credentials ?? []
    expect(state.workflows?.[0]?.nodes?.[1]).toMatchObject({ credentials: { httpHeaderAuth: { id: made?.id } } })
    expect((await rehearsal.promote()).plan).toMatchObject({ hasChanges: false, refused: 0 })
  })

  test('is told as one that cannot be published there before the credential is made, not after', async () => {
    const user = make('User', [use], { active: true })
    await using rehearsal = await rehearse(
      { credentials, workflows: [user] },
      { profile: PROFILE, fixture: { workflows: [user] } },
    )
    const refused = (plan: Plan) => says(plan).filter(line => line.startsWith('!'))
    const first = await rehearsal.promote()
    expect(refused(first.plan)).toEqual([expect.stringContaining('! User: it cannot be published there: ')])
    expect(refused((await rehearsal.promote()).plan)).toEqual(refused(first.plan))
  })
})

test('a workflow that is archived here and active there is named', async () => {
  const old = make('Old', [schedule()])
  await using rehearsal = await rehearse(
    { workflows: [{ ...old, isArchived: true }] },
    { profile: PROFILE, fixture: { workflows: [{ ...old, active: true }] } },
  )
  const { plan } = await rehearsal.promote()
  expect(says(plan)).toEqual(['- Old: left active there, though it is archived here'])
  expect(plan).toMatchObject({ hasChanges: false, refused: 0 })
})

test('what no promotion had to do with is counted, and not named', async () => {
  const others = Array.from({ length: 30 }, (_, at) => make(`Other ${at}`, [schedule()]))
  await using rehearsal = await rehearse(
    { workflows: [make('Mine', [schedule()])] },
    { profile: PROFILE, fixture: { workflows: others } },
  )
  const { plan } = await rehearsal.promote()
  expect(says(plan)).toEqual(['+ Mine: '])
  expect(plan.remarks).toEqual(['also there, and not from this document: 30 workflows'])
})

test('two credentials of one name are named with the ids that the map wants', async () => {
  const credential = (id: string) => ({ id, name: 'Twin', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' } })
  await using rehearsal = await rehearse(
    { credentials: [credential('here')] },
    { profile: PROFILE, fixture: { credentials: [credential('one'), credential('two')] } },
  )
  const { plan } = await rehearsal.promote()
  expect(says(plan)).toEqual([
    '! Twin: 2 credentials there have this name and type (one, two): say which with --credentials, e.g. {"here":"one"}',
  ])
  expect(await rehearsal.promote({ credentials: { here: 'two' } })).toMatchObject({ plan: { refused: 0 } })
})

test('a webhook that a workflow of the target has is named before anything is sent', async () => {
  await using rehearsal = await rehearse(
    { workflows: [make('Mine', [hook('taken')], { active: true })] },
    { profile: PROFILE, fixture: { workflows: [make('Theirs', [hook('taken')], { active: true })] } },
  )
  const { plan, failures } = await rehearsal.promote()
  expect([says(plan), failures]).toEqual([
    ['+ Mine: ', '! Mine: it cannot be activated: There is a conflict with one of the webhooks.'],
    [],
  ])
})
