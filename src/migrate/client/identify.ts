import { ServiceError } from '../service-error.ts'
import type { Service } from './client.ts'

/** Which version a service is, by what it answers. */
export type ServiceVersion = 'contract' | 'n8n-1.41' | 'n8n-2.41'

/**
 * Finds out which version a service is, or is closest to: the current one lists credentials, the one before shows the
 * version of a workflow, the published reference has neither.
 *
 * @throws ServiceError where it is no such service, or does not know the key
 */
export async function identifyService(service: Service): Promise<ServiceVersion> {
  const first = await firstWorkflows(service)
  if (await listsCredentials(service)) return 'n8n-2.41'
  const [workflow] = first ?? []
  if (workflow) return 'versionId' in workflow ? 'n8n-1.41' : 'contract'
  return (await takesAnyLimit(service)) ? 'n8n-1.41' : 'contract'
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
  throw new ServiceError(`${service.url} is no such service: it has no list of workflows at /api/v1/workflows`)
}

async function listsCredentials(service: Service) {
  try {
    await service.get('/credentials', { limit: 1 })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.status === 403) return true
    if (error instanceof ServiceError && error.isAnswer(404, 405)) return false
    throw error
  }
}

/** Asked only where there are no workflows: a limit of 0 means all of them to the real service. */
async function takesAnyLimit(service: Service) {
  try {
    await service.get('/workflows', { limit: 0 })
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return false
    throw error
  }
}
