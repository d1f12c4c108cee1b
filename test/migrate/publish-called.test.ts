import { describe, expect, test } from 'bun:test'
import { loadVersion, VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Fixture, Plan } from '../../src/index.ts'
import { aNode, aWorkflow } from '../../src/testing.ts'
import { runCli } from '../commands/run-cli.ts'
import { rehearse } from './rehearsal.ts'

type Workflow = NonNullable<Fixture['workflows']>[number]

const versions = await Promise.all(VERSION_NAMES.map(loadVersion))
const CHECKING = versions.filter(({ writes }) => writes.activationRules === 'configuration').map(({ name }) => name)
const OTHERS = versions.filter(({ writes }) => writes.activationRules !== 'configuration').map(({ name }) => name)
const PROFILE = CHECKING[0] as (typeof VERSION_NAMES)[number]

const schedule = () => aNode({ name: 'Schedule Trigger', parameters: { rule: { interval: [{ field: 'hours' }] } } }, 0)
const whenCalled = () => aNode({ name: 'When called', type: 'n8n-nodes-base.executeWorkflowTrigger' }, 0)
const calls = (id: string, at = 1, more: object = {}) =>
  aNode(
    {
      name: `Call ${id}`,
      type: 'n8n-nodes-base.executeWorkflow',
      typeVersion: 1.2,
      parameters: { workflowId: { __rl: true, mode: 'list', value: id } },
      ...more,
    },
    at,
  )

function make(id: string, called: readonly string[], more: Partial<Workflow> = {}): Workflow {
  const start = more.active ? schedule() : whenCalled()
  return { ...aWorkflow({ nodes: [start, ...called.map((to, at) => calls(to, at + 1))] }), id, name: id, ...more }
}

const document = (...workflows: Workflow[]): Fixture => ({ workflows })
const CHAIN = document(make('Caller', ['Middle'], { active: true }), make('Middle', ['Deep']), make('Deep', []))

const says = ({ lines }: Plan) => lines.map(({ sign, name, says }) => `${sign} ${name}: ${says.join(', ')}`)
const activeIn = ({ workflows = [] }: Fixture) =>
  workflows
    .filter(({ active }) => active)
    .map(({ name }) => name)
    .sort()

describe('workflows that an active one calls', () => {
  test('are published first, the deepest first, and stay published', async () => {
    await using rehearsal = await rehearse(CHAIN, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote({ publishCalled: true })
    expect([says(plan), failures, plan.remarks]).toEqual([
      ['+ Deep: activate, as "Middle" calls it', '+ Middle: activate, as "Caller" calls it', '+ Caller: activate'],
      [],
      [],
    ])
    expect(activeIn(rehearsal.service.state())).toEqual(['Caller', 'Deep', 'Middle'])
    expect((await rehearsal.promote({ publishCalled: true })).plan.hasChanges).toBe(false)
    const without = await rehearsal.promote({ confirm: () => false })
    expect([says(without.plan).slice(0, 2), without.plan.remarks]).toEqual([
      ['~ Deep: deactivate', '~ Middle: deactivate'],
      ['deactivated as here, though active ones call them: "Deep", "Middle"; --publish-called keeps them published'],
    ])
  })

  test('are not published without that, and the plan says what to do', async () => {
    await using rehearsal = await rehearse(CHAIN, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote()
    expect([failures, plan.refused, plan.remarks]).toEqual([
      [],
      1,
      ['with --publish-called, what others call is published first: "Deep", "Middle"'],
    ])
    expect(activeIn(rehearsal.service.state())).toEqual([])
    // and then it can be done
    expect((await rehearsal.promote({ publishCalled: true })).failures).toEqual([])
    expect(activeIn(rehearsal.service.state())).toEqual(['Caller', 'Deep', 'Middle'])
  })

  test('may call themselves, and be called by several', async () => {
    const here = document(
      make('A', ['Shared'], { active: true }),
      make('B', ['Shared'], { active: true }),
      make('Shared', ['Shared']),
    )
    await using rehearsal = await rehearse(here, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote({ publishCalled: true })
    expect([plan.refused, failures]).toEqual([0, []])
    expect(activeIn(rehearsal.service.state())).toEqual(['A', 'B', 'Shared'])
  })

  test('cannot be published first in a circle: the plan names it', async () => {
    const here = document(make('A', ['B'], { active: true }), make('B', ['A']), make('C', ['A'], { active: true }))
    await using rehearsal = await rehearse(here, { profile: PROFILE })
    const { plan, failures } = await rehearsal.promote({ publishCalled: true })
    expect([plan.refused, failures, activeIn(rehearsal.service.state())]).toEqual([3, [], []])
    expect(plan.remarks).toEqual([
      expect.stringMatching(/^("[ABC]"(, )?){3} call each other in a circle, so that none can be published first: /),
    ])
  })

  test('that cannot be published keep their callers from it', async () => {
    const bare = { ...make('Sub', []), nodes: [aNode({ name: 'N', type: 'n8n-nodes-base.noOp' }, 0)] }
    await using rehearsal = await rehearse(document(make('Caller', ['Sub'], { active: true }), bare), {
      profile: PROFILE,
    })
    const { plan, failures } = await rehearsal.promote({ publishCalled: true })
    expect([plan.refused, failures, activeIn(rehearsal.service.state())]).toEqual([2, [], []])
  })

  test('by a node that is disabled, or by no active one, stay as they are', async () => {
    const disabled = {
      ...aWorkflow({ nodes: [schedule(), calls('Sub', 1, { disabled: true })] }),
      id: 'Caller',
      name: 'Caller',
      active: true,
    }
    const here = document(disabled, make('Idle', ['Sub']), make('Sub', []))
    await using rehearsal = await rehearse(here, { profile: PROFILE })
    await rehearsal.promote({ publishCalled: true })
    expect(activeIn(rehearsal.service.state())).toEqual(['Caller'])
  })

  test.each(OTHERS)('need not be published in %s', async profile => {
    await using rehearsal = await rehearse(CHAIN, { profile: profile as (typeof VERSION_NAMES)[number] })
    const { plan, failures } = await rehearsal.promote({ publishCalled: true })
    expect([plan.refused, plan.remarks, failures]).toEqual([0, [], []])
    expect(activeIn(rehearsal.service.state())).toEqual(['Caller'])
  })
})

test('the command takes --publish-called', async () => {
  await using rehearsal = await rehearse(CHAIN, { profile: PROFILE })
  const { service, file } = rehearsal
  const run = (...flags: string[]) =>
    runCli(['promote', service.url, '--key-env', 'TARGET_KEY', '--data', file, ...flags], {
      env: { TARGET_KEY: service.apiKey },
    })
  const planned = await run('--dry-run')
  expect([planned.code, planned.out]).toEqual([1, expect.stringContaining('(with --publish-called, what others call')])
  expect((await run('--yes', '--publish-called')).code).toBe(0)
  expect(activeIn(service.state())).toEqual(['Caller', 'Deep', 'Middle'])
})
