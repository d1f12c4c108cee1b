import util from 'node:util'

/**
 * Refuses unknown keys: a misspelt one would go unnoticed.
 *
 * @param what what the message calls a key
 * @throws TypeError that names the first such key and those that there are
 */
export function refuseUnknown(given: object, known: readonly string[], what: string) {
  for (const key of Object.keys(given)) {
    if (!known.includes(key))
      throw new TypeError(`There is no ${what} ${JSON.stringify(key)}; there are: ${known.join(', ')}`)
  }
}

/**
 * Refuses what has no keys: nothing, text, a list.
 *
 * @param must what the message says of it before its value
 * @throws TypeError
 */
export function refuseKeyless(given: unknown, must: string) {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return
  throw new TypeError(`${must}, not ${util.inspect(given)}`)
}
