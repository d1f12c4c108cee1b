/**
 * How a value differs from the expected one, one line each. Maps may have more than is expected, lists may not. An
 * expected value with an `asymmetricMatch` (`expect.any` and its like) decides for itself.
 *
 * @param shown the value as it may be shown: the same, with secrets left out
 * @param path what the lines call the value
 */
export function differencesOf(expected: unknown, value: unknown, shown: unknown, path: string): string[] {
  if (isMatcher(expected)) return expected.asymmetricMatch(value) ? [] : [line(path, String(expected), shown)]
  if (Array.isArray(expected)) return listDifferences(expected, value, shown, path)
  if (!isMap(expected)) return Object.is(expected, value) ? [] : [line(path, textOf(expected), shown)]
  if (!isMap(value)) return [line(path, 'a map', shown)]
  return Object.entries(expected).flatMap(([name, inner]) =>
    differencesOf(inner, ownValue(value, name), ownValue(shown, name), `${path}.${name}`),
  )
}

function listDifferences(expected: unknown[], value: unknown, shown: unknown, path: string): string[] {
  if (!Array.isArray(value)) return [line(path, 'a list', shown)]
  if (value.length !== expected.length) {
    return [`${path}: expected a list of ${expected.length}, was one of ${value.length}`]
  }
  return expected.flatMap((inner, at) =>
    differencesOf(inner, value[at], Array.isArray(shown) ? shown[at] : shown, `${path}[${at}]`),
  )
}

const SHOWN_CHARACTERS = 200

function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const line = (path: string, expected: string, shown: unknown) => `${path}: expected ${expected}, was ${textOf(shown)}`

interface Matcher {
  asymmetricMatch(value: unknown): boolean
}

const isMatcher = (value: unknown): value is Matcher =>
  typeof value === 'object' &&
  value !== null &&
  'asymmetricMatch' in value &&
  typeof value.asymmetricMatch === 'function'

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownValue = (value: unknown, name: string) =>
  isMap(value) && Object.hasOwn(value, name) ? value[name] : typeof value === 'string' ? value : undefined
