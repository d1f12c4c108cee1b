import { existsSync } from 'node:fs'
import process from 'node:process'
import type { createApiKeys } from '../control/keys/api-keys.ts'
import { createClock } from '../core/base/clock.ts'
import { createIds } from '../core/base/ids.ts'
import { PROGRAM } from '../core/base/program.ts'
import { FileInUseError, StorageError } from '../core/base/store.ts'
import { versionChooser } from '../core/documents/document-settings.ts'
import type { openStore, readStore } from '../core/documents/open-store.ts'
import type { Store } from '../core/model/state.ts'
import type { SeedContext } from '../core/seeding/seed-context.ts'
import { readConfig } from '../core/settings/read-config.ts'
import type { Config } from '../core/settings/settings.ts'
import type { ServiceOptions } from '../migrate/client/client.ts'
import { UsageError } from './explain.ts'
import { wholeNumber } from './flags.ts'
import { askSecret, isAtTerminal, printError, readText } from './terminal.ts'

/** Settings of `serve` that say which document or instance is meant. */
const SETTINGS = {
  data: { type: 'string' },
  'api-key': { type: 'string' },
  'ready-file': { type: 'string' },
  'service-name': { type: 'string' },
  profile: { type: 'string' },
} as const

/** The flags of each command that works on a document or on a running instance. */
export const TARGET_FLAGS = { ...SETTINGS, url: { type: 'string' }, insecure: { type: 'boolean' } } as const

export type TargetFlags = Partial<Record<keyof typeof SETTINGS | 'url', string>> & { insecure?: boolean }

/** What a command does with a document, and what with a running instance. */
interface Uses {
  document(opened: { store: Store; context: SeedContext & Parameters<typeof createApiKeys>[1] }): Promise<void>
  instance(service: ServiceOptions): Promise<void>
}

/**
 * Opens the document that `--data` names, or asks the running instance of `--url` or `--ready-file`.
 *
 * @param what the name of the command in messages: `keys`
 * @throws UsageError, StorageError, or what the use throws
 */
export async function withTarget(
  what: string,
  given: TargetFlags,
  open: typeof openStore | typeof readStore,
  uses: Uses,
) {
  const flags = (Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]).filter(name => given[name] !== undefined)
  const config = readConfig(
    flags.map(name => `--${name}=${given[name]}`),
    process.env,
  )
  const { 'ready-file': readyFile, insecure } = given
  const ready = readyFile === undefined ? undefined : await readReadyFile(readyFile)
  const url = given.url ?? ready?.url
  if (url === undefined) return inDocument(what, config, open, uses)
  const { 'api-key': apiKey, 'service-name': serviceName } = config
  if (apiKey === undefined)
    throw new UsageError(`${what} of a running instance need its owner's key: give it with --api-key`)
  await uses.instance({ url, serviceName, apiKeyHeader: ready?.apiKeyHeader, apiKey, insecure })
}

async function readReadyFile(file: string): Promise<{ url: string; apiKeyHeader: string }> {
  const text = await readText(file)
  try {
    const { url, apiKeyHeader } = JSON.parse(text)
    if (typeof url === 'string' && typeof apiKeyHeader === 'string') return { url, apiKeyHeader }
  } catch {
    // refused below, as any other file that is not a ready file
  }
  throw new UsageError(`${file} is not a ready file. serve writes one with --ready-file`)
}

async function inDocument(
  what: string,
  { data: file, 'encryption-key': encryptionKey, profile }: Config,
  open: typeof openStore | typeof readStore,
  { document }: Uses,
) {
  if (!existsSync(file)) throw new StorageError(`${file}: there is no such document. ${PROGRAM} serve creates one`)
  const versionFor = await versionChooser(profile)
  const context = { clock: createClock(), ids: createIds(), versionFor }
  const report = (message: string) => printError(message)
  const { store, secrets } = await open({ file, encryptionKey, report }, context).catch(error => {
    throw error instanceof FileInUseError
      ? new StorageError(`${error.message}\n${adviceFor(what)}`, { cause: error })
      : error
  })
  try {
    const { keys, newIds } = await versionFor(store.data.profile)
    await document({ store, context: { ...context, secrets, keys, newIds } })
  } finally {
    await store.close()
  }
}

const adviceFor = (what: string) =>
  `For the ${what} of a running instance, give its address and its owner's key: --url URL --api-key KEY`

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

/** How a service is asked, as its flags say. The key comes from the environment, or is asked for at the terminal. */
export async function serviceOptions(url: string, flags: ServiceFlags, keyName = flags['key-env']) {
  return {
    url,
    apiKey: await readKey(url, keyName),
    serviceName: flags['service-name'],
    insecure: flags.insecure,
    ...(flags.concurrency === undefined ? {} : { concurrency: wholeNumber('--concurrency', flags.concurrency, 1) }),
  }
}

/** Anything else may be the key itself, which no message may show. */
const NAME = /^[a-z_]\w{0,63}$/i

async function readKey(url: string, name: string | undefined): Promise<string> {
  if (name !== undefined) {
    const key = process.env[name]
    if (key) return key
    if (!NAME.test(name)) throw new UsageError('--key-env takes the name of an environment variable, not the key')
    throw new UsageError(`the environment variable ${name} is empty or not set: export it first`)
  }
  if (!isAtTerminal()) throw new UsageError('name the environment variable with the API key: --key-env NAME')
  return askSecret(`API key of ${url}: `)
}
