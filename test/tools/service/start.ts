import { spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathIn } from './install.ts'

/** A service that calls nobody and listens on loopback. */
const SETTINGS = {
  N8N_HOST: '127.0.0.1',
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_VERIFIED_PACKAGES_ENABLED: 'false',
  N8N_AI_ENABLED: 'false',
  N8N_INSTANCE_AI_ENABLED: 'false',
  N8N_TEMPLATES_HOST: 'http://127.0.0.1:9/',
  N8N_VERSION_NOTIFICATIONS_ENDPOINT: 'http://127.0.0.1:9/',
  N8N_DYNAMIC_BANNERS_ENDPOINT: 'http://127.0.0.1:9/',
  N8N_LICENSE_SERVER_URL: 'http://127.0.0.1:9/v1',
  N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
  N8N_SECURE_COOKIE: 'false',
  EXTERNAL_FRONTEND_HOOKS_URLS: '',
  N8N_SENTRY_DSN: '',
  EXECUTIONS_DATA_PRUNE: 'false',
  NODE_ENV: 'production',
}

const LONGEST_START_MS = 300_000

/** Starts an installed service with an empty database, and makes its owner and a key with all scopes. */
export async function startService(version: string, folder: string, port: number) {
  const home = mkdtempSync(join(folder, 'home-'))
  const log = join(home, 'server.log')
  const output = openSync(log, 'a')
  const own = version.startsWith('1.') ? { N8N_RUNNERS_DISABLED: 'true' } : { N8N_DISABLED_MODULES: 'mcp-registry' }
  const child = spawn('node', [join(folder, 'app/node_modules/n8n/bin/n8n'), 'start'], {
    env: {
      ...SETTINGS,
      ...own,
      PATH: pathIn(folder),
      HOME: home,
      N8N_USER_FOLDER: home,
      N8N_PORT: String(port),
      N8N_RUNNERS_BROKER_PORT: String(port + 1),
    },
    stdio: ['ignore', output, output],
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(timer)
    rmSync(home, { recursive: true, force: true })
  }
  try {
    // while it starts, it answers each path with 200 and a text
    const answers = async (path: string, headers = {}) =>
      (
        await fetch(url + path, { headers }).then(
          answer => answer.text(),
          () => '',
        )
      ).startsWith('{"data":')
    await until(
      () => answers('/rest/settings'),
      () => child.exitCode === null,
      log,
    )
    const apiKey = await makeKey(url, version)
    await until(
      () => answers('/api/v1/workflows?limit=1', { 'X-N8N-API-KEY': apiKey }),
      () => child.exitCode === null,
      log,
    )
    return { url, apiKey, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function until(isReady: () => Promise<boolean>, isRunning: () => boolean, log: string) {
  const end = performance.now() + LONGEST_START_MS
  while (!(await isReady())) {
    if (!isRunning() || performance.now() > end)
      throw new Error(`The service did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
    await sleep(500)
  }
}

const OWNER = { email: 'owner@example.com', firstName: 'Olga', lastName: 'Owner', password: 'Passw0rd123' }

async function makeKey(url: string, version: string): Promise<string> {
  const send = async (method: string, path: string, body?: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const cookies = answer.headers.getSetCookie().map(text => text.split(';')[0])
    return {
      ok: answer.ok,
      cookie: cookies.join('; '),
      body: (await answer.json().catch(() => ({}))) as { data?: never },
    }
  }
  let made = await send('POST', '/rest/owner/setup', OWNER)
  for (let tries = 0; !made.ok && tries < 60; tries++) {
    await sleep(500)
    made = await send('POST', '/rest/owner/setup', OWNER)
  }
  const { cookie } = made
  if (version.startsWith('1.41.')) {
    const { body } = await send('POST', '/rest/me/api-key', undefined, cookie)
    return (body.data as unknown as { apiKey: string }).apiKey
  }
  const { body: scopes } = await send('GET', '/rest/api-keys/scopes', undefined, cookie)
  const key = { label: 'understudy', scopes: scopes.data, expiresAt: null }
  const { body } = await send('POST', '/rest/api-keys', key, cookie)
  return (body.data as unknown as { rawApiKey: string }).rawApiKey
}
