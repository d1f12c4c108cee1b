import { parseArgs } from 'node:util'
import { type Config, SETTINGS, type Setting } from './config.ts'

/** A setting that cannot be used. The message says which and why. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The settings in force: flags win, then the environment, then the default.
 *
 * @throws ConfigError for a flag that is unknown or cannot be used
 */
export function readConfig(args: string[], env: Record<string, string | undefined>): Config {
  const given = readFlags(args)
  const config = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => {
    const variable = variableOf(name)
    const flags = given[name]
    if (flags !== undefined) return [name, readAll(setting, flags, `--${name}`)]
    const text = env[variable]
    if (text === undefined || text === '') return [name, setting.default]
    return [name, fromEnvironment(setting, text, variable)]
  })
  return Object.fromEntries(config) as Config
}

export const variableOf = (name: string) => `UNDERSTUDY_${name.toUpperCase().replaceAll('-', '_')}`

function readFlags(args: string[]): Record<string, string[]> {
  const options = Object.entries<Setting<unknown>>(SETTINGS)
    .filter(([, setting]) => !setting.secret)
    .map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean', multiple: true }])
  try {
    const { values } = parseArgs({ args, options: Object.fromEntries(options), allowPositionals: false, strict: true })
    const entries = Object.entries(values as Record<string, (string | boolean)[]>)
    return Object.fromEntries(entries.map(([name, list]) => [name, list.map(String)]))
  } catch (cause) {
    throw new ConfigError(firstSentence(cause), { cause })
  }
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
