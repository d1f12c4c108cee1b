import { runInSlices } from '../../base/run-in-slices.ts'
import { oneAtATime } from '../../http/one-at-a-time.ts'
import { parseJson, UnusableJson } from '../../model/parse-json.ts'
import { parseJsonSteps } from '../../model/parse-json-steps.ts'
import { ServiceError } from '../service-error.ts'
import type { Spending } from './budget.ts'

const MOST_BYTES = 256 * 1024 * 1024
const PASSING = [429, 500, 502, 503, 504]

export interface ReadOptions {
  spending: Spending
  /** Text that came, made fit to be shown. */
  hide(text: string): string
}

/**
 * The JSON of a response; `undefined` where it has no body.
 *
 * @throws ServiceError for a refusal, for a page instead of the API, and for text that breaks off
 */
export async function readResponse(response: Response, what: string, options: ReadOptions): Promise<unknown> {
  const { status, ok } = response
  const bytes = await readBytes(response, what, options)
  if (isPage(response, bytes)) throw pageInstead(what, status)
  if (!ok) throw refusal(what, status, bytes, options)
  if (bytes.length === 0) return undefined
  try {
    return await parse(bytes, options.spending.values)
  } catch (cause) {
    if (cause instanceof UnusableJson) throw new ServiceError(`${what}: the answer ${cause.message}`, { status })
    throw new ServiceError(`${what}: the answer broke off, or is no JSON`, { status, isPassing: true })
  }
}

/** An answer that takes long to read is read with pauses in which others are served, and one at a time. */
const LARGE_BYTES = 1024 * 1024
const inTurn = oneAtATime()

async function parse(bytes: Buffer, maxValues: number): Promise<unknown> {
  if (bytes.length < LARGE_BYTES) return parseJson(bytes.toString('utf8'), maxValues)
  return inTurn(() => runInSlices(parseJsonSteps(bytes, maxValues)))
}

async function readBytes(response: Response, what: string, { spending }: ReadOptions): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // a stream's types differ between runtimes; its reader is the same
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.byteLength
    try {
      spending.bytes(read.value.byteLength)
      if (bytes > MOST_BYTES)
        throw new ServiceError(`${what}: the answer is larger than ${MOST_BYTES / 1024 / 1024} MB`)
    } catch (error) {
      await reader?.cancel()
      throw error
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks)
}

const isPage = ({ headers }: Response, bytes: Buffer) =>
  headers.get('content-type')?.includes('html') === true || /^\s*<(!doctype|html)/i.test(bytes.toString('utf8', 0, 200))

function pageInstead(what: string, status: number) {
  if (PASSING.includes(status)) {
    return new ServiceError(`${what}: a web page with status ${status} came instead of an answer`, {
      status,
      isPassing: true,
      isForeign: true,
    })
  }
  return new ServiceError(
    `${what}: a web page came instead of an answer of the API. Give the address at which the service's editor opens, ` +
      'and check that its public API is on',
    { status, isForeign: true },
  )
}

function refusal(what: string, status: number, bytes: Buffer, { hide }: ReadOptions) {
  const isPassing = PASSING.includes(status)
  const said = bytes.length < LARGE_BYTES ? messageIn(bytes.toString('utf8'), hide) : undefined
  if (status === 401)
    return new ServiceError(`${what}: the key is not accepted (401). Check it, or make a new one`, { status })
  // what the API refuses, it gives a reason for
  const isForeign = said === undefined
  return new ServiceError(`${what}: ${status}${said ? ` ${said}` : ''}`, { status, isPassing, isForeign, said })
}

const LONGEST = 500

/** Control characters would reach the terminal. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cf}]+/gu

/** What an answer says, made one line. */
function messageIn(text: string, hide: ReadOptions['hide']): string | undefined {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' ? hide(message).replace(UNPRINTABLE, ' ').slice(0, LONGEST) : undefined
  } catch {
    return undefined
  }
}
