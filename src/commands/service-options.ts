import process from 'node:process'
import { parseArgs } from 'node:util'
import { UsageError } from './explain.ts'
import { askSecret, isAtTerminal } from './terminal.ts'

/** The flags of every command that speaks to a service. */
export const SERVICE_FLAGS = {
  'key-env': { type: 'string' },
  'service-name': { type: 'string' },
  concurrency: { type: 'string' },
  insecure: { type: 'boolean' },
} as const

export interface ServiceFlags {
  'key-env'?: string | undefined
  'service-name'?: string | undefined
  concurrency?: string | undefined
  insecure?: boolean | undefined
}

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
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? (cause.message.split('. ')[0] ?? '') : String(cause))
  }
}

/** How a service is asked, as its flags say. The key comes from the environment, or from who sits at the terminal. */
export async function serviceOptions(url: string, flags: ServiceFlags, keyName = flags['key-env']) {
  return {
    url,
    apiKey: await readKey(url, keyName),
    serviceName: flags['service-name'],
    insecure: flags.insecure,
    ...(flags.concurrency === undefined ? {} : { concurrency: wholeNumber('--concurrency', flags.concurrency, 1) }),
  }
}

/** Anything else may be the key itself, which no message is to hold. */
const NAME = /^[a-z_]\w{0,63}$/i

async function readKey(url: string, name: string | undefined): Promise<string> {
  if (name !== undefined) {
    const key = process.env[name]
    if (key) return key
    if (!NAME.test(name)) throw new UsageError('--key-env takes the name of an environment variable that holds the key')
    throw new UsageError(`the environment variable ${name} holds no key: export it first`)
  }
  if (!isAtTerminal()) throw new UsageError('say which environment variable holds the API key, with --key-env NAME')
  return askSecret(`API key of ${url}: `)
}

/** @throws UsageError for anything but a whole number that is not below `least` */
export function wholeNumber(flag: string, text: string, least: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && Number.isSafeInteger(number)) return number
  throw new UsageError(`${flag} must be a whole number from ${least}, not "${text}"`)
}
