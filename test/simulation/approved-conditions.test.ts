// Small faults in a comparison, or in how conditions are combined and refused, change an answer of one of these tables.
import { describe, expect, test } from 'bun:test'
import { runAtOnce } from '../../src/base/run-in-slices.ts'
import { compare, decide, holds, holdsByType } from '../../src/simulation/conditions.ts'
import type { Evaluated } from '../../src/simulation/expressions.ts'
import { shortened, shown } from './approved.ts'

const VALUES: unknown[] = [
  undefined,
  null,
  true,
  false,
  'true',
  '',
  ' ',
  0,
  2,
  -1.5,
  '2',
  '10',
  'b',
  'ab',
  'a',
  [],
  [2, 'b'],
  {},
  { a: 1 },
]
const SMALL: unknown[] = [undefined, '', 'x', 1_767_225_600_000, '2026-01-01T00:00:00Z', '2026-01-01T01:00:00+01:00']
const TIMES = [...SMALL, '2026-01-01T00:00:00.001Z', null]
const TYPES = ['string', 'number', 'boolean', 'array', 'object', 'dateTime', 'other', undefined]

const OF_VALUES = [
  'equals',
  'equal',
  'notEquals',
  'notEqual',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
  'lengthEquals',
  'lengthNotEquals',
  'lengthGt',
  'lengthLt',
  'lengthGte',
  'lengthLte',
]
const OF_SIZES = [
  ['gt', 'larger'],
  ['gte', 'largerEqual'],
  ['lt', 'smaller'],
  ['lte', 'smallerEqual'],
]
const OF_TIMES = ['after', 'before', 'afterOrEquals', 'beforeOrEquals']
const OF_ONE = ['exists', 'notExists', 'empty', 'isEmpty', 'notEmpty', 'isNotEmpty', 'true', 'false']

/** A pair of braces is what only code gives, and one of brackets what is no expression. */
const resolve = (value: unknown): Evaluated =>
  value === '{{}}' ? 'unsupported' : value === '[[]]' ? 'invalid' : { value }
const list = (values: unknown[]) => values.map(value => shown(value)).join(' ') || 'none'
const sent = (conditions: unknown[], rest: object = {}) => ({ conditions, ...rest })
const pair = (leftValue: unknown, rightValue: unknown, operator: unknown) => ({ leftValue, rightValue, operator })
const EQUAL = { type: 'string', operation: 'equals' }
const outcomeOf = (conditions: unknown, item = 0) => {
  const held = runAtOnce(holds(conditions, resolve, item))
  if (typeof held !== 'object') return String(held)
  const { message, description = '' } = held.error
  return `${shown(message)}${/(?<=Converting).*(?=<.li>)/.exec(description)?.[0] ?? description}`
}

describe('conditions are decided as approved (bun run generate writes them)', () => {
  test.each(OF_VALUES)('%s', operation => {
    const lines = VALUES.map(left => {
      const held = VALUES.filter(right => compare(operation, left, right))
      return held.length > VALUES.length / 2
        ? `${shown(left)} ${operation} all but ${list(VALUES.filter(right => !held.includes(right)))}`
        : `${shown(left)} ${operation} ${list(held)}`
    })
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('sizes, times and what needs no second value', () => {
    const numbers = [undefined, null, true, false, '', ' ', 0, 2, 2.5, -1, '2', '10', 'b', [], {}, ...TIMES.slice(2)]
    const lines = [
      ...OF_SIZES.flatMap(([operation = '', alias]) =>
        numbers.map(left => {
          const [held, other] = [operation, alias].map(name =>
            list(numbers.filter(right => compare(name, left, right))),
          )
          return `${shown(left)} ${operation} ${held}${held === other ? '' : `, ${alias} ${other}`}`
        }),
      ),
      ...OF_TIMES.flatMap(operation =>
        TIMES.map(
          left => `${shown(left)} ${operation} ${list(TIMES.filter(right => compare(operation, left, right)))}`,
        ),
      ),
      ...OF_ONE.map(operation => `${operation}: ${list(VALUES.filter(value => compare(operation, value, 'b')))}`),
    ]
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('operations that are unknown', () => {
    const names = ['regex', 'notRegex', '', 'constructor', 'toString', undefined, null, 5, {}]
    const old = ['{{}}', '[[]]', 'a'].flatMap(value => [
      `${value} = a: ${decide('equals', value, 'a', resolve)}, a = ${value}: ${decide('equals', 'a', value, resolve)}`,
      `by a pattern ${decide('regex', value, 'a', resolve)}`,
    ])
    const lines = names.map(name => `${shown(name)}: ${compare(name, 'a', 'a')} ${compare(name, 'a', 'b')}`)
    expect(shortened([...lines, ...old])).toMatchSnapshot()
  })

  test('types of the first value, and of the second', () => {
    const values = [
      undefined,
      null,
      true,
      '',
      'b',
      -1.5,
      [],
      [2, 'b'],
      { a: 1 },
      'x'.repeat(300),
      '2026-01-01T00:00:00Z',
      '2026-01-01',
    ]
    const strict = { options: { typeValidation: 'strict' } }
    const first = TYPES.flatMap(type =>
      values.map(value => {
        const condition = pair(value, undefined, { type, operation: 'exists', singleValue: true })
        return `${type} ${shown(value)}: ${outcomeOf(sent([condition], strict))}`
      }),
    ).filter(line => !/: (true|false)$/.test(line) || line.startsWith('dateTime'))
    const second = TYPES.flatMap(rightType =>
      ['a', 5, true, {}].map(value => {
        const condition = pair('a', value, { ...EQUAL, rightType })
        return `second ${rightType} ${shown(value)}: ${outcomeOf(sent([condition], strict), 3).slice(0, 110)}`
      }),
    )
    const both = pair(1, 2, EQUAL)
    const third = [pair('a', 'a', EQUAL), pair('a', 'b', EQUAL), both]
    const whole = runAtOnce(holds(sent([both], strict), resolve, 0))
    expect(
      shortened([
        JSON.stringify(whole),
        ...first,
        ...second,
        `third of item 7: ${outcomeOf(sent(third, strict), 7).slice(0, 110)}`,
        `loose: ${outcomeOf(sent([both], { options: { typeValidation: 'loose' } }))}`,
        `without: ${outcomeOf(sent([both]))}`,
      ]),
    ).toMatchSnapshot()
  })

  test('several conditions', () => {
    const one = { yes: pair('a', 'a', EQUAL), no: pair('a', 'b', EQUAL), code: pair('{{}}', 'a', EQUAL) }
    const broken = { left: pair('[[]]', 'a', EQUAL), right: pair('a', '[[]]', EQUAL), later: pair('a', '{{}}', EQUAL) }
    const unknown = { pattern: pair('a', 'a', { operation: 'regex' }) }
    const single = {
      singleCode: pair('a', '{{}}', { operation: 'exists', singleValue: true }),
      singleNot: pair('a', '{{}}', { operation: 'exists', singleValue: false }),
    }
    const all = Object.entries({ ...one, ...broken, ...unknown, ...single })
    const old = Object.entries({
      yes: { value1: 'a', operation: 'equal', value2: 'a' },
      no: { value1: 'a', operation: 'equal', value2: 'b' },
      code: { value1: '{{}}', operation: 'equal', value2: 'b' },
      invalid: { value1: 'a', operation: 'equal', value2: '[[]]' },
      missing: { value1: 'a', value2: 'a' },
    })
    const combined = ['and', 'or', 'other', undefined].flatMap(combinator => [
      `${combinator} of none: ${outcomeOf(sent([], { combinator }))}`,
      ...all.map(([name, first]) => {
        const outcomes = all.map(([, second]) => outcomeOf(sent([first, second], { combinator })))
        return `${combinator} of ${name} and each: ${outcomes.join(' ')}; alone ${outcomeOf(sent([first], { combinator }))}`
      }),
    ])
    const byType = ['all', 'any', undefined].flatMap(how => [
      `${how} of none: ${runAtOnce(holdsByType({}, how, resolve))} ${runAtOnce(holdsByType(null, how, resolve))}`,
      ...old.map(([name, first]) => {
        const outcomes = old.map(([, second]) =>
          runAtOnce(holdsByType({ string: [first], number: [second] }, how, resolve)),
        )
        return `${how} of ${name} and each, by type: ${outcomes.join(' ')}`
      }),
    ])
    const cases = [undefined, true, false].flatMap(caseSensitive =>
      ['equals', 'contains'].map(operation => {
        const compared = [
          pair('AB', 'ab', { operation }),
          pair('ab', 'AB', { operation }),
          pair(['B'], 'b', { operation }),
        ]
        const outcomes = compared.map(it => outcomeOf(sent([it], { options: { caseSensitive } })))
        return `${operation}, caseSensitive ${caseSensitive}: ${outcomes.join(' ')}`
      }),
    )
    const given = [undefined, null, [], 'a', {}, { conditions: {} }, { conditions: [null, 'a', {}] }]
    expect(
      shortened([...combined, ...byType, ...cases, ...given.map(it => `${shown(it)}: ${outcomeOf(it)}`)]),
    ).toMatchSnapshot()
  })
})
