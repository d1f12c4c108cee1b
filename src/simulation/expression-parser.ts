const LONGEST = 20_000
/** So deep do expressions and values nest. */
export const DEEPEST = 50

/** An expression takes more than this evaluator knows. */
export class Unsupported extends Error {}

export type Expression =
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

export type Template = (string | Expression)[] | 'unsupported' | 'invalid'

const templates = new Map<string, Template>()
const MOST_TEMPLATES = 1000

/** The parts of a parameter that begins with `=`: text, and the expressions in `{{ }}`. */
export function templateOf(parameter: string): Template {
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
    const close = open < 0 ? open : endOf(parameter, open + 2)
    if (close < 0) {
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
