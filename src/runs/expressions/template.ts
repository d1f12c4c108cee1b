import { ExpressionFailure } from './failure.ts'
import { rewriteCode } from './rewrite-code.ts'
import { withUsualMessages } from './usual-message.ts'

/** A text, or code whose value stands in its place; `mayChange`: the next expression reads the items again. */
export type TemplatePart = string | { code: string; mayChange: boolean }

/** What an expression may do to what it reads. */
const CHANGES =
  /\b(?:sort|reverse|pop|push|shift|unshift|splice|fill|copyWithin|assign|delete|set)\b|\+\+|--|[^=!<>]=(?![=>])/

/** The service looks for it in the whole text, also beside expressions and within texts of them. */
export const CONSTRUCTOR = /\.\s*constructor/

/**
 * The parts of a parameter's text, without its `=`. Code ends at the first `}}`, whatever it stands in; code that does not
 * end goes on to the end of the text. A backslash before `{{` keeps it, two are one before code.
 *
 * @throws ExpressionFailure for names that the service refuses
 */
export function templateParts(text: string): TemplatePart[] {
  if (CONSTRUCTOR.test(text))
    throw new ExpressionFailure({
      message: 'Expression contains invalid constructor function call',
      context: { causeDetailed: 'Constructor override attempt is not allowed due to security concerns' },
    })
  const parts: TemplatePart[] = []
  let shown = ''
  let at = 0
  while (at < text.length) {
    const open = text.indexOf('{{', at)
    if (open < 0) break
    const slashes = countSlashesBefore(text, open)
    if (slashes % 2 === 1) {
      shown += text.slice(at, open + 2)
      at = open + 2
      continue
    }
    shown += text.slice(at, slashes === 0 ? open : open - slashes / 2)
    if (shown) parts.push(shown)
    shown = ''
    // braces that open nothing are dropped
    if (open + 2 === text.length) {
      at = text.length
      break
    }
    const close = endOfCode(text, open + 2)
    const code = text.slice(open + 2, close).replace(/\\(\{\{|\}\})/g, '$1')
    const rewritten = withUsualMessages(rewriteCode(code))
    parts.push({ code: rewritten, mayChange: CHANGES.test(rewritten) })
    at = close + 2
  }
  shown += text.slice(at)
  if (shown || parts.length === 0) parts.push(shown)
  return parts
}

function countSlashesBefore(text: string, at: number): number {
  let count = 0
  while (count < at && text[at - 1 - count] === '\\') count++
  return count
}

function endOfCode(text: string, from: number): number {
  for (let at = text.indexOf('}}', from); at >= 0; at = text.indexOf('}}', at + 1)) if (text[at - 1] !== '\\') return at
  return text.length
}
