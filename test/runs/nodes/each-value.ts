import described from '../../../data/node-parameters.json' with { type: 'json' }
import type { Node } from '../../../src/core/model/workflow.ts'
import { OPERATIONS } from '../../../src/runs/checks/parameters/check-conditions.ts'
import type { ParameterDescription } from '../../../src/runs/nodes/tools/shown-parameters.ts'
import { node } from '../tests/workflows.ts'

type Parameters = Record<string, unknown>
interface Group {
  versions: number[]
  parameters: ParameterDescription[]
}

/** Types that compute by themselves. */
const TYPES =
  'aggregate compareDatasets convertToFile crypto dateTime debugHelper executionData extractFromFile filter html htmlExtract if itemLists jwt limit markdown merge moveBinaryData removeDuplicates renameKeys set sort splitOut stopAndError summarize switch xml'.split(
    ' ',
  )

/** Random, endless, or asking what is around the run. */
const LEFT_OUT =
  /^(random|randomData|oom|generate|combineBySql|clearDeduplicationHistory|removeItemsSeenInPreviousExecutions)$/
/** Parameters that decide which others are shown. */
const DECIDES =
  /^(operation|mode|combineBy|combinationMode|resource|action|aggregate|joinMode|dataType|extractionValues|type|category)$/
/** How many values of deciding parameters are tried with all others. */
const MOST_MODES = 14

const FIELDS = ['a', 'o.x', 'list', 'n,a', '', 'missing', 'date', 'k.l', 'html', 'o.y[0]']
const TEXTS = [
  'x',
  '',
  '={{ $json.a }}',
  '={{ $json.list }}',
  '={{ null }}',
  '={{ $json.missing }}',
  '={{ $json.o }}',
  '={{ $json.n }}',
]
const BY_NAME: [RegExp, unknown[]][] = [
  [/^(attrkey|charkey)$/, ['$', '_', '#']],
  [
    /^(format|toFormat|customFormat|fromFormat)$/,
    ['yyyy-MM-dd', 'YYYY-MM-DD [at] hh:mm A', 'x', 'MMMM Do, LTS', 'X', 'custom', 'EEE d. LLL', 'gggg ww E', ''],
  ],
  [
    /date|magnitude/i,
    ['={{ $json.date }}', '2024-03-05', '1700000000', '={{ $json.missing }}', '={{ null }}', '={{ $now }}', 'no'],
  ],
  [/algorithm/i, ['RS256', 'HS256', 'SHA256', 'nope']],
  [/selector/i, ['p', '.c b', 'a[href]', 'td', 'p[', '']],
  [/^(html|markdown)$/, ['={{ $json.html }}', '# A\n\n* b\n* [c](https://a.example)', '', '={{ $json.n }}']],
  [/timezone/i, ['Europe/Berlin', 'nowhere', '={{ $json.a }}']],
  [/regex|pattern/i, ['^a', '(', '[ao]']],
  [/code$/i, ['return 0']],
  [/token/i, ['x', '={{ $json.token }}']],
  [/fileName/i, ['a.csv', '={{ $json.a }}', '']],
  [/fields?|property|key|name|column/i, FIELDS],
]

const SIDES: [unknown, unknown][] = [
  ['={{ $json.a }}', 'x'],
  ['={{ $json.n }}', 3],
  ['={{ $json.date }}', '2024-03-05T10:20:30.000Z'],
  ['={{ $json.list }}', 1],
  ['={{ $json.b }}', true],
  ['={{ $json.o }}', '={{ $json.o }}'],
]

/** Conditions of each operator, in the form of newer versions. */
const filters = (): unknown[] =>
  Object.entries(OPERATIONS).flatMap(([type, operations], number) =>
    operations.flatMap((operation, at) => {
      const sides = [SIDES[number], SIDES[(number + at) % SIDES.length]]
      return sides.map((side, turn) => ({
        combinator: (at + turn) % 2 === 0 ? 'and' : 'or',
        conditions: [
          { leftValue: side?.[0], rightValue: side?.[1], operator: { type, operation } },
          ...(at % 3 === 0
            ? [{ leftValue: '={{ $json.n }}', rightValue: '2', operator: { type: 'number', operation: 'gt' } }]
            : []),
        ],
        options: {
          typeValidation: turn === 0 ? 'loose' : 'strict',
          caseSensitive: at % 2 === 0,
          version: 1 + (at % 3),
        },
      }))
    }),
  )

const ASSIGNMENTS = ['string', 'number', 'boolean', 'array', 'object'].flatMap(type =>
  ['x', '12', 'true', '[1]', '{"x": 1}', '={{ $json.a }}', '={{ $json.list }}', '={{ $json.o }}', '={{ null }}'].map(
    value => ({
      assignments: [{ id: 'i', name: type === 'array' ? 'o.z' : 'a', type, value }],
    }),
  ),
)

/** The values that are tried of a parameter. The first is a usual one. */
function valuesOf(parameter: ParameterDescription): unknown[] {
  const { name, type = 'string', values, parts, groups, isList } = parameter
  switch (type) {
    case 'options':
      return [...(values ?? []).filter(value => !LEFT_OUT.test(String(value))), 'nope']
    case 'boolean':
      return [true, false]
    case 'number':
      return [1, 0, 2, -1, '={{ $json.n }}']
    case 'collection':
      return [fullOf(parts ?? []), {}, ...eachOf(parts ?? [])]
    case 'fixedCollection':
      return Object.entries(groups ?? {}).flatMap(([group, fields]) => {
        const entries = [fullOf(fields), ...eachOf(fields)]
        const made = entries.map(entry => ({ [group]: isList ? [entry] : entry }))
        return isList ? [...made, { [group]: [] }, { [group]: entries.slice(-2) }] : made
      })
    case 'multiOptions':
      return [values ?? [], [], (values ?? []).slice(0, 1)]
    case 'filter':
      return filters()
    case 'assignmentCollection':
      return ASSIGNMENTS
    case 'json':
      return ['{"a": 1}', '={{ { q: $json.a } }}', '={"b": {{ $json.n }}}', 'no', '={{ $json.o }}']
    case 'dateTime':
      return ['2024-03-05T10:20:30.000Z', '={{ $json.date }}', '2024-01-31']
    case 'notice':
    case 'hidden':
      return []
    default:
      return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? TEXTS
  }
}

const named = (parameters: readonly ParameterDescription[]) => Map.groupBy(parameters, ({ name }) => name)

/** Each parameter with its usual value. */
const fullOf = (parameters: readonly ParameterDescription[]): Parameters =>
  Object.fromEntries(
    [...named(parameters)].flatMap(([name, all]) => {
      const [usual] = valuesOf(all[0] as ParameterDescription)
      return usual === undefined ? [] : [[name, usual]]
    }),
  )

/** The usual values, and one after the other each value of each parameter in their place. */
function eachOf(parameters: readonly ParameterDescription[]): Parameters[] {
  const full = fullOf(parameters)
  return [...named(parameters)].flatMap(([name, all]) => {
    const values = [...new Map(all.flatMap(valuesOf).map(value => [JSON.stringify(value), value])).values()]
    return values.slice(1).map(value => ({ ...full, [name]: value }))
  })
}

/** The deciding parameters of a type, each value of one with each value of the next. */
function modesOf(parameters: readonly ParameterDescription[]): Parameters[] {
  let modes: Parameters[] = [{}]
  for (const [name, all] of named(parameters)) {
    const values = [...new Set(all.flatMap(one => (one.type === 'options' ? valuesOf(one) : [])))].filter(
      value => value !== 'nope',
    )
    if (!DECIDES.test(name) || values.length < 2) continue
    const next = modes.flatMap(mode => values.map(value => ({ ...mode, [name]: value })))
    if (next.length > MOST_MODES) continue
    modes = next
  }
  return modes
}

const CODES = [
  'undefined',
  'null',
  "'x'",
  '12',
  '[]',
  '{}',
  '[null]',
  '[1]',
  "['x']",
  '() => 1',
  '{ json: 1 }',
  '{ json: null }',
  '{ json: [] }',
  '{ json: { a: 1 }, binary: {} }',
  '{ json: { a: 1 }, binary: 1 }',
  '{ binary: {} }',
  '[{ json: { a: 1 } }, { b: 2 }]',
  '[{ json: { a: 1 }, pairedItem: 0 }, { json: {}, pairedItem: { item: 7 } }]',
  '[{ json: 1 }]',
  '[{ json: undefined }]',
  '[{ a: 1, binary: {} }, { a: 2 }]',
  '[{ json: {}, other: 1 }]',
  '{ a: new Date(0), b: () => 1, c: undefined, d: NaN }',
  '[[1]]',
  '(() => { throw new Error("no") })()',
  '(() => { throw "text" })()',
  '(() => { throw null })()',
  '(() => { throw { message: "m", description: "d" } })()',
  '$input.all()',
  'items',
  '$input.item',
  'Promise.resolve([{ json: { z: 1 } }])',
  '$json',
  '$node["T"].json',
  '(() => { items[0].json.changed = 1; return items })()',
  'missing.name',
]

/** Nodes of code that return each kind of value. */
const codes = (): [string, Parameters[]][] => [
  [
    'code 2',
    CODES.flatMap(code => [{ jsCode: `return ${code}` }, { mode: 'runOnceForEachItem', jsCode: `return ${code}` }]),
  ],
  ['code 1', CODES.map(code => ({ jsCode: `return ${code}` }))],
  ['function 1', CODES.map(code => ({ functionCode: `return ${code}` }))],
  ['functionItem 1', CODES.map(code => ({ functionCode: `return ${code}` }))],
]

/** The parameters that are tried, by type and version. */
export function* eachValue(): Generator<{ type: string; typeVersion: number; all: Parameters[] }> {
  for (const short of TYPES) {
    const groups = (described as unknown as Record<string, Group[]>)[`n8n-nodes-base.${short}`] ?? []
    for (const { versions, parameters } of groups) {
      const all = modesOf(parameters).flatMap(mode => {
        const others = parameters.filter(({ name }) => !Object.hasOwn(mode, name))
        return [mode, { ...fullOf(others), ...mode }, ...eachOf(others).map(given => ({ ...given, ...mode }))]
      })
      for (const typeVersion of new Set([versions[0], versions.at(-1)])) {
        if (typeVersion !== undefined) yield { type: short, typeVersion, all: thinned(unique(all)) }
      }
    }
  }
  for (const [name, all] of codes()) {
    const [type = '', version] = name.split(' ')
    yield { type, typeVersion: Number(version), all }
  }
}

const unique = <Value>(all: readonly Value[]) => [...new Map(all.map(one => [JSON.stringify(one), one])).values()]

/** The most of each type and version, evenly. */
const MOST_NODES = 180
function thinned<Value>(all: readonly Value[]): Value[] {
  const step = Math.ceil(all.length / MOST_NODES)
  // a step that shares no part with the lengths of the lists behind
  const odd = step % 2 === 0 ? step + 1 : step
  return all.filter((_, at) => at % odd === 0)
}

const HTML = '<p class="c">Hi <b>you</b> <a href="https://a.example">there</a></p><table><tr><td>1</td></tr></table>'
const XML = '<r a="1"><b>x</b><b/><c d="2">y</c></r>'
const base64 = (text: string) => Buffer.from(text).toString('base64')

export const ITEMS = [
  {
    json: {
      a: 'x',
      b: 2,
      n: 3,
      list: [1, 'two', { x: 3 }],
      o: { x: 1, y: [1, 2] },
      date: '2024-03-05T10:20:30.000Z',
      'k.l': 5,
      html: HTML,
      data: XML,
    },
    binary: { data: { data: base64('a,b\n1,"x y"\n2,z\n'), mimeType: 'text/csv', fileName: 'a.csv' } },
  },
  { json: { a: 'y', b: '2', n: 1, list: [], o: null, date: '2024-03-05', html: '', data: '<r', token: 'x.y.z' } },
  {
    json: { a: 'x', n: null, list: 'no', o: { x: 2 }, date: 1709634030, data: { r: { $: { a: 1 }, b: ['x', 'y'] } } },
    binary: { data: { data: base64('{"a": [1, 2]}'), mimeType: 'application/json', fileName: 'b.json' } },
  },
  { json: { b: true, n: 10.5, date: 'no date', a: '' } },
  { json: { a: 'x', b: 2, n: 3, list: [1], o: { x: 1 }, date: null } },
]
/** What comes to the second input. */
export const OTHERS = [
  { json: { a: 'x', b: 3, extra: 1 } },
  { json: { a: 'y', o: { x: 1 } } },
  { json: { a: 'q', n: 3 } },
]

/** Nodes in one workflow. What fails puts out its error, at one of both outputs. */
export function workflowOf(type: string, typeVersion: number, all: readonly Parameters[]) {
  const trigger = node('T', 'manualTrigger', 1)
  const second = {
    ...trigger,
    id: 'S',
    name: 'S',
    type: 'n8n-nodes-base.httpRequest',
    parameters: { url: 'https://a.example' },
  }
  const nodes = all.map((parameters, at) => ({
    id: `N${at}`,
    name: `N${at}`,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [at, 0],
    parameters,
    onError: at % 4 === 3 ? 'continueErrorOutput' : 'continueRegularOutput',
  }))
  const link = (index: number) => nodes.map(({ name }) => ({ node: name, type: 'main', index }))
  const hasTwo = type === 'merge' || type === 'compareDatasets'
  return {
    name: 'W',
    nodes: [trigger, second, ...nodes] as Node[],
    connections: {
      T: { main: [[...(hasTwo ? [{ node: 'S', type: 'main', index: 0 }] : []), ...link(0)]] },
      ...(hasTwo ? { S: { main: [link(1)] } } : {}),
    },
    settings: { executionOrder: 'v1' },
  }
}
