import { parseArgs } from 'node:util'
import { closestName } from '../model/closest-name.ts'
import { type Config, SETTINGS, type Setting } from './settings.ts'

/** A setting that cannot be used. The message says which and why. */
export class ConfigError extends Error {}

/**
 * The settings in force: flags win, then the environment, then the default.
 *
 * @throws ConfigError for a flag that is unknown or cannot be used
 */
export function readConfig(args: string[], env: Record<string, string | undefined>): Config {
  const given = readFlags(args)
  const config = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => {
    const flags = given[name]
    if (flags !== undefined) return [name, readAll(setting, flags, `--${name}`)]
    for (const variable of [variableOf(name), setting.platformVariable]) {
      const text = variable === undefined ? undefined : env[variable]
      if (variable !== undefined && text) return [name, fromEnvironment(setting, text, variable)]
    }
    return [name, setting.default]
  })
  return Object.fromEntries(config) as Config
}

export const variableOf = (name: string) => `UNDERSTUDY_${name.toUpperCase().replaceAll('-', '_')}`

/** The names of the flags of a command line that `readConfig` takes. */
export const givenFlags = (args: string[]) => Object.keys(readFlags(args))

const PREFIX = 'UNDERSTUDY_'

/** A sentence for each variable that looks like a setting and is none. */
export function unknownVariables(env: Record<string, string | undefined>): string[] {
  const known = Object.keys(SETTINGS).map(variableOf)
  return namesIn(env)
    .filter(name => name.startsWith(PREFIX) && !known.includes(name))
    .map(name => `There is no setting ${name}${didYouMean(closestName(name, known))}`)
}

function namesIn(env: Record<string, string | undefined>): string[] {
  try {
    return Object.keys(env)
  } catch {
    // Deno lists the names only where all of them may be read
    return []
  }
}

const didYouMean = (name: string | undefined) => (name === undefined ? '' : `; did you mean ${name}?`)

function readFlags(args: string[]): Record<string, string[]> {
  const flags = Object.entries<Setting<unknown>>(SETTINGS)
    .filter(([, setting]) => !setting.secret)
    .map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean', multiple: true }] as const)
  const options = Object.fromEntries(flags)
  try {
    const { values } = parseArgs({ args, options, allowPositionals: false, strict: true })
    const entries = Object.entries(values as Record<string, (string | boolean)[]>)
    return Object.fromEntries(entries.map(([name, list]) => [name, list.map(String)]))
  } catch (cause) {
    throw new ConfigError(firstSentence(cause) + flagMeantBy(cause, Object.keys(options)), { cause })
  }
}

function flagMeantBy(cause: unknown, known: string[]) {
  const given = /Unknown option '--([^'=]+)'/.exec(String(cause))?.[1]
  const flags = known.map(name => `--${name}`)
  return given === undefined ? '' : didYouMean(closestName(`--${given}`, flags))
}

function readAll(setting: Setting<unknown>, texts: string[], origin: string) {
  if (!setting.repeatable && setting.value && texts.length > 1)
    throw new ConfigError(`${origin} is given more than once`)
  const values = texts.map(text => readOne(setting, text, origin))
  return setting.repeatable ? values : values.at(-1)
}

function fromEnvironment(setting: Setting<unknown>, text: string, variable: string) {
  if (!setting.value && !setting.secret) {
    if (text === '1' || text === 'true') return true
    if (text === '0' || text === 'false') return false
    throw new ConfigError(`${variable} must be true or false`)
  }
  const texts = setting.repeatable ? text.split(',').map(part => part.trim()) : [text]
  return readAll(setting, texts, variable)
}

function readOne(setting: Setting<unknown>, text: string, origin: string): unknown {
  try {
    return setting.read(text)
  } catch (error) {
    throw new ConfigError(`${origin} ${error instanceof Error ? error.message : error}`)
  }
}

const firstSentence = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''
