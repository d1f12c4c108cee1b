import { type ApiKey, type ApiKeys, createApiKeys } from '../control/keys/api-keys.ts'
import { connectApiKeys } from '../control/keys/remote-api-keys.ts'
import { openStore, readStore } from '../core/documents/open-store.ts'
import { closestName } from '../core/model/closest-name.ts'
import { UsageError } from './explain.ts'
import { readFlags } from './flags.ts'
import { refuseIdleKeyFlags } from './idle-flags.ts'
import { TARGET_FLAGS, type TargetFlags, withTarget } from './target.ts'
import { print, printError } from './terminal.ts'

const OWN = {
  user: { type: 'string' },
  label: { type: 'string' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string' },
} as const
type Given = TargetFlags & { user?: string; label?: string; scope?: string[]; expires?: string }

/** Checks the rest of the command line, and returns what to do. */
type Command = (rest: string[], given: Given) => (apiKeys: ApiKeys) => Promise<void>

const COMMANDS: Record<string, Command> = { create: createKey, list: listKeys, revoke: revokeKey }

/**
 * `understudy keys create --user EMAIL [--label TEXT] [--scope SCOPE]… [--expires DATE] | list | revoke ID`: of the
 * document that `--data` names, or of the running instance that `--url` or `--ready-file` does. A new key alone goes to
 * standard output.
 */
export async function keys(args: string[]) {
  const { values: given, positionals } = readFlags(args, { ...OWN, ...TARGET_FLAGS })
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const meant = closestName(name, Object.keys(COMMANDS))
    throw new UsageError(`keys takes create, list or revoke${meant === undefined ? '' : `; did you mean ${meant}?`}`)
  }
  refuseIdleKeyFlags(name, Object.keys(given))
  const run = command(rest, given)
  await withTarget('keys', given, name === 'list' ? readStore : openStore, {
    document: ({ store, context }) => run(createApiKeys(store, context)),
    instance: service => run(connectApiKeys(service)),
  })
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
    printError(`${described(made)}: new; save it, it is not shown again`)
    print(made.apiKey)
  }
}

function listKeys(rest: string[]) {
  if (rest.length > 0) throw new UsageError(`keys list takes no "${rest[0]}"`)
  return async (apiKeys: ApiKeys) => {
    const list = await apiKeys.list()
    const columns = COLUMNS.filter(({ isShown }) => !isShown || list.some(isShown))
    print(tableOf([columns.map(({ name }) => name), ...list.map(key => columns.map(({ cell }) => cell(key)))]))
  }
}

/** The columns of the table of keys; some are left out where they would be the same for all keys. */
const COLUMNS: { name: string; cell(key: ApiKey): string; isShown?(key: ApiKey): boolean }[] = [
  { name: 'ID', cell: ({ id }) => id },
  { name: 'USER', cell: ({ user }) => user ?? '-' },
  { name: 'LABEL', cell: ({ label }) => label },
  { name: 'CREATED', cell: ({ createdAt }) => createdAt },
  { name: 'LAST USED', cell: ({ lastUsedAt }) => lastUsedAt ?? 'never' },
  { name: 'EXPIRES', cell: ({ expiresAt }) => expiresAt ?? 'never', isShown: ({ expiresAt }) => expiresAt !== null },
  {
    name: 'SCOPES',
    cell: ({ scopes }) => (scopes ? shortList(scopes) : '-'),
    isShown: ({ scopes }) => scopes !== null,
  },
]

const SHOWN_SCOPES = 3

/** The first of a list that may have a hundred. */
const shortList = (scopes: readonly string[]) =>
  scopes.length > SHOWN_SCOPES
    ? `${scopes.slice(0, SHOWN_SCOPES).join(',')} and ${scopes.length - SHOWN_SCOPES} more`
    : scopes.join(',')

function revokeKey(rest: string[]) {
  const [id] = rest
  if (id === undefined || rest.length > 1) throw new UsageError('keys revoke needs the one ID that keys list shows')
  return async (apiKeys: ApiKeys) => printError(`${described(await apiKeys.revoke(id))}: revoked`)
}

const described = ({ id, user, label }: ApiKey) => `Key ${id} (${label}) of ${user ?? 'a deleted user'}`

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
