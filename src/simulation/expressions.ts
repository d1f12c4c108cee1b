import { isRecord } from '../base/is-record.ts'
import { localTime, offsetAt } from '../base/zone.ts'

/** What an expression may read, for one item of one node. */
export interface Scope {
  json: unknown
  itemIndex: number
  /** The items that another node put out last; `undefined` where it has not run. */
  itemsOf(node: string): readonly { json: unknown }[] | undefined
  input: readonly { json: unknown }[]
  execution: { id: string; mode: string; resumeUrl: string }
  workflow: { id: string; name: string; active: boolean }
  now: number
  zone: string
  /** Takes note of work: steps, and thousands of characters. */
  spend(work: number): void
  sizeOf(value: unknown): number
  isSpent(): boolean
}

/** A parameter's value; `unsupported` where more than this evaluator is needed, `invalid` where it is no expression. */
export type Evaluated = { value: unknown } | 'unsupported' | 'invalid'

const LONGEST = 20_000
const DEEPEST = 50
const MOST_STEPS = 10_000
/** A method makes no longer text, and no longer list. */
const LONGEST_RESULT = 1_000_000

/**
 * What a parameter is for an item. Text that begins with `=` is a template: what stands in `{{ }}` is evaluated by a small
 * evaluator with a list of functions; no code is run. A template of one expression is that expression's value.
 *
 * @example
 * evaluate('=Hi {{ $json.body.name.toUpperCase() }}', scope) // { value: 'Hi ANN' }
 */
export function evaluate(parameter: unknown, scope: Scope): Evaluated {
  if (typeof parameter !== 'string' || !parameter.startsWith('=')) return { value: parameter }
  const template = templateOf(parameter)
  if (template === 'unsupported' || template === 'invalid') return template
  try {
    return evaluated(template, { scope, steps: 0 })
  } catch (error) {
    if (error instanceof Unsupported) return 'unsupported'
    throw error
  }
}

function evaluated(template: (string | Expression)[], run: Run): Evaluated {
  try {
    const [only] = template
    if (template.length === 1 && typeof only === 'object') return { value: plain(read(only, run)) }
    let text = ''
    for (const part of template) text += typeof part === 'string' ? part : textOf(read(part, run))
    return text.length > LONGEST_RESULT * 4 ? 'unsupported' : { value: text }
  } finally {
    run.scope.spend(run.steps)
  }
}

class Unsupported extends Error {}

type Expression =
  | { kind: 'value'; value: unknown }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Expression; name: Expression }
  | { kind: 'call'; of: Expression; method: string | undefined; given: Expression[] }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'object'; entries: [string, Expression][] }
  | { kind: 'text'; parts: (string | Expression)[] }
  | { kind: 'not' | 'minus' | 'plus'; of: Expression }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression }
  | { kind: 'choice'; test: Expression; yes: Expression; no: Expression }

type Template = (string | Expression)[] | 'unsupported' | 'invalid'

const templates = new Map<string, Template>()
const MOST_TEMPLATES = 1000

function templateOf(parameter: string): Template {
  const known = templates.get(parameter)
  if (known !== undefined) return known
  const made = readTemplate(parameter)
  if (parameter.length > LONGEST) return made
  if (templates.size >= MOST_TEMPLATES) templates.clear()
  templates.set(parameter, made)
  return made
}

function readTemplate(parameter: string): Template {
  const parts: (string | Expression)[] = []
  let at = 1
  for (;;) {
    const open = parameter.indexOf('{{', at)
    const close = open < 0 ? -1 : endOf(parameter, open + 2)
    if (open < 0 || close < 0) {
      if (at < parameter.length || parts.length === 0) parts.push(parameter.slice(at))
      return parts
    }
    if (open > at) parts.push(parameter.slice(at, open))
    const code = parameter.slice(open + 2, close)
    if (code.length > LONGEST) return 'unsupported'
    if (!isBalanced(code)) return 'invalid'
    try {
      parts.push(new Parser(code).parse())
    } catch (error) {
      if (error instanceof Unsupported) return 'unsupported'
      throw error
    }
    at = close + 2
  }
}

/** Where the `}}` of an expression is: the last of a run, so that `{{ { a: { b: 1 }}}}` is whole; -1 where there is none. */
function endOf(text: string, from: number): number {
  let end = text.indexOf('}}', from)
  while (end >= 0 && text[end + 2] === '}') end++
  return end
}

function isBalanced(code: string): boolean {
  const open: string[] = []
  let quote = ''
  for (let at = 0; at < code.length; at++) {
    const sign = code[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if ('([{'.includes(sign)) open.push(sign)
    else if (')]}'.includes(sign) && open.pop() !== { ')': '(', ']': '[', '}': '{' }[sign]) return false
  }
  return open.length === 0 && quote === '' && code.trim() !== ''
}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_$][\w$]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.|=>|[-+*/%<>!?:.,()[\]{}`;=&|^~]))/y
const BINDING: Record<string, number> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '===': 4,
  '!==': 4,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
}

interface Token {
  kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  text: string
}

class Parser {
  #at = 0
  #depth = 0
  #next: Token
  readonly #code: string

  constructor(code: string) {
    this.#code = code
    this.#next = this.#scan()
  }

  parse(): Expression {
    const expression = this.#choice()
    if (this.#next.text === ';') this.#take()
    if (this.#next.kind !== 'end') throw new Unsupported()
    return expression
  }

  #scan(): Token {
    TOKEN.lastIndex = this.#at
    const found = TOKEN.exec(this.#code)
    if (!found) {
      if (this.#code.slice(this.#at).trim() !== '') throw new Unsupported()
      return { kind: 'end', text: '' }
    }
    this.#at = TOKEN.lastIndex
    const [, number, name, text, sign = ''] = found
    if (number !== undefined) return { kind: 'number', text: number }
    if (name !== undefined) return { kind: 'name', text: name }
    return text === undefined ? { kind: 'sign', text: sign } : { kind: 'text', text }
  }

  #take(): Token {
    const token = this.#next
    this.#next = this.#scan()
    return token
  }

  #is(sign: string): boolean {
    return this.#next.kind === 'sign' && this.#next.text === sign
  }

  #expect(sign: string) {
    if (!this.#is(sign)) throw new Unsupported()
    this.#take()
  }

  #choice(): Expression {
    if (++this.#depth > DEEPEST) throw new Unsupported()
    const test = this.#binary(0)
    let made = test
    if (this.#is('?')) {
      this.#take()
      const yes = this.#choice()
      this.#expect(':')
      made = { kind: 'choice', test, yes, no: this.#choice() }
    }
    this.#depth--
    return made
  }

  #binary(least: number): Expression {
    let left = this.#unary()
    for (;;) {
      const operator = this.#next.kind === 'sign' ? this.#next.text : ''
      const binding = BINDING[operator]
      if (binding === undefined || binding <= least) return left
      this.#take()
      left = { kind: 'binary', operator, left, right: this.#binary(binding) }
    }
  }

  #unary(): Expression {
    const kinds = { '!': 'not', '-': 'minus', '+': 'plus' } as const
    const kind = this.#next.kind === 'sign' ? kinds[this.#next.text as keyof typeof kinds] : undefined
    if (!kind) return this.#chain()
    if (++this.#depth > DEEPEST) throw new Unsupported()
    this.#take()
    const of = this.#unary()
    this.#depth--
    return { kind, of }
  }

  #chain(): Expression {
    let of = this.#first()
    for (;;) {
      if (this.#is('.') || this.#is('?.')) {
        this.#take()
        if (this.#is('[')) continue
        const { kind, text } = this.#take()
        if (kind !== 'name') throw new Unsupported()
        of = this.#is('(')
          ? { kind: 'call', of, method: text, given: this.#given() }
          : { kind: 'member', of, name: { kind: 'value', value: text } }
      } else if (this.#is('[')) {
        this.#take()
        const name = this.#choice()
        this.#expect(']')
        of = { kind: 'member', of, name }
      } else if (this.#is('(')) {
        of = { kind: 'call', of, method: undefined, given: this.#given() }
      } else return of
    }
  }

  #given(): Expression[] {
    this.#expect('(')
    return this.#until(')')
  }

  #until(end: string): Expression[] {
    const items: Expression[] = []
    while (!this.#is(end)) {
      items.push(this.#choice())
      if (!this.#is(end)) this.#expect(',')
    }
    this.#take()
    return items
  }

  #first(): Expression {
    if (this.#is('`')) return this.#text()
    const { kind, text } = this.#take()
    if (kind === 'number') return { kind: 'value', value: Number(text) }
    if (kind === 'text') return { kind: 'value', value: unquoted(text) }
    if (kind === 'name')
      return Object.hasOwn(NAMED, text) ? { kind: 'value', value: NAMED[text] } : { kind: 'name', name: text }
    if (text === '(') {
      const inner = this.#choice()
      this.#expect(')')
      return inner
    }
    if (text === '[') return { kind: 'list', items: this.#until(']') }
    if (text === '{') return this.#object()
    throw new Unsupported()
  }

  #object(): Expression {
    const entries: [string, Expression][] = []
    while (!this.#is('}')) {
      const { kind, text } = this.#take()
      if (kind !== 'name' && kind !== 'text' && kind !== 'number') throw new Unsupported()
      this.#expect(':')
      entries.push([kind === 'text' ? unquoted(text) : text, this.#choice()])
      if (!this.#is('}')) this.#expect(',')
    }
    this.#take()
    return { kind: 'object', entries }
  }

  /** A template string: `Hi ${name}`. */
  #text(): Expression {
    const parts: (string | Expression)[] = []
    let from = this.#at
    for (let at = from; ; at++) {
      const sign = this.#code[at]
      if (sign === undefined || sign === '\\') throw new Unsupported()
      if (sign !== '`' && !(sign === '$' && this.#code[at + 1] === '{')) continue
      if (at > from) parts.push(this.#code.slice(from, at))
      if (sign === '`') {
        this.#at = at + 1
        this.#next = this.#scan()
        return { kind: 'text', parts }
      }
      this.#at = at + 2
      this.#next = this.#scan()
      parts.push(this.#choice())
      if (!this.#is('}')) throw new Unsupported()
      from = this.#at
      at = from - 1
    }
  }
}

const NAMED: Record<string, unknown> = { true: true, false: false, null: null, undefined: undefined }
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' }
const unquoted = (text: string) =>
  text
    .slice(1, -1)
    .replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_, sign: string) =>
      sign.length > 1 ? String.fromCharCode(Number.parseInt(sign.slice(1), 16)) : (ESCAPES[sign] ?? sign),
    )

interface Run {
  scope: Scope
  steps: number
}

function read(expression: Expression, run: Run): unknown {
  if (++run.steps > MOST_STEPS) throw new Unsupported()
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'name':
      return named(expression.name, run.scope)
    case 'member':
      return memberOf(read(expression.of, run), read(expression.name, run))
    case 'call':
      return called(expression, run)
    case 'list':
      return expression.items.map(item => read(item, run))
    case 'object':
      return Object.fromEntries(expression.entries.map(([name, value]) => [name, read(value, run)]))
    case 'text':
      return expression.parts.map(part => (typeof part === 'string' ? part : textOf(read(part, run)))).join('')
    case 'not':
      return !read(expression.of, run)
    case 'minus':
      return -Number(read(expression.of, run))
    case 'plus':
      return Number(read(expression.of, run))
    case 'choice':
      return read(read(expression.test, run) ? expression.yes : expression.no, run)
    case 'binary':
      return combined(expression, run)
  }
}

function combined({ operator, left, right }: Expression & { kind: 'binary' }, run: Run): unknown {
  const a = read(left, run)
  if (operator === '&&') return a && read(right, run)
  if (operator === '||') return a || read(right, run)
  if (operator === '??') return a ?? read(right, run)
  const b = read(right, run)
  switch (operator) {
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '==':
      return isLoose(a, b)
    case '!=':
      return !isLoose(a, b)
    case '+':
      return isText(a) || isText(b) ? bounded(textOf(a) + textOf(b)) : Number(a) + Number(b)
    case '-':
      return Number(a) - Number(b)
    case '*':
      return Number(a) * Number(b)
    case '/':
      return Number(a) / Number(b)
    case '%':
      return Number(a) % Number(b)
    default:
      return isOrdered(operator, a, b)
  }
}

const isText = (value: unknown) => typeof value === 'string' || (typeof value === 'object' && value !== null)
const isLoose = (a: unknown, b: unknown) =>
  a === b || ((a ?? null) === null && (b ?? null) === null) || (isPlain(a) && isPlain(b) && Number(a) === Number(b))
const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

function isOrdered(operator: string, a: unknown, b: unknown): boolean {
  const [left, right] =
    typeof a === 'string' && typeof b === 'string' ? [a, b] : [Number(ordinalOf(a)), Number(ordinalOf(b))]
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}

const ordinalOf = (value: unknown) => (value instanceof Moment ? value.time : value)

function named(name: string, scope: Scope): unknown {
  switch (name) {
    case '$json':
      return scope.json
    case '$itemIndex':
      return scope.itemIndex
    case '$runIndex':
      return 0
    case '$input':
      return new NodeItems(scope.input, scope.itemIndex)
    case '$node':
      return new Nodes(scope)
    case '$now':
      return new Moment(scope.now, scope.zone)
    case '$today':
      return new Moment(scope.now, scope.zone).startOf('day')
    case '$execution':
      return { ...scope.execution, mode: scope.execution.mode === 'manual' ? 'test' : 'production' }
    case '$workflow':
      return scope.workflow
    default:
      throw new Unsupported()
  }
}

/** `$('Name')`, `$node['Name']` and `$input`. */
class NodeItems {
  readonly items: readonly { json: unknown }[]
  readonly at: number

  constructor(items: readonly { json: unknown }[], at: number) {
    this.items = items
    this.at = at
  }
}

class Nodes {
  readonly scope: Scope

  constructor(scope: Scope) {
    this.scope = scope
  }
}

function nodeItems(name: unknown, scope: Scope): NodeItems {
  const items = scope.itemsOf(String(name))
  if (!items) throw new Unsupported()
  return new NodeItems(items, scope.itemIndex)
}

function memberOf(of: unknown, name: unknown): unknown {
  if (of instanceof NodeItems) {
    const item = of.items[of.at] ?? of.items[0]
    if (name === 'item') return item
    if (name === 'json') return item?.json
    throw new Unsupported()
  }
  if (of instanceof Nodes) return nodeItems(name, of.scope)
  if (of instanceof Moment) return of.part(String(name))
  if (typeof of === 'string' || Array.isArray(of)) {
    if (name === 'length') return of.length
    return typeof name === 'number' || /^\d+$/.test(String(name)) ? of[Number(name)] : undefined
  }
  if (!isRecord(of) || !Object.hasOwn(of, String(name))) return undefined
  return of[String(name)]
}

type Method = (of: never, ...given: never[]) => unknown

function called({ of, method, given }: Expression & { kind: 'call' }, run: Run): unknown {
  const values = () => given.map(value => read(value, run))
  if (method === undefined) {
    if (of.kind === 'name' && of.name === '$') return nodeItems(values()[0], run.scope)
    if (of.kind === 'name' && Object.hasOwn(FUNCTIONS, of.name)) return FUNCTIONS[of.name]?.(values())
    throw new Unsupported()
  }
  if (of.kind === 'name' && Object.hasOwn(STATICS, of.name)) {
    const known = STATICS[of.name] ?? {}
    if (Object.hasOwn(known, method)) return bounded(known[method]?.(...(values() as never[])))
    throw new Unsupported()
  }
  const target = read(of, run)
  if (target === undefined || target === null) return undefined
  if (target instanceof NodeItems) {
    if (method === 'first') return target.items[0]
    if (method === 'last') return target.items.at(-1)
    if (method === 'all') return target.items
    throw new Unsupported()
  }
  run.steps += sizeOf(target) / 1000
  const methods = methodsOf(target)
  if (!Object.hasOwn(methods, method)) throw new Unsupported()
  return bounded(methods[method]?.(target as never, ...(values() as never[])))
}

const sizeOf = (target: unknown) => (typeof target === 'string' || Array.isArray(target) ? target.length : 0)

function methodsOf(target: unknown): Record<string, Method> {
  if (typeof target === 'string') return OF_TEXT
  if (typeof target === 'number') return OF_NUMBER
  if (typeof target === 'boolean') return { toString: (of: boolean) => String(of) }
  if (Array.isArray(target)) return OF_LIST
  if (target instanceof Moment) return OF_MOMENT
  return OF_OBJECT
}

const text = (value: unknown) => {
  if (typeof value === 'string') return value
  throw new Unsupported()
}
const whole = (value: unknown) => (value === undefined ? undefined : Number(value))

const OF_TEXT: Record<string, Method> = {
  toUpperCase: (of: string) => of.toUpperCase(),
  toLowerCase: (of: string) => of.toLowerCase(),
  trim: (of: string) => of.trim(),
  trimStart: (of: string) => of.trimStart(),
  trimEnd: (of: string) => of.trimEnd(),
  toString: (of: string) => of,
  includes: (of: string, part: unknown) => of.includes(String(part)),
  startsWith: (of: string, part: unknown) => of.startsWith(String(part)),
  endsWith: (of: string, part: unknown) => of.endsWith(String(part)),
  indexOf: (of: string, part: unknown) => of.indexOf(String(part)),
  lastIndexOf: (of: string, part: unknown) => of.lastIndexOf(String(part)),
  charAt: (of: string, at: unknown) => of.charAt(Number(at)),
  at: (of: string, at: unknown) => of.at(Number(at)),
  slice: (of: string, from: unknown, to: unknown) => of.slice(whole(from), whole(to)),
  substring: (of: string, from: unknown, to: unknown) => of.substring(Number(from), whole(to)),
  substr: (of: string, from: unknown, length: unknown) =>
    of.slice(whole(from), length === undefined ? undefined : Number(from) + Number(length)),
  split: (of: string, by: unknown) => of.split(text(by), LONGEST_RESULT),
  replace: (of: string, part: unknown, by: unknown) => of.replace(text(part), () => text(by)),
  replaceAll: (of: string, part: unknown, by: unknown) => joined(of.split(text(part)), text(by)),
  concat: (of: string, ...more: unknown[]) => of + more.map(textOf).join(''),
  repeat: (of: string, times: unknown) => of.repeat(fitting(of.length * Number(times), Number(times))),
  padStart: (of: string, length: unknown, by: unknown = ' ') => of.padStart(fitting(Number(length)), text(by)),
  padEnd: (of: string, length: unknown, by: unknown = ' ') => of.padEnd(fitting(Number(length)), text(by)),
  toNumber: (of: string) => Number(of),
  toInt: (of: string) => Number.parseInt(of, 10),
  toFloat: (of: string) => Number.parseFloat(of),
  toTitleCase: (of: string) => of.replace(/\b\w/g, sign => sign.toUpperCase()),
  isEmpty: (of: string) => of === '',
  isNotEmpty: (of: string) => of !== '',
  toDateTime: (of: string) => momentOf(of),
  toJsonString: (of: string) => JSON.stringify(of),
  base64Encode: (of: string) => Buffer.from(of).toString('base64'),
  base64Decode: (of: string) => Buffer.from(of, 'base64').toString('utf8'),
}
const OF_NUMBER: Record<string, Method> = {
  toString: (of: number, base: unknown) => of.toString(whole(base)),
  toFixed: (of: number, digits: unknown) => of.toFixed(whole(digits)),
  round: (of: number, digits: unknown = 0) => Number(of.toFixed(Number(digits))),
  floor: (of: number) => Math.floor(of),
  ceil: (of: number) => Math.ceil(of),
  abs: (of: number) => Math.abs(of),
  isEven: (of: number) => of % 2 === 0,
  isOdd: (of: number) => Math.abs(of % 2) === 1,
  isEmpty: () => false,
}
const OF_LIST: Record<string, Method> = {
  join: (of: unknown[], by: unknown = ',') => joined(of.map(textOf), text(by)),
  includes: (of: unknown[], item: unknown) => of.includes(item),
  indexOf: (of: unknown[], item: unknown) => of.indexOf(item),
  slice: (of: unknown[], from: unknown, to: unknown) => of.slice(whole(from), whole(to)),
  concat: (of: unknown[], ...more: unknown[]) => of.concat(...more),
  at: (of: unknown[], at: unknown) => of.at(Number(at)),
  reverse: (of: unknown[]) => of.toReversed(),
  first: (of: unknown[]) => of[0],
  last: (of: unknown[]) => of.at(-1),
  length: (of: unknown[]) => of.length,
  sum: (of: unknown[]) => of.reduce<number>((sum, item) => sum + Number(item), 0),
  average: (of: unknown[]) => of.reduce<number>((sum, item) => sum + Number(item), 0) / of.length,
  max: (of: unknown[]) => of.reduce<number>((most, item) => Math.max(most, Number(item)), Number.NEGATIVE_INFINITY),
  min: (of: unknown[]) => of.reduce<number>((least, item) => Math.min(least, Number(item)), Number.POSITIVE_INFINITY),
  unique: (of: unknown[]) => [...new Set(of)],
  compact: (of: unknown[]) => of.filter(item => item !== null && item !== undefined && item !== ''),
  isEmpty: (of: unknown[]) => of.length === 0,
  isNotEmpty: (of: unknown[]) => of.length > 0,
  toJsonString: (of: unknown[]) => JSON.stringify(of),
  toString: (of: unknown[]) => joined(of.map(textOf), ','),
}
const OF_OBJECT: Record<string, Method> = {
  keys: (of: object) => Object.keys(of),
  values: (of: object) => Object.values(of),
  hasField: (of: object, name: unknown) => Object.hasOwn(of, String(name)),
  isEmpty: (of: object) => Object.keys(of).length === 0,
  isNotEmpty: (of: object) => Object.keys(of).length > 0,
  toJsonString: (of: object) => JSON.stringify(of),
}
const OF_MOMENT: Record<string, Method> = {
  toISO: (of: Moment) => of.toString(),
  toISODate: (of: Moment) => of.toString().slice(0, 10),
  toString: (of: Moment) => of.toString(),
  toJSON: (of: Moment) => of.toString(),
  toFormat: (of: Moment, format: unknown) => of.format(text(format)),
  format: (of: Moment, format: unknown) => of.format(text(format)),
  toMillis: (of: Moment) => of.time,
  toSeconds: (of: Moment) => of.time / 1000,
  plus: (of: Moment, span: unknown, unit: unknown) => of.plus(span, unit, 1),
  minus: (of: Moment, span: unknown, unit: unknown) => of.plus(span, unit, -1),
  startOf: (of: Moment, unit: unknown) => of.startOf(text(unit)),
  setZone: (of: Moment, zone: unknown) => new Moment(of.time, text(zone)),
  toUTC: (of: Moment) => new Moment(of.time, 'UTC'),
}
const STATICS: Record<string, Record<string, (...given: never[]) => unknown>> = {
  JSON: {
    stringify: (value: unknown, _replacer: unknown, space: unknown) => JSON.stringify(value, null, whole(space)),
    parse: (value: unknown) => parsed(text(value)),
  },
  Math: {
    round: (value: unknown) => Math.round(Number(value)),
    floor: (value: unknown) => Math.floor(Number(value)),
    ceil: (value: unknown) => Math.ceil(Number(value)),
    abs: (value: unknown) => Math.abs(Number(value)),
    max: (...values: unknown[]) => Math.max(...values.map(Number)),
    min: (...values: unknown[]) => Math.min(...values.map(Number)),
  },
  Object: {
    keys: (value: unknown) => Object.keys(isRecord(value) ? value : {}),
    values: (value: unknown) => Object.values(isRecord(value) ? value : {}),
  },
  DateTime: { fromISO: (value: unknown) => momentOf(text(value)) },
}
const FUNCTIONS: Record<string, (given: unknown[]) => unknown> = {
  String: ([value]) => textOf(value),
  Number: ([value]) => Number(value),
  Boolean: ([value]) => Boolean(value),
  parseInt: ([value, base]) => Number.parseInt(textOf(value), whole(base)),
  parseFloat: ([value]) => Number.parseFloat(textOf(value)),
  $if: ([test, yes, no]) => (test ? yes : no),
  $ifEmpty: ([value, other]) => (value === undefined || value === null || value === '' ? other : value),
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    throw new Unsupported()
  }
}

function fitting(length: number, value = length): number {
  if (length <= LONGEST_RESULT && value >= 0) return value
  throw new Unsupported()
}

function joined(parts: readonly string[], by: string): string {
  let length = by.length * Math.max(parts.length - 1, 0)
  for (const part of parts) length += part.length
  fitting(length / 4)
  return parts.join(by)
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') fitting(value.length / 4)
  return value
}

const SPANS: Record<string, number> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
}

/** A time in a zone, as `$now` is. */
class Moment {
  readonly time: number
  readonly zone: string

  constructor(time: number, zone: string) {
    if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) throw new Unsupported()
    this.time = time
    this.zone = zone
  }

  toString(): string {
    return localTime(this.zone, this.time)
  }

  part(name: string): unknown {
    const local = this.toString()
    const places: Record<string, [number, number]> = {
      year: [0, 4],
      month: [5, 7],
      day: [8, 10],
      hour: [11, 13],
      minute: [14, 16],
      second: [17, 19],
      millisecond: [20, 23],
    }
    const place = places[name]
    if (place) return Number(local.slice(...place))
    if (name === 'weekday') return new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() || 7
    throw new Unsupported()
  }

  plus(span: unknown, unit: unknown, sign: 1 | -1): Moment {
    const given = isRecord(span) ? Object.entries(span) : [[String(unit ?? 'milliseconds'), span]]
    let { time } = this
    for (const [name, count] of given) {
      const milliseconds = SPANS[String(name).replace(/s$/, '')]
      if (milliseconds === undefined || !Number.isFinite(Number(count))) throw new Unsupported()
      time += sign * milliseconds * Number(count)
    }
    return new Moment(time, this.zone)
  }

  startOf(unit: string): Moment {
    const milliseconds = SPANS[unit]
    if (milliseconds === undefined || unit === 'week') throw new Unsupported()
    const offset = offsetAt(this.zone, this.time) * 60_000
    return new Moment(Math.floor((this.time + offset) / milliseconds) * milliseconds - offset, this.zone)
  }

  format(format: string): string {
    const local = this.toString()
    const hour = Number(local.slice(11, 13))
    const tokens: Record<string, string> = {
      yyyy: local.slice(0, 4),
      yy: local.slice(2, 4),
      MM: local.slice(5, 7),
      M: String(Number(local.slice(5, 7))),
      dd: local.slice(8, 10),
      d: String(Number(local.slice(8, 10))),
      HH: local.slice(11, 13),
      H: String(hour),
      hh: String(hour % 12 || 12).padStart(2, '0'),
      h: String(hour % 12 || 12),
      mm: local.slice(14, 16),
      ss: local.slice(17, 19),
      SSS: local.slice(20, 23),
      a: hour < 12 ? 'AM' : 'PM',
      ZZ: local.slice(23),
    }
    return format.replace(/'([^']*)'|([A-Za-z])\2*/g, (token, quoted?: string) => {
      if (quoted !== undefined) return quoted
      const known = tokens[token]
      if (known === undefined) throw new Unsupported()
      return known
    })
  }
}

function momentOf(given: string): Moment {
  return new Moment(Date.parse(given), 'UTC')
}

/** What stands in an item: no value of this evaluator's own. */
function plain(value: unknown, depth = 0): unknown {
  if (value instanceof NodeItems || value instanceof Nodes || depth > DEEPEST) throw new Unsupported()
  if (value instanceof Moment) return value.toString()
  if (Array.isArray(value) && value.some(item => item instanceof Moment))
    return value.map(item => plain(item, depth + 1))
  return value
}

/** As a template shows a value. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const shown = plain(value)
  return typeof shown === 'object' ? JSON.stringify(shown) : String(shown)
}
