import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VersionName } from '../../../src/core/versions/versions.ts'
import { createInstance } from '../../../src/instance/instance.ts'
import { play } from '../../tools/differential/record.ts'
import type { Step } from '../../tools/differential/sequences.ts'
import type { Asked } from './requests.ts'

/** A way in which a user can reach the service. */
export interface Door extends AsyncDisposable {
  send(request: Request): Promise<Response>
  url: string
}

export const KEY = 'owner-key'
const CLOCK = '2026-05-01T00:00:00.000Z'
const ROOT = join(import.meta.dir, '../../..')

const dates = { createdAt: CLOCK, updatedAt: CLOCK }
export const fixture = {
  users: [
    {
      id: '11111111-1111-4111-8111-111111111111',
      email: 'olga@example.com',
      role: 'global:owner',
      apiKey: KEY,
      ...dates,
    },
    { id: '33333333-3333-4333-8333-333333333333', email: 'mia@example.com', apiKey: 'member-key', ...dates },
  ],
  tags: [{ id: 't', name: 'urgent', ...dates }],
  credentials: [{ id: 'c', name: 'Shop', type: 'httpBasicAuth', data: { user: 'a', password: 'b' }, ...dates }],
  workflows: [{ id: 'w', name: 'Intake', versionId: '44444444-4444-4444-8444-444444444444', ...dates }],
  executions: [{ id: 1, workflowId: 'w', status: 'success', startedAt: CLOCK }],
}

interface InProcess {
  control?: boolean
  page?: boolean
  socket?: boolean
  onDisk?: boolean
  headers?: Record<string, string>
}

/** An instance in this process, with or without a socket. */
export async function openInProcess(profile: VersionName, options: InProcess = {}): Promise<Door> {
  const { control = true, page = true, socket = false, onDisk = false, headers = {} } = options
  const folder = await mkdtemp(join(tmpdir(), 'understudy-doors-'))
  const instance = await createInstance({
    profile,
    ...(onDisk ? { file: join(folder, 'instance.json') } : {}),
    fixtures: [{ source: 'fixture', value: fixture }],
    serviceName: 'n8n',
    apiKey: KEY,
    idSeed: 'doors',
    clock: Date.parse(CLOCK),
    clockMode: 'frozen',
    ...(socket ? { listen: { hostname: '127.0.0.1', port: 0 } } : {}),
    control,
    page,
    allowHosts: [],
    report: () => {},
  })
  const send = (request: Request) => (socket ? fetch(request) : instance.fetch(request))
  return {
    url: instance.url,
    send: request => {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return send(request)
    },
    async [Symbol.asyncDispose]() {
      await instance.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** The command, run by another runtime. */
export async function openCommand(profile: VersionName, command: string[]): Promise<Door> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-doors-'))
  const seed = join(folder, 'fixture.json')
  const ready = join(folder, 'ready.json')
  await writeFile(seed, JSON.stringify(fixture))
  const flags = ['--memory', '--port', '0', '--profile', profile, '--seed', seed, '--api-key', KEY, '--log', 'off']
  const determined = ['--id-seed', 'doors', '--clock', CLOCK, '--ready-file', ready]
  const child = Bun.spawn([...command, ...flags, ...determined], { cwd: ROOT, stdout: 'ignore', stderr: 'pipe' })
  while (!(await Bun.file(ready).exists())) {
    if (child.exitCode !== null)
      throw new Error(`${command.join(' ')} ended: ${await new Response(child.stderr).text()}`)
    await Bun.sleep(50)
  }
  const { url } = await Bun.file(ready).json()
  return {
    url,
    send: request => fetch(request),
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
      await rm(folder, { recursive: true })
    },
  }
}

/** What a door answers to each request, as text that can be compared: status, type, tag, body. */
export async function answersOf(door: Door, requests: readonly Asked[]): Promise<string[]> {
  const answers: string[] = []
  for (const { method, path, headers, body } of requests) {
    const request = new Request(door.url + path, {
      method,
      headers: { 'x-n8n-api-key': KEY, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const response = await door.send(request)
    const text = (await response.text()).replaceAll(`${door.url}/`, '{url}/')
    answers.push(`${method} ${path} ${body ?? ''} → ${response.status} ${response.headers.get('content-type')} ${text}`)
  }
  return answers
}

/** The same of random sequences, one after the other on the same state. */
export async function randomAnswersOf(door: Door, sequences: readonly Step[][]): Promise<string[]> {
  const target = {
    apiKey: KEY,
    fetch: (path: string, options: RequestInit) => door.send(new Request(door.url + path, options)),
  }
  const texts: string[] = []
  for (const steps of sequences) {
    const answers = await play(target, steps)
    for (const [at, { method, path }] of steps.entries()) {
      const { status, type, body } = answers[at] ?? {}
      const text = JSON.stringify(body)?.replaceAll(`${door.url}/`, '{url}/')
      texts.push(`${method} ${path} → ${status} ${type} ${text}`)
    }
  }
  return texts
}
