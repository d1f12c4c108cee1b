import { type TSchema, Type } from '@sinclair/typebox'
import { validationErrors } from '../../core/http/validation-errors.ts'
import { connectService, type ServiceOptions } from '../../migrate/client/client.ts'
import { ServiceError } from '../../migrate/service-error.ts'
import { type ApiKey, ApiKeyShape, type ApiKeys, type NewApiKey, NewApiKeyShape } from './api-keys.ts'

/**
 * The API keys of a running instance, through its control API. Its functions throw a `ServiceError`.
 *
 * @param options where it listens, and its owner's key
 * @throws ServiceError for an address that the key may not be sent to
 */
export function connectApiKeys(options: ServiceOptions): ApiKeys {
  const service = connectService({ ...options, retries: { tries: 1 } })

  async function ask<T>(schema: TSchema, request: Promise<unknown>): Promise<T> {
    const answer = await request.catch(error => {
      throw error instanceof ServiceError ? explained(error, service.url) : error
    })
    if (validationErrors(schema, answer, '').length > 0) throw notControl(service.url)
    return answer as T
  }

  const list = async () => (await ask<{ keys: ApiKey[] }>(ApiKeyList, service.getControl('/keys'))).keys
  return {
    list,
    create: input => ask<NewApiKey>(NewApiKeyShape, service.sendControl('POST', '/keys', input)),
    async revoke(id) {
      // a 404 of the change itself is the same for a missing key and for a missing control API
      await list()
      return (await service.sendControl('DELETE', `/keys/${encodeURIComponent(id)}`)) as ApiKey
    },
  }
}

const ApiKeyList = Type.Object({ keys: Type.Array(ApiKeyShape) })

/** What a failed call of a running instance's control API means to who started the command. */
export function explained(error: ServiceError, url: string): ServiceError {
  const { status, message } = error
  if (status === 401)
    return new ServiceError(`${url} does not know the key: give the owner's with --api-key`, { cause: error })
  if (status === 403)
    return new ServiceError(`${url} refuses: it takes the owner's key alone (${message})`, { cause: error })
  const isOther = status !== undefined && (status < 300 || status === 404 || status === 405)
  return isOther ? notControl(url, error) : error
}

const notControl = (url: string, cause?: unknown) =>
  new ServiceError(
    `${url} answers, but not as the control API of an Understudy. Check the address, ` +
      'and that it was started without --no-control',
    { cause },
  )
