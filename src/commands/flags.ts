import { parseArgs } from 'node:util'
import { closestName } from '../core/model/closest-name.ts'
import { VERSION_NAMES, type VersionName } from '../core/versions/versions.ts'
import { UsageError } from './explain.ts'

type Flags = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

/** The flags and other arguments of a command. @throws UsageError for a flag that it does not have */
export function readFlags<const F extends Flags>(args: string[], options: F) {
  const parsed = parsedFlags(args, options)
  const empty = Object.entries(parsed.values).find(([, value]) => [value].flat().includes(''))
  if (empty) throw new UsageError(`--${empty[0]} must not be empty`)
  return parsed
}

function parsedFlags<const F extends Flags>(args: string[], options: F) {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
    refuseRepeated(parsed.tokens, options)
    return parsed
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    const [message = ''] = cause instanceof Error ? cause.message.split('. ') : [String(cause)]
    const unknown = /^Unknown option '--([\w-]+)/.exec(message)?.[1]
    const meant = unknown === undefined ? undefined : closestName(unknown, Object.keys(options))
    throw new UsageError(meant === undefined ? message : `${message}; did you mean --${meant}?`)
  }
}

/** Of a flag that is given twice only the last value would count. */
function refuseRepeated(tokens: readonly { kind: string; name?: string }[], options: Flags) {
  const seen = new Set<string>()
  for (const { kind, name } of tokens) {
    if (kind !== 'option' || name === undefined || options[name]?.multiple === true) continue
    if (seen.has(name)) throw new UsageError(`--${name} is given more than once`)
    seen.add(name)
  }
}

/** @throws UsageError for anything but a whole number that is not below `least` */
export function wholeNumber(flag: string, text: string, least: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && Number.isSafeInteger(number)) return number
  throw new UsageError(`${flag} must be a whole number from ${least}, not "${text}"`)
}

/** The profile of this name. @throws UsageError where there is none */
export function profileOf(name: string): VersionName {
  const found = VERSION_NAMES.find(known => known === name)
  if (found) return found
  throw new UsageError(`there is no profile ${name}: there are ${VERSION_NAMES.join(', ')}`)
}

/** Names that are repeated, or between commas. */
export const namesIn = (given: readonly string[] = []) =>
  given.flatMap(names => names.split(',').map(name => name.trim())).filter(name => name !== '')
