import { existsSync } from 'node:fs'
import process from 'node:process'
import { createClock } from '../base/clock.ts'
import { createIds } from '../base/ids.ts'
import { type ApiKey, type ApiKeys, createApiKeys } from '../control/keys/api-keys.ts'
import { connectApiKeys } from '../control/keys/remote-api-keys.ts'
import { versionChooser } from '../instance/document-settings.ts'
import { openStore, readStore } from '../instance/open-store.ts'
import type { Config } from '../settings/config.ts'
import { readConfig } from '../settings/read-config.ts'
import { FileInUseError, StorageError } from '../storage/store.ts'
import { UsageError } from './explain.ts'
import { refuseIdleKeyFlags } from './idle-flags.ts'
import { readText } from './read-text.ts'
import { readFlags } from './service-options.ts'

const OWN = {
  user: { type: 'string' },
  label: { type: 'string' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string' },
  url: { type: 'string' },
  insecure: { type: 'boolean' },
} as const
const SHARED = {
  data: { type: 'string' },
  'api-key': { type: 'string' },
  'ready-file': { type: 'string' },
  'service-name': { type: 'string' },
  profile: { type: 'string' },
} as const

type Texts = Exclude<keyof typeof OWN, 'scope' | 'insecure'> | keyof typeof SHARED
type Given = Partial<Record<Texts, string>> & { scope?: string[]; insecure?: boolean }

/** Checks the rest of the command line, and says what is to be done. */
type Command = (rest: string[], given: Given) => (apiKeys: ApiKeys) => Promise<void>

const COMMANDS: Record<string, Command> = { create: createKey, list: listKeys, revoke: revokeKey }

/**
 * `understudy keys create --user EMAIL [--label TEXT] [--scope SCOPE]… [--expires DATE] | list | revoke ID`: of the document that `--data` names, or of
 * the running instance that `--url` or `--ready-file` does. A new key alone goes to standard output.
 */
export async function keys(args: string[]) {
  const { values: given, positionals } = readFlags(args, { ...OWN, ...SHARED })
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError('keys takes create, list or revoke')
  refuseIdleKeyFlags(name, Object.keys(given))
  await withApiKeys(given, command(rest, given), name === 'list' ? readStore : openStore)
}

function createKey(rest: string[], { user, label, scope, expires }: Given) {
  if (user === undefined) throw new UsageError('keys create needs --user with an e-mail address')
  if (rest.length > 0) throw new UsageError(`keys create takes no "${rest[0]}"`)
  return async (apiKeys: ApiKeys) => {
    const made = await apiKeys.create({
      user,
      label,
      scopes: scope?.flatMap(text => text.split(',')),
      expiresAt: expires,
    })
    console.error(`${described(made)}: made now and shown once, so keep it`)
    console.log(made.apiKey)
  }
}

function listKeys(rest: string[]) {
  if (rest.length > 0) throw new UsageError(`keys list takes no "${rest[0]}"`)
  return async (apiKeys: ApiKeys) => {
    const list = await apiKeys.list()
    const columns = COLUMNS.filter(({ isShown }) => !isShown || list.some(isShown))
    console.log(tableOf([columns.map(({ name }) => name), ...list.map(key => columns.map(({ cell }) => cell(key)))]))
  }
}

/** What the table tells of a key; a column may be left out where it says nothing of any. */
const COLUMNS: { name: string; cell(key: ApiKey): string; isShown?(key: ApiKey): boolean }[] = [
  { name: 'ID', cell: ({ id }) => id },
  { name: 'USER', cell: ({ user }) => user ?? '-' },
  { name: 'LABEL', cell: ({ label }) => label },
  { name: 'CREATED', cell: ({ createdAt }) => createdAt },
  { name: 'LAST USED', cell: ({ lastUsedAt }) => lastUsedAt ?? 'never' },
  { name: 'EXPIRES', cell: ({ expiresAt }) => expiresAt ?? 'never', isShown: ({ expiresAt }) => expiresAt !== null },
  { name: 'SCOPES', cell: ({ scopes }) => scopes?.join(',') ?? '-', isShown: ({ scopes }) => scopes !== null },
]

function revokeKey(rest: string[]) {
  const [id] = rest
  if (id === undefined || rest.length > 1) throw new UsageError('keys revoke needs the one ID that keys list shows')
  return async (apiKeys: ApiKeys) => console.error(`${described(await apiKeys.revoke(id))}: revoked`)
}

const described = ({ id, user, label }: ApiKey) => `Key ${id} (${label}) of ${user ?? 'nobody'}`

function tableOf(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Opens a document to change it, or only reads it. */
type OpenStore = typeof openStore | typeof readStore

async function withApiKeys(given: Given, use: (apiKeys: ApiKeys) => Promise<void>, open: OpenStore) {
  const flags = (Object.keys(SHARED) as (keyof typeof SHARED)[]).filter(name => given[name] !== undefined)
  const config = readConfig(
    flags.map(name => `--${name}=${given[name]}`),
    process.env,
  )
  const { 'ready-file': readyFile } = given
  const ready = readyFile === undefined ? undefined : await readReadyFile(readyFile)
  const url = given.url ?? ready?.url
  if (url === undefined) return inDocument(config, use, open)
  const { 'api-key': apiKey, 'service-name': serviceName } = config
  if (apiKey === undefined)
    throw new UsageError("keys of a running instance need its owner's key: give it with --api-key")
  const { insecure } = given
  await use(connectApiKeys({ url, serviceName, apiKeyHeader: ready?.apiKeyHeader, apiKey, insecure }))
}

async function readReadyFile(file: string): Promise<{ url: string; apiKeyHeader: string }> {
  const text = await readText(file)
  try {
    const { url, apiKeyHeader } = JSON.parse(text)
    if (typeof url === 'string' && typeof apiKeyHeader === 'string') return { url, apiKeyHeader }
  } catch {
    // told below, like any other file that is none
  }
  throw new UsageError(`${file} is no ready file: serve writes one with --ready-file`)
}

async function inDocument(
  { data: file, 'encryption-key': encryptionKey, profile }: Config,
  use: (apiKeys: ApiKeys) => Promise<void>,
  open: OpenStore,
) {
  if (!existsSync(file)) throw new StorageError(`${file}: there is no such document. understudy serve makes one`)
  const versionFor = await versionChooser(profile)
  const context = { clock: createClock(), ids: createIds(), versionFor }
  const report = (message: string) => console.error(message)
  const { store } = await open({ file, encryptionKey, report }, context).catch(error => {
    throw error instanceof FileInUseError ? new StorageError(`${error.message}\n${ADVICE}`, { cause: error }) : error
  })
  try {
    const { keys } = await versionFor(store.data.profile)
    await use(createApiKeys(store, { ...context, keys }))
  } finally {
    await store.close()
  }
}

const ADVICE = "For the keys of a running instance, give its address and its owner's key: --url URL --api-key KEY"
