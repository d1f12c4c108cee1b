import { isRecord } from '../base/is-record.ts'
import type { Version } from '../http/version.ts'
import { type Licence, readLicence } from '../model/licence.ts'
import { DEFAULT_VERSION, VERSION_NAMES, type VersionName } from '../versions/versions.ts'
import {
  apiKey,
  choice,
  forwarding,
  hostName,
  keptExecutions,
  listOf,
  origin,
  port,
  publishDelay,
  pulledBytes,
  type Rule,
  serviceName,
  text,
  time,
  timeZone,
  wholeNumber,
  yesOrNo,
} from './setting-rules.ts'

/** How a setting is given: its flag is `--name`, its environment variable `UNDERSTUDY_NAME`, its option is `option.name`. */
export interface Setting<T> {
  /** What stands for the value in the help; a flag without one is on or off. */
  value?: string
  /** May be given more than once on the command line, and as a comma-separated list in the environment. */
  repeatable?: boolean
  /** Read from the environment alone, so that it never shows in a list of processes. */
  secret?: boolean
  /** Another variable of the environment that platforms set; read where nothing else says it. */
  platformVariable?: string
  /** The setting without which it does nothing: refused where it is given alone. */
  needs?: string
  default: T
  says: string
  /** @throws an Error whose message completes the sentence "--name …" */
  read(text: string): unknown
}

const setting = <T>(definition: Setting<T>) => definition
/** A setting that is an option of the library, and of an instance, too; `check` checks its value there. */
const asOption = <S extends Setting<unknown>, const N extends string, T>(name: N, check: Rule<T>, setting: S) => ({
  ...setting,
  option: { name, check },
})
const versionOrItsName: Rule<VersionName | Version> = given =>
  isRecord(given) ? (given as unknown as Version) : choice(VERSION_NAMES)(given)
const yes = () => true
/** Digits are a number; what is no number is left for the rule to refuse. */
const digits = (rule: Rule<number>) => (text: string) => rule(/^\d+$/.test(text) ? Number(text) : text)

/** Every setting, once. */
export const SETTINGS = {
  port: setting<number>({
    value: 'PORT',
    default: 5678,
    platformVariable: 'PORT',
    says: 'port to listen on; 0 takes any free port; the variable PORT is read too',
    read: digits(port),
  }),
  host: setting<string>({
    value: 'HOST',
    default: '127.0.0.1',
    says: 'address to listen on; any but loopback needs --api-key',
    read: text,
  }),
  data: setting<string>({
    value: 'FILE',
    default: './data/instance.json',
    says: 'the JSON data file; created if missing',
    read: text,
  }),
  memory: setting<boolean>({ default: false, says: 'in memory only: no file is read or written', read: yes }),
  seed: setting<string[]>({
    value: 'FILE',
    repeatable: true,
    default: [],
    says: 'a fixture to load into an empty instance; repeatable',
    read: text,
  }),
  watch: setting<boolean>({
    default: false,
    says: 'with --memory: load the --seed files again when one of them changes',
    read: yes,
  }),
  demo: setting<boolean>({ default: false, says: 'start with the demo data, if the instance is empty', read: yes }),
  'api-key': asOption(
    'apiKey',
    apiKey,
    setting<string | undefined>({
      value: 'KEY',
      default: undefined,
      says: "the owner's API key; created at the first start and shown once if left out",
      read: apiKey,
    }),
  ),
  'allow-host': asOption(
    'allowHosts',
    listOf(hostName),
    setting<string[]>({
      value: 'NAME',
      repeatable: true,
      default: [],
      says: 'a host name that the control API and the page accept beside loopback; repeatable',
      read: hostName,
    }),
  ),
  cors: asOption(
    'allowOrigins',
    listOf(origin),
    setting<string[]>({
      value: 'ORIGIN',
      repeatable: true,
      default: [],
      says: 'an origin whose pages may use the API, e.g. http://localhost:3000; repeatable',
      read: origin,
    }),
  ),
  'service-name': asOption(
    'serviceName',
    serviceName,
    setting<string>({
      value: 'NAME',
      default: 'n8n',
      says: 'the API key header is X-<NAME>-API-KEY',
      read: serviceName,
    }),
  ),
  profile: asOption(
    'profile',
    versionOrItsName,
    setting<VersionName | undefined>({
      value: VERSION_NAMES.join('|'),
      default: undefined,
      says: `the version to simulate; that of the data file, or ${DEFAULT_VERSION}, if left out`,
      read: choice(VERSION_NAMES),
    }),
  ),
  durability: setting<'disk' | 'process'>({
    value: 'disk|process',
    default: 'disk',
    says: 'disk: a write is synced before its answer; process: survives kill -9, not a power cut',
    read: choice(['disk', 'process']),
  }),
  'ready-file': setting<string | undefined>({
    value: 'FILE',
    default: undefined,
    says: 'a file that is written once it listens: {"url", "pid", "apiKeyHeader"}',
    read: text,
  }),
  'credential-types': setting<string | undefined>({
    value: 'FILE',
    default: undefined,
    says: 'JSON with credential types to add or replace: name to data schema',
    read: text,
  }),
  overrides: setting<string | undefined>({
    value: 'FILE',
    default: undefined,
    says: 'a file of verify --save: answers like that service; its profile is the default',
    read: text,
  }),
  'git-remote': setting<string | undefined>({
    value: 'URL',
    default: undefined,
    says: 'repository to pull from: http(s), or the path of a local one',
    read: text,
  }),
  'git-branch': setting<string>({
    needs: 'git-remote',
    value: 'NAME',
    default: 'main',
    says: 'branch to pull',
    read: text,
  }),
  'git-username': setting<string | undefined>({
    secret: true,
    default: undefined,
    says: 'for the git remote',
    read: text,
  }),
  'git-token': setting<string | undefined>({
    secret: true,
    default: undefined,
    says: 'for the git remote',
    read: text,
  }),
  'git-follow-redirects': setting<string[]>({
    needs: 'git-remote',
    value: 'HOST',
    repeatable: true,
    default: [],
    says: 'a host that the git remote may redirect to beside its own; never gets the token; repeatable',
    read: text,
  }),
  'pull-max-bytes': setting<number>({
    needs: 'git-remote',
    value: 'BYTES',
    default: 192 * 1024 * 1024,
    says: 'size limit of a pull, unpacked and in memory',
    read: digits(pulledBytes),
  }),
  'pull-timeout': setting<number>({
    needs: 'git-remote',
    value: 'SECONDS',
    default: 120,
    says: 'time limit of a pull',
    read: digits(wholeNumber(1, 86_400)),
  }),
  'encryption-key': setting<string | undefined>({
    secret: true,
    default: undefined,
    says: 'encrypts credential data; a key file beside the data file if left out',
    read: text,
  }),
  'no-source-control': setting<boolean>({
    default: false,
    says: 'answer as an instance without a licence for source control',
    read: yes,
  }),
  licence: asOption(
    'licence',
    readLicence,
    setting<Licence | undefined>({
      value: 'all|none|FEATURE,…',
      default: undefined,
      says: 'licensed features; as the data file says if left out',
      read: readLicence,
    }),
  ),
  simulate: asOption(
    'simulate',
    yesOrNo,
    setting<boolean>({
      default: false,
      says: 'webhooks, forms, schedules and retries run workflows; nothing is sent',
      read: yes,
    }),
  ),
  'keep-executions': asOption(
    'keepExecutions',
    keptExecutions,
    setting<number>({
      needs: 'simulate',
      value: 'COUNT',
      default: 10_000,
      says: 'with --simulate: number of executions to retain; the oldest are deleted first',
      read: digits(keptExecutions),
    }),
  ),
  timezone: asOption(
    'timezone',
    timeZone,
    setting<string | undefined>({
      value: 'ZONE',
      default: undefined,
      says: "time zone of dates and workflows that name none, e.g. Europe/Berlin; with --simulate the version's if left out, or UTC",
      read: timeZone,
    }),
  ),
  'publish-delay': asOption(
    'publishDelay',
    publishDelay,
    setting<number>({
      value: 'MILLISECONDS',
      default: 0,
      says: 'how long it takes until a publication has an effect, up to 60000; the service takes 50 to 800',
      read: digits(publishDelay),
    }),
  ),
  'keep-call-secrets': asOption(
    'keepCallSecrets',
    yesOrNo,
    setting<boolean>({
      needs: 'simulate',
      default: false,
      says: 'with --simulate: executions hold the keys and passwords of callers, as at the service',
      read: yes,
    }),
  ),
  unmocked: asOption(
    'unmocked',
    choice(['pass', 'fail']),
    setting<'pass' | 'fail'>({
      needs: 'simulate',
      value: 'pass|fail',
      default: 'pass',
      says: 'with --simulate: what a node does that calls a service and has no mock: pass its items on, or fail',
      read: choice(['pass', 'fail']),
    }),
  ),
  forward: setting<{ url: string; forward: string }[]>({
    value: 'URL=TARGET',
    repeatable: true,
    default: [],
    says: 'send HTTP requests of runs to this address on, e.g. https://api.example.com/*=http://127.0.0.1:3000; repeatable',
    read: forwarding,
  }),
  'allow-forward': asOption(
    'allowForward',
    listOf(hostName),
    setting<string[]>({
      value: 'HOST',
      repeatable: true,
      default: [],
      says: 'a host that requests may be forwarded to beside this machine; it gets the secrets of credentials; repeatable',
      read: hostName,
    }),
  ),
  'no-control': setting<boolean>({ default: false, says: 'without the control API', read: yes }),
  'no-page': setting<boolean>({ default: false, says: 'without the web page', read: yes }),
  open: setting<boolean>({ default: false, says: 'open the page in the browser', read: yes }),
  clock: asOption(
    'clock',
    time,
    setting<number | undefined>({
      value: 'TIME',
      default: undefined,
      says: 'a fixed time such as 2026-01-01T00:00:00Z, instead of the real one',
      read: time,
    }),
  ),
  'clock-mode': asOption(
    'clockMode',
    choice(['frozen', 'running']),
    setting<'frozen' | 'running'>({
      needs: 'clock',
      value: 'frozen|running',
      default: 'frozen',
      says: 'whether the time of --clock stands still or goes on',
      read: choice(['frozen', 'running']),
    }),
  ),
  'id-seed': asOption(
    'idSeed',
    text,
    setting<string | undefined>({
      value: 'TEXT',
      default: undefined,
      says: 'the same text gives the same ids, in the same order',
      read: text,
    }),
  ),
  log: setting<'pretty' | 'json' | 'off'>({
    value: 'pretty|json|off',
    default: 'pretty',
    says: 'a line for each request, on standard error',
    read: choice(['pretty', 'json', 'off']),
  }),
} satisfies Record<string, Setting<unknown>>

type Settings = typeof SETTINGS
export type SettingName = keyof Settings
export type Config = { [K in SettingName]: Settings[K] extends Setting<infer T> ? T : never }

type OptionName = { [K in SettingName]: Settings[K] extends { option: object } ? K : never }[SettingName]
type OptionAt<K extends OptionName> = Settings[K]['option']['name']
/** What the options of an instance that are settings are, after they were read. */
export type OptionValues = { [K in OptionName as OptionAt<K>]: Config[K] }

const options = Object.entries(SETTINGS).filter(([, setting]) => 'option' in setting) as [
  OptionName,
  Settings[OptionName],
][]

/** The values of those that are options of an instance, by their names there. */
export const instanceOptions = (config: Config) =>
  Object.fromEntries(options.map(([name, { option }]) => [option.name, config[name]])) as OptionValues

/** Checks of the options, by their names. */
export const OPTION_CHECKS = Object.fromEntries(options.map(([, { option }]) => [option.name, option.check])) as {
  [K in OptionName as OptionAt<K>]: Settings[K]['option']['check']
}
