import { unsupportedMediaType } from '../errors.ts'
import type { Item } from '../features/simulation/item.ts'
import { MAX_BODY_BYTES, readJson } from '../http/body.ts'
import { receive } from '../http/receive.ts'
import { pathOf } from '../http/request-path.ts'

/** What a webhook's trigger puts out for a call, but for the parts of its path: headers, query, body. */
export async function readCall(request: Request): Promise<Item> {
  const { search } = pathOf(request.url)
  return {
    headers: Object.fromEntries(request.headers),
    params: {},
    query: Object.fromEntries(new URLSearchParams(search)),
    body: await readBody(request),
    webhookUrl: request.url.slice(0, request.url.length - search.length),
    executionMode: 'production',
  }
}

/** JSON and forms as what they say; anything else as text. */
async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (request.body === null || request.headers.get('content-length') === '0') return {}
  if (type === '' || type === 'application/json' || type.endsWith('+json'))
    return (await readJson(request))?.value ?? {}
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  const bytes = await receive(request, MAX_BODY_BYTES)
  const text = new TextDecoder().decode(bytes)
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  return text
}
