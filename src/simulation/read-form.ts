import { badRequest, payloadTooLarge, unsupportedMediaType } from '../base/errors.ts'
import { MAX_BODY_BYTES } from '../http/body.ts'
import { mediaTypeOf } from '../http/content-type.ts'
import { receive } from '../http/receive.ts'
import type { Sent } from './form-fields.ts'

const MULTIPART = 'multipart/form-data'
const URL_ENCODED = 'application/x-www-form-urlencoded'
/** A form of more parts is sent to cost time. */
const MOST_PARTS = 1000

export const isForm = (type: string | undefined) => type === MULTIPART || type === URL_ENCODED

/**
 * The fields of a form that was sent; of a file what it is called, its type and its size.
 *
 * @throws ApiError 400 where it cannot be read, 413 over a limit, 415 where it is no form
 */
export async function readForm(request: Request): Promise<[name: string, value: Sent][]> {
  const type = mediaTypeOf(request.headers)
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (!isForm(type)) throw unsupportedMediaType(type)
  if (encoding !== 'identity') throw unsupportedMediaType(`content encoding ${encoding}`)
  const bytes = await receive(request, MAX_BODY_BYTES)
  if (type === URL_ENCODED) {
    refuseMany(bytes, '&', MOST_PARTS - 1)
    return Array.from(new URLSearchParams(new TextDecoder().decode(bytes)))
  }
  const given = request.headers.get('content-type') ?? ''
  // one more closes the last part
  refuseMany(bytes, `--${boundaryOf(given)}`, MOST_PARTS + 1)
  const sent: [string, Sent][] = []
  for (const [name, value] of await formDataOf(bytes, given)) {
    sent.push([
      name,
      typeof value === 'string' ? value : { filename: value.name, mimetype: value.type, size: value.size },
    ])
  }
  return sent
}

/** The fields by their names; those that come several times as a list. Files are left out. */
export function fieldsByName(sent: [name: string, value: Sent][]): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of sent) {
    if (typeof value !== 'string') continue
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(Array.from(fields, ([name, values]) => [name, values.length > 1 ? values : values[0]]))
}

function boundaryOf(type: string): string {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type)?.slice(1).find(Boolean)
  if (boundary === undefined) throw badRequest('The request body names no boundary of its parts')
  return boundary
}

/** @param most so many separators are between as many parts as there may be */
function refuseMany(bytes: Uint8Array, separator: string, most: number) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(separator); at >= 0; at = buffer.indexOf(separator, at + 1)) {
    if (++count > most) throw payloadTooLarge(`The form has more than ${MOST_PARTS} parts`)
  }
}

async function formDataOf(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  } catch (cause) {
    throw badRequest('The request body is not a valid form', { cause })
  }
}
