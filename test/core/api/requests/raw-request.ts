import { request } from 'node:http'
import type { TestInstance } from '../../../../src/testing.ts'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  text: string
}

/**
 * Sends a request over a socket, byte for byte as given: the path is not encoded, the body's length not told unless the
 * headers do, and the answer not unpacked.
 */
export function sendRaw(
  instance: TestInstance,
  method: string,
  path: string,
  {
    headers = {},
    body,
  }: { headers?: Record<string, string>; body?: string | Uint8Array | (string | Uint8Array)[] } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(instance.url)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, agent: false, headers: { [instance.apiKeyHeader]: instance.apiKey, ...headers } },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() })
        })
      },
    )
    sent.on('error', reject)
    for (const chunk of Array.isArray(body) ? body : body === undefined ? [] : [body]) sent.write(chunk)
    sent.end()
  })
}
