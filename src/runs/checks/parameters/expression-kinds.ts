import { type Token, tokensOf } from '../../expressions/rewrite-code.ts'
import { codesIn } from './braces.ts'

/** The kind of a value, as conditions look at it; `date` is a date of Luxon, which counts as a text as well. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'date'

/** What can be seen of the value of an expression before it runs. */
export interface SeenKind {
  kind: ValueKind
  /** Whether it always has a value: what throws is `null`. */
  isCertain: boolean
  /** Of a text with blanks around one expression: the expression alone. */
  withoutBlanks?: string
}

const MAX_TEXT = 10_000

/**
 * The kind of the value of a parameter's text, where it is the same whatever the items are.
 *
 * @example
 * kindOfText('={{ $json.total }} ') // { kind: 'string', isCertain: true, withoutBlanks: '={{ $json.total }}' }
 */
export function kindOfText(text: string): SeenKind | undefined {
  if (!text.startsWith('=') || text.length > MAX_TEXT) return undefined
  const shown = text.slice(1)
  const codes = codesIn(shown)
  const [first] = codes
  if (!first) return shown.includes('{{') ? undefined : { kind: 'string', isCertain: true }
  const around = codes.reduceRight(
    (rest, { code, start }) => rest.slice(0, start - 2) + rest.slice(start + code.length + 2),
    shown,
  )
  if (codes.length === 1 && around === '') return kindOfCode(first.code)
  const isCertain = around.trim() !== ''
  return {
    kind: 'string',
    isCertain,
    ...(codes.length === 1 && !isCertain ? { withoutBlanks: `={{${first.code}}}` } : {}),
  }
}

/** Methods that nothing but texts, numbers, lists and dates have, and what they return. */
const METHODS: ReadonlyMap<string, ValueKind> = new Map(
  (
    [
      [
        'string',
        'toString toLowerCase toUpperCase trim trimStart trimEnd toFixed toISO toISODate toISOString toFormat',
      ],
      ['string', 'replaceAll padStart padEnd toTitleCase toSentenceCase toSnakeCase toJsonString join'],
      ['number', 'toNumber toInt toFloat indexOf lastIndexOf toMillis getTime charCodeAt'],
      ['boolean', 'includes startsWith endsWith isEmpty isNotEmpty toBoolean isEmail isUrl some every test'],
      ['array', 'split'],
    ] as const
  ).flatMap(([kind, names]) => names.split(' ').map(name => [name, kind] as const)),
)

/** What functions return. */
const FUNCTIONS: ReadonlyMap<string, ValueKind> = new Map(
  Object.entries({
    String: 'string',
    Number: 'number',
    Boolean: 'boolean',
    parseInt: 'number',
    parseFloat: 'number',
    'JSON.stringify': 'string',
    'Object.keys': 'array',
    'Object.values': 'array',
    'Object.entries': 'array',
    'Array.isArray': 'boolean',
    'Math.round': 'number',
    'Math.floor': 'number',
    'Math.ceil': 'number',
    'Math.abs': 'number',
    'Math.max': 'number',
    'Math.min': 'number',
    'Date.now': 'number',
    '$input.all': 'array',
  } as const),
)

const NAMES: ReadonlyMap<string, ValueKind> = new Map(
  Object.entries({
    true: 'boolean',
    false: 'boolean',
    $now: 'date',
    $today: 'date',
    $json: 'object',
    $itemIndex: 'number',
    $runIndex: 'number',
  } as const),
)

const COMPARISONS = new Set(['==', '===', '!=', '!==', '<', '>', '<=', '>=', 'in', 'instanceof'])
const PRODUCTS = new Set(['-', '*', '/', '%', '**'])
const NOTS = new Set(['!', '!!'])
const JOINED = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\*\*|\+\+|--|<<|>>|!!|./g
const BEFORE_VALUES = ['new', 'await', 'void', 'delete', 'function', 'class', 'async', 'yield']
const MAX_BRACKETS = 3

function kindOfCode(code: string, brackets = 0): SeenKind | undefined {
  const tokens = tokensOf(code)
  const top = tokensAtTop(tokens)
  const [first] = top
  if (!first || BEFORE_VALUES.includes(first.text)) return undefined
  if (first.text === '(' && first.partner === tokens.length - 1)
    return brackets < MAX_BRACKETS
      ? kindOfCode(code.slice(first.end, tokens[first.partner]?.start), brackets + 1)
      : undefined
  // a member of what is missing throws
  const isCertain = !/\.[\w$]+\s*[.[(]|\]\s*[.[(]/.test(code)
  const certain = (kind: ValueKind): SeenKind => ({ kind, isCertain })
  const operators = operatorsIn(top)
  if (operators.length === 0) return first.text === 'typeof' ? certain('string') : kindOfValue(tokens, top)
  const isEach = (...allowed: ReadonlySet<string>[]) =>
    operators.every(operator => allowed.some(set => set.has(operator)))
  const numeric = new Set([...PRODUCTS, '+'])
  if (operators.some(operator => COMPARISONS.has(operator)))
    return isEach(COMPARISONS, numeric, NOTS) ? certain('boolean') : undefined
  if (isEach(NOTS)) return certain('boolean')
  if (isEach(PRODUCTS)) return certain('number')
  const hasText = top.some(({ kind, text }) => kind === 'text' || text === '`<')
  return hasText && isEach(new Set(['+'])) ? certain('string') : undefined
}

/** The operators between values; an optional member is none. */
function operatorsIn(top: readonly Token[]): string[] {
  const found: string[] = []
  let run = ''
  for (const [at, { kind, text, start }] of top.entries()) {
    const isOperator = kind === 'sign' && !['.', '?.', '(', '[', '{', '`<', '>`', ')', ']', '}'].includes(text)
    const isNext = top[at - 1]?.end === start
    if (run !== '' && !(isOperator && isNext)) {
      found.push(...(run.match(JOINED) ?? []))
      run = ''
    }
    if (isOperator) run += text
    else if (kind === 'name' && (text === 'in' || text === 'instanceof') && top[at - 1]?.text !== '.') found.push(text)
  }
  return [...found, ...(run.match(JOINED) ?? [])]
}

/** One value without operators: a literal, a name, or a chain of members and calls. */
function kindOfValue(tokens: readonly Token[], top: readonly Token[]): SeenKind | undefined {
  const [first] = top
  const last = tokens.at(-1)
  if (!first || !last) return undefined
  if (tokens.length === 1) {
    if (first.kind === 'text') return { kind: 'string', isCertain: true }
    if (first.kind === 'number') return { kind: 'number', isCertain: true }
    const kind = NAMES.get(first.text)
    return kind && { kind, isCertain: true }
  }
  const isWhole = first.partner === tokens.length - 1
  if (isWhole && first.text === '`<') return { kind: 'string', isCertain: true }
  if (isWhole && first.text === '[') return { kind: 'array', isCertain: true }
  if (last.text !== ')' || last.partner === undefined) return undefined
  const called = tokens.slice(0, last.partner)
  const name = called.map(({ text }) => text).join('')
  const kind = FUNCTIONS.get(name)
  if (kind) return { kind, isCertain: false }
  const [dot, method] = called.slice(-2)
  const returned = dot?.text === '.' && method?.kind === 'name' ? METHODS.get(method.text) : undefined
  return returned && { kind: returned, isCertain: false }
}

/** Tokens that are in no brackets, with the brackets that begin. */
function tokensAtTop(tokens: readonly Token[]): Token[] {
  const found: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    found.push(token)
    if (token.partner !== undefined && token.partner > at) at = token.partner
  }
  return found
}
