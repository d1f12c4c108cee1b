import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cloneService, type Fixture, type Plan } from '../../src/index.ts'
import { aNode, aWorkflow, startInstance } from '../../src/testing.ts'
import { rehearse } from './rehearsal.ts'

const PROFILE = 'n8n-2.41'
const WORKFLOWS = 200
const CREDENTIALS = [...Array(10).fill(['a', 'b']).flat(), 'gone']
const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)

/** What the plans have to be about. */
const PARTS = [
  'activate',
  'its credential "Credential gone" cannot be there',
  'which is archived here and not there',
  'references workflow',
  'There is a conflict with one of the webhooks.',
  'has no trigger node',
  'have configuration issues',
]

type Workflow = NonNullable<Fixture['workflows']>[number]

const node = (name: string, type: string, parameters: object, more: object = {}) =>
  aNode({ id: name, name, type: `n8n-nodes-base.${type}`, typeVersion: 1, parameters: { ...parameters }, ...more }, 0)

/** Nodes of all that a publication looks at: triggers, paths, calls, credentials, what lacks a parameter. */
const nodes = fc
  .record({
    trigger: fc.constantFrom('schedule', 'called', 'hook', 'none', 'disabled'),
    path: fc.nat(8),
    calls: fc.array(fc.nat(WORKFLOWS + 5), { maxLength: 2 }),
    isCallDisabled: fc.boolean(),
    credential: fc.option(fc.constantFrom(...CREDENTIALS), { freq: 3 }),
    isComplete: fc.integer({ min: 0, max: 9 }).map(one => one > 0),
    value: fc.nat(3),
  })
  .map(({ trigger, path, calls, isCallDisabled, credential, isComplete, value }) => {
    const triggers: Record<string, object[]> = {
      schedule: [node('Start', 'scheduleTrigger', { rule: { interval: [{ field: 'hours' }] } })],
      called: [node('Start', 'executeWorkflowTrigger', {})],
      hook: [node('Start', 'webhook', { path: `path-${path}` }, { webhookId: `path-${path}` })],
      none: [],
      disabled: [node('Start', 'scheduleTrigger', {}, { disabled: true })],
    }
    return [
      ...(triggers[trigger] ?? []),
      node('Value', 'noOp', { value }),
      node('Ask', 'httpRequest', isComplete ? { url: 'https://example.com' } : {}, {
        typeVersion: 4.2,
        ...(credential
          ? { credentials: { httpHeaderAuth: { id: credential, name: `Credential ${credential}` } } }
          : {}),
      }),
      ...calls.map((to, at) =>
        node(`Call ${at}`, 'executeWorkflow', { workflowId: `w${to}` }, { disabled: isCallDisabled && at === 1 }),
      ),
    ] as ReturnType<typeof aNode>[]
  })

const workflows = fc
  .array(
    fc.record({
      nodes,
      draft: fc.option(nodes, { freq: 3 }),
      active: fc.boolean(),
      isArchived: fc.integer({ min: 0, max: 9 }).map(one => one === 0),
      tag: fc.option(fc.nat(3)),
    }),
    { minLength: WORKFLOWS, maxLength: WORKFLOWS },
  )
  .map(list => list.map(toWorkflow))

function toWorkflow(
  {
    nodes,
    draft,
    active,
    isArchived,
    tag,
  }: { nodes: ReturnType<typeof aNode>[]; draft: typeof nodes | null } & {
    active: boolean
    isArchived: boolean
    tag: number | null
  },
  at: number,
): Workflow {
  const version = (number: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-00000000000${number}`
  const live = aWorkflow({ nodes })
  const isActive = active && !isArchived
  return {
    ...live,
    id: `w${at}`,
    name: `Workflow ${at}`,
    active: isActive,
    isArchived,
    versionId: version(1),
    ...(tag === null ? {} : { tags: [`t${tag}`] }),
    ...(draft && isActive
      ? {
          ...aWorkflow({ nodes: draft }),
          id: `w${at}`,
          name: `Workflow ${at}`,
          active: true,
          versionId: version(2),
          activeVersionId: version(1),
          versions: [{ versionId: version(1), nodes: live.nodes, connections: live.connections }],
        }
      : {}),
  } as Workflow
}

const tags = [0, 1, 2, 3].map(at => ({ id: `t${at}`, name: `tag ${at}` }))
const credentials = ['a', 'b'].map(id => ({
  id,
  name: `Credential ${id}`,
  type: 'httpHeaderAuth',
  data: { name: 'Authorization', value: 'secret' },
}))

test('a rehearsal on a clone of the target plans and does what the promotion then plans and does', async () => {
  const planned: string[] = []
  await fc.assert(
    fc.asyncProperty(
      fc.noBias(workflows),
      fc.noBias(workflows),
      fc.boolean(),
      fc.nat(100),
      async (here, all, drafts, shared) => {
        const document = { tags, credentials, workflows: here }
        const there = { tags, credentials: credentials.slice(1), workflows: all.slice(0, shared) }
        await using promotion = await rehearse(document, { profile: PROFILE, fixture: there as Fixture })
        const { fixture } = await cloneService({ url: promotion.service.url, apiKey: promotion.service.apiKey })
        await using copy = await startInstance({ profile: PROFILE, fixture })
        await using rehearsal = await rehearse(document, { profile: PROFILE })
        const target = { url: copy.url, apiKey: copy.apiKey, drafts }

        const rehearsed = await rehearsal.promote(target)
        const promoted = await promotion.promote({ drafts })
        expect(says(rehearsed.plan)).toEqual(says(promoted.plan))
        planned.push(...says(promoted.plan))
        // what the plan says is what happens: all that cannot be is in it
        expect([rehearsed.failures, promoted.failures]).toEqual([[], []])

        const again = await promotion.promote({ drafts, confirm: () => false })
        expect(again.plan.lines.filter(({ sign }) => sign === '+')).toEqual([])
        const refused = (plan: Plan) => plan.lines.filter(({ sign }) => sign === '!').map(({ name }) => name)
        expect(refused(promoted.plan)).toEqual(expect.arrayContaining(refused(again.plan)))
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
  for (const part of PARTS) expect(planned.join('\n')).toContain(part)
}, 120_000)
