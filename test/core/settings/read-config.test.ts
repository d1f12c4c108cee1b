import { expect, test } from 'bun:test'
import { ConfigError, givenFlags, readConfig, unknownVariables } from '../../../src/core/settings/read-config.ts'
import { VERSION_NAMES } from '../../../src/core/versions/versions.ts'

const DEFAULTS = {
  port: 5678,
  host: '127.0.0.1',
  data: './data/instance.json',
  memory: false,
  seed: [],
  watch: false,
  demo: false,
  'api-key': undefined,
  'allow-host': [],
  cors: [],
  'service-name': 'n8n',
  profile: undefined,
  durability: 'disk',
  'ready-file': undefined,
  'credential-types': undefined,
  'git-remote': undefined,
  'git-branch': 'main',
  'git-username': undefined,
  'git-token': undefined,
  'git-follow-redirects': [],
  'pull-max-bytes': 201_326_592,
  'pull-timeout': 120,
  'encryption-key': undefined,
  'no-source-control': false,
  licence: undefined,
  simulate: false,
  'keep-executions': 10_000,
  timezone: undefined,
  'publish-delay': 0,
  'keep-call-secrets': false,
  unmocked: 'pass',
  forward: [],
  'allow-forward': [],
  'no-control': false,
  'no-page': false,
  open: false,
  clock: undefined,
  'clock-mode': 'frozen',
  'id-seed': undefined,
  log: 'pretty',
}

const argsOf = (line: string) => line.split(' ').filter(Boolean)
const given = (values: object) => ({ ...DEFAULTS, ...values }) as never

test.each<[line: string, values: object]>([
  ['', {}],
  ['--port 0', { port: 0 }],
  ['--port 65535', { port: 65_535 }],
  ['--port=7 --host=::1 --data x.json', { port: 7, host: '::1', data: 'x.json' }],
  ['--memory --watch --demo --open', { memory: true, watch: true, demo: true, open: true }],
  ['--seed a --seed b,c', { seed: ['a', 'b,c'] }],
  ['--api-key k --service-name a-9', { 'api-key': 'k', 'service-name': 'a-9' }],
  ['--allow-host a.test --allow-host [::2]', { 'allow-host': ['a.test', '[::2]'] }],
  ['--cors http://a:1 --cors https://b', { cors: ['http://a:1', 'https://b'] }],
  ['--profile n8n-2.41 --durability process --log off', { profile: 'n8n-2.41', durability: 'process', log: 'off' }],
  ['--durability disk --log json', { durability: 'disk', log: 'json' }],
  ['--log pretty --clock-mode running', { log: 'pretty', 'clock-mode': 'running' }],
  ['--ready-file r --credential-types t --id-seed s', { 'ready-file': 'r', 'credential-types': 't', 'id-seed': 's' }],
  ['--git-remote r --git-branch b', { 'git-remote': 'r', 'git-branch': 'b' }],
  ['--git-follow-redirects a --git-follow-redirects b', { 'git-follow-redirects': ['a', 'b'] }],
  ['--pull-max-bytes 1 --pull-timeout 1', { 'pull-max-bytes': 1, 'pull-timeout': 1 }],
  ['--pull-max-bytes 2147483648 --pull-timeout 86400', { 'pull-max-bytes': 2 ** 31, 'pull-timeout': 86_400 }],
  ['--keep-executions 1', { 'keep-executions': 1 }],
  ['--keep-executions 10000000 --simulate', { 'keep-executions': 10_000_000, simulate: true }],
  ['--publish-delay 60000', { 'publish-delay': 60_000 }],
  ['--timezone Europe/Berlin --keep-call-secrets', { timezone: 'Europe/Berlin', 'keep-call-secrets': true }],
  ['--simulate --unmocked fail', { simulate: true, unmocked: 'fail' }],
  ['--no-source-control --no-control --no-page', { 'no-source-control': true, 'no-control': true, 'no-page': true }],
  ['--clock 1970-01-01T00:00:01Z --clock-mode frozen', { clock: 1000, 'clock-mode': 'frozen' }],
  ['--memory --memory', { memory: true }],
  ['--licence feat:variables,feat:folders', { licence: ['feat:variables', 'feat:folders'] }],
  ['--licence none', { licence: null }],
])('the flags %j set what they name, and the rest is as left out', (line, values) => {
  expect(readConfig(argsOf(line), {})).toEqual(given(values))
})

test.each<[env: Record<string, string>, values: object]>([
  [{ UNDERSTUDY_PORT: '7' }, { port: 7 }],
  [{ PORT: '7' }, { port: 7 }],
  [{ PORT: '7', UNDERSTUDY_PORT: '8' }, { port: 8 }],
  [{ PORT: '7', UNDERSTUDY_PORT: '' }, { port: 7 }],
  [{ HOST: '0.0.0.0', UNDERSTUDY_DATA: '' }, {}],
  [
    { UNDERSTUDY_MEMORY: '1', UNDERSTUDY_DEMO: 'true' },
    { memory: true, demo: true },
  ],
  [{ UNDERSTUDY_MEMORY: '0', UNDERSTUDY_DEMO: 'false' }, {}],
  [{ UNDERSTUDY_SEED: 'a, b' }, { seed: ['a', 'b'] }],
  [{ UNDERSTUDY_ALLOW_HOST: 'a.test,b.test' }, { 'allow-host': ['a.test', 'b.test'] }],
  [{ UNDERSTUDY_READY_FILE: 'a,b' }, { 'ready-file': 'a,b' }],
  [
    { UNDERSTUDY_GIT_USERNAME: 'u', UNDERSTUDY_GIT_TOKEN: 't', UNDERSTUDY_ENCRYPTION_KEY: 'true' },
    { 'git-username': 'u', 'git-token': 't', 'encryption-key': 'true' },
  ],
])('the variables %j set what they name, and the rest is as left out', (env, values) => {
  expect(readConfig([], env)).toEqual(given(values))
})

test('a flag wins over its variable', () => {
  const env = { UNDERSTUDY_PORT: 'x', PORT: 'y', UNDERSTUDY_SEED: 'a' }
  expect(readConfig(['--port', '9', '--seed', 'b'], env)).toEqual(given({ port: 9, seed: ['b'] }))
})

test.each<[line: string, env: Record<string, string>, message: string]>([
  ['--nope', {}, "Unknown option '--nope'; did you mean --open?"],
  ['--unheard-of', {}, "Unknown option '--unheard-of'"],
  ['--prot 0', {}, "Unknown option '--prot'; did you mean --port?"],
  ['--prot=0', {}, "Unknown option '--prot'; did you mean --port?"],
  ['--git-token t', {}, "Unknown option '--git-token'"],
  ['serve', {}, "Unexpected argument 'serve'"],
  ['--port 1 --port 2', {}, '--port is given more than once'],
  ['--port=', {}, '--port must be a whole number from 0 to 65535, not ""'],
  ['--port 65536', {}, '--port must be a whole number from 0 to 65535, not 65536'],
  ['--port 1x', {}, '--port must be a whole number from 0 to 65535, not "1x"'],
  ['', { PORT: 'x' }, 'PORT must be a whole number from 0 to 65535, not "x"'],
  ['', { UNDERSTUDY_PORT: 'x' }, 'UNDERSTUDY_PORT must be a whole number from 0 to 65535, not "x"'],
  ['--host=', {}, '--host must not be empty'],
  ['--data=', {}, '--data must not be empty'],
  ['--seed=', {}, '--seed must not be empty'],
  ['--seed a --seed=', {}, '--seed must not be empty'],
  ['', { UNDERSTUDY_SEED: 'a,' }, 'UNDERSTUDY_SEED must not be empty'],
  ['--ready-file=', {}, '--ready-file must not be empty'],
  ['', { UNDERSTUDY_MEMORY: 'yes' }, 'UNDERSTUDY_MEMORY must be true or false'],
  ['--api-key=', {}, '--api-key must be 1 to 4096 printable characters without blanks'],
  ['', { UNDERSTUDY_API_KEY: 'a b' }, 'UNDERSTUDY_API_KEY must be 1 to 4096 printable characters without blanks'],
  ['--service-name a_b', {}, '--service-name must be letters, digits and hyphens, not "a_b"'],
  [
    '--allow-host x.test:80',
    {},
    '--allow-host must be a host name or an address such as understudy.test or [::2], without http:// and without ' +
      'a port, not "x.test:80"',
  ],
  ['--cors http://a/b', {}, '--cors must be an origin such as http://localhost:3000, without a path, not "http://a/b"'],
  ['--cors null', {}, '--cors must be an origin such as http://localhost:3000, without a path, not "null"'],
  ['--profile n8n-9', {}, `--profile must be ${VERSION_NAMES.join(' or ')}, not "n8n-9"`],
  ['--durability none', {}, '--durability must be disk or process, not "none"'],
  ['--log loud', {}, '--log must be pretty or json or off, not "loud"'],
  ['--clock-mode slow', {}, '--clock-mode must be frozen or running, not "slow"'],
  ['--clock soon', {}, '--clock must be a date and time such as 2026-01-01T00:00:00Z, not "soon"'],
  ['--timezone Mars', {}, '--timezone must be a time zone such as Europe/Berlin or UTC, not "Mars"'],
  ['--keep-executions 0', {}, '--keep-executions must be a whole number from 1 to 10000000, not 0'],
  ['--keep-executions 10000001', {}, '--keep-executions must be a whole number from 1 to 10000000, not 10000001'],
  ['--pull-max-bytes 0', {}, '--pull-max-bytes must be a whole number from 1 to 2147483648, not 0'],
  ['--pull-max-bytes 2147483649', {}, '--pull-max-bytes must be a whole number from 1 to 2147483648, not 2147483649'],
  ['--pull-timeout 0', {}, '--pull-timeout must be a whole number from 1 to 86400, not 0'],
  ['--pull-timeout 86401', {}, '--pull-timeout must be a whole number from 1 to 86400, not 86401'],
  [`--durability ${'d'.repeat(98)}`, {}, `--durability must be disk or process, not "${'d'.repeat(98)}"`],
  [`--durability ${'d'.repeat(99)}`, {}, `--durability must be disk or process, not "${'d'.repeat(99)}…`],
])('the flags %j and the variables %j are refused with the whole sentence', (line, env, message) => {
  expect(() => readConfig(argsOf(line), env)).toThrow(new ConfigError(message))
})

test('the names of given flags are those of the command line', () => {
  expect(givenFlags(['--memory', '--seed', 'a', '--seed', 'b'])).toEqual(['memory', 'seed'])
})

const unreadable = new Proxy({}, { ownKeys: () => [].at(0) as never })

test.each<[what: string, env: Record<string, string>, sentences: string[]]>([
  ['settings', { UNDERSTUDY_PORT: '1', PORT: '2', PROT: '3', MY_UNDERSTUDY_PROT: '4' }, []],
  ['a misspelt one', { UNDERSTUDY_PROT: '1' }, ['There is no setting UNDERSTUDY_PROT; did you mean UNDERSTUDY_PORT?']],
  ['a strange one', { UNDERSTUDY_WHATEVER: '1' }, ['There is no setting UNDERSTUDY_WHATEVER']],
  ['names that may not be read, as on Deno', unreadable, []],
])('of variables that are %s, those are named that are no setting', (_what, env, sentences) => {
  expect(unknownVariables(env)).toEqual(sentences)
})
