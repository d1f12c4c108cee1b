// Small faults in what nodes do with their parameters change a line of one of these tables.
import { describe, expect, test } from 'bun:test'
import { runAtOnce } from '../../src/base/run-in-slices.ts'
import type { NodeItem } from '../../src/simulation/item.ts'
import { type Play, type PlayOptions, play } from '../../src/simulation/play.ts'
import type { Node } from '../../src/testing.ts'
import { shortened, shown } from './approved.ts'
import { node } from './playing.ts'
import { inARow } from './workflows.ts'

const AT = Date.parse('2026-03-01T12:00:00Z')
const ITEMS: NodeItem[] = [
  { json: { n: 1, s: 'a', deep: { x: { y: 1 }, z: [1, 2] }, list: [{ k: 1 }] } },
  { json: { n: 2, s: 'b', deep: 'none', list: [] }, binary: { data: { data: 'aGk=', mimeType: 'text/plain' } } },
  { json: { n: 3 } },
]

type Workflow = Parameters<typeof play>[0]

const workflow = (graph: Pick<Workflow, 'nodes' | 'connections'>, rest: Partial<Workflow> = {}): Workflow => ({
  id: '1',
  name: 'Orders',
  active: true,
  settings: { executionOrder: 'v1' },
  ...graph,
  ...rest,
})

const start = (items: NodeItem[]) => ({ node: 'Start', items })
const played = (made: Workflow, options: Partial<PlayOptions> = {}) =>
  runAtOnce(
    play(made, {
      start: start(ITEMS),
      at: AT,
      zone: 'UTC',
      execution: { id: '9', mode: 'webhook', resumeUrl: 'http://x/9' },
      ...options,
    }),
  )

const later = (until: number | undefined) => (until === undefined ? 'never' : (until - AT) / 1000)
const bare = (items: readonly NodeItem[] | null) =>
  (items ?? []).map(({ json, binary, pairedItem }) => ({ ...json, ...(binary ? { binary: 1 } : {}), pairedItem }))

/** What a node put out, or how it failed, with its hints. */
function runOf({ runData, status, waitTill, until, error }: Play, name: string, most = 90): string {
  const run = runData.get(name)?.at(-1)
  const failed = run?.error ?? error
  const told = failed && `fails: ${failed.message} ${failed.level} ${shown(failed.context, 60)}`
  const described = failed?.description ? ` (${failed.description})` : ''
  const waits = status === 'waiting' ? ` waits ${later(waitTill)}` : ''
  const took = until === AT ? '' : ` took ${later(until)}`
  const out = run?.data ? shown(run.data.main.map(bare), most).replace(/pairedItem: (\{item: (\d+)\})?/g, '#$2') : ''
  const hints = run?.hints.map(({ message }) => ` !${message.slice(0, 90)}`).join('') ?? ''
  const ended = run?.executionStatus === 'success' ? '' : ` ${run?.executionStatus}`
  return `${told ? told + described : out}${ended}${waits}${took}${hints}${run?.metadata ? ` ${shown(run.metadata)}` : ''}`
}

const START = node('Start', 'manualTrigger')
const alone = (made: Node, options: Partial<PlayOptions> = {}) =>
  runOf(played(workflow(inARow(START, made)), options), made.name ?? '')
const of = (type: string, parameters: Record<string, unknown>, rest: Node = {}, options: Partial<PlayOptions> = {}) =>
  alone(node('Node', type, parameters, rest), options)
const one = { start: start(ITEMS.slice(0, 1)) }
const two = { start: start(ITEMS.slice(0, 2)) }
/** Parameters on lines, each with what the node does. */
const lines = (
  type: string,
  given: Record<string, unknown>[],
  rest: Node = {},
  options: Partial<PlayOptions> = two,
  say = '',
) => given.map(parameters => `${say}${shown(parameters, 160)} → ${of(type, parameters, rest, options)}`)

const assigned = (...assignments: [name: unknown, value: unknown, type?: unknown][]) => ({
  assignments: { assignments: assignments.map(([name, value, type]) => ({ name, value, type })) },
})
const held = (leftValue: unknown, rightValue: unknown, operation = 'equals', type = 'number') => ({
  combinator: 'and',
  options: { typeValidation: 'strict' },
  conditions: [{ leftValue, rightValue, operator: { type, operation } }],
})
const cross = <A, B>(left: readonly A[], right: readonly B[]) => left.flatMap(a => right.map((b): [A, B] => [a, b]))

describe('nodes do as approved (bun run generate writes them)', () => {
  test('set: values by type', () => {
    const types = ['string', 'number', 'boolean', 'array', 'object', 'other', undefined]
    const values = [undefined, null, 'a', '', ' ', ' 5 ', 'true', 'True', '[1]', '{"a":1}', '{', 5, true, [1], { a: 1 }]
    const all = [...values, '={{ $json.n }}', '={{ $json.missing }}', '={{ code() }}', '={{ ( }}']
    expect(
      shortened(
        types.flatMap(type =>
          all.map(value => `${type} ${shown(value)} → ${of('set', assigned(['f', value, type]), {}, one)}`),
        ),
      ),
    ).toMatchSnapshot()
  })

  test('set: names, what is included, and its older forms', () => {
    const long = 'x'.repeat(300)
    const names = [
      'f',
      'a.b',
      'deep.x.y',
      'deep.x.w',
      's.t',
      'list.0',
      '',
      '.',
      'a.',
      '__proto__',
      'constructor.a',
      5,
      undefined,
    ]
    const deep = (count: number) => Array.from({ length: count }, () => 'a').join('.')
    const including = [undefined, true, false].flatMap(includeOtherFields =>
      [undefined, 'all', 'none', 'selected', 'except', 'other'].map(include => ({ includeOtherFields, include })),
    )
    const other = { ...assigned(['f', 1, 'number']) }
    const values = { string: [{ name: 's', value: 'x' }], number: [{ name: 'deep.x.y', value: '={{ $json.n + 1 }}' }] }
    const fields = {
      values: [
        { name: 'a', stringValue: 'x' },
        { name: 'b', type: 'numberValue', numberValue: '5' },
        { name: 'c', type: 'booleanValue', booleanValue: 'true' },
        { name: 'd', type: 'arrayValue', arrayValue: '[1]' },
        { name: 'e', type: 'objectValue', objectValue: '={{ { n: $json.n } }}' },
      ],
    }
    const raw = [
      '{"a":1}',
      '{',
      '5',
      '[1]',
      { a: 1 },
      '={{ { a: $json.n } }}',
      '={"a":{{ $json.n }}}',
      '={{ code() }}',
      '={{ ( }}',
      undefined,
    ]
    expect(
      shortened([
        ...names.map(
          name => `${shown(name)} → ${of('set', { ...assigned([name, 1]), includeOtherFields: true }, {}, one)}`,
        ),
        ...[99, 100, 101].map(count => `${count} deep → ${of('set', assigned([deep(count), 1]), {}, one)}`),
        `of one field twice → ${of('set', assigned(['a.b', 1], ['a.c', 2], ['a.b', 3]), {}, one)}`,
        `left → ${of('set', assigned(['a', '={{ code() }}'], [long, '={{ code() }}'], [deep(101), 1]))}`,
        ...lines(
          'set',
          including.map(it => ({ ...it, ...other, includeFields: 's, n', excludeFields: 'deep,list ' })),
        ),
        ...lines(
          'set',
          [undefined, 's', 5].flatMap(it => [
            { ...other, includeOtherFields: true, include: 'selected', includeFields: it },
            { ...other, includeOtherFields: true, include: 'except', excludeFields: it },
          ]),
        ),
        ...[1, 2, 2.9, 3, 3.4, undefined].flatMap(typeVersion =>
          lines(
            'set',
            [
              {},
              { values },
              { values, keepOnlySet: true },
              { fields },
              { fields, values },
              { keepOnlySet: true },
              { include: 'all', fields },
            ],
            { typeVersion },
            one,
            `${typeVersion} `,
          ),
        ),
        ...lines(
          'set',
          [undefined, true, false].map(stripBinary => ({ ...other, options: { stripBinary } })),
        ),
        ...lines(
          'set',
          raw.flatMap(jsonOutput => [
            { mode: 'raw', jsonOutput },
            { mode: 'raw', jsonOutput, includeOtherFields: true, include: 'selected', includeFields: 's' },
          ]),
        ),
        ...lines(
          'set',
          [null, 'a', { assignments: null }, { assignments: [null, 5] }].map(assignments => ({ assignments })),
        ),
      ]),
    ).toMatchSnapshot()
  })

  test('fields that are not named', () => {
    const items = { start: start([{ json: { undefined: 1, n: 2 } }]) }
    expect(
      shortened([
        ...lines(
          'set',
          ['selected', 'except'].map(include => ({ ...assigned(['f', 1]), includeOtherFields: true, include })),
          {},
          items,
        ),
        ...lines('splitOut', [{}, { fieldToSplitOut: 'n' }], {}, items),
      ]),
    ).toMatchSnapshot()
  })

  test('a value that is neither text nor a number', () => {
    const odd = { toString: 1, valueOf: 1 }
    const items = { start: start([{ json: { odd } }]) }
    const value = '={{ $json.odd }}'
    expect(
      shortened([
        ...lines('set', [assigned(['f', value]), assigned(['f', '={{ -$json.odd }}'])], {}, items),
        ...lines('if', [{ conditions: { conditions: [held(value, 1, 'gt').conditions[0]] } }], {}, items),
        ...lines('switch', [{ mode: 'expression', output: value }], {}, items),
        ...lines('limit', [{ maxItems: odd }], {}, items),
        ...lines('wait', [{ amount: value }, { unit: value }, { resume: 'specificTime', dateTime: value }], {}, items),
        ...lines('stopAndError', [{ errorMessage: value }], {}, items),
        ...lines('executeWorkflow', [{ workflowId: value }], {}, items),
        ...lines('limit', [{ maxItems: odd }], { onError: 'continueErrorOutput' }, items),
      ]),
    ).toMatchSnapshot()
  })

  test('if, filter and switch', () => {
    const both = [
      held('={{ $json.n }}', 1),
      held('={{ $json.n }}', 5),
      held('={{ $json.s }}', 1),
      held('={{ code() }}', 1),
      held('={{ ( }}', 1),
    ]
    const old = [
      { conditions: { number: [{ value1: '={{ $json.n }}', operation: 'equal', value2: 1 }] } },
      { conditions: { number: [{ value1: '={{ code() }}', operation: 'equal', value2: 1 }] } },
      {
        conditions: { number: [{ value1: 1, value2: 2 }], string: [{ value1: 'a', value2: 'a' }] },
        combineOperation: 'any',
      },
      {
        conditions: { number: [{ value1: 1, value2: 2 }], string: [{ value1: 'a', value2: 'a' }] },
        combineOperation: 'all',
      },
      { conditions: { conditions: {} } },
      {},
    ]
    const rules = { values: [{ conditions: held('={{ $json.n }}', 2) }, { conditions: held('={{ $json.n }}', 1) }] }
    const fallbacks = [undefined, 'none', 'extra', 0, 1, 3, -1, '1']
    const oldRules = {
      rules: [
        { operation: 'equal', value2: 2 },
        { operation: 'equal', value2: 1, output: 3 },
        { value2: '={{ code() }}' },
      ],
    }
    const outputs = ['={{ $json.n }}', 0, 3, '1', 1.5, -1, 'x', '={{ code() }}', 99, 100, undefined]
    const numbers = [undefined, 0, 1, 3, 'x', 1000, null]
    expect(
      shortened([
        ...['if', 'filter'].flatMap(type => [
          ...lines(
            type,
            both.map(conditions => ({ conditions })),
            {},
            two,
            `${type} `,
          ),
          ...lines(type, old, {}, two, `${type} `),
        ]),
        ...lines(
          'switch',
          fallbacks.map(fallbackOutput => ({ rules, options: { fallbackOutput } })),
          {},
          {},
        ),
        ...lines(
          'switch',
          both.map(conditions => ({ rules: { values: [{ conditions }] } })),
        ),
        ...lines(
          'switch',
          fallbacks.map(fallbackOutput => ({
            value1: '={{ $json.n }}',
            rules: { rules: oldRules.rules.slice(0, 2) },
            fallbackOutput,
          })),
          {},
          {},
        ),
        ...lines('switch', [{ value1: '={{ $json.n }}', rules: oldRules }], {}, {}),
        ...lines(
          'switch',
          outputs.map(output => ({ mode: 'expression', output })),
          {},
          one,
        ),
        ...lines(
          'switch',
          numbers.map(numberOutputs => ({ mode: 'expression', output: 0, numberOutputs })),
          {},
          one,
        ),
        ...lines(
          'switch',
          numbers.map(numberOutputs => ({ rules, numberOutputs, options: { fallbackOutput: 'extra' } })),
          {},
          one,
        ),
      ]),
    ).toMatchSnapshot()
  })

  test('merge', () => {
    const merged = (parameters: Record<string, unknown>, rest: Node = {}, inputs = [0, 1]) => {
      const nodes = [
        START,
        node('A', 'set', assigned(['a', '={{ $json.n }}'])),
        node('B', 'limit', { maxItems: 2 }),
        node('Node', 'merge', parameters, rest),
      ]
      const to = (name: string, index: number) => ({ node: name, type: 'main', index })
      const connections = {
        Start: { main: [[to('A', 0), to('B', 0)]] },
        A: { main: [[to('Node', inputs[0] ?? 0)]] },
        B: { main: [[to('Node', inputs[1] ?? 0)]] },
      }
      return [true, false]
        .map(isNew =>
          runOf(
            played(workflow({ nodes, connections }, { settings: { executionOrder: isNew ? 'v1' : 'v0' } })),
            'Node',
          ),
        )
        .join(' / ')
    }
    const modes = [
      {},
      { mode: 'append' },
      ...[undefined, 'combineByPosition', 'combineByFields', 'combineAll'].map(combineBy => ({
        mode: 'combine',
        combineBy,
      })),
      { mode: 'mergeByIndex' },
      ...[undefined, 0, 1, 2, 3, '2'].map(useDataOfInput => ({ mode: 'chooseBranch', useDataOfInput })),
      ...['input1', 'input2', 'empty'].map(output => ({ mode: 'chooseBranch', output })),
      { mode: 'combine', combineBy: 'combineByPosition', disabled: true },
    ]
    expect(
      shortened([
        ...modes.map(mode => `${shown(mode)} → ${merged(mode)}`),
        ...[
          [0, 0],
          [1, 1],
          [0, 2],
          [0, 99],
          [0, 100],
          [-1, 1],
        ].map(inputs => `inputs ${inputs} → ${merged({}, {}, inputs)}`),
        `disabled → ${merged({}, { disabled: true })}`,
      ]),
    ).toMatchSnapshot()
  })

  test('split out, limit and aggregate', () => {
    const fields = [
      'list',
      'deep',
      'deep.z',
      'deep.x.y',
      's',
      ' s , n',
      '$json.s',
      'missing',
      '',
      'list.0',
      undefined,
      's.x',
    ]
    const options = [
      {},
      { options: { destinationFieldName: 'to' } },
      { include: 'allOtherFields' },
      { include: 'allOtherFields', options: { destinationFieldName: 'to' } },
    ]
    const counts = [undefined, 0, 1, 2, 3, 4, -1, '2', 'x', null]
    const many = [{ json: { list: Array.from({ length: 1001 }, (_, at) => at) } }]
    const sizes = [999, 1000, 1001].map(length => {
      const { runData } = played(workflow(inARow(START, node('Node', 'splitOut', { fieldToSplitOut: 'list' }))), {
        start: start([{ json: { list: many[0]?.json.list.slice(0, length) } }]),
      })
      const run = runData.get('Node')?.[0]
      return `${length}: ${run?.data?.main[0]?.length} ${run?.hints.map(({ message }) => message)}`
    })
    const aggregated = [
      {},
      { fieldToAggregate: 'n' },
      { fieldToAggregate: 'deep.x' },
      { fieldToAggregate: 'n', renameField: true, outputFieldName: 'to' },
      { fieldToAggregate: 'n', renameField: false, outputFieldName: 'to' },
      { fieldToAggregate: 'deep.z', renameField: true },
      { fieldToAggregate: '__proto__' },
    ]
    expect(
      shortened([
        ...cross(fields, options).map(
          ([fieldToSplitOut, option]) =>
            `${fieldToSplitOut} ${shown(option)} → ${of('splitOut', { fieldToSplitOut, ...option }, {}, two)}`,
        ),
        ...sizes,
        ...cross(counts, [undefined, 'lastItems', 'firstItems']).map(
          ([maxItems, keep]) => `${shown(maxItems)} ${keep} → ${of('limit', { maxItems, keep }, {}, {})}`,
        ),
        ...lines('aggregate', [
          ...aggregated.map(field => ({ fieldsToAggregate: { fieldToAggregate: [field] } })),
          {},
          { aggregate: 'aggregateAllItemData' },
          { aggregate: 'aggregateAllItemData', destinationFieldName: 'to' },
          { aggregate: 'aggregateIndividualFields' },
        ]),
        ...lines('aggregate', [{}], {}, { start: start([]) }),
      ]),
    ).toMatchSnapshot()
  })

  test('stop and error, and what follows a failure', () => {
    const messages = [
      'Stop',
      '',
      undefined,
      null,
      5,
      '={{ $json.s }}',
      '={{ code() }}',
      '={{ ( }}',
      '={{ $json.missing }}',
    ]
    const objects = [
      '{"message":"m","description":"d"}',
      '{"description":"d","error":"e"}',
      '{"error":"e"}',
      '{"code":1}',
      '{}',
      '[1]',
      '{',
      5,
      { message: 5 },
      '={{ { message: $json.s } }}',
      undefined,
    ]
    const handled = ['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow', undefined]
    const failing = { mode: 'raw', jsonOutput: '={{ ( }}' }
    expect(
      shortened([
        ...lines(
          'stopAndError',
          messages.map(errorMessage => ({ errorMessage })),
        ),
        ...lines(
          'stopAndError',
          objects.map(errorObject => ({ errorType: 'errorObject', errorObject })),
        ),
        ...cross(handled, [undefined, true, false]).flatMap(([onError, continueOnFail]) => {
          const next = inARow(START, node('Node', 'set', failing, { onError, continueOnFail }), node('Next', 'noOp'))
          const stopped = inARow(
            START,
            node('Node', 'stopAndError', { errorMessage: 'm' }, { onError, continueOnFail }),
            node('Next', 'noOp'),
          )
          const chosen = inARow(
            START,
            node('Node', 'if', { conditions: held('={{ $json.s }}', 1) }, { onError, continueOnFail }),
          )
          return [next, stopped, chosen].map(graph => {
            const made = played(workflow(graph), two)
            const output = made.runData.get('Node')?.[0]?.data?.main.map(bare)
            return `${onError} ${continueOnFail}: ${made.status} ${made.order.map(({ name }) => name)} ${shown(output, 120)} left ${made.stack.length}`
          })
        }),
        `without items → ${of('stopAndError', { errorMessage: '={{ $json.s }}' }, {}, { start: start([{ json: {} }]) })}`,
      ]),
    ).toMatchSnapshot()
  })

  test('wait', () => {
    const amounts = [undefined, 0, 1, 5, 64, 65, 66, -1, 'x', '10', '={{ $json.n }}', '={{ code() }}', 1e12, null]
    const units = [undefined, 'seconds', 'minutes', 'hours', 'days', 'weeks']
    const dates = [
      '2026-03-01T12:01:04.999Z',
      '2026-03-01T12:01:05Z',
      '2026-03-01T12:01:04Z',
      '2020-01-01T00:00:00Z',
      '2999-12-31T23:59:59Z',
      '4000-01-01T00:00:00Z',
      'never',
      5,
      undefined,
      '={{ $now.plus(1, "day") }}',
      '={{ code() }}',
    ]
    const limits = cross(
      ['webhook', 'form'],
      [
        {},
        { limitWaitTime: false, resumeAmount: 1 },
        { limitWaitTime: true },
        ...units.map(resumeUnit => ({ limitWaitTime: true, resumeAmount: 2, resumeUnit })),
        ...[0, -1, 'x', 1e12, '={{ $json.n }}'].map(resumeAmount => ({ limitWaitTime: true, resumeAmount })),
        ...dates.map(maxDateAndTime => ({ limitWaitTime: true, limitType: 'atSpecifiedTime', maxDateAndTime })),
      ],
    )
    const waits = (parameters: Record<string, unknown>, typeVersion?: number) =>
      `${typeVersion ?? ''} ${shown(parameters)} → ${of('wait', parameters, { typeVersion: typeVersion ?? 1.1 }, one).replace(/^\[\[\{n: 1.*?\}\]\]/, 'out')}`
    expect(
      shortened([
        ...cross(amounts, [1, 1.1, 1.2]).map(([amount, version]) => waits({ amount }, version)),
        ...cross(units, [1, 1.1]).map(([unit, version]) => waits({ unit }, version)),
        ...units.map(unit => waits({ unit, amount: 2, resume: 'timeInterval' })),
        waits({ unit: '={{ "minutes" }}', amount: 3 }),
        ...dates.map(dateTime => waits({ resume: 'specificTime', dateTime })),
        ...limits.map(([resume, rest]) => waits({ resume, ...rest })),
      ]),
    ).toMatchSnapshot()
  })

  test('nodes whose second output leads on', () => {
    const parameters = { fieldToSplitOut: 's', errorMessage: 'm', amount: 1, workflowId: 'x', ...assigned(['f', 1]) }
    const types = [
      'set',
      'merge',
      'splitOut',
      'limit',
      'aggregate',
      'respondToWebhook',
      'executeWorkflow',
      'wait',
      'noOp',
    ]
    const all = [...types, 'if', 'filter', 'switch', 'stopAndError'].flatMap(type =>
      [
        {},
        { alwaysOutputData: true },
        { disabled: true },
        { executeOnce: true },
        { onError: 'continueErrorOutput' },
      ].map(rest => {
        const graph = inARow(START, node('Node', type, parameters, rest), node('Next', 'noOp'))
        const to = [{ node: 'Next', type: 'main', index: 0 }]
        const connections = { ...graph.connections, Node: { main: [[], to] } }
        const made = [{}, { outcome: { node: 'Next' } }].map(options =>
          played(workflow({ ...graph, connections }), { ...two, ...options }),
        )
        const orders = made.map(({ order }) => order.map(({ name }) => name))
        return `${type} ${shown(rest)} → ${made.map(it => runOf(it, 'Node')).join(' | ')} ${orders.join(' ')}`
      }),
    )
    expect(shortened(all)).toMatchSnapshot()
  })

  test('respond to webhook, execute workflow and other nodes', () => {
    const bodies = ['{"a":1}', '{', '', '5', { a: 1 }, '={{ $json.n }}', '={{ code() }}', '={{ $json.s }}', undefined]
    const second = { start: start(ITEMS.slice(1, 2)) }
    const call: PlayOptions['call'] = function* (workflowId, items, at, isAwaited) {
      yield
      const executionId = `${workflowId} ${items.length}`
      if (workflowId === 'bad') return { error: { message: 'no' }, until: at }
      if (workflowId === 'fails') return { error: { message: 'it fails' }, executionId, until: at + 1000 }
      return {
        items: [{ json: { called: isAwaited } }],
        executionId,
        until: at + 2000,
        isWaiting: workflowId === 'waits',
      }
    }
    const ids = ['good', 'bad', 'fails', 'waits', { value: 'good' }, '={{ $json.s }}', '={{ code() }}', undefined]
    const ways = [
      {},
      { mode: 'each' },
      { mode: 'once' },
      { options: { waitForSubWorkflow: false } },
      { mode: 'each', options: { waitForSubWorkflow: false } },
      { source: 'parameter' },
    ]
    const calls = cross(ids, ways).flatMap(([workflowId, way]) =>
      [true, false]
        .map(waitsForCalled => {
          const text = of('executeWorkflow', { workflowId, ...way }, {}, { ...two, call, waitsForCalled })
          return `${shown(workflowId)} ${shown(way)} → ${text}`
        })
        .filter((line, at, both) => at === 0 || line !== both[0]),
    )
    const kinds = ['firstIncomingItem', 'allIncomingItems', 'json', 'text', 'binary', 'noData', undefined]
    const rest = [
      { disabled: true },
      { executeOnce: true },
      { alwaysOutputData: true },
      { alwaysOutputData: true, executeOnce: true },
    ]
    expect(
      shortened([
        ...lines(
          'respondToWebhook',
          bodies.map(responseBody => ({ respondWith: 'json', responseBody })),
          {},
          one,
        ),
        ...cross(kinds, [one, second]).map(
          ([respondWith, options]) => `${respondWith} → ${of('respondToWebhook', { respondWith }, {}, options)}`,
        ),
        ...calls,
        `without a way to call → ${of('executeWorkflow', { workflowId: 'a' })}`,
        ...cross(['noOp', 'limit', 'filter', 'if', 'switch', 'splitOut', 'set', 'unknown', 'constructor'], rest).map(
          ([type, more]) => `${type} ${shown(more)} → ${of(type, type === 'limit' ? { maxItems: 0 } : {}, more, two)}`,
        ),
        `of no package → ${alone({ name: 'Node', type: 'limit', parameters: { maxItems: 0 } }, two)}`,
        `of no type → ${alone({ name: 'Node' }, two)}`,
      ]),
    ).toMatchSnapshot()
  })
})
