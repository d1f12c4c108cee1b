import type { Instance } from '../../src/instance/instance.ts'

/** Asks an instance without a socket; with the owner's key where none is given. */
export const askInstance =
  (instance: Pick<Instance, 'fetch'>) =>
  async (method: string, path: string, sent?: unknown, key = 'owner-key') => {
    const headers = { 'X-N8N-API-KEY': key, 'content-type': 'application/json' }
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) }
    const response = await instance.fetch(path, { method, headers, ...body })
    return { status: response.status, body: await response.json() }
  }
