import { unsupportedMediaType } from '../base/errors.ts'
import { MAX_BODY_BYTES, readJson } from '../http/body.ts'
import { mediaTypeOf } from '../http/content-type.ts'
import { receive } from '../http/receive.ts'
import { pathOf } from '../http/request-path.ts'
import type { Item } from './item.ts'
import { fieldsByName, isForm, readForm } from './read-form.ts'

/**
 * What a webhook's trigger puts out for a call, but for the parts of its path: headers, query, body.
 *
 * @param secret names of headers whose values are not kept
 */
export async function readCall(request: Request, secret: readonly string[]): Promise<Item> {
  const { search } = pathOf(request.url)
  return {
    headers: headersOf(
      request,
      secret.map(name => name.toLowerCase()),
    ),
    params: {},
    query: Object.fromEntries(new URLSearchParams(search)),
    body: await readBody(request),
    webhookUrl: request.url.slice(0, request.url.length - search.length),
    executionMode: 'production',
  }
}

const headersOf = ({ headers }: Request, secret: readonly string[]) =>
  Object.fromEntries(Array.from(headers, ([name, value]) => [name, secret.includes(name) ? '(not kept)' : value]))

/** JSON and forms as what they say; anything else as text. */
async function readBody(request: Request): Promise<unknown> {
  const type = mediaTypeOf(request.headers)
  if (request.body === null || request.headers.get('content-length') === '0') return {}
  if (type === undefined || type === 'application/json' || type.endsWith('+json'))
    return (await readJson(request))?.value ?? {}
  if (isForm(type)) return fieldsByName(await readForm(request))
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  return new TextDecoder().decode(await receive(request, MAX_BODY_BYTES))
}
