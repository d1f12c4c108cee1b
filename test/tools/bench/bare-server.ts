import { readFileSync } from 'node:fs'
import process from 'node:process'

/** An answer to give: everything as it is sent. */
export interface Given {
  status: number
  headers: Record<string, string>
  text: string
}

// `Bun.serve` and nothing else: gives fixed answers by path, after it has read the body
const [file = '', port] = process.argv.slice(2)
const given = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Given>
const root = `http://127.0.0.1:${port}`
const answers = new Map(
  Object.entries(given).map(([path, { status, headers, text }]) => [root + path, { text, init: { status, headers } }]),
)

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch(request) {
    const { text, init } = answers.get(request.url) ?? { text: '', init: { status: 404 } }
    if (request.method === 'GET') return new Response(text, init)
    return request.text().then(() => new Response(text, init))
  },
})
