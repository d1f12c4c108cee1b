import process from 'node:process'
import { createInstance, type Instance } from '../instance/instance.ts'
import { outlivesTerminal } from '../runtime/ignored-signal.ts'
import { readFixtureFiles } from '../seeding/fixture-files.ts'
import { ConfigError, givenFlags, readConfig, unknownVariables } from '../settings/read-config.ts'
import { refuseOpenHost } from '../settings/setting-rules.ts'
import { type Config, instanceOptions } from '../settings/settings.ts'
import { banner } from './banner.ts'
import { readDemo } from './demo.ts'
import { explain } from './explain.ts'
import { refuseIdleFlags } from './idle-flags.ts'
import { createLog, type Log } from './log.ts'
import { openPage } from './open-page.ts'
import { openOutput } from './output.ts'
import { readText } from './read-text.ts'
import { openReadyFile, type ReadyFile, refuseSharedReadyFile } from './ready-file.ts'
import { signatureOfSeeds, watchSeeds } from './watch-seeds.ts'

/** `understudy serve`: serves until SIGINT, SIGTERM or SIGHUP, then finishes what runs and leaves one clean file. */
export async function serve(args: string[]) {
  const config = readConfig(args, process.env)
  refuseIdleFlags(givenFlags(args), config)
  refuseReachable(config)
  refuseSharedReadyFile(config)
  const { print, tell } = openOutput()
  const log = createLog(config.log, tell)
  for (const sentence of unknownVariables(process.env)) log.report(sentence)
  try {
    await start(config, log, print)
  } catch (error) {
    if (config.log !== 'json') throw error
    const { message, exitCode } = explain(error)
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
    // a key that was made is shown whatever happens: it is kept by now, and never shown again
    print(banner(instance, config))
  }
  if (config.open) openPage(instance, log.report)
}

async function readFixtures(config: Config) {
  const fixtures = (await Promise.all(config.seed.map(readFixtureFiles))).flat()
  if (config.demo) fixtures.unshift(await readDemo(config.clock ?? Date.now()))
  return fixtures
}

async function optionsOf(config: Config, log: Log) {
  const types = config['credential-types']
  return {
    ...instanceOptions(config),
    file: config.memory ? undefined : config.data,
    durability: config.durability,
    encryptionKey: config['encryption-key'],
    fixtures: await readFixtures(config),
    credentialTypes: types === undefined ? undefined : await readTypes(types),
    listen: { hostname: config.host, port: config.port },
    remote: config['git-remote'] === undefined ? undefined : await connect(config, config['git-remote']),
    sourceControl: !config['no-source-control'],
    control: !config['no-control'],
    page: !config['no-page'],
    report: log.report,
    onResponse: log.onResponse,
  }
}

async function connect(config: Config, url: string) {
  const { connectRemote } = await import('../git/remote.ts')
  try {
    return connectRemote({
      url,
      branch: config['git-branch'],
      username: config['git-username'],
      token: config['git-token'],
      followRedirects: config['git-follow-redirects'],
      maxBytes: config['pull-max-bytes'],
      timeout: config['pull-timeout'] * 1000,
      cacheFolder: config.memory ? undefined : `${config.data}.git`,
    })
  } catch (error) {
    throw new ConfigError(`--git-remote: ${error instanceof Error ? error.message : error}`)
  }
}

async function readTypes(file: string) {
  const { readCredentialTypes } = await import('../features/credentials/type-file.ts')
  const text = await readText(file)
  try {
    return readCredentialTypes(text, file)
  } catch (error) {
    throw new ConfigError(`--credential-types ${error instanceof Error ? error.message : error}`)
  }
}

/** A second signal within this time is the first one again: a terminal and `bun run` both send Ctrl-C on. */
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
