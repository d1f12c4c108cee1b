import * as luxon from 'luxon'
import { isRecord } from '../../../core/base/is-record.ts'
import { closestName } from '../../../core/model/closest-name.ts'
import { TRANSFORMATIONS, textOf, tokensOf } from '../../expressions/rewrite-code.ts'
import { codesIn } from './braces.ts'
import { EXPRESSION_NAMES, unknownNames } from './expression-names.ts'
import type { KnownNode, KnownWorkflow } from './known-workflow.ts'
import { type Keys, pathText, type Remark, replace, shownValue } from './remark.ts'

const MAX_TEXT = 100_000

/** An expression that lacks its braces: `=$json.a`. */
const WITHOUT_BRACES =
  /^=\s*(?:\$json|\$node|\$input|\$binary|\$now|\$today|\$items|\$vars|\$workflow|\$execution|\$\(\s*['"]|json)(?:[.[(?]|['"])[^\s{}]*\s*$|^=\s*\$(?:now|today|json)\s*$/

/** The same with other texts around: a short line that reads an item. */
const WITHIN_TEXT = /^=[^\n{}]{0,300}$/
const READING = /\$json(?:\.|\[['"])\w|\$\(['"][^'"]+['"]\)\./

/** The same in single braces: `={ $json.a }`. */
const IN_SINGLE_BRACES = /\{\s*(?:\$json(?:\.|\[['"])\w|\$\(['"][^'"\n]{1,100}['"]\)\.)[^{}\n]{0,300}\}/
const ALL_IN_SINGLE_BRACES = /^=\s*\{([^{}\n]{1,400})\}\}?\s*$/

/** One brace too many behind the only expression: it stays, as a text. */
const BRACE_LEFT_OVER = /^=\{\{[^{}]{1,10000}\}\}\s*\}\s*$/

/** Expressions of a node: names that do not exist, nodes that cannot have run, fields that are not there. */
export function checkTexts(known: KnownNode, workflow: KnownWorkflow): Remark[] {
  const remarks: Remark[] = []
  const walk = (value: unknown, keys: Keys) => {
    if (typeof value === 'string') {
      if (value.startsWith('=') && value.length <= MAX_TEXT) remarks.push(...checkText(value, keys, known, workflow))
    } else if (Array.isArray(value)) for (const [at, part] of value.entries()) walk(part, [...keys, at])
    else if (isRecord(value)) for (const [key, part] of Object.entries(value)) walk(part, [...keys, key])
  }
  walk(known.read, ['parameters'])
  return remarks
}

function checkText(text: string, keys: Keys, known: KnownNode, workflow: KnownWorkflow): Remark[] {
  const called = JSON.stringify(known.name)
  const path = JSON.stringify(pathText(keys.slice(1)))
  const broken = bracesIn(text, keys, `${path} of ${called}`)
  if (broken) return [broken]
  if (!text.includes('{{')) {
    const isWhole = WITHOUT_BRACES.test(text)
    if (!isWhole && !(WITHIN_TEXT.test(text) && READING.test(text))) return []
    const fixed = `={{ ${text.slice(1).trim()} }}`
    const message = `${path} of ${called} has an expression without {{ }}, so it is a text: ${shownValue(text)}`
    return [
      {
        rule: 'expression',
        severity: 'warning',
        keys,
        value: text,
        ...(isWhole ? { expected: fixed, fix: [replace(keys, fixed)] } : {}),
        message,
      },
    ]
  }
  return codesIn(text).flatMap(({ code, start }) => {
    const place = { keys, text, called, path }
    return [
      ...namesIn(code, start, place),
      ...membersIn(code, place),
      ...methodsIn(code, place),
      ...certainFailures(code, place, known),
      ...nodesBehind(code, place, known, workflow),
    ]
  })
}

/** Braces by which an expression stays a text, or a text stays behind one. */
function bracesIn(text: string, keys: Keys, where: string): Remark | undefined {
  const remark = (message: string, fixed?: string): Remark => ({
    rule: 'expression',
    severity: 'warning',
    keys,
    value: text,
    ...(fixed === undefined ? {} : { expected: fixed, fix: [replace(keys, fixed)] }),
    message: `${where} ${message}: ${shownValue(text)}`,
  })
  if (BRACE_LEFT_OVER.test(text))
    return remark('has one } too many, which stays in the text', `=${text.slice(1, text.lastIndexOf('}')).trim()}`)
  if (text.includes('{{') || !IN_SINGLE_BRACES.test(text)) return undefined
  const [, code] = ALL_IN_SINGLE_BRACES.exec(text) ?? []
  const fixed = code === undefined ? undefined : `={{ ${code.trim()} }}`
  return remark('has an expression in single braces, so it is a text', fixed)
}

interface Place {
  keys: Keys
  text: string
  called: string
  path: string
}

/** Names of items' fields are written without `$json.` by mistake. */
const WITHOUT_DOLLAR = [
  'json',
  'node',
  'input',
  'now',
  'today',
  'items',
  'workflow',
  'execution',
  'vars',
  'env',
  'binary',
  'item',
]

/** The most names that a message lists. */
const MAX_NAMES = 5

function namesIn(code: string, start: number, { keys, text, called, path }: Place): Remark[] {
  const unknown = unknownNames(code, EXPRESSION_NAMES)
  const names = [...new Set(unknown.map(({ name }) => name))]
  const [first, ...others] = names
  if (first === undefined) return []
  const near = nearestName(first)
  const at = start + (unknown[0]?.start ?? 0)
  const isSure = near?.startsWith('$') === true && others.length === 0 && unknown.length === 1
  const fixed = isSure ? [replace(keys, text.slice(0, at) + near + text.slice(at + first.length))] : undefined
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const exist = others.length > 0 ? 'which do not exist' : 'which does not exist'
  return [
    {
      rule: 'expression',
      severity: 'warning',
      keys,
      value: text,
      ...(near === undefined ? {} : { didYouMean: near }),
      ...(fixed ? { fix: fixed } : {}),
      message:
        `${path} of ${called} reads ${names.slice(0, MAX_NAMES).join(', ')}${more}, ${exist} in an expression` +
        (near === undefined ? '' : `; did you mean ${near}?`),
    },
  ]
}

function nearestName(name: string): string | undefined {
  if (WITHOUT_DOLLAR.includes(name)) return `$${name}`
  return name.length < 3 ? undefined : closestName(name, [...EXPRESSION_NAMES])
}

/** What `$('Node')` and `$input` have. Anything else is undefined. */
const OF_NODE = ['item', 'first', 'last', 'all', 'itemMatching', 'pairedItem', 'params', 'context', 'isExecuted']
const OF_INPUT = ['item', 'first', 'last', 'all', 'params', 'context']
const MEMBER = /(\$\(\s*(?:"[^"\\\n]{0,200}"|'[^'\\\n]{0,200}')\s*\)|\$input)\.([A-Za-z]\w{0,50})/g

/** Fields that are asked of a node itself, and not of its items: `$('Node').json`. */
function membersIn(code: string, { keys, text, called, path }: Place): Remark[] {
  for (const [whole, of = '', member = ''] of code.matchAll(MEMBER)) {
    const known = of === '$input' ? OF_INPUT : OF_NODE
    if (known.includes(member)) continue
    const message = `${path} of ${called} reads ${whole}, which does not exist: it has ${known.join(', ')}`
    const remark = { rule: 'expression', severity: 'warning', keys, value: text } as const
    if (member !== 'json') return [{ ...remark, message }]
    const meant = `${of}.item.json`
    const isOnce = text.split(whole).length === 2
    const fixed = text.replace(whole, () => meant)
    return [
      {
        ...remark,
        didYouMean: meant,
        ...(isOnce ? { fix: [replace(keys, fixed)] } : {}),
        message: `${message}; did you mean ${meant}?`,
      },
    ]
  }
  return []
}

const membersOf = (...values: object[]) =>
  values.flatMap(value => [
    ...Object.getOwnPropertyNames(value),
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(value) ?? {}),
  ])

const { DateTime, Duration, Interval } = luxon

/** Each method that a value of an expression can have. */
const METHODS: ReadonlySet<string> = new Set([
  ...TRANSFORMATIONS,
  ...membersOf(
    '' as unknown as object,
    0 as unknown as object,
    true as unknown as object,
    [],
    {},
    () => undefined,
    /x/,
    new Date(0),
    new Map(),
    new Set(),
    Promise.resolve(),
    Symbol.iterator as unknown as object,
    // to make one takes longer than all else here
    Intl.NumberFormat.prototype,
    Intl.DateTimeFormat.prototype,
    new Uint8Array(),
    new URL('http://a'),
    new URLSearchParams(),
  ),
  ...[
    String,
    Number,
    Boolean,
    Array,
    Object,
    Date,
    Math,
    JSON,
    Promise,
    Symbol,
    BigInt,
    Reflect,
    RegExp,
    Intl,
    URL,
  ].flatMap(one => Object.getOwnPropertyNames(one)),
  ...[DateTime, Duration, Interval].flatMap(one => [
    ...Object.getOwnPropertyNames(one),
    ...Object.getOwnPropertyNames(one.prototype),
  ]),
  ...Object.keys(luxon.Info ? Object.getOwnPropertyDescriptors(luxon.Info) : {}),
  // of items, nodes and runs
  'item',
  'itemMatching',
  'pairedItem',
  'getContext',
  'isExecuted',
  'params',
  'context',
  'setAll',
  // of generators
  'next',
  'return',
  'throw',
])

/** Calls of methods that nothing has. */
function methodsIn(code: string, { keys, text, called, path }: Place): Remark[] {
  if (!code.includes('(')) return []
  const tokens = tokensOf(code)
  // a method that is made here
  if (tokens.some(({ text: word }) => word === 'class' || word === 'function')) return []
  const seen = new Set<string>()
  return tokens.flatMap(({ kind, text: name }, at) => {
    if (kind !== 'name' || tokens[at + 1]?.text !== '(' || METHODS.has(name) || seen.has(name)) return []
    // a function, or a field or method of an object that the code itself makes
    if (tokens.some((token, other) => token.text === name && !['.', '?.'].includes(tokens[other - 1]?.text ?? '')))
      return []
    seen.add(name)
    const near = closestName(name, [...METHODS])
    const fixed =
      near === undefined || text.split(`${name}(`).length !== 2 ? undefined : text.replace(`${name}(`, () => `${near}(`)
    return [
      {
        rule: 'expression' as const,
        severity: 'warning' as const,
        keys,
        value: text,
        ...(near === undefined ? {} : { didYouMean: near }),
        ...(fixed === undefined ? {} : { fix: [replace(keys, fixed)] }),
        message:
          `${path} of ${called} calls .${name}(), which no value has` +
          (near === undefined ? '' : `; did you mean .${near}()?`),
      },
    ]
  })
}

/** What is asked of the items of a node. */
const ITEMS_OF =
  /\$(?:\(|node\[)\s*("(?:[^"\\\n]|\\.){0,200}"|'(?:[^'\\\n]|\\.){0,200}')\s*[)\]]\.(?:item|first|last|all|json|binary)\b/g
const WITHOUT_NUMBER = /\.itemMatching\(\s*\)/

/** Questions to nodes that fail whatever the items are: for the items of the node itself, and for one without its number. */
function certainFailures(code: string, { keys, text, called, path }: Place, known: KnownNode): Remark[] {
  if (/isExecuted|\btry\b|\$if\(/.test(code)) return []
  const remark = { severity: 'warning', keys, value: text } as const
  const asked = [...code.matchAll(ITEMS_OF)].map(([, name = '']) => textOf({ text: name }))
  if (asked.includes(known.name))
    return [{ ...remark, rule: 'reference', message: `${path} of ${called} reads its own items, before it has run` }]
  if (!WITHOUT_NUMBER.test(code)) return []
  const message = `${path} of ${called} calls .itemMatching() without the number of an item: it fails`
  return [{ ...remark, rule: 'expression', expected: '.itemMatching($itemIndex)', message }]
}

/** Nodes that run only after this one. */
function nodesBehind(
  code: string,
  { keys, text, called, path }: Place,
  known: KnownNode,
  workflow: KnownWorkflow,
): Remark[] {
  if (/isExecuted|\btry\b|\?\?|\$ifEmpty|\$if\(/.test(code)) return []
  const names = new Set<string>()
  const pattern = /\$(?:\(|node\[)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*[)\]]/g
  for (const [, text = ''] of code.matchAll(pattern)) names.add(textOf({ text }))
  return [...names].flatMap(name => {
    const other = workflow.get(name)
    if (!other || other.name === known.name || other.isSubNode || Object.hasOwn(workflow.pinned, name)) return []
    if (!workflow.isReached(known) || !workflow.isBehind(name, known.name)) return []
    return [
      {
        rule: 'reference' as const,
        severity: 'warning' as const,
        keys,
        value: text,
        message: `${path} of ${called} reads the node ${JSON.stringify(name)}, which cannot have run before it`,
      },
    ]
  })
}
