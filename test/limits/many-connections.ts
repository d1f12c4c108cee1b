import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../commands/run-cli.ts'
import { headOf, type Runtime, startOn } from '../runtimes/runtimes.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Opens connections that send the same first bytes, and nothing more. */
export function openMany(url: string, count: number, first: string): Socket[] {
  const { hostname, port } = new URL(url)
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => socket.write(first))
    return socket.on('error', () => {}).resume()
  })
}

/** Waits until all of them are connected. */
export const connected = (sockets: readonly Socket[]) =>
  Promise.all(sockets.filter(socket => socket.connecting).map(socket => once(socket, 'connect')))

/** A call of the webhook without a key, whose body does not come. */
export const STALLED = `${headOf('POST', '/webhook/x', { ...JSON_TYPE, 'Content-Length': '10', 'X-N8N-API-KEY': '' })}1`

/** Starts the service with a workflow that a webhook starts: POST `/webhook/x`. */
export async function startHooked(runtime: Runtime) {
  const folder = await temporaryFolder()
  const fixture = join(folder.path, 'fixture.json')
  const nodes = [{ type: 'n8n-nodes-base.webhook', name: 'Hook', parameters: { path: 'x', httpMethod: 'POST' } }]
  await writeFile(fixture, JSON.stringify({ workflows: [{ name: 'Hooked', active: true, nodes }] }))
  const server = await startOn(runtime, ['--seed', fixture, '--simulate'])
  return {
    ...server,
    post: (path: string, headers = {}) =>
      fetch(`${server.url}${path}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: '{"name":"t"}' }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}
