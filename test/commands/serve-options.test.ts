import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDemo } from '../../src/commands/demo.ts'
import { createLog } from '../../src/commands/log.ts'
import { optionsOf, remoteOptionsOf } from '../../src/commands/serve.ts'
import { readConfig } from '../../src/core/settings/read-config.ts'
import { temporaryFolder } from './run-cli.ts'

const log = createLog('pretty', () => {})
const configOf = (line: string, env: Record<string, string> = {}) => readConfig(line.split(' ').filter(Boolean), env)

const LEFT_OUT = {
  apiKey: undefined,
  allowHosts: [],
  allowOrigins: [],
  serviceName: 'n8n',
  profile: undefined,
  licence: undefined,
  simulate: false,
  keepExecutions: 10_000,
  timezone: undefined,
  publishDelay: 0,
  keepCallSecrets: false,
  clock: undefined,
  clockMode: 'frozen',
  idSeed: undefined,
  file: './data/instance.json',
  durability: 'disk',
  encryptionKey: undefined,
  fixtures: [],
  credentialTypes: undefined,
  listen: { hostname: '127.0.0.1', port: 5678 },
  remote: undefined,
  sourceControl: true,
  unmocked: 'pass',
  http: undefined,
  allowForward: [],
  control: true,
  page: true,
  report: log.report,
  onResponse: log.onResponse,
}

test.each<[line: string, env: Record<string, string>, options: object]>([
  ['', {}, {}],
  ['--memory', {}, { file: undefined }],
  ['--data a.json --durability process', {}, { file: 'a.json', durability: 'process' }],
  ['--host ::1 --port 7', {}, { listen: { hostname: '::1', port: 7 } }],
  ['--no-source-control --no-control', {}, { sourceControl: false, control: false }],
  ['--no-page', { UNDERSTUDY_ENCRYPTION_KEY: 'k' }, { page: false, encryptionKey: 'k' }],
  ['--api-key k --allow-host h --cors http://o', {}, { apiKey: 'k', allowHosts: ['h'], allowOrigins: ['http://o'] }],
  ['--service-name a --profile n8n-1.41', {}, { serviceName: 'a', profile: 'n8n-1.41' }],
  ['--publish-delay 500', {}, { publishDelay: 500 }],
  ['--simulate --unmocked fail', {}, { simulate: true, unmocked: 'fail' }],
  [
    '--forward https://a.test/*=http://127.0.0.1:3000 --forward http://b.test/=https://c.test/x --allow-forward c.test',
    {},
    {
      http: [
        { url: 'https://a.test/*', forward: 'http://127.0.0.1:3000' },
        { url: 'http://b.test/', forward: 'https://c.test/x' },
      ],
      allowForward: ['c.test'],
    },
  ],
  ['--simulate --keep-executions 5', {}, { simulate: true, keepExecutions: 5 }],
  ['--timezone UTC --keep-call-secrets', {}, { timezone: 'UTC', keepCallSecrets: true }],
  ['--clock 1970-01-01 --clock-mode running --id-seed s', {}, { clock: 0, clockMode: 'running', idSeed: 's' }],
  ['--licence none', {}, { licence: null }],
  [
    '--git-remote https://git.test/a.git --git-branch b',
    {},
    { remote: expect.objectContaining({ address: 'https://git.test/a.git', branch: 'b' }) },
  ],
])('serve %s starts an instance with these options', async (line, env, options) => {
  expect<unknown>(await optionsOf(configOf(line, env), log)).toEqual({ ...LEFT_OUT, ...options })
})

const REMOTE = {
  url: 'u',
  branch: 'main',
  username: undefined,
  token: undefined,
  followRedirects: [],
  maxBytes: 201_326_592,
  timeout: 120_000,
  cacheFolder: './data/instance.json.git',
}

test.each<[line: string, env: Record<string, string>, options: object]>([
  ['', {}, {}],
  ['--memory', {}, { cacheFolder: undefined }],
  [
    '--data a',
    { UNDERSTUDY_GIT_USERNAME: 'n', UNDERSTUDY_GIT_TOKEN: 't' },
    { username: 'n', token: 't', cacheFolder: 'a.git' },
  ],
  [
    '--git-branch b --git-follow-redirects h --pull-max-bytes 5 --pull-timeout 6',
    {},
    { branch: 'b', followRedirects: ['h'], maxBytes: 5, timeout: 6000 },
  ],
])('serve --git-remote u %s pulls with these options', (line, env, options) => {
  expect<unknown>(remoteOptionsOf(configOf(line, env), 'u')).toEqual({ ...REMOTE, ...options })
})

test('serve loads the demo first, and then each seed', async () => {
  await using folder = await temporaryFolder()
  const [one, two] = [join(folder.path, 'one.json'), join(folder.path, 'two.json')]
  for (const file of [one, two]) await writeFile(file, '{"tags":[]}')
  const { fixtures } = await optionsOf(configOf(`--demo --clock 2027-01-01 --seed ${one} --seed ${two}`), log)
  const given = [one, two].map(file => ({ source: `${file}: `, file, value: { tags: [] }, isExport: false }))
  expect(fixtures).toEqual([await readDemo(Date.UTC(2027, 0, 1)), ...given])
})

test.each<[types: string, says: string]>([
  ['[]', ': must hold an object: type name → data schema'],
  ['{"a":5}', ': a: must be a data schema: {"properties": …, "required": […]}'],
])('serve refuses the credential types %s with their file', async (types, says) => {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'types.json')
  await writeFile(file, '{"a":{"properties":{"key":{"type":"string"}}}}')
  const config = configOf(`--credential-types ${file}`)
  expect([...((await optionsOf(config, log)).credentialTypes ?? [])]).toEqual([
    ['a', expect.objectContaining({ properties: { key: { type: 'string' } } })],
  ])
  await writeFile(file, types)
  await expect(optionsOf(config, log)).rejects.toThrow(`--credential-types ${file}${says}`)
})

test('serve refuses a git remote with the reason', async () => {
  await expect(optionsOf(configOf('--git-remote ftp://git.test/a'), log)).rejects.toThrow('--git-remote: ')
})
