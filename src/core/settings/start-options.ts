import { isRecord } from '../base/is-record.ts'
import { refuseKeyless, refuseUnknown } from '../base/known-keys.ts'
import { checkCredentialTypes } from '../features/credentials/type-file.ts'
import type { RemoteOptions } from '../git/remote.ts'
import type { Version } from '../http/version.ts'
import type { CredentialSchema } from '../model/credential.ts'
import type { Fixture, FixtureOf } from '../model/fixture.ts'
import type { Feature } from '../model/licence.ts'
import type { Overrides } from '../overrides/overrides.ts'
import type { VersionName } from '../versions/versions.ts'
import {
  listOf,
  port,
  pulledBytes,
  type Rule,
  refuseOpenHost,
  reporter,
  secretText,
  text,
  wholeNumber,
  yesOrNo,
} from './setting-rules.ts'
import { OPTION_CHECKS } from './settings.ts'

/** The options of an instance. All are optional. */
export interface StartOptions {
  /**
   * The records at the start: a fixture; an exported workflow; the path of a file with either, of a folder of such
   * files, or of a folder that source control pushes to; or an array of any of these.
   */
  fixture?: FixtureInput
  /** The version of the service to simulate. Default: that of the fixture, or the published reference. */
  profile?: VersionName | Version
  /** The owner's API key. Default: a new one. */
  apiKey?: string
  /** The API key header is `X-<NAME>-API-KEY`. Default `n8n`. */
  serviceName?: string
  /** The same seed gives the same ids, in the same order. */
  idSeed?: string
  /** The seed for fault rules: a whole number below 2^32. Default: a random one, or 1 with an `idSeed`. */
  faultSeed?: number
  /** A fixed time: ISO 8601 text, a Date, or milliseconds since 1970. Default: the real time. */
  clock?: string | number | Date
  /** Whether the time of `clock` stands still or goes on. Default `frozen`. */
  clockMode?: 'frozen' | 'running'
  /** Where to listen. Default 127.0.0.1 and any free port. */
  host?: string
  port?: number
  /** Whether to listen on a socket. Without one, only `fetch` answers. Default true. */
  socket?: boolean
  /** Credential types to add or replace: name → data schema. */
  credentialTypes?: Record<string, CredentialSchema>
  /** How a service differs from the profile: what `understudy verify --save` writes, or the path of such a file. */
  overrides?: Overrides | string | URL
  /** The repository that source control pulls from: a URL, or the path of a local one. Default: not connected. */
  gitRemote?: RemoteOptions | string
  /** Whether source control is licensed. If not, every pull is 401 or 403. Default true. */
  sourceControl?: boolean
  /** The licensed features: all, some, or none (null). Default: those of the fixture. */
  licence?: 'all' | readonly Feature[] | null
  /** Host names that the control API accepts beside loopback. */
  allowHosts?: string[]
  /** Origins whose pages may use the API, e.g. `http://localhost:3000`. */
  allowOrigins?: string[]
  /** Simulate runs: webhooks, forms, schedules and retries create executions. Nothing is sent. Default false. */
  simulate?: boolean
  /** With `simulate`: how many executions to store. Default 10,000. */
  keepExecutions?: number
  /** For workflows, and dates in data tables, without a time zone. Default: the version's with `simulate`, else UTC. */
  timezone?: string
  /** With `simulate`: store keys and passwords of callers in executions. Default false. */
  keepCallSecrets?: boolean
  /** With `simulate`: what a node does that calls a service and has no mock. Default `pass`: it passes its items on. */
  unmocked?: 'pass' | 'fail'
  /**
   * What answers the HTTP requests of runs, after rules of the simulation: a list of answers, functions and forwards as in
   * `runWorkflow`, or a function that answers all of them.
   */
  http?: readonly object[] | ((request: Request) => Response | Promise<Response>)
  /** Hosts that requests may be forwarded to, with the secrets of credentials. Default: this machine alone, without them. */
  allowForward?: string[]
  /**
   * How many milliseconds publications take to have an effect, by the clock of the instance: up to 60,000. In versions
   * that publish workflows.
   * Default 0.
   */
  publishDelay?: number
  /** Called with unexpected failures. Default: prints them on standard error. */
  report?: (message: string) => void
}

/** In imported JSON the types are any text and number; the values are checked at the start. */
type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly Widened<Item>[]
        : T extends object
          ? { [K in keyof T]: Widened<T[K]> }
          : T

/** A workflow of the template gallery, or copied from the editor. It may have no name. */
interface SharedWorkflow extends Widened<Pick<FixtureOf<'workflows'>, 'nodes' | 'connections'>> {
  name?: string
  meta?: unknown
}

/**
 * A fixture, an exported workflow, or one of the template gallery. An unknown key is a type error, and an error at the
 * start.
 */
export type FixtureData =
  | Widened<Fixture>
  | Widened<FixtureOf<'workflows'>>
  | SharedWorkflow
  | { name?: string; workflow: SharedWorkflow | { name?: string; workflow: SharedWorkflow } }

type OneFixture = FixtureData | string | URL

/** A fixture, an exported workflow, a path, or several of them. */
export type FixtureInput = OneFixture | readonly OneFixture[]

const milliseconds = wholeNumber(0, 2 ** 31 - 1)

const REMOTE_RULES = {
  url: text,
  branch: text,
  username: text,
  token: secretText,
  cacheFolder: text,
  idleTimeout: milliseconds,
  timeout: milliseconds,
  maxBytes: pulledBytes,
  followRedirects: listOf(text),
} satisfies Rules<RemoteOptions>

const { profile, ...checks } = OPTION_CHECKS

const RULES = {
  // the errors of a fixture are reported with their JSON paths, where it is read
  fixture: given => given as FixtureInput,
  profile,
  ...checks,
  faultSeed: wholeNumber(0, 2 ** 32 - 1),
  host: text,
  port,
  socket: yesOrNo,
  credentialTypes: given => checkCredentialTypes(given, 'is not usable'),
  overrides: pathOrOverrides,
  gitRemote: readRemote,
  sourceControl: yesOrNo,
  report: reporter,
  // read with their places where the instance is made
  http: given => given as StartOptions['http'],
} satisfies Rules<StartOptions>

type Rules<Options> = { [Name in keyof Options]-?: Rule<unknown> }
type Values = { [Name in keyof typeof RULES]?: ReturnType<(typeof RULES)[Name]> }

/**
 * Checks the options and returns their values, without those that are undefined.
 *
 * @throws TypeError that names the option, what is wrong with it and what it may be
 */
export function readOptions(options: StartOptions): Values {
  refuseKeyless(options, 'The options must be an object such as { port: 0 }')
  const values = readAll(options, RULES) as Values
  const { host = '127.0.0.1', socket = true, clock, clockMode } = values
  if (clockMode !== undefined && clock === undefined)
    throw new TypeError('clockMode has no effect without clock: give that too, or leave it out')
  if (socket) named('host', () => refuseOpenHost(host, values.apiKey, 'apiKey'))
  return values
}

/** Errors in overrides are reported with their JSON paths, where they are read. */
function pathOrOverrides(given: unknown): Overrides | string | URL {
  if (given instanceof URL || isRecord(given)) return given as unknown as Overrides | URL
  return text(given)
}

function readRemote(given: unknown): RemoteOptions {
  if (!isRecord(given)) return { url: text(given) }
  const values: Partial<RemoteOptions> = readAll(given, REMOTE_RULES, 'gitRemote.')
  return { ...values, url: named('gitRemote.url', () => text(given.url)) }
}

function readAll(given: object, rules: Record<string, Rule<unknown>>, prefix = '') {
  refuseUnknown(given, Object.keys(rules), prefix ? `option of ${prefix.slice(0, -1)}` : 'option')
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) values[name] = named(prefix + name, () => rules[name]?.(value))
  }
  return values
}

function named<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError) throw error
    throw new TypeError(`${name} ${error instanceof Error ? error.message : error}`)
  }
}
