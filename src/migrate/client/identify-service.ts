import type { AskedService } from '../../core/http/version.ts'
import { type Recognised, recogniseVersion } from '../../core/versions/versions.ts'
import { ServiceError } from '../service-error.ts'
import type { Query, Service } from './client.ts'

/** Answers that say something of a version; any other is a failure. */
const TELLING = [400, 403, 404, 405]

/**
 * Finds out which version a service answers like: the newest that recognises it.
 *
 * @throws ServiceError where it is no such service, or does not know the key
 */
export async function identifyService(service: Service): Promise<Recognised> {
  const first = await firstWorkflows(service)
  return recogniseVersion({ firstWorkflow: async () => first?.[0], get: createGet(service) })
}

/** Each request is sent once, whichever versions ask it. */
function createGet(service: Service): AskedService['get'] {
  const asked = new Map<string, ReturnType<AskedService['get']>>()
  return (path, query = {}) => {
    const key = JSON.stringify([path, query])
    const answer = asked.get(key) ?? answerOf(service, path, query)
    asked.set(key, answer)
    return answer
  }
}

async function answerOf(service: Service, path: string, query: Query) {
  try {
    return { status: 200, body: await service.get(path, query) }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status === undefined || !error.isAnswer(...TELLING)) throw error
    return { status: error.status, body: undefined }
  }
}

/** `undefined` where the key may not list them. */
async function firstWorkflows(service: Service): Promise<Record<string, unknown>[] | undefined> {
  try {
    const answer = await service.get('/workflows', { limit: 1 })
    const { data } = (answer ?? {}) as { data?: unknown }
    if (Array.isArray(data)) return data
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.status === 403) return undefined
    if (error.status !== 404) throw error
  }
  throw new ServiceError(`${service.url} is not an n8n service: it has no list of workflows at /api/v1/workflows`)
}
