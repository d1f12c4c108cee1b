import { describe, expect, test } from 'bun:test'
import { type Node, startInstance } from '../../src/testing.ts'
import { noOp, webhook } from './workflows.ts'

const to = (...names: string[]) => names.map(node => ({ node, type: 'main', index: 0 }))
const CODE = 'takes code'

/** By which of three outputs a call with a body leaves a node, and whether it says that code would tell. */
async function branchOf(type: string, parameters: Record<string, unknown>, body: unknown) {
  const nodes: Node[] = [
    webhook('x', { httpMethod: 'POST' }),
    { name: 'Branch', type: `n8n-nodes-base.${type}`, parameters },
    ...['0', '1', '2'].map(noOp),
  ]
  const connections = { Hook: { main: [to('Branch')] }, Branch: { main: [to('0'), to('1'), to('2')] } }
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, nodes, connections }] },
  })
  await instance.request('POST', '/webhook/x', body, { key: null })
  const shown = await instance.request<Shown>('GET', '/api/v1/executions/1?includeData=true')
  if (shown.text.includes('The condition takes code')) return CODE
  const taken = Object.keys(shown.body.data.resultData.runData).filter(name =>
    nodes.slice(2).some(node => node.name === name),
  )
  return taken.join(' ') || 'none'
}
interface Shown {
  data: { resultData: { runData: Record<string, { data: { main: unknown[][] } }[]> } }
}

const LEFT = '={{ $json.body.left }}'
const RIGHT = '={{ $json.body.right }}'
const condition = (operation: string, leftValue: unknown = LEFT, rightValue: unknown = RIGHT) => ({
  leftValue,
  rightValue,
  operator: { operation },
})
const conditions = (list: unknown[], combinator = 'and', options = {}) => ({
  conditions: { combinator, conditions: list, options },
})
const holds = async (operation: string, left: unknown, right: unknown, options = {}) => {
  const branch = await branchOf('if', conditions([condition(operation)], 'and', options), { left, right })
  return branch === CODE ? CODE : branch === '0'
}

/** Of the first value below, at and above the second: what holds. */
const ORDERS: [string, ...boolean[]][] = [
  ...['gt', 'larger', 'after'].map((name): [string, ...boolean[]] => [name, false, false, true]),
  ...['gte', 'largerEqual', 'afterOrEquals'].map((name): [string, ...boolean[]] => [name, false, true, true]),
  ...['lt', 'smaller', 'before'].map((name): [string, ...boolean[]] => [name, true, false, false]),
  ...['lte', 'smallerEqual', 'beforeOrEquals'].map((name): [string, ...boolean[]] => [name, true, true, false]),
]

describe('a comparison', () => {
  test.each(ORDERS)('%s holds below: %p, at: %p, above: %p', async (operation, ...expected) => {
    const middle = '2026-03-02T00:00:00Z'
    const times = ['2026-03-01T23:59:59Z', middle, '2026-03-02T00:00:01Z']
    expect(await Promise.all(times.map(time => holds(operation, time, middle)))).toEqual(expected)
    expect(await Promise.all([9, 10, 11].map(number => holds(operation, number, 10)))).toEqual(expected)
    if (/after|before/.test(operation)) return
    expect(await Promise.all(['9', '10', '11'].map(number => holds(operation, number, '10')))).toEqual(expected)
    expect([await holds(operation, '', -1), await holds(operation, ' ', 1)]).toEqual([false, false])
  })

  const met: [name: string, left: unknown, right: unknown, isMet: boolean][] = [
    ...['equals', 'equal'].flatMap((name): typeof met => [
      [name, 'a', 'a', true],
      [name, 'a', 'A', false],
      [name, '1', 1, true],
      [name, null, '', true],
      [name, 0, '', false],
    ]),
    ['exists', 0, 1, true],
    ['exists', '', 1, true],
    ['exists', null, 1, false],
    ['exists', undefined, 1, false],
    ['contains', 'abc', 'b', true],
    ['contains', 'abc', 'd', false],
    ['contains', ['a', 'b'], 'b', true],
    ['contains', ['abc'], 'b', false],
    ['contains', null, 'b', false],
    ['startsWith', 'abc', 'ab', true],
    ['startsWith', 'abc', 'bc', false],
    ['endsWith', 'abc', 'bc', true],
    ['endsWith', 'abc', 'ab', false],
    ...['empty', 'isEmpty'].flatMap((name): typeof met => [
      ...['', null, undefined, [], {}].map((value): (typeof met)[number] => [name, value, 1, true]),
      ...[0, false, 'a', [0], { a: 1 }].map((value): (typeof met)[number] => [name, value, 1, false]),
    ]),
  ]
  const opposite = (name: string) =>
    name === 'isEmpty' ? 'isNotEmpty' : `not${name.charAt(0).toUpperCase()}${name.slice(1)}`

  test.each(met)('%s of %j and %j is %p, and its opposite is not', async (operation, left, right, isMet) => {
    expect(await holds(operation, left, right)).toBe(isMet)
    expect(await holds(opposite(operation), left, right)).toBe(!isMet)
  })

  test.each([
    ['true', true, true],
    ['true', 'true', true],
    ['true', 1, false],
    ['true', false, false],
    ['false', false, true],
    ['false', 'false', true],
    ['false', 0, false],
    ['false', true, false],
  ])('%s of %j is %p', async (operation, left, expected) => {
    expect(await holds(operation, left, 1)).toBe(expected)
  })

  test.each<[string, ...boolean[]]>([
    ['lengthEquals', false, true, false],
    ['lengthNotEquals', true, false, true],
    ['lengthGt', false, false, true],
    ['lengthGte', false, true, true],
    ['lengthLt', true, false, false],
    ['lengthLte', true, true, false],
  ])('%s holds of what is shorter: %p, as long: %p, longer: %p', async (operation, ...expected) => {
    const lists = [[1], [1, 2], [1, 2, 3]]
    expect(await Promise.all(lists.map(list => holds(operation, list, 2)))).toEqual(expected)
    expect(await Promise.all(['a', 'ab', 'abc'].map(text => holds(operation, text, '2')))).toEqual(expected)
  })

  test.each<[string, object, boolean | string]>([
    ['equals', {}, false],
    ['equals', { caseSensitive: true }, false],
    ['equals', { caseSensitive: false }, true],
    ['regex', {}, CODE],
    ['toString', {}, CODE],
  ])('%s of two letter cases with %j is %p', async (operation, options, expected) => {
    expect(await holds(operation, 'Ab', 'aB', options)).toBe(expected)
  })
})

const [YES, NO, OPEN] = [condition('equals', 1, 1), condition('equals', 1, 2), condition('equals', '={{ code() }}', 1)]

test.each([
  [[YES, YES], 'and', '0'],
  [[YES, NO], 'and', '1'],
  [[OPEN, NO], 'and', '1'],
  [[OPEN, YES], 'and', CODE],
  [[YES, NO], 'or', '0'],
  [[NO, NO], 'or', '1'],
  [[OPEN, YES], 'or', '0'],
  [[OPEN, NO], 'or', CODE],
  [[condition('equals', 1, '={{ code() }}')], 'and', CODE],
  [[[], null, NO], 'or', '1'],
])('the conditions %j with "%s" lead to %s', async (list, combinator, expected) => {
  expect(await branchOf('if', conditions(list, combinator), {})).toBe(expected)
})

test.each<[object, string]>([
  [{ conditions: { number: [{ value1: 1, operation: 'larger', value2: 0 }] } }, '0'],
  [{ conditions: { number: [{ value1: 1, operation: 'larger', value2: 1 }] } }, '1'],
  [{ conditions: { string: [{ value1: 'a', value2: 'a' }], number: [{ value1: 1, value2: 2 }] } }, '1'],
  [
    {
      conditions: { string: [{ value1: 'a', value2: 'a' }], number: [{ value1: 1, value2: 2 }] },
      combineOperation: 'any',
    },
    '0',
  ],
  [{ conditions: { string: [{ value1: 'a', value2: 'b' }] }, combineOperation: 'any' }, '1'],
  [{ conditions: { string: [{ value1: '={{ code() }}', value2: 'b' }] } }, CODE],
  [{ conditions: { string: [{ value1: 'a', operation: 'regex', value2: 'a' }] } }, CODE],
  [{ conditions: {} }, '0'],
  [{}, '0'],
  [{ combineOperation: 'any' }, '1'],
])('an if node of the first version with %j leads to %s', async (parameters, expected) => {
  expect(await branchOf('if', parameters as Record<string, unknown>, {})).toBe(expected)
})

test.each<[unknown, string]>([
  [YES, '0'],
  [NO, '1'],
  [OPEN, CODE],
])('a filter with %j leads to %s', async (one, expected) => {
  expect(await branchOf('filter', conditions([one]), {})).toBe(expected)
})

test('a filter without conditions takes code', async () => {
  expect([await branchOf('filter', {}, {}), await branchOf('filter', { conditions: {} }, {})]).toEqual([CODE, CODE])
})

const rules = (...list: unknown[]) => ({ rules: { values: list.map(one => conditions([one])) } })
const old = (...list: object[]) => ({ value1: LEFT, rules: { rules: list } })

test.each<[string, Record<string, unknown>, string]>([
  ['the first case that holds', rules(NO, YES, YES), '1'],
  ['nothing where no case holds', rules(NO, NO), 'none'],
  ['the output after the cases', { ...rules(NO, NO), options: { fallbackOutput: 'extra' } }, '2'],
  ['an output of its own', { ...rules(NO, NO), options: { fallbackOutput: 0 } }, '0'],
  ['no output before the first', { ...rules(NO, NO), options: { fallbackOutput: -1 } }, 'none'],
  ['the first where only code tells', rules(NO, OPEN, YES), CODE],
  ['a case before what only code tells', rules(NO, YES, OPEN), '1'],
  ['the output of an old rule', old({ value2: 'b', output: 0 }, { value2: 'a', output: 2 }), '2'],
  ['the place of an old rule without one', old({ value2: 'b' }, { value2: 'a' }), '1'],
  [
    'an old rule with a comparison',
    old({ operation: 'notEqual', value2: 'a' }, { operation: 'startsWith', value2: 'a' }),
    '1',
  ],
  ['an old rule before what only code tells', old({ value2: 'a' }, { value2: '={{ code() }}' }), '0'],
  ['the first where an old rule takes code', old({ value2: '={{ code() }}' }, { value2: 'a' }), CODE],
  ['nothing without rules', {}, 'none'],
  ['what is besides no rules', { fallbackOutput: 2 }, '2'],
  ['no output that is text', { ...rules(NO), options: { fallbackOutput: '1' } }, 'none'],
  ['the output of a field', { mode: 'expression', output: LEFT }, CODE],
  ['nothing by old rules', old({ value2: 'b' }), 'none'],
  ['what old rules have besides', { ...old({ value2: 'b' }), fallbackOutput: 1 }, '1'],
  ['nothing where old rules say so', { ...old({ value2: 'b' }), fallbackOutput: -1 }, 'none'],
  ['nothing after old rules, which have no such output', { ...old({ value2: 'b' }), fallbackOutput: 'extra' }, 'none'],
  ['an output by its number', { mode: 'expression', output: 1 }, '1'],
  ['an output by text', { mode: 'expression', output: '=2' }, '2'],
  ['the first output', { mode: 'expression', output: 0 }, '0'],
  ['an output that only code tells', { mode: 'expression', output: '={{ code() }}' }, CODE],
  ['no whole number', { mode: 'expression', output: 1.5 }, CODE],
  ['a number below the first', { mode: 'expression', output: -1 }, CODE],
])('a switch takes %s', async (_says, parameters, expected) => {
  expect(await branchOf('switch', parameters, { left: 'a' })).toBe(expected)
})

test.each([
  [99, 100],
  [100, 3],
])('a switch that takes the output %i has %i outputs', async (output, count) => {
  const branch = {
    name: 'Branch',
    type: 'n8n-nodes-base.switch',
    parameters: { mode: 'expression', numberOutputs: 3, output },
  }
  const connections = { Hook: { main: [to('Branch')] }, Branch: { main: [to('0'), to('1'), to('2')] } }
  const nodes = [webhook('x'), branch, ...['0', '1', '2'].map(noOp)]
  await using instance = await startInstance({
    socket: false,
    simulate: true,
    fixture: { workflows: [{ id: '1', name: 'w', active: true, nodes, connections }] },
  })
  await instance.request('GET', '/webhook/x', undefined, { key: null })
  const { body } = await instance.request<Shown>('GET', '/api/v1/executions/1?includeData=true')
  expect(body.data.resultData.runData.Branch?.[0]?.data.main.length).toBe(count)
})
