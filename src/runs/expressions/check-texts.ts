import { LimitReached } from './failure.ts'
import type { Machine } from './machine.ts'
import type { Machines } from './machines.ts'
import { type Token, textOf, tokensOf } from './rewrite-code.ts'
import { type TemplatePart, templateParts } from './template.ts'
import { usualMessage, withUsualMessages } from './usual-message.ts'

/** A parameter with expressions, or the code of a node. */
export interface CheckedText {
  kind: 'expression' | 'code'
  text: string
}

/** What was found in a text without running it. */
export interface TextReport {
  /** Why it cannot be compiled, in the words of the service's engine. */
  error?: string
  /** In which line of code that is, from 1. */
  line?: number
  /** The nodes that it names by `$('Name')`, `$node["Name"]` and `$items("Name")`. */
  nodes: string[]
  /** Those that code names inside `try` alone: it goes on without them. */
  triedNodes?: string[]
}

/**
 * Compiles expressions and code without running them. What the two worlds have is not asked for then, so one machine does it.
 *
 * @param deadline by `performance.now()`
 * @throws LimitReached where the time is over
 */
export async function checkTexts(
  texts: readonly CheckedText[],
  machines: Machines,
  deadline: number,
): Promise<TextReport[]> {
  const reports: TextReport[] = []
  let taken: Machine | undefined
  const release = () => {
    if (taken) machines.release(taken)
    taken = undefined
  }
  try {
    for (const { kind, text } of texts) {
      const machine = taken ?? (await machines.take())
      taken = machine
      const check = kind === 'code' ? checkCode : checkExpression
      try {
        reports.push(check(text, machine, deadline))
      } catch (error) {
        if (!(error instanceof LimitReached) || performance.now() > deadline) throw error
        // such as one that is nested too deeply: the engine is not used again
        reports.push({ error: error.message, nodes: [] })
        release()
      }
    }
  } finally {
    release()
  }
  return reports
}

function checkExpression(text: string, machine: Machine, deadline: number): TextReport {
  machine.begin(() => '', deadline)
  let parts: TemplatePart[] = []
  try {
    parts = templateParts(text.slice(1))
  } catch (error) {
    if (error instanceof LimitReached || !(error instanceof Error)) throw error
    return { error: error.message, nodes: [] }
  }
  const nodes = parts.flatMap(part => (typeof part === 'string' ? [] : nodesIn(part.code).nodes))
  const answer = machine.call('compile', 0, JSON.stringify(parts))
  if (!answer.startsWith('!')) return { nodes }
  const { message } = JSON.parse(answer.slice(1)) as { message?: string }
  return { error: message ?? 'invalid syntax', nodes }
}

function checkCode(code: string, machine: Machine, deadline: number): TextReport {
  machine.begin((question, [text, line, column]) => {
    const place = { code, line: Number(line), column: Number(column) }
    return question === 'message' ? JSON.stringify(usualMessage(String(text), place)) : ''
  }, deadline)
  const named = nodesIn(code)
  const answer = machine.call('checkCode', withUsualMessages(code))
  if (answer === '') return named
  const { message, line } = JSON.parse(answer) as { message?: string; line?: number }
  return { error: message ?? 'it cannot be compiled', ...(line === undefined ? {} : { line }), ...named }
}

/** The nodes that code names. Linear in its length. */
function nodesIn(code: string): Required<Pick<TextReport, 'nodes' | 'triedNodes'>> {
  if (!code.includes('$')) return { nodes: [], triedNodes: [] }
  const tokens = tokensOf(code)
  const names = new Set<string>()
  const outside = new Set<string>()
  // what stands before each brace that is open
  const blocks: (string | undefined)[] = []
  let tries = 0
  const isOther = tokens.some((_, at) => declaresDollar(tokens, at))
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.text
    if (token.text === '{' || token.text === '${') {
      blocks.push(before)
      if (before === 'try') tries++
    }
    if (token.text === '}' && blocks.pop() === 'try') tries--
    if (token.kind !== 'name' || before === '.' || before === '?.') continue
    if (isOther && token.text === '$') continue
    const name = namedAt(token, tokens.slice(at + 1, at + 4))
    if (name === undefined) continue
    names.add(name)
    if (tries === 0) outside.add(name)
  }
  return { nodes: [...names], triedNodes: [...names].filter(name => !outside.has(name)) }
}

/** `const $ = cheerio.load(html)`, `$ => …`, `($) => …`, `function ($) {`: then `$('h2')` may name no node. */
function declaresDollar(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== '$') return false
  const [before, after, next] = [tokens[at - 1]?.text, tokens[at + 1]?.text, tokens[at + 2]?.text]
  if (before === 'const' || before === 'let' || before === 'var' || after === '=>') return true
  return before === '(' && after === ')' && (next === '=>' || next === '{')
}

function namedAt({ text }: Token, [opening, name, closing]: Token[]): string | undefined {
  if (!opening || !name) return undefined
  const isCall = opening.text === '(' && name.kind === 'text' && (closing?.text === ')' || closing?.text === ',')
  if (text === '$' || text === '$items') return isCall ? textOf(name) : undefined
  if (text !== '$node') return undefined
  if (opening.text === '[' && name.kind === 'text' && closing?.text === ']') return textOf(name)
  return opening.text === '.' && name.kind === 'name' ? name.text : undefined
}
