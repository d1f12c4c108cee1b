import { type Token, textOf, tokensOf } from '../../expressions/rewrite-code.ts'
import type { KnownNode } from './known-workflow.ts'
import type { Remark } from './remark.ts'

const EACH = 'runOnceForEachItem'
const KEYS = ['parameters', 'jsCode']
const MAX_CODE = 200_000

/** Code whose result the service refuses, or which asks for what is not there in its mode. */
export function checkCode({ node, values, isSubNode, name }: KnownNode): Remark[] {
  const { jsCode: code, mode, language = 'javaScript' } = values
  if (node.type !== 'n8n-nodes-base.code' || isSubNode || language !== 'javaScript') return []
  const isEach = mode === EACH
  if (!Object.hasOwn(node.parameters ?? {}, 'jsCode')) {
    if (isEach) return []
    return [
      {
        rule: 'code',
        severity: 'fault',
        keys: ['parameters'],
        expected: 'jsCode',
        message: `${JSON.stringify(name)} has no code, so its run fails`,
      },
    ]
  }
  if (typeof code !== 'string' || code.length > MAX_CODE || code.startsWith('=')) return []
  const tokens = tokensOf(code)
  return [
    ...modulesIn(tokens),
    ...(isEach ? whatOfAll(code, tokens) : whatOfOne(tokens)),
    ...checkReturns(tokens, isEach),
  ].map(({ message, ...remark }) => ({
    rule: 'code',
    severity: 'fault',
    keys: KEYS,
    ...remark,
    message: `the code of ${JSON.stringify(name)} ${message}`,
  }))
}

type CodeRemark = Omit<Remark, 'rule' | 'severity' | 'keys'> & Partial<Remark>

/** Modules are there only where the one who runs the service allows them. */
function modulesIn(tokens: readonly Token[]): CodeRemark[] {
  const names = tokens.flatMap(({ kind, text }, at) => {
    const [open, name] = tokens.slice(at + 1, at + 3)
    const isCall = kind === 'name' && (text === 'require' || text === 'import') && open?.text === '('
    return isCall && name?.kind === 'text' && tokens[at - 1]?.text !== '.' ? [textOf(name)] : []
  })
  return [...new Set(names)].map(name => ({
    severity: 'warning',
    value: name,
    message: `loads the module ${JSON.stringify(name)}, which a service does not have unless its settings allow it`,
  }))
}

/** What the service refuses in code that runs for each item; it looks at the text, comments too. */
function whatOfAll(code: string, tokens: readonly Token[]): CodeRemark[] {
  const [, method] = /\$input\.(first|last|all|itemMatching)/.exec(code) ?? []
  if (method)
    return [
      {
        value: `$input.${method}`,
        expected: '$input.item',
        message: `runs once for each item, where $input.${method}() does not exist: it is $input.item`,
      },
    ]
  if (!reads('items', tokens)) return []
  const message = 'runs once for each item, where "items" does not exist: it is $input.item'
  return [{ value: 'items', expected: '$input.item', message }]
}

function whatOfOne(tokens: readonly Token[]): CodeRemark[] {
  if (!reads('item', tokens)) return []
  const message = 'runs once for all items, where "item" does not exist: it is $input.first(), or one of $input.all()'
  return [{ value: 'item', expected: '$input.all()', message }]
}

/** Whether code reads a name that it declares nowhere. */
function reads(name: string, tokens: readonly Token[]): boolean {
  let isRead = false
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'name' || text !== name) continue
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (before?.text === '.' || before?.text === '?.' || after?.text === ':') continue
    const isDeclared =
      ['const', 'let', 'var', 'function', ',', '(', '{', '[', '...'].includes(before?.text ?? '') ||
      ['=>', '=', ',', ')', 'of', 'in'].includes(after?.text ?? '')
    // a name that might be a parameter or a variable is one
    if (isDeclared && !(before?.text === '(' && tokens[at - 2]?.kind === 'name' && after?.text === '.')) return false
    if (before?.text === 'typeof') return false
    isRead = true
  }
  return isRead
}

/** Results that can be seen to be no items. */
function checkReturns(tokens: readonly Token[], isEach: boolean): CodeRemark[] {
  const returns = topLevelReturns(tokens)
  if (!tokens.some(({ text, kind }) => kind === 'name' && text === 'return')) {
    if (isEach || tokens.some(({ text }) => text === 'throw')) return []
    return [{ message: 'returns nothing: it must return items' }]
  }
  const expected = isEach ? 'an object, or { json: {…} }' : 'a list of { json: {…} }'
  return returns.flatMap(at => {
    const what = seenResult(tokens, at + 1, isEach)
    if (!what) return []
    // others may be reached instead
    const isCertain = returns.length === 1 && isUnconditional(tokens, at)
    const severity = isCertain ? ('fault' as const) : ('warning' as const)
    return [
      { severity, value: what, expected, message: `returns ${what}, which is not an item: it must return ${expected}` },
    ]
  })
}

/** Whether a `return` stands in no block, and after no condition. */
function isUnconditional(tokens: readonly Token[], at: number): boolean {
  if ([')', 'else'].includes(tokens[at - 1]?.text ?? '')) return false
  return !tokens.slice(0, at).some(({ text, partner }) => text === '{' && partner !== undefined && partner > at)
}

/** The places of `return` outside of functions. */
function topLevelReturns(tokens: readonly Token[]): number[] {
  const found: number[] = []
  for (let at = 0; at < tokens.length; at++) {
    const { text, kind, partner } = tokens[at] as Token
    if (text === '{' && partner !== undefined && partner > at && isFunctionBody(tokens, at)) at = partner
    else if (kind === 'name' && text === 'return' && tokens[at - 1]?.text !== '.') found.push(at)
  }
  return found
}

const BLOCKS = ['if', 'for', 'while', 'switch', 'catch', 'with']

function isFunctionBody(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (before?.text === '=>') return true
  if (before?.text !== ')' || before.partner === undefined) return false
  const head = tokens[before.partner - 1]
  const word = head?.text === 'await' ? tokens[before.partner - 2]?.text : head?.text
  return !BLOCKS.includes(word ?? '')
}

const ENDS = [undefined, ';', '}']

/** What stands after `return`, where it is a text, a number or a list that cannot be items. */
function seenResult(tokens: readonly Token[], at: number, isEach: boolean): string | undefined {
  const first = tokens[at]
  if (!first) return isEach ? undefined : 'nothing'
  const isEnd = (place: number) => {
    const [last, next] = [tokens[place], tokens[place + 1]]
    // without a semicolon the next statement begins with a name
    return (
      ENDS.includes(next?.text) ||
      (next?.kind === 'name' && last?.text !== '.' && !['in', 'instanceof'].includes(next.text))
    )
  }
  if (first.kind === 'text' && (isEnd(at) || tokens[at + 1]?.text === '+'))
    return isTextSum(tokens, at) ? 'a text' : undefined
  if (first.text === '`<' && first.partner !== undefined && isEnd(first.partner)) return 'a text'
  if (first.kind === 'number' && isEnd(at)) return 'a number'
  if (['true', 'false'].includes(first.text) && isEnd(at)) return first.text
  if (!isEach && first.text === 'null' && isEnd(at)) return 'null'
  if (!isEach && first.text === ';') return 'nothing'
  if (first.text !== '[' || first.partner === undefined || !isEnd(first.partner)) return undefined
  if (isEach) return 'a list'
  const inside = tokens[at + 1]
  const isPlain = inside?.kind === 'text' || inside?.kind === 'number'
  return isPlain && [',', ']'].includes(tokens[at + 2]?.text ?? '') ? 'a list of texts or numbers' : undefined
}

/** A sum that begins with a text is a text, unless something else is done with it. */
function isTextSum(tokens: readonly Token[], at: number): boolean {
  for (let next = at + 1; next < tokens.length; next++) {
    const { text } = tokens[next] as Token
    if ([';', '}'].includes(text)) return true
    if (['?', '=', '>', '<', '&', '|'].includes(text)) return false
  }
  return true
}
