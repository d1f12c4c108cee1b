import type { VersionName } from '../core/versions/versions.ts'
import { createInstance, type Instance } from '../instance/instance.ts'
import { API } from '../migrate/client/send-request.ts'
import type { Fields } from '../migrate/fields.ts'
import { headersOf, readAnswer } from './ask-service.ts'
import type { Ask, Question } from './question.ts'

/** An instance of a profile in memory, without a socket. */
export interface LocalSide {
  ask: Ask
  /** The ids that a list of it has, or the values of another field of its records. */
  idsIn(path: string, field?: string): Promise<string[]>
  stop(): Promise<void>
}

const LOCAL_KEY = 'understudy-verify-local-key'

/** Starts an instance of a profile with the records of a fixture. @throws ApiError for a fixture that it does not take */
export async function startLocalSide(
  profile: VersionName,
  fixture: Fields = {},
  more: Partial<Parameters<typeof createInstance>[0]> = {},
): Promise<LocalSide> {
  const instance: Instance = await createInstance({
    profile,
    fixtures: [{ source: 'the service', value: { ...fixture, profile } }],
    apiKey: LOCAL_KEY,
    serviceName: 'n8n',
    allowHosts: [],
    report() {},
    control: false,
    page: false,
    ...more,
  })

  const ask: Ask = async (question: Question) => {
    const { method, path, body } = question
    const response = await instance.fetch(API + path, {
      method,
      headers: headersOf(question, instance.apiKeyHeader, LOCAL_KEY),
      ...(body === undefined ? {} : { body }),
    })
    return readAnswer(response, `${method} ${path}`)
  }

  return {
    ask,
    async idsIn(path, field = 'id') {
      const { status, body } = await ask({ operation: '', name: '', method: 'GET', path, key: 'own', params: {} })
      return status === 200 ? idsOf(body, field) : []
    },
    stop: () => instance.stop(),
  }
}

function idsOf(body: unknown, field: string): string[] {
  const { data } = (body ?? {}) as { data?: unknown }
  const items = Array.isArray(body) ? body : Array.isArray(data) ? data : [body]
  return items.flatMap(item => {
    const value = (item as Fields | null)?.[field]
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}
