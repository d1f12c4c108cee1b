import { setTimeout as sleep } from 'node:timers/promises'
import { KEY } from '../runtimes/runtimes.ts'

const headers = { 'x-n8n-api-key': KEY, 'content-type': 'application/json' }

/** Begins to copy a service into an instance that runs in another process. */
export async function startClone(url: string, service: string, more: object = {}) {
  const body = JSON.stringify({ url: service, apiKey: 'key-of-the-other-service', ...more })
  const answer = await fetch(`${url}/_control/clone`, { method: 'POST', headers, body })
  return (await answer.json()) as { status: string; error?: string }
}

/** Copies a service into it. @returns how that ended */
export async function clonedFrom(url: string, service: string) {
  let state = await startClone(url, service, { executions: 100 })
  while (state.status === 'running') {
    await sleep(50)
    state = (await (await fetch(`${url}/_control/clone`, { headers })).json()) as typeof state
  }
  return state
}
