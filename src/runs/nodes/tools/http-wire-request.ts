import { storedBytes } from './binary-file.ts'
import type { BuiltRequest } from './http-built-request.ts'
import type { WireRequest } from './http-mock.ts'
import { multipart } from './http-multipart.ts'
import type { NodeContext } from './node-context.ts'
import { queryText, setParameter } from './query-text.ts'

/** What stands for a secret in a request that is shown. */
export const SECRET = '<secret>'

/** The address as it is shown: the placeholder of a secret is not escaped. */
export const shownUrl = ({ url }: Pick<BuiltRequest, 'url'>) => url.replaceAll(encodeURIComponent(SECRET), SECRET)

/**
 * The request as it is on the wire: its body in bytes, the secrets of its credential in their places.
 *
 * @throws NodeFailure for a file that is not stored any more
 */
export async function wireRequest(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
): Promise<WireRequest> {
  const { method, url, credential } = request
  const { body, type } = await bodyBytes(context, itemIndex, request)
  const headers: Record<string, string> = {
    ...request.headers,
    ...(type === undefined ? {} : { 'content-type': type }),
  }
  const address = new URL(url)
  for (const [name, secret] of Object.entries(credential?.query ?? {})) {
    if (address.searchParams.get(name) === SECRET) setParameter(address, name, secret)
  }
  const secrets = Object.entries(credential?.headers ?? {}).filter(([name]) => headers[name]?.endsWith(SECRET))
  return {
    method,
    url: address.href,
    headers: { ...headers, ...Object.fromEntries(secrets) },
    ...(body === undefined ? {} : { body }),
    masked: { url: new URL(url).href, headers },
  }
}

const textBytes = (text: string) => new TextEncoder().encode(text)

/** The body, and its content type where writing it decides it. */
async function bodyBytes(
  context: NodeContext,
  itemIndex: number,
  request: BuiltRequest,
): Promise<{ body?: Uint8Array; type?: string }> {
  const { body, encoding, files } = request
  if (body === undefined) return {}
  switch (encoding) {
    case 'form':
      return { body: textBytes(formText(body)) }
    case 'multipart':
      return multipart(context, itemIndex, request)
    case 'file':
      return { body: await storedBytes(context, itemIndex, '', files?.[''] ?? {}) }
    case 'text':
      return { body: textBytes(String(body)) }
    default:
      return { body: textBytes(JSON.stringify(body)) }
  }
}

const formText = (body: unknown): string => queryText(typeof body === 'object' && body !== null ? { ...body } : {})
