import { isRecord } from '../../../core/base/is-record.ts'
import type { BuiltRequest } from './http-built-request.ts'
import type { WireRequest } from './http-mock.ts'
import { type FileDescription, type NodeContext, NodeFailure } from './node-context.ts'
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
export async function wireRequest(context: NodeContext, request: BuiltRequest): Promise<WireRequest> {
  const { method, url, credential } = request
  const { body, type } = await bodyBytes(context, request)
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
  { body, encoding, files = {} }: BuiltRequest,
): Promise<{ body?: Uint8Array; type?: string }> {
  if (body === undefined) return {}
  switch (encoding) {
    case 'form':
      return { body: textBytes(formText(body)) }
    case 'multipart':
      return multipart(context, body, files)
    case 'file':
      return { body: await bytesOf(context, files['']) }
    case 'text':
      return { body: textBytes(String(body)) }
    default:
      return { body: textBytes(JSON.stringify(body)) }
  }
}

const textOf = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

const formText = (body: unknown): string => queryText(isRecord(body) ? body : {})

async function multipart(context: NodeContext, body: unknown, files: Record<string, FileDescription>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(isRecord(body) ? body : {})) {
    const file = Object.hasOwn(files, name) ? files[name] : undefined
    if (!file) for (const each of Array.isArray(value) ? value : [value]) form.append(name, textOf(each ?? ''))
    else {
      const part = new Blob([new Uint8Array(await bytesOf(context, file))], { type: String(file.mimeType ?? '') })
      form.append(name, part, String(file.fileName ?? name))
    }
  }
  const written = new Response(form)
  const type = written.headers.get('content-type') ?? 'multipart/form-data'
  return { body: new Uint8Array(await written.arrayBuffer()), type }
}

async function bytesOf(context: NodeContext, file: FileDescription | undefined): Promise<Uint8Array> {
  const bytes = file && (await context.instance.bytesOf(file))
  if (!bytes) throw new NodeFailure('The file that the request is to send is not stored any more')
  return bytes
}
