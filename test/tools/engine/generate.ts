import fc from 'fast-check'
import described from '../../../data/node-parameters.json' with { type: 'json' }
import type { Item, NodeItem } from '../../../src/core/model/run-data.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import type { ParameterDescription } from '../../../src/runs/nodes/tools/shown-parameters.ts'
import type { Question } from './engine.ts'
import { ANSWERS, HTTP_VERSIONS, httpParameters } from './generate-http.ts'

/** Node types that compute by themselves and put out the same each time. */
const TYPES =
  'aggregate code compareDatasets crypto dateTime debugHelper filter function functionItem html httpRequest if itemLists jwt limit markdown merge moveBinaryData noOp removeDuplicates renameKeys set sort splitInBatches splitOut stopAndError summarize switch xml'
    .split(' ')
    .map(type => `n8n-nodes-base.${type}`)

interface Group {
  versions: number[]
  parameters: ParameterDescription[]
}

const GROUPS = described as unknown as Record<string, Group[]>
const FIELDS = ['a', 'b', 'n', 'list', 'o.x', 'missing', 'date']
const EXPRESSIONS = [
  '={{ $json.a }}',
  '={{ $json.n }}',
  '={{ $json.missing }}',
  '={{ null }}',
  '={{ $json.list }}',
  '={{ $itemIndex }}',
  '={{ $json.o }}',
  '={{ $json.date }}',
  '=x{{ $json.n }}',
]
const CODES = [
  'return items',
  'return [{ x: 1 }, { x: 2 }]',
  'return { x: 1 }',
  'return []',
  "throw new Error('no')",
  'return items.map(item => ({ json: { ...item.json, c: 1 } }))',
]
/** Random, asks a service, or is stored by the service around the engine. */
const NOT_ASKED = [
  'random',
  'randomData',
  'oom',
  'combineBySql',
  'clearDeduplicationHistory',
  'removeItemsSeenInPreviousExecutions',
]
/** Random values, encodings that are not written here, parameters whose error is a text of a library, and those that count in the editor's test runs only. */
const SKIPPED =
  /^(timezone|toTimezone|fromTimezone|fromFormat|customFormat|cssSelector|regex|pattern|length|algorithm|encoding)$/

const DATES = [
  '={{ $json.date }}',
  '={{ $json.missing }}',
  '={{ null }}',
  '={{ $itemIndex }}',
  '2024-03-05',
  '1700000000',
]
/** Numbers that say how many inputs and outputs a node has. */
const IS_PLAIN = /^(outputsAmount|numberOutputs|numberInputs)$/

const value = fc.oneof(
  fc.constantFrom('x', '', 'y z', '12', 'true', '2024-03-05', '2024-03-05T10:20:30.000Z'),
  fc.integer({ min: -3, max: 12 }),
  fc.double({ min: -2, max: 2, noNaN: true }).map(number => Math.round(number * 100) / 100),
  fc.boolean(),
  fc.constant(null),
  fc.constant({ x: 1, y: [1, 2] }),
  fc.constant([1, 'two', { x: 3 }]),
  fc.constant([]),
)

/** What a field of dates holds, or by mistake. */
const date = fc.constantFrom(
  '2024-03-05T10:20:30.000Z',
  '2024-03-05',
  '2024-03-05T10:20:30+02:00',
  1709634030,
  1709634030000,
  '1709634030',
  0,
  null,
  '',
  'no date',
)

const item: fc.Arbitrary<NodeItem> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'n', 'list', 'o'), value, { maxKeys: 5 }),
    fc.option(date, { nil: undefined }),
  )
  .map(([json, given]) => ({ json: { ...json, ...(given === undefined ? {} : { date: given }) } as Item }))

const items = fc.oneof(
  { weight: 6, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(item, { minLength: 30, maxLength: 30 }) },
)

/** A value of a parameter as its description has it; most parameters stay at their default. */
function parameterValue(parameter: ParameterDescription): fc.Arbitrary<unknown> {
  const { name, type = 'string', values, parts, groups, isList } = parameter
  switch (type) {
    case 'options':
      return asked(values).length > 0 ? fc.constantFrom(...asked(values)) : fc.constant(parameter.default ?? '')
    case 'boolean':
      return fc.boolean()
    case 'number':
      if (IS_PLAIN.test(name)) return fc.integer({ min: 1, max: 4 })
      return fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant('={{ $json.n }}'))
    case 'collection':
      return parametersOf(parts ?? [], 3)
    case 'fixedCollection': {
      const [group, inner] = Object.entries(groups ?? {})[0] ?? []
      if (!group || !inner) return fc.constant({})
      const entry = parametersOf(inner, 1)
      return (isList ? fc.array(entry, { minLength: 1, maxLength: 2 }) : entry).map(made => ({ [group]: made }))
    }
    case 'multiOptions':
      return values?.length ? fc.subarray([...values], { minLength: 1 }) : fc.constant(parameter.default ?? [])
    case 'filter':
      return conditions
    case 'assignmentCollection':
      return fc.array(assignment, { maxLength: 3 }).map(assignments => ({ assignments }))
    case 'json':
      return fc.constantFrom('{"a": 1}', '={{ { q: $json.a } }}', '={"b": {{ $json.n }}}', 'no')
    case 'dateTime':
      return fc.constantFrom('2024-03-05T10:20:30.000Z', '={{ $json.date }}', '2024-01-31')
    case 'string':
      if (/^(attrkey|charkey)$/.test(name)) return fc.constantFrom('$', '@', '_', '#', 'attributes')
      if (/^(format|toFormat)$/.test(name)) return fc.constantFrom('yyyy-MM-dd', 'YYYY-MM-DD', 'x', 'MMMM Do, LTS', 'X')
      if (/^(date|magnitude|startDate|endDate)$/.test(name)) return fc.constantFrom(...DATES)
      return /field|property|key|name/i.test(name)
        ? fc.constantFrom(...FIELDS)
        : fc.constantFrom('x', 'a', ...EXPRESSIONS)
    default:
      return fc.constant(parameter.default)
  }
}

const asked = (values: readonly unknown[] = []) => values.filter(each => !NOT_ASKED.includes(String(each)))

function parametersOf(parameters: readonly ParameterDescription[], rarity: number): fc.Arbitrary<Item> {
  const wanted = parameters.filter(({ name, type }) => !SKIPPED.test(name) && type !== 'notice' && type !== 'hidden')
  const shapes: Record<string, fc.Arbitrary<unknown>> = {}
  for (const parameter of wanted) {
    const made = parameterValue(parameter)
    const known = shapes[parameter.name]
    const some = fc.option(made, { nil: undefined, freq: rarity })
    shapes[parameter.name] = known ? fc.oneof(known, some) : some
  }
  return fc
    .record(shapes)
    .map(made => Object.fromEntries(Object.entries(made).filter(([, given]) => given !== undefined)))
}

const operand = fc.constantFrom('x', '', 3, true, ...EXPRESSIONS)
const condition = fc.record({
  leftValue: operand,
  rightValue: operand,
  operator: fc.constantFrom(
    { type: 'string', operation: 'equals' },
    { type: 'string', operation: 'contains' },
    { type: 'string', operation: 'exists', singleValue: true },
    { type: 'number', operation: 'gt' },
    { type: 'number', operation: 'equals' },
    { type: 'boolean', operation: 'true', singleValue: true },
    { type: 'array', operation: 'lengthGt' },
    { type: 'object', operation: 'empty', singleValue: true },
  ),
})
const conditions = fc.record({
  combinator: fc.constantFrom('and', 'or'),
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  options: fc.record({
    typeValidation: fc.constantFrom('strict', 'loose'),
    caseSensitive: fc.boolean(),
    version: fc.constantFrom(1, 2),
  }),
})
const assignment = fc.record({
  id: fc.constant('i'),
  name: fc.constantFrom('a', 'z', 'o.x'),
  type: fc.constantFrom('string', 'number', 'boolean', 'array', 'object'),
  value: operand,
})

/** A version of a type with parameters of it. */
function versionOf(type: string): fc.Arbitrary<{ typeVersion: number; parameters: unknown }> {
  if (type.endsWith('.httpRequest')) {
    return fc
      .constantFrom(...HTTP_VERSIONS)
      .chain(typeVersion =>
        fc.record({ typeVersion: fc.constant(typeVersion), parameters: httpParameters(typeVersion) }),
      )
  }
  const group = fc.constantFrom(...(GROUPS[type] ?? [{ versions: [1], parameters: [] }]))
  return group.chain(({ versions, parameters }) =>
    fc.record({ typeVersion: fc.constantFrom(...versions), parameters: parametersOf(parameters, 4) }),
  )
}

function nodeOf(type: string, name: string): fc.Arbitrary<Node> {
  return versionOf(type).chain(({ typeVersion, parameters }) =>
    fc
      .record({
        onError: fc.constantFrom(undefined, undefined, undefined, 'continueRegularOutput', 'continueErrorOutput'),
        code: fc.constantFrom(...CODES),
        isOnce: fc.constantFrom(false, false, false, false, false, true),
        alwaysOutputData: fc.constantFrom(false, false, false, false, true),
      })
      .map(
        ({ onError, code, isOnce, alwaysOutputData }): Node => ({
          id: name,
          name,
          type,
          typeVersion,
          position: [0, 0],
          parameters: (/\.(code|function|functionItem)$/.test(type)
            ? codeOf(type, code)
            : parameters) as Node['parameters'],
          ...(onError ? { onError } : {}),
          ...(isOnce ? { executeOnce: true } : {}),
          ...(alwaysOutputData ? { alwaysOutputData: true } : {}),
        }),
      ),
  )
}

const codeOf = (type: string, code: string) =>
  type.endsWith('.code') ? { jsCode: code } : { functionCode: type.endsWith('Item') ? 'item.z = 1; return item' : code }

/**
 * A workflow: a trigger and two to five nodes, each of which gets an output of one before it; a node of two inputs gets two
 * of them. What a seed makes is made again by the same seed.
 *
 * @param only of these types alone
 */
export const questions = (only?: readonly string[]): fc.Arbitrary<Question> =>
  fc
    .array(fc.constantFrom(...TYPES.filter(type => !only || only.includes(type.replace(/.*\./, '')))), {
      minLength: 1,
      maxLength: only ? 1 : 5,
    })
    .chain(types =>
      fc.record({
        nodes: fc.tuple(...types.map((type, at) => nodeOf(type, `N${at}`))),
        wires: fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 0, 0, 1), fc.nat(), fc.constantFrom(0, 0, 1)), {
          minLength: types.length,
          maxLength: types.length,
        }),
        order: fc.constantFrom({}, { executionOrder: 'v1' }, { executionOrder: 'v1' }),
        items,
      }),
    )
    .map(({ nodes, wires, order, items: given }): Question => {
      const start: Node = {
        id: 'T',
        name: 'T',
        type: 'n8n-nodes-base.manualTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      }
      const all = [start, ...nodes.map((node, at): Node => ({ ...node, position: [at * 100, (at % 3) * 100] }))]
      const main = new Map<string, { node: string; type: 'main'; index: number }[][]>()
      const wire = (from: number, output: number, to: number, input: number) => {
        const lists = main.get(all[from]?.name ?? '') ?? []
        while (lists.length <= output) lists.push([])
        lists[output]?.push({ node: all[to]?.name ?? '', type: 'main', index: input })
        main.set(all[from]?.name ?? '', lists)
      }
      for (const [at, [first, output, second, other]] of wires.entries()) {
        const from = first % (at + 1)
        wire(from, from === 0 ? 0 : output, at + 1, 0)
        const hasTwo = /\.(merge|compareDatasets)$/.test(all[at + 1]?.type ?? '')
        const also = second % (at + 1)
        if (hasTwo) wire(also, also === 0 ? 0 : other, at + 1, 1)
      }
      const connections = Object.fromEntries(Array.from(main, ([name, lists]) => [name, { main: lists }]))
      return {
        workflow: { nodes: all, connections, settings: order },
        start: 'T',
        items: given,
        mocks: {},
        http: ANSWERS,
      }
    })
