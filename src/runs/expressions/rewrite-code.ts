import { ExpressionFailure } from './failure.ts'

/** The functions that values have in expressions, and nowhere else. */
export const TRANSFORMATIONS: ReadonlySet<string> = new Set([
  'abs',
  'append',
  'average',
  'base64Decode',
  'base64Encode',
  'beginningOf',
  'ceil',
  'chunk',
  'compact',
  'difference',
  'diffTo',
  'diffToNow',
  'endOfMonth',
  'extract',
  'extractDomain',
  'extractEmail',
  'extractUrl',
  'extractUrlPath',
  'first',
  'floor',
  'format',
  'hasField',
  'hash',
  'intersection',
  'isBetween',
  'isDomain',
  'isDst',
  'isEmail',
  'isEmpty',
  'isEven',
  'isInLast',
  'isInteger',
  'isNotEmpty',
  'isNumeric',
  'isOdd',
  'isUrl',
  'isWeekend',
  'keepFieldsContaining',
  'keys',
  'last',
  'length',
  'max',
  'merge',
  'mergeIntoObject',
  'min',
  'minus',
  'parseJson',
  'pluck',
  'plus',
  'quote',
  'randomItem',
  'removeDuplicates',
  'removeField',
  'removeFieldsContaining',
  'removeMarkdown',
  'removeTags',
  'renameKeys',
  'replaceSpecialChars',
  'reverse',
  'round',
  'smartJoin',
  'sum',
  'toBoolean',
  'toDate',
  'toDateTime',
  'toDecimalNumber',
  'toFloat',
  'toInt',
  'toJsonString',
  'toNumber',
  'toSentenceCase',
  'toSnakeCase',
  'toTitleCase',
  'toWholeNumber',
  'union',
  'unique',
  'urlDecode',
  'urlEncode',
  'values',
])

const REFUSED = new Set([
  '__proto__',
  'prototype',
  'getPrototypeOf',
  'setPrototypeOf',
  'defineProperty',
  'defineProperties',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  '__defineGetter__',
  '__defineSetter__',
  '__lookupGetter__',
  '__lookupSetter__',
  'prepareStackTrace',
  'mainModule',
  'binding',
  '_linkedBinding',
  '_load',
  'caller',
  'callee',
  'arguments',
  'getBuiltinModule',
  'dlopen',
  'execve',
  'loadEnvFile',
])

type Kind = 'name' | 'number' | 'text' | 'pattern' | 'sign'
export interface Token {
  kind: Kind
  text: string
  start: number
  end: number
  /** Of brackets and backticks: the index of the other one. */
  partner?: number
}

/** What follows a backslash in a text in quotes. */
const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[\s\S]))/g
const ESCAPED: Record<string, string> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
  // the string continues on the next line
  '\n': '',
  '\r\n': '',
  '\r': '',
}
const LAST_CODE_POINT = 0x10ffff

/** The value of a text in quotes. */
export const textOf = ({ text }: Pick<Token, 'text'>): string =>
  text.slice(1, -1).replace(ESCAPE, (written, point, unit, byte, character) => {
    if (character !== undefined) return ESCAPED[character] ?? character
    const code = Number.parseInt(point ?? unit ?? byte, 16)
    return code > LAST_CODE_POINT ? written : String.fromCodePoint(code)
  })

/** After these words a slash begins a pattern. */
const BEFORE_PATTERN = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await'.split(' '),
)
const OPEN = new Set(['(', '[', '{', '${', '`<'])
const ASCII_NAME = /[A-Za-z$_][\w$]*/y
/** Made where it is needed: the tables of its classes take 4 ms to read. */
const anyName = () => /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy
const NUMBER = /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)n?/iy
const TEXT = /"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/y
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y
const LONG_SIGN = /\?\.(?!\d)|\.\.\.|=>|[\s\S]/y

/**
 * Code of an expression as the engine compiles it: calls of data transformation functions become calls of `$x`, which knows
 * what each type has and what missing values do. Linear in the length of the code.
 *
 * @throws ExpressionFailure for names that the service refuses
 */
export function rewriteCode(code: string): string {
  if (!/[.[$]|arguments|import/.test(code)) return code
  const tokens = tokensOf(code)
  const changes = new Map<number, { before: string[]; instead?: string }>()
  const changeAt = (at: number) => {
    const change = changes.get(at) ?? { before: [] }
    changes.set(at, change)
    return change
  }
  for (const [at, token] of tokens.entries()) {
    if (token.text === '${') checkPlaceholder(tokens, at)
    if (token.kind === 'text') checkIndex(tokens, at)
    if (token.kind !== 'name') continue
    const before = tokens[at - 1]
    if (token.text === '$' && !isCalled(tokens, at) && !isLastField(tokens, at))
      throw new ExpressionFailure({ message: 'Cannot access "$" without calling it as a function' })
    const isMember = before?.text === '.' || before?.text === '?.'
    if (!isMember) {
      if (token.text === 'arguments' && tokens[at + 1]?.text !== ':') refuse('arguments')
      if (token.text === 'import' && tokens[at + 1]?.text === '(')
        throw new ExpressionFailure({ message: 'Imports are not supported' })
      continue
    }
    // after a brace it is no expression: that is said first
    if (REFUSED.has(token.text) && tokens[at - 2]?.text !== '}') refuse(token.text)
    const call = tokens[at + 1]
    if (call?.text !== '(' || call.partner === undefined || !TRANSFORMATIONS.has(token.text)) continue
    const receiver = receiverOf(tokens, at - 2)
    if (receiver === undefined) continue
    const isOptional = before.text === '?.' || receiver.isOptional
    changeAt(receiver.start).before.push(isOptional ? '$xo(' : '$x(')
    changeAt(at - 1).instead = ','
    changeAt(at).instead = JSON.stringify(token.text)
    changeAt(at + 1).instead = isOptional ? ',()=>[' : ',['
    changeAt(call.partner).instead = '])'
    // what follows a missing value is not read either
    if (isOptional && tokens[call.partner + 1]?.text === '.') changeAt(call.partner + 1).instead = '?.'
  }
  if (changes.size === 0) return code
  let made = ''
  let end = 0
  for (const [at, token] of tokens.entries()) {
    const change = changes.get(at)
    if (!change) continue
    // the receiver that reaches furthest begins first
    made +=
      code.slice(end, token.start) + change.before.join('') + (change.instead ?? code.slice(token.start, token.end))
    end = token.end
  }
  return made + code.slice(end)
}

/** The brackets around a token that hold nothing else are left out. */
function withoutBrackets(tokens: readonly Token[], from: number, to: number): [before: number, after: number] {
  let before = from - 1
  let after = to + 1
  while (tokens[before]?.text === '(' && tokens[before]?.partner === after) {
    before--
    after++
  }
  return [before, after]
}

function isCalled(tokens: readonly Token[], at: number): boolean {
  const [, after] = withoutBrackets(tokens, at, at)
  return tokens[tokens[after]?.text === '?.' ? after + 1 : after]?.text === '('
}

/** `$json.entry.$`, and nothing else: only there the service takes `$` for the name of a field. */
function isLastField(tokens: Token[], at: number): boolean {
  const object = tokens[at - 2]
  if (tokens[at - 1]?.text !== '.' || object?.text === ')') return false
  const receiver = receiverOf(tokens, at - 2)
  if (!receiver || receiver.isOptional) return false
  const [before, after] = withoutBrackets(tokens, receiver.start, at)
  return before < 0 && (after >= tokens.length || (tokens[after]?.text === ';' && after === tokens.length - 1))
}

const refuse = (name: string): never => {
  throw new ExpressionFailure({ message: `Cannot access "${name}" due to security concerns` })
}

/** What reads a field by `?.` is refused as the whole of a `${ }`: the service does not get over it. */
function checkPlaceholder(tokens: Token[], at: number) {
  const { partner } = tokens[at] as Token
  const receiver = partner === undefined ? undefined : receiverOf(tokens, partner - 1)
  if (!receiver?.isOptional || receiver.start !== at + 1) return
  const isTransformed = tokens
    .slice(at, partner)
    .some(({ text }, after) => TRANSFORMATIONS.has(text) && tokens[at + after + 1]?.text === '(')
  throw new ExpressionFailure({
    message: isTransformed ? 'invalid syntax' : "Cannot read properties of undefined (reading 'start')",
  })
}

/** `x["constructor"]` */
function checkIndex(tokens: Token[], at: number) {
  const name = textOf(tokens[at] as Token)
  if (name !== 'constructor' && !REFUSED.has(name)) return
  const before = tokens[at - 2]
  const isIndex = tokens[at - 1]?.text === '[' && tokens[at + 1]?.text === ']' && before && endsValue(before)
  if (isIndex) refuse(name)
}

/** Where the value begins whose last token is at `last`, going back over members, calls and indexes. */
export function receiverOf(tokens: Token[], last: number): { start: number; isOptional: boolean } | undefined {
  let at = last
  let isOptional = false
  for (;;) {
    const token = tokens[at]
    if (!token) return undefined
    if (token.partner !== undefined) {
      if (token.partner > at) return undefined
      at = token.partner
      const before = tokens[at - 1]
      // a literal, or something in brackets
      if (token.text === '}' || !before || !endsValue(before)) break
      isOptional ||= before.text === '?.'
      at -= before.text === '?.' ? 2 : 1
      continue
    }
    if (token.kind === 'sign') return undefined
    const before = tokens[at - 1]
    if (token.kind !== 'name' || (before?.text !== '.' && before?.text !== '?.')) break
    isOptional ||= before.text === '?.'
    at -= 2
  }
  return { start: tokens[at - 1]?.text === 'new' ? at - 1 : at, isOptional }
}

const endsValue = (token: Token) =>
  token.kind === 'sign'
    ? [')', ']', '}', '>`', '?.'].includes(token.text)
    : !(token.kind === 'name' && BEFORE_PATTERN.has(token.text))

/** The tokens of code: names, texts, patterns, signs. Linear. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = []
  const open: number[] = []
  let at = 0
  const add = (kind: Kind, text: string, end: number) => {
    const token: Token = { kind, text, start: at, end }
    tokens.push(token)
    at = end
    return token
  }
  const close = (token: Token) => {
    const partner = open.pop()
    if (partner === undefined) return
    token.partner = partner
    ;(tokens[partner] as Token).partner = tokens.length - 1
  }
  const namePattern = /[^\0-\x7f]/.test(code) ? anyName() : ASCII_NAME
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(code)?.[0]
  }
  while (at < code.length) {
    const within = open.length > 0 ? (tokens[open.at(-1) as number] as Token).text : ''
    if (within === '`<') {
      const end = endOfTemplateText(code, at)
      if (end > at) add('text', '', end)
      if (at >= code.length) break
      if (code[at] === '`') close(add('sign', '>`', at + 1))
      else {
        add('sign', '${', at + 2)
        open.push(tokens.length - 1)
      }
      continue
    }
    const space = match(SPACE)
    if (space) {
      at += space.length
      continue
    }
    const last = tokens.at(-1)
    const name = match(namePattern)
    if (name) {
      add('name', name, at + name.length)
      continue
    }
    const number = /[\d.]/.test(code[at] as string) ? match(NUMBER) : undefined
    if (number && number !== '.') {
      add('number', number, at + number.length)
      continue
    }
    const text = match(TEXT)
    if (text) {
      add('text', text, at + text.length)
      continue
    }
    if (code[at] === '/' && !(last && endsValue(last))) {
      const pattern = match(PATTERN)
      if (pattern) {
        add('pattern', pattern, at + pattern.length)
        continue
      }
    }
    if (code[at] === '`') {
      add('sign', '`<', at + 1)
      open.push(tokens.length - 1)
      continue
    }
    const sign = match(LONG_SIGN) as string
    const token = add('sign', sign, at + sign.length)
    if (OPEN.has(sign)) open.push(tokens.length - 1)
    else if (sign === ')' || sign === ']' || sign === '}') close(token)
  }
  return tokens
}

function endOfTemplateText(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === '`' || (code[at] === '$' && code[at + 1] === '{')) return at
  }
  return code.length
}
