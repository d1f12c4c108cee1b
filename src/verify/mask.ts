import type { Difference } from './compare-answers.ts'

/** Fields whose texts are words of the API, not content of users. */
const OPEN = /(^|\.)(status|mode|role|roleType|type|event|message|code|level|object|displayName|slug)$/
const DATE = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/
const LONGEST = 300

/** A difference without what users put into the service: of their texts only the length is shown. */
export function maskDifference(difference: Difference, hide: (text: string) => string): Difference {
  const { kind, at } = difference
  const shown = (value: unknown) => {
    if (kind === 'status' || kind === 'header' || kind === 'text')
      return typeof value === 'string' ? hide(value).slice(0, LONGEST) : value
    return masked(value, at, hide)
  }
  return {
    kind,
    at,
    ...('service' in difference ? { service: shown(difference.service) } : {}),
    ...('profile' in difference ? { profile: shown(difference.profile) } : {}),
  }
}

function masked(value: unknown, at: string, hide: (text: string) => string): unknown {
  if (typeof value === 'string')
    return value === '' || OPEN.test(at) || DATE.test(value)
      ? hide(value).slice(0, LONGEST)
      : `text of ${value.length} characters`
  if (Array.isArray(value)) return value.length === 0 ? [] : `list of ${value.length}`
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    return names.length === 0 ? {} : `object of ${names.length} fields`
  }
  return value
}
