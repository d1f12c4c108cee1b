import { ApiError } from '../../errors.ts'
import { apiKeyHeader } from '../../http/api-key.ts'
import type { ApiKey, ApiKeys, NewApiKey } from './api-keys.ts'

export interface RunningInstance {
  /** Where it listens. */
  url: string
  /** Names the header of the key, where it is not given itself. */
  serviceName: string
  apiKeyHeader?: string | undefined
  /** The owner's. */
  apiKey: string
}

/** The API keys of a running instance, through its control API. */
export function connectApiKeys({ url, serviceName, apiKeyHeader: header, apiKey }: RunningInstance): ApiKeys {
  const headers = { [header ?? apiKeyHeader(serviceName)]: apiKey, 'content-type': 'application/json' }

  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const target = `${url.replace(/\/$/, '')}/_control/keys${path}`
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(target, sent).catch(cause => {
      throw new ApiError(503, `Nothing answers at ${url}. Is the instance running?`, { cause })
    })
    const text = await answer.text()
    if (answer.ok) return JSON.parse(text)
    throw new ApiError(answer.status, explained(answer.status, text, url))
  }

  return {
    list: async () => (await ask<{ keys: ApiKey[] }>('GET', '')).keys,
    create: input => ask<NewApiKey>('POST', '', input),
    revoke: id => ask<ApiKey>('DELETE', `/${encodeURIComponent(id)}`),
  }
}

function explained(status: number, text: string, url: string): string {
  if (status === 401) return `${url} does not know the key: give the owner's with --api-key`
  if (status === 403) return `${url} refuses: it takes the owner's key alone (${messageIn(text)})`
  return messageIn(text) ?? `${url} answered with status ${status}: is it an instance with its control API on?`
}

function messageIn(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}
