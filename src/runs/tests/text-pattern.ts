import { createContext, Script } from 'node:vm'
import { badRequest } from '../../core/base/errors.ts'

/** How long a pattern may take on one text, in milliseconds: some would never end. */
const TIME_LIMIT = 1000

const script = new Script('pattern.test(text)')
let context: { pattern?: RegExp; text?: string } | undefined

/**
 * Whether a text matches the pattern of a `$like`.
 *
 * @param path where it stands in what is expected
 * @throws ApiError 400 for a pattern that is none, and for one that takes too long
 */
export function matchesPattern(source: string, text: string, path: string): boolean {
  const pattern = patternIn(source, path)
  context ??= createContext({}) as NonNullable<typeof context>
  Object.assign(context, { pattern, text })
  try {
    return script.runInContext(context, { timeout: TIME_LIMIT }) as boolean
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    const took = `takes longer than ${TIME_LIMIT / 1000} s on a text of ${text.length} characters`
    throw badRequest(`expect: $like at ${path} ${took}: ${JSON.stringify(source)}`)
  } finally {
    Object.assign(context, { pattern: undefined, text: undefined })
  }
}

function patternIn(source: string, path: string): RegExp {
  try {
    return new RegExp(source)
  } catch (cause) {
    throw badRequest(`expect: $like at ${path} is no regular expression: ${JSON.stringify(source)}`, { cause })
  }
}
