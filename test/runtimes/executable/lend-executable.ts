import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import type { Instance, StartOptions } from '../../../src/index.ts'

const KEPT = 6

interface Running {
  url: string
  apiKey: string
  apiKeyHeader: string
  isLent: boolean
  end(): void
}

/** By their command lines, the longest unused first. */
const running = new Map<string, Running>()
const folder = mkdtempSync(join(tmpdir(), 'understudy-executable-'))
let files = 0

/** Ends what still runs: nobody else does, as `bun test` tells no one that it exits. */
export function endExecutables() {
  for (const { end } of running.values()) end()
  running.clear()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Starts the executable of `TEST_EXECUTABLE` as `startInstance` of the library starts an instance, as far as the command
 * line can. One that was given back is lent again, after a reset, to whoever wants the same.
 */
export async function lendExecutable(options: StartOptions = {}): Promise<Instance> {
  const { report, ...described } = options
  const key = report ? crypto.randomUUID() : JSON.stringify(described)
  const it = (await idle(key)) ?? (await start(options))
  running.delete(key)
  running.set(key, it)
  it.isLent = true
  for (const [other, { isLent, end }] of running) {
    if (running.size <= KEPT) break
    if (isLent) continue
    running.delete(other)
    end()
  }
  return {
    ...it,
    profile: typeof options.profile === 'object' ? options.profile.name : (options.profile ?? 'contract'),
    fetch: (input, init) => fetch(input instanceof Request ? input : new URL(input, it.url), init),
    control: { snapshots: {}, faults: {} } as Instance['control'],
    async stop() {
      it.isLent = false
      if (!report) return
      running.delete(key)
      it.end()
    },
  }
}

async function idle(key: string): Promise<Running | undefined> {
  const it = running.get(key)
  if (!it || it.isLent) return undefined
  const headers = { [it.apiKeyHeader]: it.apiKey }
  const { ok } = await fetch(`${it.url}/_control/reset`, { method: 'POST', headers })
  return ok ? it : undefined
}

function start(options: StartOptions): Promise<Running> {
  const { apiKey = 'owner-key', serviceName = 'n8n', report = console.error } = options
  const child = spawn(process.env.TEST_EXECUTABLE ?? '', argumentsOf({ ...options, apiKey, serviceName }))
  const apiKeyHeader = `X-${serviceName.toUpperCase()}-API-KEY`
  const said = { out: '', err: '' }
  return new Promise((resolve, reject) => {
    child.once('close', code => reject(new Error(`the executable ended with ${code}: ${asByTheLibrary(said.err)}`)))
    child.stderr.on('data', chunk => {
      said.err += chunk
      report(String(chunk))
    })
    child.stdout.on('data', chunk => {
      said.out += chunk
      const url = /API +(http:\S+)\/api\/v1/.exec(said.out)?.[1]
      if (url) resolve({ url, apiKey, apiKeyHeader, isLent: true, end: () => child.kill() })
    })
  })
}

function argumentsOf(options: StartOptions): string[] {
  const { fixture, credentialTypes, gitRemote, clock, sourceControl = true } = options
  const remote = typeof gitRemote === 'string' ? { url: gitRemote } : gitRemote
  const values = {
    'api-key': options.apiKey,
    'service-name': options.serviceName,
    profile: typeof options.profile === 'object' ? options.profile.name : options.profile,
    'id-seed': options.idSeed,
    clock: clock === undefined ? undefined : new Date(clock).toISOString(),
    'clock-mode': options.clockMode,
    'credential-types': credentialTypes && fileWith(credentialTypes),
    'git-remote': remote?.url,
    'git-branch': remote?.branch,
    seed: fixture && (typeof fixture === 'string' ? fixture : fileWith(fixture)),
  }
  const flags = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  const hosts = (options.allowHosts ?? []).flatMap(name => ['--allow-host', name])
  const rest = sourceControl ? [] : ['--no-source-control']
  return ['serve', '--memory', '--port', '0', '--log', 'off', ...flags, ...hosts, ...rest]
}

function fileWith(value: unknown) {
  // named as the library calls what has no file, so that messages are alike
  const file = join(folder, String(++files), 'fixture')
  mkdirSync(dirname(file))
  writeFileSync(file, JSON.stringify(value))
  return file
}

/** The command separates a file from the place in it; the library has no file. */
const asByTheLibrary = (message: string) => message.replaceAll('/fixture: /', '/fixture/')
