import { explained } from '../control/keys/remote-api-keys.ts'
import { PROGRAM } from '../core/base/program.ts'
import { openStore } from '../core/documents/open-store.ts'
import type { Fixture } from '../core/model/fixture.ts'
import { readFixture } from '../core/seeding/fixture.ts'
import { seed } from '../core/seeding/seed.ts'
import { connectService, type ServiceOptions } from '../migrate/client/client.ts'
import { ServiceError } from '../migrate/service-error.ts'
import { UsageError } from './explain.ts'
import { readFlags } from './flags.ts'
import { TARGET_FLAGS, withTarget } from './target.ts'
import { printError } from './terminal.ts'

const FLAGS = {
  ...TARGET_FLAGS,
  role: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
} as const

/**
 * `understudy users create EMAIL [--role ROLE] [--first-name NAME] [--last-name NAME]`: adds a user to the document that
 * `--data` names, or to the running instance of `--url` or `--ready-file`.
 */
export async function users(args: string[]) {
  const { values: given, positionals } = readFlags(args, FLAGS)
  const [command, email, ...rest] = positionals
  if (command !== 'create') throw new UsageError(`users takes create: ${PROGRAM} users create EMAIL`)
  if (email === undefined) throw new UsageError(`users create needs an e-mail address: ${PROGRAM} users create EMAIL`)
  if (rest.length > 0) throw new UsageError(`users create takes one e-mail address, not also "${rest[0]}"`)
  if (!ADDRESS.test(email)) throw new UsageError(`"${email}" is not an e-mail address`)
  const user = {
    email,
    role: roleOf(given.role ?? 'member'),
    firstName: given['first-name'],
    lastName: given['last-name'],
  }
  const fixture = readFixture({ users: [user] }, SOURCE)
  await withTarget('users', given, openStore, {
    document: async ({ store, context }) => {
      await store.update(draft => seed(draft, fixture, context, SOURCE))
    },
    instance: service => createRemotely(service, fixture),
  })
  printError(`Created ${email} (${user.role}). For an API key: ${PROGRAM} keys create --user ${email}`)
}

const SOURCE = 'users create'

const ADDRESS = /^[^\s@]+@[^\s@]+$/

function roleOf(given: string) {
  if (/^(global:)?owner$/.test(given))
    throw new UsageError('--role owner: an instance has one owner from its first start')
  return given === 'member' || given === 'admin' ? `global:${given}` : given
}

async function createRemotely(options: ServiceOptions, fixture: Fixture) {
  const service = connectService({ ...options, retries: { tries: 1 } })
  await service.sendControl('POST', '/seed', fixture).catch(error => {
    throw error instanceof ServiceError ? explained(error, service.url) : error
  })
}
