import { describe, expect, test } from 'bun:test'
import { type FixtureOf, type Node, startInstance } from '../../src/testing.ts'
import { inARow, noOp, webhook } from './workflows.ts'

const orders = (rest: Partial<FixtureOf<'workflows'>>): FixtureOf<'workflows'> => ({
  id: '1',
  name: 'Orders',
  active: true,
  settings: {},
  ...rest,
})
const start = (workflows: FixtureOf<'workflows'>[]) =>
  startInstance({ socket: false, simulate: true, profile: 'n8n-2.41', fixture: { workflows } })
type Instance = Awaited<ReturnType<typeof start>>
const call = (instance: Instance) => instance.request('GET', '/webhook/orders', undefined, { key: null })
const executionsOf = (instance: Instance) => instance.state('executions').executions

describe('a graph', () => {
  const to = (...names: string[]) => ({ main: [names.map(node => ({ node, type: 'main', index: 0 }))] })

  test.each<[string, Record<string, unknown>, string[]]>([
    ['with a loop ends', { Hook: to('A'), A: to('B'), B: to('A', 'Hook') }, ['Hook', 'A', 'B']],
    ['whose node leads to itself ends', { Hook: to('Hook', 'A'), A: to('A') }, ['Hook', 'A']],
  ])('%s', async (_name, connections, ran) => {
    const nodes = [webhook('orders'), noOp('A'), noOp('B')]
    await using instance = await start([orders({ nodes, connections })])
    await call(instance)
    expect(await nodesThatRan(instance)).toEqual(ran)
  })

  test('that runs twice as often at each of 40 places ends', async () => {
    const nodes = [webhook('orders')]
    const connections: Record<string, unknown> = { Hook: to('A0', 'B0') }
    for (let at = 0; at < 40; at++) {
      nodes.push(noOp(`A${at}`), noOp(`B${at}`))
      connections[`A${at}`] = to(`A${at + 1}`, `B${at + 1}`)
      connections[`B${at}`] = to(`A${at + 1}`, `B${at + 1}`)
    }
    await using instance = await start([orders({ nodes, connections })])
    expect((await call(instance)).status).toBe(200)
    expect((await nodesThatRan(instance)).length).toBe(81)
    const { body } = await instance.request<Shown>('GET', '/api/v1/executions/1?includeData=true')
    const counts = Object.values(body.data.resultData.runData).map(runs => runs.length)
    expect(Math.max(...counts)).toBe(100)
    expect(counts.reduce((sum, count) => sum + count)).toBe(1081)
    expect(JSON.stringify(body)).toContain(
      'A node runs 100 times at most, and all of them 1000 times again: what would follow is left out',
    )
  })

  test('that calls its own workflow runs once', async () => {
    const self: Node = { name: 'Self', type: 'n8n-nodes-base.executeWorkflow', parameters: { workflowId: '1' } }
    await using instance = await start([orders(inARow(webhook('orders'), self))])
    await call(instance)
    expect(executionsOf(instance).length).toBe(1)
  })

  test.each<[string, unknown, string[], boolean]>([
    ['what a literal condition says', '={{ $json.query.size }}', ['Hook', 'If', 'B'], false],
    ['the first branch where only code can tell, and says so', '={{ [1].map(it => it) }}', ['Hook', 'If', 'A'], true],
  ])('takes %s', async (_name, leftValue, ran, isHinted) => {
    const condition = { leftValue, rightValue: 'large', operator: { type: 'string', operation: 'equals' } }
    const conditions = { combinator: 'and', conditions: [condition] }
    const branch: Node = { name: 'If', type: 'n8n-nodes-base.if', parameters: { conditions } }
    const connections = { Hook: to('If'), If: { main: [...to('A').main, ...to('B').main] } }
    await using instance = await start([
      orders({ nodes: [webhook('orders'), branch, noOp('A'), noOp('B')], connections }),
    ])
    await instance.request('GET', '/webhook/orders?size=small', undefined, { key: null })
    expect(await nodesThatRan(instance)).toEqual(ran)
    const { text } = await instance.request('GET', '/api/v1/executions/1?includeData=true')
    expect(text.includes('the first branch is taken')).toBe(isHinted)
  })

  test('leaves pinned data alone, as it is for runs in the editor', async () => {
    const pinData = { Check: [{ json: { pinned: true } }] }
    const nodes = [webhook('orders', { responseMode: 'lastNode' }), noOp('Check'), noOp('Ship')]
    await using instance = await start([orders({ ...inARow(...nodes), pinData })])
    expect((await call(instance)).body).toMatchObject({ executionMode: 'production' })
  })

  type Shown = { data: { resultData: { runData: Record<string, { data: { main: unknown[][] } }[]> } } }
  async function nodesThatRan(instance: Instance) {
    const { body } = await instance.request<Shown>('GET', '/api/v1/executions/1?includeData=true')
    return Object.keys(body.data.resultData.runData)
  }
})
