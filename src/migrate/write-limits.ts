import type { WriteLimits } from '../core/http/version.ts'

/** Why something that is here cannot be there. */
export const NOT_TAKEN = 'this version does not take it'

/** Why a setting that is not set here is set there, and what helps. */
export const KEPT =
  'a service of this version keeps settings that a change leaves out. Take it out in the editor there, or set it here'

/** Whether no change through the API removes a setting there. */
export const isKept = (key: string, { mergesSettings, defaultSettings }: WriteLimits): boolean =>
  mergesSettings && !defaultSettings.includes(key)

/** Whether a setting has the value that the version fills in: that says as much as none. */
export const isFilled = (key: string, value: unknown, { filledSettings }: WriteLimits): boolean =>
  Object.hasOwn(filledSettings, key) && filledSettings[key] === value

/** Whether a workflow differs from another only in that a setting was filled in. */
export function isFilledIn(
  { what, left = null, right = null }: { what: string; left?: unknown; right?: unknown },
  limits: WriteLimits,
): boolean {
  const key = /^settings\.(.+)$/.exec(what)?.[1]
  if (key === undefined || (left !== null && right !== null)) return false
  return isFilled(key, left ?? right, limits)
}
