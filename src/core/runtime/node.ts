import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { addAddressReader } from '../base/caller-address.ts'
import { SENT_HEADERS } from '../base/sent-headers.ts'
import { type Fetch, IDLE_SECONDS, type Listener, type ListenOptions, STOP_GRACE_MS, urlOf } from './listener.ts'
import { beginningOf, isCut, SENDING_MS } from './reset-connection.ts'
import { type SendableHeaders, wholeBodyOf } from './whole-body.ts'

const IDLE_MS = IDLE_SECONDS * 1000

export function listen(fetch: Fetch, { hostname, port }: ListenOptions): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: IDLE_MS }, (incoming, outgoing) => {
    try {
      answer(fetch, incoming, outgoing)?.catch(() => outgoing.destroy())
    } catch {
      outgoing.destroy()
    }
  })
  server.setTimeout(IDLE_MS)
  server.on('clientError', refuseBroken)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname.replace(/^\[(.*)\]$/, '$1'), () => {
      const address = server.address()
      const taken = typeof address === 'object' ? (address?.port ?? port) : port
      const removeReader = addAddressReader(IncomingRequest.addressOf)
      resolve({ url: urlOf(hostname, taken), port: taken, stop: () => stop(server).finally(removeReader) })
    })
  })
}

const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'

const ANSWER = Symbol('the last answer on a connection')

interface Answering {
  [ANSWER]?: ServerResponse
}

/** Bytes that are no request end their connection; a request before them is answered first. */
function refuseBroken(_error: Error, socket: Duplex & Answering) {
  const outgoing = socket[ANSWER]
  if (outgoing && !outgoing.writableFinished) outgoing.once('finish', () => socket.end())
  else if (socket.writable) socket.end(BAD_REQUEST)
  else socket.destroy()
}

/** What is answered at once is sent at once. */
function answer(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined {
  const socket: Socket & Answering = incoming.socket
  socket[ANSWER] = outgoing
  const answered = fetch(new IncomingRequest(incoming, outgoing))
  if (!(answered instanceof Promise)) return send(answered, outgoing)
  // the time in which an answer is made does not count as idle
  socket.setTimeout(0)
  return answered.then(response => send(response, outgoing))
}

function send(response: Response, outgoing: ServerResponse): Promise<void> | undefined {
  const made = wholeBodyOf(response)
  if (made?.unread) sendUnread(response.status, made.unread, made.whole, outgoing)
  else if (isCut(response)) sendBeginning(response, outgoing)
  else return isStream(response) ? sendNodeResponse(outgoing, response) : sendWhole(response, outgoing)
}

/** A request whose body is read sooner: its own `arrayBuffer` goes through a stream of another kind. */
class IncomingRequest extends NodeRequest {
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    super({ req: incoming, res: outgoing })
    this.#incoming = incoming
  }

  static addressOf(request: Request) {
    return #incoming in request ? request.#incoming.socket.remoteAddress : undefined
  }

  get [SENT_HEADERS]() {
    return this.#incoming.rawHeaders
  }

  override get body() {
    return hasBody(this.#incoming) ? super.body : null
  }

  override arrayBuffer() {
    return receiveAll(this.#incoming)
  }
}

function receiveAll(incoming: IncomingMessage): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const breakOff = () => reject(new Error('The connection was closed'))
    if (incoming.destroyed) return breakOff()
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => {
      // every request is closed at last
      incoming.removeListener('close', breakOff)
      resolve(joined(chunks))
    })
    incoming.once('error', reject)
    incoming.once('close', breakOff)
  })
}

function joined(chunks: readonly Buffer[]): ArrayBuffer {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes.buffer
}

function sendUnread(status: number, headers: SendableHeaders, body: string | Uint8Array, outgoing: ServerResponse) {
  const pairs: string[] = []
  const byName = headers instanceof Headers ? Object.fromEntries(headers) : headers
  for (const name in byName) pairs.push(name, byName[name] ?? '')
  pairs.push('content-length', String(Buffer.byteLength(body)))
  outgoing.writeHead(status, pairs).end(body)
}

/** Events come one by one; every other response is there as a whole and says how long it is. */
const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') === true

const WITHOUT_LENGTH = [204, 304]

async function sendWhole(response: Response, outgoing: ServerResponse) {
  const { status } = response
  const bytes = await bytesOf(response)
  const headers = [...response.headers].flat()
  if (!response.headers.has('content-length') && !WITHOUT_LENGTH.includes(status)) {
    headers.push('content-length', String(bytes === undefined ? 0 : Buffer.byteLength(bytes)))
  }
  outgoing.writeHead(status, headers).end(bytes)
}

const bytesOf = async (response: Response) =>
  response.body === null ? undefined : Buffer.from(await response.arrayBuffer())

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Sends as much as there is of a response that is cut, and resets the connection. */
function sendBeginning(response: Response, outgoing: ServerResponse) {
  const beginning = beginningOf(response)
  const reset = () => outgoing.socket?.resetAndDestroy()
  if (!beginning) return reset()
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.write(beginning)
  setTimeout(reset, SENDING_MS)
}

const SWEEP_MS = 5

/** Closing a server leaves the connections open that are busy at that time. */
async function stop(server: Server) {
  const force = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS)
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await new Promise(resolve => server.close(resolve))
  clearInterval(sweep)
  clearTimeout(force)
}
