// The least server of each runtime, by itself: gives fixed answers by path, after it has read the body.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import process from 'node:process'

const [file, port] = process.argv.slice(2)
const given = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
const where = { hostname: '127.0.0.1', port: Number(port) }

async function answer(request) {
  const { status, headers, text } = given.get(new URL(request.url).pathname) ?? { status: 404, text: '' }
  if (request.method !== 'GET') await request.text()
  return new Response(text, { status, headers })
}

function answerOnNode(request, response) {
  const { status, headers, text } = given.get(request.url) ?? { status: 404, text: '' }
  request.resume().once('end', () => response.writeHead(status, headers).end(text))
}

if ('Bun' in globalThis) Bun.serve({ ...where, fetch: answer })
else if ('Deno' in globalThis) Deno.serve({ ...where, onListen() {} }, answer)
else createServer(answerOnNode).listen(where.port, where.hostname)
