/** Stands in an expected answer for a value that differs from run to run. */
export interface Matcher {
  says: string
  holds(value: unknown, fill: Fill): boolean
}

/** Replaces the names in braces in an expected text. */
export type Fill = (text: string) => string

const isMatcher = (value: unknown): value is Matcher => isObject(value) && typeof value.holds === 'function'

const matcher = (says: string, holds: Matcher['holds']): Matcher => ({ says, holds })
const pattern = (says: string, shape: RegExp) => matcher(says, value => typeof value === 'string' && shape.test(value))

export const date = pattern('a date and time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
export const id = pattern('an id of 16 letters and digits', /^[A-Za-z0-9]{16}$/)
export const uuid = pattern('a uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const text = matcher('some text', value => typeof value === 'string' && value.length > 0)
export const anything = matcher('anything', () => true)

/** A text with this in it. */
export const including = (part: string) =>
  matcher(`a text with ${part}`, (value, fill) => typeof value === 'string' && value.includes(fill(part)))

/** An object with these fields, and maybe others. */
export const like = (fields: Record<string, unknown>) =>
  matcher(
    `like ${JSON.stringify(fields)}`,
    (value, fill) => isObject(value) && differencesOfFields(fields, value, fill, '').length === 0,
  )

/** A list with something in it that is like each of these. */
export const holding = (...items: unknown[]) =>
  matcher(`a list with ${JSON.stringify(items)}`, (value, fill) =>
    Array.isArray(value) ? items.every(item => value.some(it => differences(item, it, fill).length === 0)) : false,
  )

/** A text that is base64 of this JSON, its keys in this order. */
export const cursor = (value: unknown) =>
  matcher(
    `a cursor of ${JSON.stringify(value)}`,
    given => given === Buffer.from(JSON.stringify(value)).toString('base64'),
  )

/** What is different, each with its JSON path; empty if nothing is. */
export function differences(expected: unknown, actual: unknown, fill: Fill, path = ''): string[] {
  if (isMatcher(expected)) {
    return expected.holds(actual, fill) ? [] : [`${path || '/'} should be ${expected.says}, is ${shown(actual)}`]
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      return [`${path || '/'} should have ${expected.length} items, has ${actual.length}`]
    return expected.flatMap((item, at) => differences(item, actual[at], fill, `${path}/${at}`))
  }
  if (isObject(expected) && isObject(actual)) {
    const extra = Object.keys(actual).filter(name => !Object.hasOwn(expected, name))
    return [
      ...differencesOfFields(expected, actual, fill, path),
      ...extra.map(name => `${path}/${name} should not be there`),
    ]
  }
  const wanted = typeof expected === 'string' ? fill(expected) : expected
  return Object.is(wanted, actual) ? [] : [`${path || '/'} should be ${shown(wanted)}, is ${shown(actual)}`]
}

function differencesOfFields(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  fill: Fill,
  path: string,
): string[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    Object.hasOwn(actual, name)
      ? differences(value, actual[name], fill, `${path}/${name}`)
      : [`${path}/${name} is missing`],
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 120) ?? 'nothing'
