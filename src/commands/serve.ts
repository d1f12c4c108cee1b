import { statSync } from 'node:fs'
import process from 'node:process'
import { styleText } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { parseOverrides } from '../core/overrides/overrides.ts'
import { outlivesTerminal } from '../core/runtime/platform.ts'
import { readFixtureFiles } from '../core/seeding/fixture-files.ts'
import { ConfigError, givenFlags, readConfig, unknownVariables } from '../core/settings/read-config.ts'
import { refuseOpenHost } from '../core/settings/setting-rules.ts'
import { type Config, instanceOptions } from '../core/settings/settings.ts'
import { createInstance, type Instance } from '../instance/instance.ts'
import { readDemo } from './demo.ts'
import { explain } from './explain.ts'
import { refuseIdleFlags } from './idle-flags.ts'
import { createLog, type Log } from './log.ts'
import { openReadyFile, type ReadyFile, refuseSharedReadyFile } from './ready-file.ts'
import { openOutput, readText } from './terminal.ts'
import { refuseUnwatchable, signatureOfSeeds, watchSeeds } from './watch-seeds.ts'

/** `understudy serve`: serves until SIGINT, SIGTERM or SIGHUP, then finishes what runs and leaves one clean file. */
export async function serve(args: string[]) {
  const config = readConfig(args, process.env)
  refuseIdleFlags(givenFlags(args), config)
  refuseReachable(config)
  refuseSharedReadyFile(config)
  const { print, printError } = openOutput()
  const log = createLog(config.log, printError)
  for (const sentence of unknownVariables(process.env)) log.report(sentence)
  try {
    await start(config, log, print)
  } catch (error) {
    if (config.log !== 'json') throw error
    const { message, exitCode } = explain(error, 'serve')
    log.report(message)
    process.exit(exitCode)
  }
}

function refuseReachable(config: Config) {
  try {
    refuseOpenHost(config.host, config['api-key'], '--api-key')
  } catch (error) {
    throw new ConfigError(`--host ${error instanceof Error ? error.message : error}`)
  }
}

async function start(config: Config, log: Log, print: (text: string) => void) {
  if (config.watch) await refuseUnwatchable(config.seed)
  for (const line of largeFiles(config)) log.report(line)
  const signature = config.watch ? await signatureOfSeeds(config.seed) : undefined
  const options = await optionsOf(config, log)
  const ready = config['ready-file'] === undefined ? undefined : await openReadyFile(config['ready-file'])
  const instance = await createInstance(options)
  stopOnSignals(instance, ready, log)
  if (signature !== undefined) {
    watchSeeds(config.seed, signature, instance, () => readFixtures(config), log.report)
  }
  try {
    await ready?.write(instance)
  } finally {
    // a new key is shown whatever happens: it is stored by now, and never shown again
    print(banner(instance, config))
  }
  if (config.open) {
    const { openPage } = await import('./open-page.ts')
    openPage(instance, log.report)
  }
}

/** Files from this size on take seconds to read. */
const LARGE_BYTES = 16 * 1024 * 1024

/** A line for each large file that the start reads, so that it is not silent. */
function largeFiles({ memory, data, seed }: Config): string[] {
  return [...(memory ? [] : [data]), ...seed].flatMap(file => {
    const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
    return size < LARGE_BYTES ? [] : [`Reading ${file} (${Math.round(size / 1024 / 1024)} MB)`]
  })
}

async function readFixtures(config: Config) {
  const fixtures = (await Promise.all(config.seed.map(readFixtureFiles))).flat()
  if (config.demo) fixtures.unshift(await readDemo(config.clock ?? Date.now()))
  return fixtures
}

/** The options of the instance that `serve` starts. @throws ConfigError, or an ApiError for an invalid fixture */
export async function optionsOf(config: Config, log: Log) {
  const types = config['credential-types']
  return {
    ...instanceOptions(config),
    file: config.memory ? undefined : config.data,
    durability: config.durability,
    encryptionKey: config['encryption-key'],
    fixtures: await readFixtures(config),
    overrides: config.overrides === undefined ? undefined : await readOverridesFile(config.overrides),
    credentialTypes: types === undefined ? undefined : await readTypes(types),
    listen: { hostname: config.host, port: config.port },
    remote: config['git-remote'] === undefined ? undefined : await connect(config, config['git-remote']),
    sourceControl: !config['no-source-control'],
    control: !config['no-control'],
    page: !config['no-page'],
    http: await readForwards(config),
    report: log.report,
    onResponse: log.onResponse,
  }
}

/** @throws ApiError for a target that is no address of this machine, and not allowed */
async function readForwards({ forward, 'allow-forward': allowed }: Config) {
  if (forward.length === 0) return undefined
  const { readForward } = await import('../runs/wire/forward-target.ts')
  for (const { forward: target } of forward) readForward(target, '--forward', allowed)
  return forward
}

const readOverridesFile = async (file: string) => parseOverrides(await readText(file), file)

async function connect(config: Config, url: string) {
  const { connectRemote } = await import('../core/git/remote.ts')
  try {
    return connectRemote(remoteOptionsOf(config, url))
  } catch (error) {
    throw new ConfigError(`--git-remote: ${error instanceof Error ? error.message : error}`)
  }
}

export const remoteOptionsOf = (config: Config, url: string) => ({
  url,
  branch: config['git-branch'],
  username: config['git-username'],
  token: config['git-token'],
  followRedirects: config['git-follow-redirects'],
  maxBytes: config['pull-max-bytes'],
  timeout: config['pull-timeout'] * 1000,
  cacheFolder: config.memory ? undefined : `${config.data}.git`,
})

async function readTypes(file: string) {
  const { readCredentialTypes } = await import('../core/features/credentials/type-file.ts')
  const text = await readText(file)
  try {
    return readCredentialTypes(text, file)
  } catch (error) {
    throw new ConfigError(`--credential-types ${error instanceof Error ? error.message : error}`)
  }
}

/** A second signal within this time counts as the first one: a terminal and `bun run` both send Ctrl-C on. */
const SAME_SIGNAL_MS = 1000

function stopOnSignals(instance: Instance, ready: ReadyFile | undefined, log: Log) {
  let first: number | undefined
  const stop = async () => {
    if (first !== undefined) {
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(130)
      return
    }
    first = performance.now()
    process.exit(await exitCodeOf(() => instance.stop().finally(() => ready?.remove()), log))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (!outlivesTerminal()) process.on('SIGHUP', stop)
}

async function exitCodeOf(task: () => Promise<void>, log: Log): Promise<number> {
  try {
    await task()
    return 0
  } catch (error) {
    const { message, exitCode } = explain(error)
    log.report(message)
    return exitCode
  }
}

/** The banner: the addresses, and a key that was created, which is not shown again. */
export function banner({ url, apiKey, apiKeyHeader, profile }: Instance, config: Config): string {
  const dim = (text: string) => styleText('dim', text)
  const isMade = apiKey !== undefined && config['api-key'] === undefined
  const which = config['api-key'] === undefined ? 'as before (--api-key sets another)' : 'the one that you chose'
  const lines = [
    `${styleText('bold', `Understudy ${packageJson.version}`)}  ${dim(`profile ${profile}, ${config.memory ? 'in memory' : config.data}`)}`,
    `  API   ${url}/api/v1`,
    `  Docs  ${url}/api/v1/docs`,
    ...(config['no-page'] ? [] : [`  Page  ${url}/${isMade ? `#key=${apiKey}` : ''}`]),
    ...(config.simulate ? [`  Runs  ${url}/webhook/…  ${dim('simulated: nodes that call a service do not')}`] : []),
    ...config.forward.map(({ url, forward }) => `  Sends ${url} to ${forward}`),
    ...(isMade
      ? [`  Key   ${apiKeyHeader}: ${apiKey}`, dim('        new; save it, it is not shown again')]
      : [dim(`  Key   ${apiKeyHeader}: ${which}`)]),
  ]
  return lines.join('\n')
}
