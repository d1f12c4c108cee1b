import { receiverOf, type Token, textOf, tokensOf } from './rewrite-code.ts'

/** What QuickJS says of a key in brackets. */
const UNNAMED_KEY = /^cannot read property of (undefined|null)$/

/** Messages of QuickJS beside those of the engine that the service has. */
const MESSAGES: readonly [RegExp, string][] = [
  [/^cannot read property 'Symbol\.iterator' of (undefined|null)$/, '$1 is not iterable'],
  [/^cannot read property '(.*)' of (undefined|null)$/s, "Cannot read properties of $2 (reading '$1')"],
  [UNNAMED_KEY, 'Cannot read properties of $1'],
  [/^cannot set property '(.*)' of (undefined|null)$/s, "Cannot set properties of $2 (setting '$1')"],
  [/^'(.*)' is not defined$/, '$1 is not defined'],
  [/^'.*' is read-only$/, 'Assignment to constant variable.'],
  [/^(.*) is not initialized$/, "Cannot access '$1' before initialization"],
  [/^unexpected token in expression: '\}'$/, 'Unexpected end of input'],
  [/^unexpected token in expression: '(.*)'$/, "Unexpected token '$1'"],
  [/^expecting '[\])}]'$/, 'Unexpected end of input'],
  [/^unexpected end of string$/, 'Invalid or unexpected token'],
  [/^class constructors must be invoked with 'new'$/, "Class constructor cannot be invoked without 'new'"],
  [/^toFixed.*$|^invalid number of digits$/, 'toFixed() digits argument must be between 0 and 100'],
  [/^invalid repeat count$/, 'Invalid count value'],
  [/^expecting hex digit$/, 'URI malformed'],
  [/^invalid array length$/, 'Invalid array length'],
  [/^empty array$/, 'Reduce of empty array with no initial value'],
  [/^circular reference$/, 'Converting circular structure to JSON'],
  [/^cannot convert to object$/, 'Cannot convert undefined or null to object'],
  [/^cannot convert symbol to string$/, 'Cannot convert a Symbol value to a string'],
  [/^cannot convert bigint to number$/, 'Cannot mix BigInt and other types, use explicit conversions'],
  [/^value is not iterable$/, 'object is not iterable'],
  [/^could not load module '.*'$/, 'A dynamic import callback was not specified.'],
  [/^stack overflow$/, 'Maximum call stack size exceeded'],
]

interface Place {
  code: string
  line?: number | undefined
  column?: number | undefined
}

/**
 * The message of an error as the service's engine words it, where QuickJS words it in another way.
 *
 * @param place where it was thrown, from 1: names what was called where that is no function, and what was read in brackets
 */
export function usualMessage(message: string, place: Place): string {
  if (message === 'not a function') return `${calledAt(place) ?? 'value'} is not a function`
  if (message === "expecting '('" && /^\s*import\b/m.test(place.code))
    return 'Cannot use import statement outside a module'
  if (message === 'invalid redefinition of lexical identifier')
    return `Identifier '${twice(place.code)}' has already been declared`
  if (message === "expecting ';'") return 'Unexpected identifier'
  const key = UNNAMED_KEY.test(message) ? keyAt(place) : undefined
  if (key !== undefined) return `${message.replace(UNNAMED_KEY, 'Cannot read properties of $1')} (reading '${key}')`
  for (const [pattern, usual] of MESSAGES) if (pattern.test(message)) return message.replace(pattern, usual)
  return message
}

/** The index of the sign that stands at a place; -1 where another one does. */
function signAt(sign: string, { code, line, column }: Place, tokens: readonly Token[]): number {
  if (line === undefined || column === undefined) return -1
  const before = code.split('\n').slice(0, line - 1)
  const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
  return tokens.findIndex(({ start, text }) => start === at && text === sign)
}

/** The number or the text that stands in brackets. */
function keyAt(place: Place): string | undefined {
  const tokens = tokensOf(place.code)
  const bracket = signAt('[', place, tokens)
  const [key, end] = bracket < 0 ? [] : tokens.slice(bracket + 1)
  if (end?.text !== ']') return undefined
  if (key?.kind === 'number') return String(Number(key.text))
  return key?.kind === 'text' ? textOf(key) : undefined
}

/** What stands before the bracket of a call, with `(...)` for what earlier calls are given. */
function calledAt(place: Place): string | undefined {
  const { code } = place
  const tokens = tokensOf(code)
  const bracket = signAt('(', place, tokens)
  const receiver = bracket > 0 ? receiverOf(tokens, bracket - 1) : undefined
  if (!receiver) return undefined
  let shown = ''
  for (let index = receiver.start; index < bracket; index++) {
    const token = tokens[index]
    if (!token) break
    shown += code.slice(token.start, token.end)
    if (token.text === '(' && token.partner !== undefined && index > receiver.start) {
      shown += '...)'
      index = token.partner
    }
  }
  return shown
}

/** The name that is declared a second time. */
function twice(code: string): string {
  const seen = new Set<string>()
  for (const [, name = ''] of code.matchAll(/\b(?:const|let|class|function|var)\s+([\p{L}$_][\p{L}\p{N}$_]*)/gu)) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return ''
}

/** Code that catches errors gets them with their usual messages: `catch (e) {` becomes `catch (e) {$usual(e);`. */
export function withUsualMessages(code: string): string {
  if (!code.includes('catch')) return code
  const tokens = tokensOf(code)
  let made = ''
  let end = 0
  for (const [at, { text, kind }] of tokens.entries()) {
    if (kind !== 'name' || text !== 'catch' || tokens[at - 1]?.text === '.') continue
    const [open, name, close, brace] = tokens.slice(at + 1, at + 5)
    if (open?.text !== '(' || name?.kind !== 'name' || close?.text !== ')' || brace?.text !== '{') continue
    made += `${code.slice(end, brace.end)}$usual(${name.text});`
    end = brace.end
  }
  return made + code.slice(end)
}
