import { FIRST, type Given, type Groups, row, START } from './workflows.ts'

const OPERATIONS: Record<string, string[]> = {
  string: ['exists', 'empty', 'equals', 'contains', 'startsWith', 'notRegex', 'gt', 'isEmpty'],
  number: ['notExists', 'notEmpty', 'notEquals', 'gt', 'lte', 'larger', 'smallerEqual', 'contains'],
  dateTime: ['exists', 'equals', 'after', 'before', 'afterOrEquals', 'beforeOrEquals', 'gt'],
  boolean: ['true', 'false', 'equals', 'notEquals', 'empty', 'is'],
  array: [
    'contains',
    'notContains',
    'lengthEquals',
    'lengthNotEquals',
    'lengthGt',
    'lengthLt',
    'lengthGte',
    'lengthLte',
  ],
  object: ['exists', 'notExists', 'empty', 'notEmpty', 'equals'],
  text: ['equals'],
}

const SIDES = [
  '={{ $json.total }}',
  '={{ $json.name }}',
  '={{ $json.tags }}',
  '={{ $json.it }}',
  '={{ $json.nope }}',
  '={{ $json.total > 1 }}',
  '={{ Number($json.name) }} ',
  "={{ $json.name.split(',') }}",
  '={{ $now }}',
  '=x {{ 1 }}',
  'x',
  '',
  '12',
  'true',
  '2024-03-05',
  '[1]',
  '{"a": 1}',
  5,
  true,
  null,
  [1],
  { a: 1 },
  undefined,
]

const OPTIONS = [
  {},
  { typeValidation: 'strict', version: 2 },
  { typeValidation: 'loose', version: 2 },
  { typeValidation: 'strict', version: 3 },
  { typeValidation: '={{ $json.x }}' },
]

/** Each kind and operation with each value on one side, with the options in turn. */
export function conditions(): Groups {
  const groups: Groups = {}
  let turn = 0
  for (const [type, operations] of Object.entries(OPERATIONS)) {
    for (const operation of operations) {
      const nodes = OPTIONS.map((options, at): Given => {
        const sides = SIDES.filter((_, side) => (side + at + turn) % 2 === 0).flatMap(value => [
          { leftValue: value, rightValue: '={{ $json.other }}' },
          { leftValue: '={{ $json.other }}', rightValue: value },
        ])
        const list = sides.map((side, number) => ({
          ...side,
          operator: { type, operation, ...(number % 3 === 0 ? { singleValue: true } : {}) },
        }))
        const name = ['if', 'filter'][at % 2] as string
        const versions = [2, 2.1, 2.2]
        return {
          name: `${name} ${at}`,
          type: name,
          typeVersion: versions[(at + turn) % 3] as number,
          parameters: {
            conditions: { combinator: 'and', options, conditions: list },
            options: { looseTypeValidation: at === 4 },
          },
        }
      })
      groups[`${type} ${operation}`] = [row([START, FIRST, ...nodes])]
      turn++
    }
  }
  const odd = [
    'x',
    [],
    {},
    { conditions: 'x' },
    { string: [{ value1: 'a' }], number: [] },
    { combinator: 'AND', conditions: [] },
    { combinator: 'xor', conditions: [{}] },
    { combinator: 3, conditions: [null, { operator: {} }, { operator: { type: 'string' } }] },
    { conditions: [{ leftValue: 1, operator: { type: '={{ 1 }}', operation: 'equals' } }] },
  ]
  groups['odd conditions'] = [
    row([
      START,
      ...odd.flatMap((value, at) => [
        { name: `If ${at}`, type: 'if', typeVersion: 2.2, parameters: { conditions: value } },
        {
          name: `Switch ${at}`,
          type: 'switch',
          typeVersion: 3.2,
          parameters: { rules: { values: [{ conditions: value, outputKey: 'a' }] }, options: {} },
        },
      ]),
    ]),
  ]
  return groups
}

/** Expressions whose kind can be seen before they run, or not. */
const SEEN = [
  '"x"',
  '`x`',
  '12',
  'true',
  '[1]',
  '({ a: 1 })',
  '$now',
  '$today',
  '$json',
  '$itemIndex',
  '$runIndex',
  'undefined',
  'Math.round(1)',
  'Math.max(1, 2)',
  'Math.random()',
  'Date.now()',
  'String(1)',
  'Boolean(1)',
  'parseInt("1")',
  'JSON.stringify({})',
  'JSON.parse("1")',
  'Object.keys({})',
  'Array.isArray([])',
  '$input.all()',
  '$input.all().length',
  '$json.a.toString()',
  '$json.a.trim()',
  '$json.a.includes("x")',
  '$json.a.split(",")',
  '$json.a.toNumber()',
  '$json.a.length',
  '$json.a.slice(1)',
  '$json.a.map(one => one)',
  '$json.a.join()',
  '$now.toISO()',
  '$now.plus(1)',
  '1 + 1',
  '"a" + 1',
  '$json.a + 1',
  '$json.a - 1',
  '$json.a * 2 ** 2',
  '-$json.a',
  '!$json.a',
  '!!$json.a',
  '$json.a > 1',
  '$json.a === "x"',
  '"a" in $json',
  '$json.a instanceof Date',
  '$json.a && true',
  '$json.a ?? 1',
  '$json.a ? 1 : "x"',
  'typeof $json.a',
  'new Date()',
  'await x',
  '((($json.a > 1)))',
  '(((((1)))))',
  '$json["a b"]',
  '(() => 1)()',
  'x',
  '$json.a?.trim()',
  '$json.a.b.c',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of an expression
  '`${$json.a}`',
  '1, 2',
  '$json.total',
  "$('First').item.json.tags",
  "$('First').first().json.name",
  "$node['First'].json.total",
  '$json.it.deep',
  '$json.tags[0]',
  ' $json.total ',
]

/** What can be seen of an expression, in conditions of each kind. */
export const seenKinds = (): Groups =>
  Object.fromEntries(
    ['string', 'number', 'boolean', 'dateTime', 'array', 'object'].map(type => {
      const conditions = SEEN.flatMap(code => [
        { leftValue: `={{ ${code} }}`, rightValue: '', operator: { type, operation: 'notEmpty', singleValue: true } },
        { leftValue: `={{${code}}} `, rightValue: `={{ ${code} }}`, operator: { type, operation: 'equals' } },
      ])
      const parameters = { conditions: { combinator: 'or', options: { version: 2 }, conditions } }
      return [`seen kinds as ${type}`, [row([START, FIRST, { name: 'If', type: 'if', typeVersion: 2.2, parameters }])]]
    }),
  )
