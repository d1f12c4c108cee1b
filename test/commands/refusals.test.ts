import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clone } from '../../src/commands/clone.ts'
import { compare } from '../../src/commands/compare.ts'
import { explain, goingOn, UsageError } from '../../src/commands/explain.ts'
import { refuseIdleFlags } from '../../src/commands/idle-flags.ts'
import { keys } from '../../src/commands/keys.ts'
import { promote } from '../../src/commands/promote.ts'
import { openReadyFile, refuseSharedReadyFile } from '../../src/commands/ready-file.ts'
import { users } from '../../src/commands/users.ts'
import { validate } from '../../src/commands/validate.ts'
import { ApiError } from '../../src/core/base/errors.ts'
import { StorageError } from '../../src/core/base/store.ts'
import { ListenError } from '../../src/core/runtime/listen.ts'
import { ConfigError, givenFlags, readConfig } from '../../src/core/settings/read-config.ts'
import { VERSION_NAMES } from '../../src/core/versions/versions.ts'
import type { Instance } from '../../src/instance/instance.ts'
import { ServiceError } from '../../src/migrate/service-error.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const COMMANDS = { keys, users, clone, compare, promote, validate }

/** What the command line says and ends with where a command throws. */
const refusalOf = async (run: () => unknown) =>
  Promise.try(run).then(
    () => 'it was not refused',
    error => explain(error),
  )

const usage = (message: string) => ({ message: `understudy: ${message}\nSee npx n8n-understudy --help.`, exitCode: 2 })

const ONE_TARGET = 'keys takes one of --data, --url and --ready-file'
const CREATE = 'users takes create: npx n8n-understudy users create EMAIL'
const CLONE = 'clone needs one address: that of the service to copy'
const SIDES = 'compare needs two of: a data file, a fixture, a folder of exports, the address of a service'
const TARGET = 'promote needs the URL of the target: npx n8n-understudy promote URL [PATH] --key-env NAME'

test.each<[line: string, message: string]>([
  ['keys', 'keys takes create, list or revoke'],
  ['keys toString', 'keys takes create, list or revoke'],
  ['keys create', 'keys create needs --user with an e-mail address'],
  ['keys create x --user a@b.cc', 'keys create takes no "x"'],
  ['keys list x', 'keys list takes no "x"'],
  ['keys list --user x', 'keys list takes no --user'],
  ['keys list --label x', 'keys list takes no --label'],
  ['keys list --scope x', 'keys list takes no --scope'],
  ['keys revoke x --expires 2126-01-01', 'keys revoke takes no --expires'],
  ['keys revoke', 'keys revoke needs the one ID that keys list shows'],
  ['keys revoke a b', 'keys revoke needs the one ID that keys list shows'],
  ['keys list --data a --url b', ONE_TARGET],
  ['keys list --data a --ready-file b', ONE_TARGET],
  ['keys list --url a --ready-file b', ONE_TARGET],
  ['keys list --api-key k', '--api-key is for the keys of a running instance: name it with --url or --ready-file'],
  [
    'keys list --service-name x --data a',
    '--service-name is for the keys of a running instance: name it with --url or --ready-file',
  ],
  ['keys list --insecure', '--insecure is for the keys of a running instance: name it with --url or --ready-file'],
  ['keys list --url b --profile contract', '--profile is for the keys of a file, not for a running instance'],
  ['keys list --ready-file b --profile contract', '--profile is for the keys of a file, not for a running instance'],
  ['keys list --nope', "Unknown option '--nope'"],
  ['keys create --user a@b.cc --label=', '--label must not be empty'],
  ['keys create --user a@b.cc --scope x --scope=', '--scope must not be empty'],
  ['keys list --url http://127.0.0.1:9', "keys of a running instance need its owner's key: give it with --api-key"],
  ['keys list --data a --profile n8n-9', `--profile must be ${VERSION_NAMES.join(' or ')}, not "n8n-9"`],
  ['users', CREATE],
  ['users list', CREATE],
  ['users create', 'users create needs an e-mail address: npx n8n-understudy users create EMAIL'],
  ['users create a@b.cc d@e.ff', 'users create takes one e-mail address, not also "d@e.ff"'],
  ['users create a@', '"a@" is not an e-mail address'],
  ['users create a@b@c', '"a@b@c" is not an e-mail address'],
  ['users create a@b.cc --role owner', '--role owner: an instance has one owner from its first start'],
  ['users create a@b.cc --role global:owner', '--role owner: an instance has one owner from its first start'],
  [
    'users create a@b.cc --url http://127.0.0.1:9',
    "users of a running instance need its owner's key: give it with --api-key",
  ],
  ['clone', CLONE],
  ['clone http://a http://b', CLONE],
  ['clone http://a --data a --fixture b', 'clone takes --data or --fixture'],
  ['clone http://a --executions 1.5', '--executions must be a whole number from 0, not "1.5"'],
  ['clone http://a --executions=-1', '--executions must be a whole number from 0, not "-1"'],
  ['clone http://a --key-env NO_SUCH_KEY', 'the environment variable NO_SUCH_KEY is empty or not set: export it first'],
  ['clone http://a --key-env=sk-7', '--key-env takes the name of an environment variable, not the key'],
  [`clone http://a --key-env ${'k'.repeat(65)}`, '--key-env takes the name of an environment variable, not the key'],
  [
    `clone http://a --key-env ${'k'.repeat(64)}`,
    `the environment variable ${'k'.repeat(64)} is empty or not set: export it first`,
  ],
  ['clone http://a --key-env PATH --concurrency 0', '--concurrency must be a whole number from 1, not "0"'],
  ['compare', SIDES],
  ['compare a', SIDES],
  ['compare a b c', SIDES],
  ['compare a b --executions x', '--executions must be a whole number from 0, not "x"'],
  [
    'compare a b --only tags,nodes',
    '--only has an unknown kind "nodes"; there are: workflows, tags, credentials, users, variables, ' +
      'projects, folders, customRoles, dataTables, annotationTags, executions',
  ],
  [
    'compare HTTP://a b --left-key-env NO_SUCH_KEY',
    'the environment variable NO_SUCH_KEY is empty or not set: export it first',
  ],
  [
    'compare a https://b --right-key-env NO_SUCH_KEY',
    'the environment variable NO_SUCH_KEY is empty or not set: export it first',
  ],
  [
    'compare a https://b --key-env NO_SUCH_KEY',
    'the environment variable NO_SUCH_KEY is empty or not set: export it first',
  ],
  ['promote', TARGET],
  ['promote http://a http://b', TARGET],
  ['promote http://a --dry-run --yes', 'promote takes --dry-run or --yes'],
  ['promote http://a --activate some', '--activate must be same, none or all, not "some"'],
  ['validate', 'validate needs the file of a workflow or a fixture, or a folder of them'],
  ['validate a.json --jsn', "Unknown option '--jsn'; did you mean --json?"],
])('understudy %s is refused with the whole sentence', async (line, message) => {
  const [name = '', ...args] = line.split(' ')
  expect<unknown>(await refusalOf(() => COMMANDS[name as keyof typeof COMMANDS](args))).toEqual(usage(message))
})

const serveRefuses = (args: string[]) =>
  refusalOf(() => {
    const config = readConfig(args, {})
    refuseIdleFlags(givenFlags(args), config)
    refuseSharedReadyFile(config)
  })

test.each<[line: string, message: string]>([
  ['--clock-mode running', '--clock-mode has no effect without --clock: give that too, or leave it out'],
  ['--keep-executions 5', '--keep-executions has no effect without --simulate: give that too, or leave it out'],
  ['--keep-call-secrets', '--keep-call-secrets has no effect without --simulate: give that too, or leave it out'],
  ['--git-branch b', '--git-branch has no effect without --git-remote: give that too, or leave it out'],
  [
    '--git-follow-redirects h',
    '--git-follow-redirects has no effect without --git-remote: give that too, or leave it out',
  ],
  ['--pull-max-bytes 5', '--pull-max-bytes has no effect without --git-remote: give that too, or leave it out'],
  ['--pull-timeout 5', '--pull-timeout has no effect without --git-remote: give that too, or leave it out'],
  ['--memory --data a.json', '--data has no effect with --memory: leave one of them out'],
  ['--memory --durability disk', '--durability has no effect with --memory: leave one of them out'],
  ['--open --no-page', '--open has no effect with --no-page: leave one of them out'],
  ['--watch --memory', '--watch needs the files to watch: give them with --seed'],
  ['--watch --seed a', '--watch needs --memory: a change of the files replaces everything else'],
  ['--watch --seed a --memory --no-control', '--watch has no effect with --no-control: leave one of them out'],
  ['--data a --ready-file ./a', '--ready-file must be a separate file, but ./a is the file of another setting'],
  ['--data a --ready-file a.key', '--ready-file must be a separate file, but a.key is the file of another setting'],
  ['--memory --seed a --ready-file a', '--ready-file must be a separate file, but a is the file of another setting'],
  ['--credential-types a --ready-file a', '--ready-file must be a separate file, but a is the file of another setting'],
])('understudy serve %s is refused with the whole sentence', async (line, message) => {
  expect<unknown>(await serveRefuses(line.split(' '))).toEqual(usage(message))
})

test.each([
  '',
  '--clock 2026-01-01 --clock-mode running',
  '--simulate --keep-executions 5 --keep-call-secrets',
  '--git-remote r --git-branch b --pull-timeout 5',
  '--memory --seed a --watch',
  '--data a --durability disk --open',
  '--no-page --no-control',
  '--memory --ready-file ./data/instance.json',
  '--data a --seed b --ready-file c',
])('understudy serve %s is not refused', async line => {
  expect(await serveRefuses(line.split(' ').filter(Boolean))).toBe('it was not refused')
})

const failed = (code: string, more: object = {}) => Object.assign(new Error('it failed'), { code, ...more })
const named = (name: string, more: object = {}) => Object.assign(new Error('it failed'), { name, ...more })
const NOT_ALLOWED = 'this user may not use it. Check its permissions, or choose another.'

test.each<[what: string, error: unknown, message: string, exitCode: number]>([
  ['a wrong command line', new UsageError('so'), 'so\nSee npx n8n-understudy --help.', 2],
  ['a wrong setting', new ConfigError('so'), 'so\nSee npx n8n-understudy --help.', 2],
  ['a refused fixture', new ApiError(400, 'so'), 'so', 1],
  ['a port in use', new ListenError('127.0.0.1', 9, failed('EADDRINUSE')), 'Port 9 is in use', 1],
  ['a service', new ServiceError('so'), 'so', 1],
  ['a document', new StorageError('so'), 'so', 1],
  ['a missing file', failed('ENOENT', { path: 'a' }), 'a: there is no such file.', 1],
  ['a missing file without a name', failed('ENOENT'), 'it failed: there is no such file.', 1],
  ['a folder', failed('EISDIR', { path: 'a' }), 'a is a folder, not a file.', 1],
  ['a folder without a name', failed('EISDIR'), 'it failed is a folder, not a file.', 1],
  ['a forbidden file', failed('EACCES', { path: 'a' }), `a: ${NOT_ALLOWED}`, 1],
  ['a forbidden file without a name', failed('EACCES'), `it failed: ${NOT_ALLOWED}`, 1],
  ['a forbidden file on Deno', named('PermissionDenied', { path: 'a' }), `a: ${NOT_ALLOWED}`, 1],
  ['a full disk', failed('ENOSPC', { path: 'a' }), 'a: the disk is full. Free some space and try again.', 1],
  ['a full disk without a name', failed('ENOSPC'), 'it failed: the disk is full. Free some space and try again.', 1],
  ['a file on a disk of nothing to write', failed('EROFS', { path: 'a' }), 'a is on a read-only file system.', 1],
  ['one of those without a name', failed('EROFS'), 'it failed is on a read-only file system.', 1],
  ['something unexpected', named('Error', { stack: 'Error: it failed\n    at a' }), 'Error: it failed\n    at a', 1],
  ['something unexpected with another code', failed('EIO', { stack: 'the stack' }), 'the stack', 1],
  ['something unexpected with a number as code', named('Error', { code: 5, stack: 'the stack' }), 'the stack', 1],
  ['something unexpected without a stack', named('Error', { stack: undefined }), 'it failed', 1],
  ['no error at all', 'a text', 'a text', 1],
])('a command that fails with %s says so, and ends with its exit code', (_what, error, message, exitCode) => {
  const explained = explain(error)
  expect(explained.message).toStartWith(`understudy: ${message}`)
  if (!message.startsWith('Port')) expect(explained.message).toBe(`understudy: ${message}`)
  expect(explained.exitCode).toBe(exitCode)
})

test.each([
  ['It broke', 'It broke. So far: run the same command again to continue'],
  ['It broke.', 'It broke. So far: run the same command again to continue'],
  ['Is it there?', 'Is it there? So far: run the same command again to continue'],
  ['No!', 'No! So far: run the same command again to continue'],
])('an interrupted command says after %j how to continue', (message, whole) => {
  const cause = new ServiceError(message)
  const error = goingOn(cause, 'So far')
  expect([error.message, error.cause]).toEqual([whole, cause])
})

test('a ready file is there once it is written, and one that cannot be written leaves nothing beside it', async () => {
  await using folder = await temporaryFolder()
  const [file, ready] = [join(folder.path, 'file'), join(folder.path, 'ready.json')]
  await Bun.write(file, '')
  for (const gone of [file, join(folder.path, 'gone')]) {
    expect<unknown>(await refusalOf(() => openReadyFile(join(gone, 'ready.json')))).toEqual({
      message: `understudy: ${join(gone, 'ready.json')} cannot be created: there is no folder ${gone}`,
      exitCode: 1,
    })
  }
  const { write, remove } = await openReadyFile(ready)
  expect(readdirSync(folder.path)).toEqual(['file'])
  const instance = { url: 'http://127.0.0.1:9', apiKeyHeader: 'X-N8N-API-KEY' } as Instance
  await write(instance)
  expect(JSON.parse(readFileSync(ready, 'utf8'))).toMatchObject(instance)
  await remove()
  // it may be gone already
  await remove()
  await mkdir(ready)
  expect<unknown>(await refusalOf(() => write(instance))).toMatchObject({ exitCode: 1 })
  expect(readdirSync(folder.path).sort()).toEqual(['file', 'ready.json'])
})

test.each<[line: string, help: string]>([
  ['test --profil x', 'test --help'],
  ['validate', 'validate --help'],
  ['--porr 1', 'serve --help'],
  ['tset', '--help'],
])('understudy %s names the help of its command', async (line, help) => {
  const { err, code } = await runCli(line.split(' '))
  expect([err.split('\n').at(-2), code]).toEqual([`See npx n8n-understudy ${help}.`, 2])
})
