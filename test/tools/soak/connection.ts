import { Agent, request } from 'node:http'

export interface Received {
  status: number
  text: string
}

export interface Sent {
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** One connection to an instance, kept open, with one request at a time. */
export interface Connection {
  /** Sends a request and waits for the whole answer. A body that is no text or bytes is for `ask`. */
  send(method: string, path: string, sent?: Sent): Promise<Received>
  /** The same with JSON both ways. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  close(): void
}

export function connectTo(url: string, key: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)

  function send(method: string, path: string, { headers = {}, body }: Sent = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      const all = { 'x-n8n-api-key': key, ...headers }
      const sent = request({ agent, hostname, port, method, path, headers: all }, answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // An instance closes a connection that was idle for long, and may do so as the next request goes out.
        const wasClosedIdle = sent.reusedSocket && error.code === 'ECONNRESET'
        if (wasClosedIdle) send(method, path, { headers, body }).then(resolve, reject)
        else reject(new Error(`${method} ${path.slice(0, 80)}: ${error.message}`))
      })
      sent.end(body)
    })
  }

  return {
    send,
    async ask(method, path, body) {
      const json = body === undefined ? undefined : JSON.stringify(body)
      const length = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json ?? '')) }
      const { status, text } = await send(method, path, json === undefined ? {} : { headers: length, body: json })
      return { status, body: text === '' ? undefined : JSON.parse(text) }
    },
    close: () => agent.destroy(),
  }
}
