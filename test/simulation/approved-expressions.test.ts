// biome-ignore-all lint/suspicious/noTemplateCurlyInString: template strings of expressions
// Small faults in the parser, the operators or the methods of expressions change an answer of one of these tables.
import { describe, expect, test } from 'bun:test'
import { methodsOf, STATICS } from '../../src/simulation/expression-methods.ts'
import { type Expression, templateOf } from '../../src/simulation/expression-parser.ts'
import { Moment, type Scope } from '../../src/simulation/expression-values.ts'
import { evaluate } from '../../src/simulation/expressions.ts'
import { shortened, shown } from './approved.ts'

const NOW = Date.parse('2026-03-01T12:34:56.789Z')
const ITEMS = [{ json: { n: 1 } }, { json: { n: 2 } }, { json: { n: 3 } }]
const JSON_OF_ITEM = {
  n: 3,
  zero: 0,
  text: 'Ann Lee',
  empty: '',
  yes: true,
  no: false,
  none: null,
  list: [3, 1, 3, '', null],
  words: ['b', 'a', 'b'],
  nothing: [],
  deep: { 'a b': { c: [1, { d: 'found' }] } },
  bare: {},
}

function scopeOf(rest: Partial<Scope> = {}): Scope {
  return {
    json: JSON_OF_ITEM,
    itemIndex: 1,
    itemsOf: name => (name === 'Other' ? ITEMS : name === 'Empty' ? [] : undefined),
    input: ITEMS,
    execution: { id: '7', mode: 'webhook', resumeUrl: 'http://x/webhook-waiting/7' },
    workflow: { id: '1', name: 'Orders', active: true },
    now: NOW,
    zone: 'Europe/Berlin',
    spend() {},
    sizeOf: () => 0,
    isSpent: () => false,
    ...rest,
  }
}

function outcomeOf(parameter: unknown, rest?: Partial<Scope>, most?: number): string {
  const known = evaluate(parameter, scopeOf(rest))
  return typeof known === 'string' ? known : shown(known.value, most)
}

const of = (code: string, most?: number) => outcomeOf(`={{ ${code} }}`, {}, most)

const OPERATORS = ['??', '||', '&&', '==', '!=', '===', '!==', '<', '>', '<=', '>=', '+', '-', '*', '/', '%']
const OPERANDS = [
  'undefined',
  'null',
  'true',
  'false',
  '0',
  '2',
  '-7.5',
  "''",
  "'2'",
  "'10'",
  "'b'",
  '[]',
  '[1,2]',
  '{a:1}',
]
const MOMENTS = ['$now', "$now.plus(1,'day')"]

/** Outcomes with what leads to them, the usual one alone. */
function groupsOf(known: [outcome: string, of: string][]): string {
  const groups = new Map<string, string[]>()
  for (const [outcome, given] of known) groups.set(outcome, [...(groups.get(outcome) ?? []), given])
  const [usual, ...others] = [...groups].sort((a, b) => b[1].length - a[1].length)
  return [usual?.[0], ...others.map(([outcome, given]) => `${given.join(' ')} → ${outcome}`)].join('; ')
}

/** How an expression was read, each part in brackets. */
function treeOf(expression: Expression | string): string {
  if (typeof expression === 'string') return JSON.stringify(expression)
  switch (expression.kind) {
    case 'value':
      return shown(expression.value)
    case 'name':
      return expression.name
    case 'member':
      return `${treeOf(expression.of)}[${treeOf(expression.name)}]`
    case 'call':
      return `${treeOf(expression.of)}.${expression.method ?? ''}(${expression.given.map(treeOf).join()})`
    case 'list':
      return `[${expression.items.map(treeOf).join()}]`
    case 'object':
      return `{${expression.entries.map(([name, value]) => `${name}:${treeOf(value)}`).join()}}`
    case 'text':
      return `\`${expression.parts.map(treeOf).join(' ')}\``
    case 'choice':
      return `(${treeOf(expression.test)} ? ${treeOf(expression.yes)} : ${treeOf(expression.no)})`
    case 'binary':
      return `(${treeOf(expression.left)} ${expression.operator} ${treeOf(expression.right)})`
    default:
      return `${expression.kind}(${treeOf(expression.of)})`
  }
}

function partsOf(parameter: string): string {
  const template = templateOf(parameter)
  return typeof template === 'string' ? template : template.map(treeOf).join(' + ')
}

/** Only those that every runtime reads alike, in every zone. */
const DATES = [
  "'2026-01-02T03:04:05+02:00'",
  "'2026-01-02'",
  "'2026-01-02T03:04:05.6Z'",
  "'b'",
  "''",
  '5',
  'null',
  '[]',
]

describe('are answered as approved (bun run generate writes them)', () => {
  test.each(OPERATORS)('operator %s by its operands', operator => {
    const operands = ['==', '+', '-', '<', '>', '<=', '>='].includes(operator) ? [...OPERANDS, ...MOMENTS] : OPERANDS
    const lines = operands.map(left => {
      const known = operands.map((right): [string, string] => [of(`${left} ${operator} ${right}`, 34), right])
      return `${left} ${operator}: ${groupsOf(known)}`
    })
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('operators before and after each other', () => {
    const lines = OPERATORS.map(first => {
      const later = OPERATORS.filter(second => !partsOf(`={{ a ${first} b ${second} c }}`).startsWith('((a'))
      return `a ${first} b … c: the second binds more closely of ${later.join(' ')}`
    })
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('signs before a value', () => {
    const signs = ['!', '-', '+', '!!', '- -', '!-', '-!', '+!']
    expect(
      shortened(signs.flatMap(sign => OPERANDS.map(operand => `${sign}${operand}: ${of(sign + operand)}`))),
    ).toMatchSnapshot()
  })

  test.each([
    [
      'literals',
      [
        '1',
        '1.5',
        '.5',
        '1.',
        '1e3',
        '1.5e-3',
        '2E+2',
        '1e',
        '0x1f',
        '1_000',
        "'a'",
        '"a"',
        "'a\"b'",
        '"a\'b"',
        "'a\\'b'",
        "'\\n\\t\\r\\b\\f\\v\\0\\q\\\\'",
        "'\\u0041\\u00e9\\u12'",
        "'a\nb'",
        "'open",
        'true',
        'false',
        'null',
        'undefined',
        'NaN',
        'truely',
        '$',
        '_a',
        'a1',
        '1a',
        'é',
        '[]',
        '[1]',
        '[1,]',
        '[,]',
        '[1,2',
        '[[1],[2,[3]]]',
        '{}',
        '{a:1}',
        '{a:1,}',
        '{,}',
        '{a}',
        '{"a b":1,2:3}',
        "{'a\\n':1}",
        '{a:{b:{c:1}}}',
        '{a:1 b:2}',
        '{[a]:1}',
        '()',
        '(1)',
        '((1)',
        '(1))',
        '(1,2)',
        '``',
        '`a`',
        '`a${1}b`',
        '`${1}${2}`',
        '`a${`b${1}`}c`',
        '`$1`',
        '`$ {1}`',
        '`a\\n`',
        '`open',
        '`${1`',
        '`${1 2}`',
        '`${}`',
        '`${a}b${c}d`',
        '`a$`',
        '`$a${1}`',
        '`a{b}`',
        '`a`.length',
        '/a/',
        '1;',
        '1;;',
        ';',
        '1;2',
        '',
        ' ',
        '\n1\n',
        '1 2',
        '//1',
        '@',
        '#',
      ],
    ],
    [
      'chains and calls',
      [
        'a.b',
        'a.b.c',
        'a . b',
        'a?.b',
        'a?.[b]',
        'a?.b?.c',
        'a.[b]',
        'a[b]',
        'a["b"][0]',
        'a[b',
        'a[]',
        'a[b,c]',
        'a()',
        'a(1)',
        'a(1,)',
        'a(,)',
        'a(1,2)',
        'a(1 2)',
        'a(1',
        'a.b()',
        'a.b(1).c(2)',
        'a?.b()',
        'a?.(1)',
        'a.b()()',
        'a.1',
        'a."b"',
        'a.',
        'a?.',
        '"a".b',
        '1 .b',
        '[1][0]',
        '{a:1}.a',
        '(a).b',
        'a.true',
        'a => 1',
        'a = 1',
        'a & b',
        'a | b',
        'a ^ b',
        '~a',
        'a ** b',
        'a++',
        '--a',
        'typeof a',
        'new A()',
        'a instanceof b',
        'a in b',
        'a, b',
        '...a',
        'a ? b : c',
        'a ? b',
        'a ? : c',
        'a ? b : c ? d : e',
        'a ? b ? c : d : e',
        '(a ? b : c) ? d : e',
        'a || b ? c && d : e ?? f',
        '!a.b',
        '-a.b()',
        '!a + b',
        '-a * -b',
        'a + b + c',
        'a - b - c',
        'a / b * c % d',
        'a + (b + c)',
        'a ?? b ?? c',
        'a == b == c',
        'a < b == c > d',
        'a && b || c && d',
        'a || b && c || d',
        '[a ? b : c, d + e * f]',
        '{a: b ? c : d, e: f + g}',
        'f(a ? b : c, d + e)',
        'a[b ? c : d]',
      ],
    ],
  ])('how expressions are read: %s', (_, codes) => {
    expect(shortened(codes.map(code => `${code} → ${partsOf(`={{${code}}}`)}`))).toMatchSnapshot()
  })

  test('templates', () => {
    const templates = [
      '=',
      '=a',
      '= a',
      '==a',
      '={{1}}',
      '= {{1}}',
      '={{1}} ',
      '={{1}}{{2}}',
      '=a{{1}}b{{2}}c',
      '={{1',
      '{{1}}',
      '={{{{1}}}}',
      '={{1}',
      '={1}',
      '=a{{1',
      '=1}}',
      '={{}}',
      '={{ }}',
      '={{ {a:1} }}',
      '={{{a:1}}}',
      '={{ {a:{b:1}}}}',
      '={{ {a:{b:1}} }}x',
      '=a}}{{1}}',
      '={{1}}}',
      '={{1}}}}',
      '={{ "}}" }}',
      "={{ '{{' }}",
      '={{ "a" }}{{ "b',
      '={{ (1 }}',
      '={{ 1) }}',
      '={{ [1) }}',
      '={{ (1] }}',
      '={{ {1] }}',
      '={{ "(" }}',
      "={{ ')' }}",
      '={{ `[` }}',
      '={{ "\\"" }}',
      '={{ "\\" }}',
      "={{ '\\'(' }}",
      '={{ code() }}',
      '=a{{ code() }}',
      '={{ ( }}{{ code() }}',
      '={{ code( ) }}{{ ( }}',
      '={{ 1; }}',
      '={{\n1\n}}',
    ]
    const lines = templates.map(
      template => `${JSON.stringify(template)} → ${partsOf(template)} → ${outcomeOf(template)}`,
    )
    const given = ['a', '{{1}}', 5, null, undefined, ['={{1}}'], { a: '={{1}}' }, ' ={{1}}', '']
    expect(shortened([...lines, ...given.map(value => `${shown(value)} → ${outcomeOf(value)}`)])).toMatchSnapshot()
  })

  test('what is long or deep', () => {
    const times = (text: string, count: number) => text.repeat(count)
    const sized: [string, (count: number) => string, number[]][] = [
      ['characters of an expression', count => `={{${'1'.padEnd(count)}}}`, [19_999, 20_000, 20_001]],
      ['characters of text', count => `=${times('a', count)}`, [20_000, 4_000_000, 4_000_001]],
      ['brackets', count => `={{${times('(', count)}1${times(')', count)}}}`, [1, 48, 49, 50, 51]],
      ['lists', count => `={{${times('[', count)}1${times(']', count)}}}`, [48, 49, 50, 51]],
      ['signs', count => `={{${times('-', count)}1}}`, [48, 49, 50, 51]],
      ['choices', count => `={{${times('1?', count)}1${times(':2', count)}}}`, [48, 49, 50, 51]],
      ['choices one after the other', count => `={{[${times('1?2:3,', count)}4].length}}`, [49, 50, 51, 200]],
      ['signs one after the other', count => `={{[${times('-1,', count)}4].length}}`, [49, 50, 51, 200]],
      ['steps', count => `={{[${times('1,', 9998)}${times('+', count)}1]}}`, [0, 1]],
      ['steps by text', count => `={{"${times('a', count)}"${times('.trim()', 1900)}.length}}`, [4, 5, 4250, 4260]],
      ['digits', count => `={{1 .toFixed(${count})}}`, [-1, 0, 100, 101]],
      ['digits of a rounded number', count => `={{1.26 .round(${count})}}`, [-1, 0, 1, 100, 101]],
      ['as base', count => `={{35 .toString(${count})}}`, [1, 2, 36, 37]],
      ['dates in lists', count => `={{${times('[', count)}$now${times(']', count)}}}`, [1, 47, 48, 49, 50]],
      ['text in values', count => `={{"a".repeat(${count}).length}}`, [0, 1, 999_999, 1_000_000, 1_000_001]],
      ['text that is added', count => `={{("a".repeat(1000000)+"b".repeat(${count})).length}}`, [1, 1_000_000]],
      ['text by more', count => `={{("a".repeat(1000000).concat("b".repeat(${count}))).length}}`, [1, 1_000_000]],
      ['padding', count => `={{"a".padStart(${count}).length}}`, [1_000_000, 1_000_001]],
      ['padding after', count => `={{"a".padEnd(${count}).length}}`, [-1, 1_000_000, 1_000_001]],
      ['times', count => `={{"".repeat(${count})}}`, [-1, 0, 1_000_000]],
      [
        'text of long lists',
        count => `={{[${times('"a".repeat(1000000),', 4)}].join("b".repeat(${count})).length}}`,
        [0, 1],
      ],
      [
        'text of a long call',
        count => `={{"a".repeat(1000000).concat(${times('"a".repeat(1000000),', 3)}"b".repeat(${count})).length}}`,
        [0, 1],
      ],
      ['text that is replaced', count => `={{"aa".replaceAll("a", "b".repeat(${count})).length}}`, [1_000_000]],
      ['text of lists', count => `={{["a","b","c"].join("x".repeat(${count})).length}}`, [1, 1_000_000]],
    ]
    const spent: number[] = []
    const lines = sized.flatMap(([what, made, counts]) =>
      counts.map(count => `${count} ${what}: ${outcomeOf(made(count), { spend: work => spent.push(work) }, 60)}`),
    )
    expect(shortened([...lines, `steps spent: ${spent.join(' ')}`])).toMatchSnapshot()
  })

  test('names, items and other nodes', () => {
    const codes = [
      '$json',
      '$json.n',
      '$json["n"]',
      '$json.missing',
      '$json.missing.more',
      '$json.constructor',
      '$json.__proto__',
      '$json.toString',
      '$json.none.a',
      '$json.list[0]',
      '$json.list["0"]',
      '$json.list[-1]',
      '$json.list[9]',
      '$json.list[1.5]',
      '$json.list.length',
      '$json.list.map',
      '$json.text[1]',
      '$json.text["1"]',
      '$json.text["1x"]',
      '$json.text.length',
      '$json.n.a',
      '$json.yes.a',
      "$json.deep['a b'].c[1].d",
      '$itemIndex',
      '$runIndex',
      '$input',
      '$input.item',
      '$input.json',
      '$input.first()',
      '$input.last()',
      '$input.all()',
      '$input.all().length',
      '$input.all()[2].json.n',
      '$input.other',
      '$input.other()',
      "$('Other').item",
      "$('Other').json",
      "$('Other').first().json.n",
      "$('Other').last().json.n",
      "$('Other').all()",
      "$('Other').other",
      "$('Other')",
      "$('Empty').item",
      "$('Empty').json",
      "$('Empty').first()",
      "$('Empty').last()",
      "$('Empty').all()",
      "$('Missing').item",
      '$()',
      "$node['Other'].json.n",
      '$node.Other.json.n',
      '$node.Missing.json',
      '$node',
      '$execution',
      '$execution.id',
      '$execution.mode',
      '$execution.resumeUrl',
      '$workflow',
      '$workflow.name',
      '$now',
      '$today',
      '$vars',
      '$env',
      'json',
      '$if(1, 2, 3)',
      '$if(0, 2, 3)',
      '$if("", 2)',
      '$ifEmpty("", 1)',
      '$ifEmpty(null, 1)',
      '$ifEmpty(undefined, 1)',
      '$ifEmpty(0, 1)',
      '$ifEmpty([], 1)',
      '$ifEmpty()',
      'Math',
      'Math.PI',
      'Math.sin(1)',
      'JSON.other()',
      'toString()',
      'Math.toString()',
      'constructor()',
      '$json.n.constructor()',
      '$json()',
      '$json.n()',
      '$json.missing.more()',
      '$json.none.more()',
      '(1)(2)',
    ]
    const modes = ['manual', 'webhook', 'trigger', 'retry'].map(
      mode => `${mode}: ${outcomeOf('={{ $execution }}', { execution: { id: '1', mode, resumeUrl: '' } })}`,
    )
    const places = [0, 1, 2, 3, -1].map(at => `item ${at}: ${outcomeOf('={{ $input.item }}', { itemIndex: at })}`)
    expect(shortened([...codes.map(code => `${code} → ${of(code)}`), ...modes, ...places])).toMatchSnapshot()
  })

  const GIVEN = [
    '',
    '0',
    '1',
    '-1',
    '1,3',
    '2,-1',
    '3,1',
    '20',
    '1.5',
    "'a'",
    "' '",
    "'e','x'",
    "'','x'",
    "'a',1",
    "9,'xy'",
    'null',
    'undefined',
    "['a',2]",
    "'2'",
  ]
  const TARGETS: [string, unknown, string[]][] = [
    ['text', '', ["'Ann Lee'", "'  ab a-b\\n'", "''", "'12.75px'", "'aHk='", "'2026-01-02T03:04:05.678Z'"]],
    ['number', 0, ['3', '-2', '12.345', '0', '(0-1.5)']],
    ['boolean', true, ['true', 'false']],
    ['list', [], ['$json.list', '$json.words', '$json.nothing', '[2,10,1]', "['4',5]"]],
    ['object', {}, ['$json.deep', '$json.bare', '{n:1,a:undefined}', "{'1':2,'null':3}"]],
    ['time', new Moment(0, 'UTC'), ['$now', '$today', "DateTime.fromISO('2024-12-31T23:59:59.001Z')"]],
  ]
  test.each(TARGETS)('methods of %s', (_, like, targets) => {
    const lines = [...Object.keys(methodsOf(like)), 'other', 'constructor', 'hasOwnProperty'].flatMap(method =>
      targets.map(target => {
        const known = GIVEN.map((given): [string, string] => [of(`${target}.${method}(${given})`, 28), `(${given})`])
        return `${target}.${method}: ${groupsOf(known)}`
      }),
    )
    expect(shortened(lines)).toMatchSnapshot()
  })

  test('functions', () => {
    const values = [
      ...OPERANDS.filter(operand => !/'[0-9]/.test(operand)),
      "'12.9px'",
      "'ff'",
      "' 4 '",
      '2.5',
      '-2.5',
      '\'{"a":[1]}\'',
      "'[1'",
      "'2026-01-02T03:04:05+02:00'",
    ]
    const names = Object.entries(STATICS).flatMap(([of, known]) => Object.keys(known).map(name => `${of}.${name}`))
    const lines = [...names, 'String', 'Number', 'Boolean', 'parseInt', 'parseFloat'].map(
      name =>
        `${name}: ${(name === 'DateTime.fromISO' ? DATES : values).map(value => of(`${name}(${value})`, 30)).join(' | ')}`,
    )
    const more = [
      'Math.max(1,3,2)',
      'Math.min(3,1,2)',
      'Math.max()',
      'Math.min()',
      "parseInt('ff',16)",
      "parseInt('11',2)",
      'JSON.stringify({a:[1]},null,2)',
      "JSON.stringify({a:[1]},null,'2')",
      'JSON.stringify({a:[1]},["b"])',
    ]
    expect(shortened([...lines, ...more.map(code => `${code} → ${of(code)}`)])).toMatchSnapshot()
  })

  test('times', () => {
    const spans = ['millisecond', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'other']
    const tokens = ['yyyy', 'yy', 'y', 'MM', 'M', 'MMM', 'dd', 'd', 'DD', 'HH', 'H', 'hh', 'h', 'mm', 'm', 'ss', 's']
    const parts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond', 'weekday', 'weekNumber', 'zone']
    const moments = [
      '$now',
      "$now.setZone('UTC')",
      "DateTime.fromISO('2026-03-01T00:00:00.000Z')",
      "DateTime.fromISO('2026-12-31T12:05:09.007Z')",
      "DateTime.fromISO('2026-06-07T23:59:59.999Z').setZone('Asia/Tokyo')",
      "DateTime.fromISO('2026-06-07T11:59:59.999Z').setZone('America/New_York')",
    ]
    const formats = [
      ...tokens,
      'SSS',
      'S',
      'a',
      'ZZ',
      'Z',
      'EEE',
      "'at' HH:mm",
      "''",
      "yyyy-MM-dd'T'HH:mm:ss.SSSZZ",
      '',
    ]
    const lines = [
      ...spans.flatMap(span => [
        `plus ${span}: ${[1, -2, 0, "'3'", "'x'"].map(n => of(`$now.plus(${n}, '${span}')`)).join(' ')}`,
        `plus {${span}s}: ${of(`$now.plus({ ${span}s: 2, hours: 1 })`)} minus ${of(`$now.minus({ ${span}: 2 })`)}`,
        `minus ${span}s: ${of(`$now.minus(1.5, '${span}s')`)}; start ${of(`$now.startOf('${span}')`)}`,
      ]),
      `without a unit: ${of('$now.plus(1)')} ${of('$now.plus({})')} ${of('$now.plus()')} ${of('$now.plus([1])')}`,
      ...moments.flatMap((moment, at) => [
        `${moment}: ${of(moment)} ${parts.map(part => of(`${moment}.${part}`)).join(' ')}`,
        ...(at > 3 ? formats.slice(9, 16) : formats).map(
          format => `as ${format}: ${of(`${moment}.toFormat(${JSON.stringify(format)})`)}`,
        ),
        ...spans.slice(0, 6).map(span => `start of ${span}: ${of(`${moment}.startOf('${span}')`)}`),
      ]),
      `the largest: ${of("DateTime.fromISO('+275760-09-13T00:00:00.000Z').toMillis()")}`,
      `one larger: ${of("DateTime.fromISO('+275760-09-13T00:00:00.000Z').plus(1)")}`,
      `in text: ${outcomeOf('=at {{ $now }}')} ${of('[$now]')} ${of('{ a: $now }')} ${of('"" + $now')}`,
    ]
    expect(shortened(lines)).toMatchSnapshot()
  })
})
