import type { HttpAnswer } from './http-mock.ts'
import { NodeFailure } from './node-context.ts'

/** The body as text, by the charset of its content type; UTF-8 where none is named. @throws NodeFailure for an unknown one */
export function decodedBody({ bytes, headers }: HttpAnswer): string {
  const named = /charset=([^;,\s]+)/i.exec(headers['content-type'] ?? '')?.[1]
  const charset = (named ?? 'utf-8').replace(/['"]/g, '').toLowerCase()
  if (/^(latin-?1|iso-?8859-?1|ascii|us-ascii|binary)$/.test(charset)) return Buffer.from(bytes).toString('latin1')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    throw new NodeFailure(`Encoding not recognized: '${charset}' (searched as: '${charset.replace(/[^a-z0-9]/g, '')}')`)
  }
}
