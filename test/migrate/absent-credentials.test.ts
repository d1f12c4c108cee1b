import { describe, expect, test } from 'bun:test'
import type { Fixture, Plan } from '../../src/index.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { rehearse, writes } from './rehearsal.ts'

const using = (id: string, name: string) =>
  aWorkflow({
    name: `Uses ${name}`,
    nodes: ['Schedule Trigger', aNode({ name: 'Use', credentials: { slackApi: { id, name } } }, 1)],
  })

/** Made by a clone: without the data of its credential. */
const document: Fixture = {
  credentials: [{ id: '1', name: 'Slack', type: 'slackApi', data: { accessToken: 'x' }, isStandIn: true }],
  workflows: [using('1', 'Slack')],
}
const there: Fixture = {
  credentials: [
    { id: '7', name: 'Chat', type: 'slackApi', data: { accessToken: 'y' } },
    { id: '8', name: 'Code', type: 'githubApi', data: { accessToken: 'z' } },
  ],
}

const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)
const UNLISTED = ['contract', 'n8n-1.41'] as const

describe('an id of the map that the target does not have makes no workflow', () => {
  test.each([
    ['no credential there', '999', 'the service has no credential 999'],
    ['one of another type', '8', 'credential 8 there is of type githubApi'],
  ])('%s: n8n-2.41 lists its credentials, so the plan says it', async (_what, id, why) => {
    await using rehearsal = await rehearse(document, { profile: 'n8n-2.41', fixture: there })
    const { plan, failures } = await rehearsal.promote({ credentials: { Slack: id } })
    expect(says(plan)).toEqual(
      expect.arrayContaining([`! Slack: ${why}`, '! Uses Slack: its credential "Slack" cannot be there']),
    )
    expect([failures, rehearsal.service.state().workflows]).toEqual([[], []])
  })

  test.each(UNLISTED.flatMap(profile => ['999', '8'].map(id => [profile, id] as const)))(
    '%s lists none, so it is asked for %s before the workflows are made',
    async (profile, id) => {
      await using rehearsal = await rehearse(document, { profile, fixture: there })
      const map = { credentials: { Slack: id } }
      const { plan } = await rehearsal.promote({ ...map, confirm: () => false })
      expect(says(plan)).toContain('~ Slack: by its id, as the service lists none')
      expect(writes(rehearsal.service)).toEqual([])
      const { failures } = await rehearsal.promote(map)
      expect(failures).toMatchObject([
        {
          kind: 'credentials',
          from: expect.any(String),
          name: 'Slack',
          because: `the service has no credential ${id} of type slackApi`,
        },
        {
          kind: 'workflows',
          from: expect.any(String),
          name: 'Uses Slack',
          because: 'its credential "Slack" is not there',
        },
      ])
      expect(rehearsal.service.state().workflows).toEqual([])
    },
  )

  test.each(UNLISTED)('%s is asked once for one that it has', async profile => {
    await using rehearsal = await rehearse(document, { profile, fixture: there })
    const map = { credentials: { Slack: '7' } }
    expect(await rehearsal.promote(map)).toMatchObject({ failures: [], plan: { refused: 0 } })
    const [made, ...more] = rehearsal.service.state().workflows ?? []
    expect(made?.nodes?.[1]).toMatchObject({ credentials: { slackApi: { id: '7', name: 'Chat' } } })
    expect(more).toEqual([])
    rehearsal.service.requests.clear()
    expect((await rehearsal.promote(map)).plan).toMatchObject({ hasChanges: false, refused: 0 })
    expect(writes(rehearsal.service)).toEqual([])
  })
})

test.each([
  ['Slackk', 'credentials: none here has the id or name "Slackk"; did you mean "Slack"?'],
  ['of another document', 'credentials: none here has the id or name "of another document"'],
])('the map is refused with %p, which no credential here has', async (name, message) => {
  await using rehearsal = await rehearse(document, { profile: 'n8n-2.41', fixture: there })
  await expect(rehearsal.promote({ credentials: { [name]: '7' } })).rejects.toThrow(message)
  expect(rehearsal.service.requests.all()).toEqual([])
})

describe('a credential that only a node names', () => {
  const gone: Fixture = { workflows: [using('99', 'Gone')] }

  test('is in the plan as one that cannot be, and so is its workflow, where credentials are listed', async () => {
    await using rehearsal = await rehearse(gone, { profile: 'n8n-2.41', fixture: there })
    const { plan } = await rehearsal.promote()
    expect(says(plan)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('! Gone: it is not in the document, and the service has none of this name and type'),
        '! Uses Gone: its credential "Gone" cannot be there',
      ]),
    )
    expect(rehearsal.service.state().workflows).toEqual([])
  })

  test('stays as it is where what is published there names it as well, and the draft no more', async () => {
    const [versionId = '', draftId = ''] = [1, 2].map(at => `00000000-0000-4000-8000-00000000000${at}`)
    const { nodes, connections, name } = using('99', 'Gone')
    const draft = { id: 'w', name, connections, nodes: nodes?.map(node => ({ ...node, credentials: undefined })) }
    const published = { active: true, activeVersionId: versionId, versionId: draftId }
    const both: Fixture = { workflows: [{ ...draft, ...published, versions: [{ versionId, nodes, connections }] }] }
    await using rehearsal = await rehearse(both, { profile: 'n8n-2.41', fixture: both })
    const { plan, failures } = await rehearsal.promote()
    expect([failures, plan.refused, plan.hasChanges]).toEqual([[], 0, false])
    expect(writes(rehearsal.service)).toEqual([])
  })

  test.each(UNLISTED)('is asked for in %s, and is not said to be left there', async profile => {
    await using rehearsal = await rehearse(gone, {
      profile,
      fixture: { ...there, workflows: [{ ...using('98', 'Gone as well'), name: 'of others' }] },
    })
    const { plan, failures } = await rehearsal.promote()
    expect(says(plan)).toContain('~ Gone: by name and type, as the service lists none')
    expect(says(plan)).not.toContain('- Gone as well: left there')
    expect(failures).toMatchObject([
      { kind: 'credentials', name: 'Gone' },
      { kind: 'workflows', name: 'Uses Gone' },
    ])
    expect(rehearsal.service.state().workflows?.map(({ name }) => name)).toEqual(['of others'])
  })

  test.each([...UNLISTED, 'n8n-2.41'] as const)('is taken from the map, or by name and type, in %s', async profile => {
    const maps = [
      ['Gone', { Gone: '7' }],
      ['Gone', { 99: '7' }],
      ['Chat', {}],
    ] as const
    for (const [name, credentials] of maps) {
      await using rehearsal = await rehearse({ workflows: [using('99', name)] }, { profile, fixture: there })
      expect(await rehearsal.promote({ credentials })).toMatchObject({ failures: [], plan: { refused: 0 } })
      expect(rehearsal.service.state().workflows?.[0]?.nodes?.[1]).toMatchObject({
        credentials: { slackApi: { id: '7', name: 'Chat' } },
      })
      expect((await rehearsal.promote({ credentials })).plan).toMatchObject({ hasChanges: false, refused: 0 })
    }
  })
})
