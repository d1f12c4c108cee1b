import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { styleText } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { readFixtureFiles } from '../fixtures/fixture-files.ts'
import { createInstance, type Instance } from '../instance.ts'
import { ConfigError, readConfig } from '../read-config.ts'
import { readDemo } from './demo.ts'
import { requestLines } from './request-lines.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

/** `understudy serve`: serves until SIGINT or SIGTERM, then finishes what runs and leaves one clean file. */
export async function serve(args: string[]) {
  const config = readConfig(args, process.env)
  if (!LOOPBACK.includes(config.host) && config['api-key'] === undefined) {
    throw new ConfigError(`--host ${config.host} can be reached by others: choose a key of your own with --api-key`)
  }
  const instance = await createInstance(await optionsOf(config))
  stopOnSignals(instance, config)
  await writeReadyFile(instance, config)
  console.log(banner(instance, config))
}

async function optionsOf(config: Config) {
  const fixtures = (await Promise.all(config.seed.map(readFixtureFiles))).flat()
  if (config.demo) fixtures.unshift(await readDemo(config.clock ?? Date.now()))
  const types = config['credential-types']
  return {
    ...(config.memory
      ? {}
      : { file: config.data, durability: config.durability, encryptionKey: config['encryption-key'] }),
    ...(config.profile === undefined ? {} : { profile: config.profile }),
    fixtures,
    ...(config['api-key'] === undefined ? {} : { apiKey: config['api-key'] }),
    serviceName: config['service-name'],
    ...(config['id-seed'] === undefined ? {} : { idSeed: config['id-seed'] }),
    ...(config.clock === undefined ? {} : { clock: { now: config.clock, mode: config['clock-mode'] } }),
    ...(types === undefined ? {} : { credentialTypes: await readTypes(types) }),
    listen: { hostname: config.host, port: config.port },
    remote: config['git-remote'] === undefined ? undefined : await connect(config, config['git-remote']),
    sourceControlLicensed: !config['no-source-control'],
    licence: config.licence,
    control: !config['no-control'],
    page: !config['no-page'],
    allowedHosts: config['allow-host'],
    allowedOrigins: config.cors,
    report: (message: string) => console.error(message),
    onAnswer: requestLines(config.log, line => console.error(line)),
  }
}

async function connect(config: Config, url: string) {
  const { connectRemote } = await import('../git/remote.ts')
  try {
    return connectRemote({
      url,
      branch: config['git-branch'],
      ...(config['git-username'] === undefined ? {} : { username: config['git-username'] }),
      ...(config['git-token'] === undefined ? {} : { token: config['git-token'] }),
      followRedirects: config['git-follow-redirects'],
      maxBytes: config['pull-max-bytes'],
      timeout: config['pull-timeout'] * 1000,
      ...(config.memory ? {} : { cacheFolder: `${config.data}.git` }),
    })
  } catch (error) {
    throw new ConfigError(`--git-remote: ${error instanceof Error ? error.message : error}`)
  }
}

async function readTypes(file: string) {
  const { readCredentialTypes } = await import('../features/credentials/type-file.ts')
  try {
    return readCredentialTypes(await readFile(file, 'utf8'), file)
  } catch (error) {
    throw new ConfigError(`--credential-types ${error instanceof Error ? error.message : error}`)
  }
}

/** A second signal within this time is the first one again: a terminal and `bun run` both send Ctrl-C on. */
const SAME_SIGNAL_MS = 1000

function stopOnSignals(instance: Instance, config: Config) {
  let first: number | undefined
  const stop = async () => {
    if (first !== undefined) {
      if (performance.now() - first > SAME_SIGNAL_MS) process.exit(130)
      return
    }
    first = performance.now()
    await instance.stop()
    if (config['ready-file']) await rm(config['ready-file'], { force: true })
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

async function writeReadyFile(instance: Instance, { 'ready-file': file }: Config) {
  if (file === undefined) return
  const ready = { url: instance.url, pid: process.pid, apiKeyHeader: instance.apiKeyHeader }
  // renamed into place, so that whoever waits for it never reads half of it
  await writeFile(`${file}.tmp`, `${JSON.stringify(ready)}\n`)
  await rename(`${file}.tmp`, file)
}

function banner(instance: Instance, config: Config) {
  const dim = (text: string) => styleText('dim', text)
  const { url, apiKey, apiKeyHeader } = instance
  const isMade = apiKey !== undefined && config['api-key'] === undefined
  const which = config['api-key'] === undefined ? 'as before (--api-key sets another)' : 'the one that you chose'
  const lines = [
    `${styleText('bold', `Understudy ${packageJson.version}`)}  ${dim(`profile ${instance.profile}, ${config.memory ? 'in memory' : config.data}`)}`,
    `  API   ${url}/api/v1`,
    `  Docs  ${url}/api/v1/docs`,
    ...(config['no-page'] ? [] : [`  Page  ${url}/${isMade ? `#key=${apiKey}` : ''}`]),
    ...(isMade
      ? [`  Key   ${apiKeyHeader}: ${apiKey}`, dim('        made now and shown once: keep it')]
      : [dim(`  Key   ${apiKeyHeader}: ${which}`)]),
  ]
  return lines.join('\n')
}
