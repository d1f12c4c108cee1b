import { expect, test } from 'bun:test'
import { credentialFields } from '../../src/core/model/credential.ts'
import { isSent, type SentField } from '../../src/core/model/field.ts'
import { loadVersion, VERSION_NAMES } from '../../src/core/versions/versions.ts'
import { compareInstances, type Fixture } from '../../src/index.ts'
import { planText } from '../../src/migrate/promote/plan.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { rehearse, writes } from './rehearsal.ts'

const CURRENT = VERSION_NAMES.at(-1) ?? 'contract'
const ID = 'AAAAAAAAAAAAAAAA'
type Workflow = NonNullable<Fixture['workflows']>[number]

const nodes = ['A', 'B'].map((name, at) => aNode({ id: name, name, type: 'n8n-nodes-base.noOp' }, at))
const make = (more: Partial<Workflow> = {}): Workflow => ({ ...aWorkflow({ nodes }), id: ID, name: 'W', ...more })
const group = (name: string, ...nodeIds: string[]) => ({ id: name, name, nodeIds })
const fixture = (...workflows: Workflow[]): Fixture => ({ workflows })

test.each([
  ['creates', undefined],
  ['changes', make({ description: 'before', nodeGroups: [group('Old', 'B')] })],
])('a promotion %s a workflow with its description and its groups of nodes', async (_what, there) => {
  const here = fixture(make({ description: 'what it is for', nodeGroups: [group('First', 'A', 'B')] }))
  await using rehearsal = await rehearse(here, { profile: CURRENT, ...(there ? { fixture: fixture(there) } : {}) })
  const { failures, plan } = await rehearsal.promote()
  expect([failures, plan.refused]).toEqual([[], 0])
  const [made] = rehearsal.service.state().workflows ?? []
  expect(made).toMatchObject({ description: 'what it is for', nodeGroups: [group('First', 'A', 'B')] })
  expect((await rehearsal.promote()).plan.hasChanges).toBe(false)
  const { url, apiKey } = rehearsal.service
  expect((await compareInstances(here, { url, apiKey }, { only: ['workflows'] })).isSame).toBe(true)
})

test('a description that is empty here is taken away there, and one that the file does not name stays', async () => {
  const there = fixture(make({ description: 'there' }))
  await using named = await rehearse(fixture(make({ description: '' })), { profile: CURRENT, fixture: there })
  await named.promote()
  expect(named.service.state().workflows).toMatchObject([{ description: '' }])
  await using unnamed = await rehearse(fixture(make()), { profile: CURRENT, fixture: there })
  const { plan } = await unnamed.promote()
  expect([plan.hasChanges, plan.remarks]).toEqual([
    false,
    ['1 workflow is there with its own description: the file names none'],
  ])
})

test('groups that are gone here are taken away there', async () => {
  const there = fixture(make({ nodeGroups: [group('Old', 'B')] }))
  await using rehearsal = await rehearse(fixture(make()), { profile: CURRENT, fixture: there })
  const { plan } = await rehearsal.promote()
  expect(plan.lines).toMatchObject([{ sign: '~', says: ['node group "Old"'] }])
  expect(rehearsal.service.state().workflows).toMatchObject([{ nodeGroups: [] }])
})

test('groups that the version refuses are in the plan', async () => {
  const here = fixture(make({ nodeGroups: [group('Empty')] }))
  await using rehearsal = await rehearse(here, { profile: CURRENT })
  const { plan } = await rehearsal.promote()
  expect(plan.lines).toMatchObject([{ sign: '!', says: ['Group "Empty" has no members.'] }])
  expect(writes(rehearsal.service)).toEqual([])
})

test.each(VERSION_NAMES)('the plan says what of each record stays behind: to %s', async profile => {
  const more = { description: 'd', nodeGroups: [group('First', 'A', 'B')], pinData: { A: [{ json: {} }] } }
  const here: Fixture = {
    projects: [{ id: 'p', name: 'P' }],
    folders: [{ id: 'f', name: 'F', projectId: 'p' }],
    workflows: [make({ ...more, staticData: { a: 1 }, meta: { b: 2 }, projectId: 'p', parentFolderId: 'f' })],
    credentials: [{ id: 'c', name: 'C', type: 'httpHeaderAuth', data: { name: 'a', value: 'b' }, isGlobal: true }],
    executions: [
      { workflowId: ID, status: 'success' },
      { workflowId: ID, status: 'error' },
    ],
    dataTables: [{ name: 'T', columns: [] }],
    variables: [{ key: 'K', value: '1' }],
  }
  await using rehearsal = await rehearse(here, { profile })
  const { plan } = await rehearsal.promote({ confirm: () => false })
  const text = planText(plan)
  for (const what of ['static data: what runs', 'meta: no API writes it', 'its project: a new', 'its folder: a new'])
    expect(text).toContain(`without ${what}`)
  expect(text).toMatch(/credential "C".*without isGlobal: of a credential, name, type and data are sent/)
  for (const kind of ['1 variable is', '1 data table is', '1 project is', '1 folder is', '2 executions are'])
    expect(text).toContain(`(${kind} not promoted`)
  const { workflowUpdate } = (await loadVersion(profile)).writes
  for (const [field, name] of Object.entries({
    description: 'description',
    nodeGroups: 'node groups',
    pinData: 'pinned data',
  }))
    expect(text.includes(`without ${name}: this version does not take it`)).toBe(!workflowUpdate.includes(field))
})

test('the plan names no empty field as left behind', async () => {
  const empty = { staticData: {}, meta: {}, pinData: {}, description: '' }
  await using rehearsal = await rehearse(fixture(make(empty)), { profile: CURRENT })
  const { plan } = await rehearsal.promote({ confirm: () => false })
  expect(plan.lines).toMatchObject([{ sign: '+', says: [] }])
})

const REAL = { httpHeaderAuth: { name: 'a', value: 'b' }, httpBasicAuth: { user: 'a', password: 'b' } }

/** What each field of a credential is to do, by its table: to be sent, or to stay. */
const OF_CREDENTIALS = Object.entries<SentField>(credentialFields).map(([field, said]) => ({ field, ...said }))

test.each(OF_CREDENTIALS.filter(isSent))(
  'of a credential, $field is sent as its table says',
  async ({ field, examples: [, value] }) => {
    const credential = { id: 'c', name: 'C', type: 'httpHeaderAuth', [field]: value }
    const data = REAL[credential.type as keyof typeof REAL]
    await using rehearsal = await rehearse({ credentials: [{ ...credential, data }] }, { profile: CURRENT })
    const { failures, plan } = await rehearsal.promote()
    expect([failures, plan.lines]).toMatchObject([[], [{ sign: '+', says: [] }]])
    expect(rehearsal.service.state().credentials).toMatchObject([{ [field]: value }])
  },
)

test.each(OF_CREDENTIALS.filter(({ promoted }) => typeof promoted === 'object' && promoted !== null))(
  'of a credential, $field stays, and the plan says why as its table does',
  async ({ field, promoted, examples: [, value] }) => {
    const credential = { id: 'c', name: 'C', type: 'httpHeaderAuth', data: REAL.httpHeaderAuth, [field]: value }
    const projects = [{ id: 'projectOfTeam002', name: 'P' }]
    await using rehearsal = await rehearse({ projects, credentials: [credential] }, { profile: CURRENT })
    const { failures, plan } = await rehearsal.promote()
    const because = (promoted as { stays: string }).stays
    expect([failures, plan.lines]).toMatchObject([[], [{ sign: '+', says: [expect.stringContaining(because)] }]])
    expect(Object.keys(rehearsal.service.state().credentials?.[0] ?? {})).not.toContain(field)
  },
)
