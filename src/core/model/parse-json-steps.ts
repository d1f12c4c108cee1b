import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { MAX_DEPTH } from '../base/json-text.ts'
import { startsWithMark, UnusableJson } from './parse-json.ts'

/** How many bytes a step takes. */
const STEP_BYTES = 16 * 1024

/**
 * Parses JSON as `parseJson` does, in many short steps: to be used where a text is so large that others would wait.
 *
 * @param bytes in UTF-8
 * @throws UnusableJson or SyntaxError, as `parseJson` does
 * @example
 * await runInSlices(parseJsonSteps(bytes, 1_000_000))
 */
export function* parseJsonSteps(bytes: Uint8Array, maxValues: number): Generator<undefined, unknown> {
  if (startsWithMark(bytes)) throw new SyntaxError('it starts with a byte order mark')
  let found: { value: unknown } | undefined
  let unusable: UnusableJson | undefined
  let depth = 0
  let values = 0
  const parser = new TokenParser({ paths: ['$'] })
  parser.onValue = ({ value }) => {
    found = { value }
  }
  const tokenizer = new Tokenizer()
  tokenizer.onToken = token => {
    switch (token.token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        values++
        if (++depth > MAX_DEPTH) unusable ??= new UnusableJson(`has more than ${MAX_DEPTH} levels of objects and lists`)
        break
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        depth--
        break
      case TokenType.COMMA:
        values++
        break
      case TokenType.NUMBER:
        if (!Number.isFinite(token.value)) {
          unusable ??= new UnusableJson(`has a number that is too large; the largest is ${Number.MAX_VALUE}`)
        }
        break
    }
    if (values > maxValues) unusable ??= new UnusableJson(`has more than ${maxValues} keys and list items`)
    if (!unusable) parser.write(token)
  }
  try {
    for (let from = 0; from < bytes.length; from += STEP_BYTES) {
      tokenizer.write(bytes.subarray(from, from + STEP_BYTES))
      if (unusable) throw unusable
      yield
    }
    tokenizer.end()
  } catch (cause) {
    if (cause instanceof UnusableJson) throw cause
    throw new SyntaxError('it is not JSON', { cause })
  }
  if (unusable) throw unusable
  if (!found) throw new SyntaxError('it is not complete')
  return found.value
}
