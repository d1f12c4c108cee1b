import type { WriteLimits } from '../../http/version.ts'
import type { Fields } from '../fields.ts'

/** Why a setting that is not set here is set there, and what helps. */
export const KEPT =
  'a service of this version keeps settings that a change leaves out. Take it out in the editor there, or set it here'

/** Why something that is here cannot be there. */
export const NOT_TAKEN = 'this version does not take it'

/** Whether no change through the API removes a setting there. */
export const isKept = (key: string, { mergesSettings, defaultSettings }: WriteLimits): boolean =>
  mergesSettings && !defaultSettings.includes(key)

/** The settings there that are not set here, and that no change through the API removes. */
export const keptSettings = (here: Fields, there: Fields, limits: WriteLimits): string[] =>
  Object.keys(there)
    .filter(key => !(key in here) && isKept(key, limits))
    .sort()

/** What is sent so that settings which are not set here are not set there either. */
export const unsetSettings = (here: Fields, there: Fields, { mergesSettings, defaultSettings }: WriteLimits): Fields =>
  mergesSettings
    ? Object.fromEntries(defaultSettings.filter(key => key in there && !(key in here)).map(key => [key, 'DEFAULT']))
    : {}
