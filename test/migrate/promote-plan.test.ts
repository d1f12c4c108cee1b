import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import type { Fixture, ProfileName, PromoteOptions } from '../../src/index.ts'
import { planText } from '../../src/migrate/promote/plan.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { rehearse } from './rehearsal.ts'

const ID = 'AAAAAAAAAAAAAAAA'
const trigger = () => aNode({ name: 'Schedule Trigger' }, 0)
const make = (id: string, more: object = {}) => ({ ...aWorkflow({ id, name: id, nodes: [trigger()] }), ...more })
const using = (id: string, credential: object) =>
  make(id, { nodes: [trigger(), aNode({ name: 'Use', credentials: { httpHeaderAuth: credential } as never }, 1)] })
const credential = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'httpHeaderAuth',
  data: { name: 'a', value: 'b' },
  ...more,
})
const hooked = {
  nodes: [aNode({ name: 'Hook', type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters: { path: 'hook' } }, 0)],
}
const setTo = (jsonOutput: string) => ({
  nodes: [
    trigger(),
    aNode({ name: 'Set', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { jsonOutput } }, 1),
  ],
})
const versionId = (at: number) => `aaaaaaaa-0000-4000-8000-00000000000${at}`
/** A workflow that is published as the first, and has the second as its draft. */
const drafted = (published: string, draft: string) =>
  make(ID, {
    ...setTo(draft),
    active: true,
    versionId: versionId(2),
    activeVersionId: versionId(1),
    versions: [{ versionId: versionId(1), ...setTo(published), connections: {} }],
  })
const asFixture = (fixture: object) => fixture as Fixture

interface Row {
  what: string
  profile?: ProfileName
  here: object
  there?: object
  options?: Partial<PromoteOptions>
  text: string[]
}

const ROWS: Row[] = [
  {
    what: 'what is not promoted',
    here: {
      workflows: [make('Old', { isArchived: true }), make('Older', { isArchived: true }), make('Mine')],
      variables: [{ key: 'A', value: '1' }],
    },
    there: {
      tags: [{ name: 'one' }, { name: 'two' }],
      workflows: [make('Theirs'), make(ID)],
      credentials: [credential('c')],
    },
    text: [
      '  + create workflow "Mine"',
      '  (2 archived workflows are not promoted)',
      '  (also there, and not from this document: 2 workflows, 1 credential, 2 tags)',
      '  (1 variable is not promoted: set them at the service)',
      '1 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a credential that neither side has',
    here: {
      workflows: [using('Same', { id: 'gone', name: 'Gone' }), using('Archived', { id: 'gone', name: 'Gone' })].map(
        one => (one.name === 'Archived' ? { ...one, isArchived: true } : one),
      ),
    },
    there: { workflows: [using('Same', { id: 'gone', name: 'Gone' })] },
    text: [
      '  (1 credentials that neither side has are named by the same workflows there)',
      '  (1 archived workflows are not promoted)',
      'Nothing to do: 1 the same, 0 left there',
    ],
  },
  {
    what: 'what a version does not take',
    profile: 'n8n-1.41',
    here: {
      workflows: [
        make('Mine', {
          settings: { executionOrder: 'v1', callerPolicy: 'any' },
          nodes: [{ ...trigger(), color: 'red', createdAt: '2026-01-01' }],
          pinData: { 'Schedule Trigger': [{ json: {} }] },
        }),
      ],
    },
    text: [
      '  + create workflow "Mine": without node field color: this version does not take it, without settings.callerPolicy: this version does not take it, without pinned data: this version does not take it',
      '1 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'names at the limit',
    here: {
      tags: [
        { id: '1', name: 'x'.repeat(24) },
        { id: '2', name: 'y'.repeat(25) },
      ],
      workflows: [make('1', { name: 'x'.repeat(128) }), make('2', { name: 'x'.repeat(129) })],
    },
    text: [
      '  + create tag "xxxxxxxxxxxxxxxxxxxxxxxx"',
      '  ! tag "yyyyyyyyyyyyyyyyyyyyyyyyy" cannot, because its name has 25 characters; the service takes 1 to 24',
      '  + create workflow "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
      '  ! workflow "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" cannot, because its name has 129 characters; the service takes 1 to 128',
      '2 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 2 that cannot be',
    ],
  },
  {
    what: 'a timeout at the limit',
    profile: 'contract',
    here: {
      workflows: [
        make('1', { settings: { executionTimeout: 3600 } }),
        make('2', { settings: { executionTimeout: 3601 } }),
      ],
    },
    text: [
      '  + create workflow "1"',
      '  ! workflow "2" cannot, because settings.executionTimeout is 3601; the service takes up to 3600',
      '1 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'a workflow that is archived there',
    here: { workflows: [make(ID)] },
    there: { workflows: [make(ID, { isArchived: true })] },
    text: [
      '  ! workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA) cannot, because it is archived there: take it out of the archive first',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'connections that are wrong',
    here: {
      workflows: [
        make('Mine', { connections: { 'Schedule Trigger': { main: [[{ node: 'Nobody', type: 'main', index: 0 }]] } } }),
      ],
    },
    text: [
      '  ! workflow "Mine" cannot, because Workflow structure is invalid. connections.Schedule Trigger.main[0][0].node (unknown_connection_target): Connection target "Nobody" does not reference an existing node',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'a tag with the name of another',
    here: {
      tags: [
        { id: ID, name: 'one' },
        { id: 'BBBBBBBBBBBBBBBB', name: 'three' },
      ],
    },
    there: {
      tags: [
        { id: ID, name: 'two' },
        { id: 'CCCCCCCCCCCCCCCC', name: 'one' },
        { id: 'BBBBBBBBBBBBBBBB', name: 'four' },
      ],
    },
    text: [
      '  ! tag "one" (AAAAAAAAAAAAAAAA) cannot, because another tag of the service has the name',
      '  ~ change tag "three" (BBBBBBBBBBBBBBBB): name: "four" → "three"',
      '  (also there, and not from this document: 1 tag)',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'credentials that cannot be made',
    here: {
      credentials: [
        credential('Fits'),
        credential('Unfit', { data: { name: 5 } }),
        credential('Odd', { type: 'noSuchApi' }),
      ],
    },
    text: [
      '  + create credential "Fits" of type httpHeaderAuth',
      '  ! credential "Unfit" of type httpHeaderAuth cannot, because its data does not fit the type as the service has it',
      '  ! credential "Odd" of type noSuchApi cannot, because the service does not know the type noSuchApi',
      '1 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 2 that cannot be',
    ],
  },
  {
    what: 'credentials where none are listed',
    profile: 'n8n-1.41',
    here: {
      credentials: [
        credential('New'),
        credential('One', { name: 'Twin' }),
        credential('Two', { name: 'Twin' }),
        credential('Unknown', { isStandIn: true }),
        credential('Given', { isStandIn: true }),
        credential('Unused', { isStandIn: true }),
      ],
      workflows: [using('A', { id: 'Unknown', name: 'Unknown' }), using('B', { id: 'Given', name: 'Given' })],
    },
    options: { credentials: { Given: 'there' } },
    text: [
      '  + create credential "New" of type httpHeaderAuth: unless the service has one of this name',
      '  + create credential "Twin" of type httpHeaderAuth',
      '  + create credential "Twin" of type httpHeaderAuth',
      '  ~ look up credential "Unknown" of type httpHeaderAuth: by name and type, as the service lists none',
      '  ~ look up credential "Given" of type httpHeaderAuth (there): by its id, as the service lists none',
      '  + create workflow "A"',
      '  + create workflow "B"',
      '5 to create, 2 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'credentials that are only placeholders',
    here: {
      credentials: [
        credential('Unknown', { isStandIn: true }),
        credential('Unused', { isStandIn: true }),
        credential('Empty', { data: {} }),
      ],
      workflows: [using('A', { id: 'Unknown', name: 'Unknown' }), using('B', { id: 'Empty', name: 'Empty' })],
    },
    text: [
      '  ! credential "Unknown" of type httpHeaderAuth cannot, because the service has none of this name and type, and its data in the document is a placeholder: create one at the service, or name one with --credentials',
      '  ! credential "Empty" of type httpHeaderAuth cannot, because the service has none of this name and type, and its data in the document is a placeholder: create one at the service, or name one with --credentials',
      '  ! workflow "A" cannot, because its credential "Unknown" cannot be there',
      '  ! workflow "B" cannot, because its credential "Empty" cannot be there',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 4 that cannot be',
    ],
  },
  {
    what: 'signs that a terminal would take for orders',
    here: {
      tags: [{ id: '1', name: 'a\u001b[31m' }],
      credentials: [credential('c', { name: 'b\u009b' })],
      workflows: [make('w', { name: 'c\u0007' })],
    },
    text: [
      '  + create tag "a\\u001b[31m"',
      '  + create credential "b?" of type httpHeaderAuth',
      '  + create workflow "c\\u0007"',
      '3 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'placeholders of one name',
    here: {
      credentials: [
        credential('One', { name: 'Twin', isStandIn: true }),
        credential('Two', { name: 'Twin', isStandIn: true }),
      ],
      workflows: [using('A', { id: 'One', name: 'Twin' }), using('B', { id: 'Two', name: 'Twin' })],
    },
    there: { credentials: [credential('Theirs', { name: 'Twin' })] },
    text: [
      '  ! credential "Twin" of type httpHeaderAuth cannot, because 2 credentials here have this name and type (One, Two): say which with --credentials, e.g. {"One":"Theirs"}',
      '  ! credential "Twin" of type httpHeaderAuth cannot, because 2 credentials here have this name and type (One, Two): say which with --credentials, e.g. {"Two":"Theirs"}',
      '  ! workflow "A" cannot, because its credential "Twin" cannot be there',
      '  ! workflow "B" cannot, because its credential "Twin" cannot be there',
      '  (also there, and not from this document: 1 credential)',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 4 that cannot be',
    ],
  },
  {
    what: 'placeholders of one name where none are listed',
    profile: 'n8n-1.41',
    here: {
      credentials: [
        credential('One', { name: 'Twin', isStandIn: true }),
        credential('Two', { name: 'Twin', isStandIn: true }),
      ],
      workflows: [using('A', { id: 'One', name: 'Twin' }), using('B', { id: 'Two', name: 'Twin' })],
    },
    text: [
      '  ! credential "Twin" of type httpHeaderAuth cannot, because 2 credentials here have this name and type (One, Two): say which with --credentials, e.g. {"One":"id there"}',
      '  ! credential "Twin" of type httpHeaderAuth cannot, because 2 credentials here have this name and type (One, Two): say which with --credentials, e.g. {"Two":"id there"}',
      '  ! workflow "A" cannot, because its credential "Twin" cannot be there',
      '  ! workflow "B" cannot, because its credential "Twin" cannot be there',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 4 that cannot be',
    ],
  },
  {
    what: 'settings that stay',
    here: { workflows: [make(ID), make('BBBBBBBBBBBBBBBB', { settings: { executionOrder: 'v1' } })] },
    there: {
      workflows: [
        make(ID, { settings: { executionOrder: 'v1', callerPolicy: 'any', timezone: 'Europe/Berlin' } }),
        make('BBBBBBBBBBBBBBBB', {
          settings: { executionOrder: 'v1', callerPolicy: 'any', saveManualExecutions: false },
        }),
      ],
    },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): settings.timezone',
      '  ! workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA) cannot, because settings.callerPolicy, settings.executionOrder stay there: a service of this version keeps settings that a change leaves out. Take it out in the editor there, or set it here',
      '  ! workflow "BBBBBBBBBBBBBBBB" (BBBBBBBBBBBBBBBB) cannot, because settings.callerPolicy, settings.saveManualExecutions stay there: a service of this version keeps settings that a change leaves out. Take it out in the editor there, or set it here',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 2 that cannot be',
    ],
  },
  {
    what: 'tags of workflows',
    here: {
      tags: ['1', '2', '3'].map(id => ({ id: `TAGXXXXXXXXXXXX${id}`, name: `tag ${id}` })),
      workflows: [
        make(ID, { tags: ['TAGXXXXXXXXXXXX1', 'TAGXXXXXXXXXXXX2'] }),
        make('BBBBBBBBBBBBBBBB', { tags: ['TAGXXXXXXXXXXXX1'] }),
        make('CCCCCCCCCCCCCCCC', { tags: ['TAGXXXXXXXXXXXX3'] }),
        make('DDDDDDDDDDDDDDDD', { tags: [] }),
      ],
    },
    there: {
      tags: ['1', '2'].map(id => ({ id: `TAGXXXXXXXXXXXX${id}`, name: `tag ${id}` })),
      workflows: [
        make(ID, { tags: ['TAGXXXXXXXXXXXX2', 'TAGXXXXXXXXXXXX1'] }),
        make('BBBBBBBBBBBBBBBB', { tags: ['TAGXXXXXXXXXXXX2'] }),
        make('CCCCCCCCCCCCCCCC', { tags: ['TAGXXXXXXXXXXXX1'] }),
        make('DDDDDDDDDDDDDDDD', { tags: ['TAGXXXXXXXXXXXX1'] }),
      ],
    },
    text: [
      '  + create tag "tag 3"',
      '  ~ change workflow "BBBBBBBBBBBBBBBB" (BBBBBBBBBBBBBBBB): tags',
      '  ~ change workflow "CCCCCCCCCCCCCCCC" (CCCCCCCCCCCCCCCC): tags',
      '  ~ change workflow "DDDDDDDDDDDDDDDD" (DDDDDDDDDDDDDDDD): tags',
      '1 to create, 3 to change, 3 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'the node of a workflow',
    here: {
      workflows: [
        make(ID, { nodes: [{ ...trigger(), disabled: true, notes: 'here', webhookId: 'here' }] }),
        make('BBBBBBBBBBBBBBBB', { description: 'here' }),
      ],
    },
    there: {
      workflows: [
        make(ID, { nodes: [{ ...trigger(), retryOnFail: true, webhookId: 'there' }] }),
        make('BBBBBBBBBBBBBBBB', { description: 'there' }),
      ],
    },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): node "Schedule Trigger" disabled, node "Schedule Trigger" notes, node "Schedule Trigger" webhookId, node "Schedule Trigger" retryOnFail',
      '  ~ change workflow "BBBBBBBBBBBBBBBB" (BBBBBBBBBBBBBBBB): description',
      '0 to create, 2 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a workflow that calls one which cannot be there',
    here: {
      workflows: [
        make('Sub', { name: 'x'.repeat(129) }),
        make('Caller', { settings: { executionOrder: 'v1', errorWorkflow: 'Sub' } }),
        make('Caller of the caller', {
          nodes: [
            trigger(),
            aNode({ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: 'Caller' } }, 1),
          ],
        }),
      ],
    },
    text: [
      '  ! workflow "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" cannot, because its name has 129 characters; the service takes 1 to 128',
      '  ! workflow "Caller" cannot, because it calls "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", which cannot be there',
      '  ! workflow "Caller of the caller" cannot, because it calls "Caller", which cannot be there',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 3 that cannot be',
    ],
  },
  {
    what: 'a credential that a node names by its id alone',
    here: { workflows: [using('Mine', { id: 'gone' }), using('Same', { id: 'lost' })] },
    there: { workflows: [using('Same', { id: 'lost' })] },
    text: [
      '  ! credential "gone" of type httpHeaderAuth cannot, because it is not in the document, and the service has none of this name and type: create one at the service, or name one with --credentials',
      '  ! workflow "Mine" cannot, because its credential "gone" cannot be there',
      '  (1 credentials that neither side has are named by the same workflows there)',
      '0 to create, 0 to change, 1 the same, 0 to remove, 0 left there, 2 that cannot be',
    ],
  },
  {
    what: 'a webhook that is free by then',
    here: { workflows: [make(ID, hooked), make('BBBBBBBBBBBBBBBB', { ...hooked, active: true })] },
    there: { workflows: [make(ID, { ...hooked, active: true })] },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): deactivate',
      '  + create workflow "BBBBBBBBBBBBBBBB": activate',
      '1 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a draft whose connections are wrong',
    here: {
      workflows: [
        make('Mine', {
          active: true,
          connections: { 'Schedule Trigger': { main: [[{ node: 'Nobody', type: 'main', index: 0 }]] } },
          versionId: 'aaaaaaaa-0000-4000-8000-000000000002',
          activeVersionId: 'aaaaaaaa-0000-4000-8000-000000000001',
          versions: [{ versionId: 'aaaaaaaa-0000-4000-8000-000000000001', nodes: [trigger()], connections: {} }],
        }),
      ],
    },
    text: [
      '  ! workflow "Mine" cannot, because Workflow structure is invalid. connections.Schedule Trigger.main[0][0].node (unknown_connection_target): Connection target "Nobody" does not reference an existing node',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'a published version and a draft',
    here: { workflows: [drafted('new', 'draft')] },
    there: { workflows: [make(ID, { ...setTo('old'), active: true })] },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): published node "Set" parameters.jsonOutput, draft node "Set" parameters.jsonOutput, with a draft that is not published',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a draft alone',
    here: { workflows: [drafted('old', 'draft')] },
    there: { workflows: [make(ID, { ...setTo('old'), active: true })] },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): draft node "Set" parameters.jsonOutput',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a draft that is to be published',
    here: { workflows: [drafted('new', 'draft')] },
    there: { workflows: [make(ID, { ...setTo('old'), active: true })] },
    options: { drafts: true },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): node "Set" parameters.jsonOutput, its draft is published',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a draft that only the service has',
    here: { workflows: [make(ID, { ...setTo('new'), active: true })] },
    there: { workflows: [drafted('old', 'draft')] },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): published node "Set" parameters.jsonOutput, draft node "Set" parameters.jsonOutput',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a draft of a version that has none',
    profile: 'n8n-1.41',
    here: { workflows: [drafted('new', 'draft')] },
    there: { workflows: [make(ID, { ...setTo('old'), active: true })] },
    text: [
      '  ~ change workflow "AAAAAAAAAAAAAAAA" (AAAAAAAAAAAAAAAA): node "Set" parameters.jsonOutput, as it is published; its draft stays here, as this version has no drafts',
      '0 to create, 1 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
  {
    what: 'a published version whose connections are wrong',
    here: {
      workflows: [
        {
          ...drafted('new', 'draft'),
          versions: [
            {
              versionId: versionId(1),
              ...setTo('new'),
              connections: { Set: { main: [[{ node: 'Nobody', type: 'main', index: 0 }]] } },
            },
          ],
        },
      ],
    },
    text: [
      '  ! workflow "AAAAAAAAAAAAAAAA" cannot, because Workflow structure is invalid. connections.Set.main[0][0].node (unknown_connection_target): Connection target "Nobody" does not reference an existing node',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 1 that cannot be',
    ],
  },
  {
    what: 'a published version whose credential is not here',
    here: {
      workflows: [
        {
          ...drafted('new', 'draft'),
          versions: [{ ...using(ID, { id: 'gone', name: 'Gone' }), versionId: versionId(1) }].map(
            ({ nodes, connections, versionId }) => ({ nodes, connections, versionId }),
          ),
        },
      ],
    },
    text: [
      '  ! credential "Gone" of type httpHeaderAuth cannot, because it is not in the document, and the service has none of this name and type: create one at the service, or name one with --credentials',
      '  ! workflow "AAAAAAAAAAAAAAAA" cannot, because its credential "Gone" cannot be there',
      '0 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 2 that cannot be',
    ],
  },
  {
    what: 'two workflows of one name, by their ids',
    profile: 'contract',
    here: { workflows: ['1', '2'].map(id => make(id, { name: 'Same' })) },
    there: { workflows: ['1', '2'].map(id => make(id, { name: 'Same' })) },
    text: ['Nothing to do: 2 the same, 0 left there'],
  },
  {
    what: 'a setting that both have, and that the version does not take',
    profile: 'n8n-1.41',
    here: {
      workflows: [
        make(ID, { settings: { executionOrder: 'v1', callerPolicy: 'any' }, pinData: { A: [{ json: {} }] } }),
      ],
    },
    there: { workflows: [make(ID, { settings: { executionOrder: 'v1', callerPolicy: 'none' } })] },
    text: [
      '  (1 workflows are there without what this version does not take: settings.callerPolicy, pinned data)',
      'Nothing to do: 1 the same, 0 left there',
    ],
  },
  {
    what: 'a webhook that nothing has',
    here: { workflows: [make('Mine', { ...hooked, active: true })] },
    text: [
      '  + create workflow "Mine": activate',
      '1 to create, 0 to change, 0 the same, 0 to remove, 0 left there, 0 that cannot be',
    ],
  },
]

test.each(ROWS.map(row => [row.what, row] as const))('the plan says of %s', async (_what, row) => {
  const { profile = 'n8n-2.41', here, there, options } = row
  await using rehearsal = await rehearse(asFixture(here), { profile, ...(there ? { fixture: asFixture(there) } : {}) })
  const { plan } = await rehearsal.promote({ confirm: () => false, ...options })
  expect(planText(plan).split('\n')).toEqual([`To ${rehearsal.service.url}:`, ...row.text])
})

test('records that are left there are counted beyond twenty', async () => {
  const tags = Array.from({ length: 22 }, (_, at) => ({ id: `${at}`, name: `tag ${at}` }))
  await using rehearsal = await rehearse({ tags }, { profile: 'contract' })
  await rehearsal.promote()
  await writeFile(rehearsal.file, '{}')
  const left = async () =>
    planText((await rehearsal.promote()).plan)
      .split('\n')
      .slice(1)
  const lineOf = (at: number) => `  - tag "tag ${at}" (${at + 1}) left there`
  const lines = tags.map((_, at) => lineOf(at))
  const more = '  - and 2 more left there'
  expect(await left()).toEqual([...lines.slice(0, 20), more, 'Nothing to do: 0 the same, 22 left there'])
  await writeFile(rehearsal.file, JSON.stringify({ tags: tags.slice(0, 2) }))
  expect(await left()).toEqual([...lines.slice(2), 'Nothing to do: 2 the same, 20 left there'])
})
