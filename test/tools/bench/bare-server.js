// The least server of each runtime: gives fixed answers by path, after it has read the body. JavaScript, so that it starts
// the same everywhere.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import process from 'node:process'

const [file, port] = process.argv.slice(2)
const where = { hostname: '127.0.0.1', port: Number(port) }
const given = Object.entries(JSON.parse(readFileSync(file, 'utf8')))
const unknown = { init: { status: 404 }, text: '' }

function answersBelow(root) {
  return new Map(given.map(([path, { status, headers, text }]) => [root + path, { init: { status, headers }, text }]))
}

const byUrl = answersBelow(`http://127.0.0.1:${port}`)

function answer(request) {
  const { init, text } = byUrl.get(request.url) ?? unknown
  if (request.method === 'GET') return new Response(text, init)
  return request.text().then(() => new Response(text, init))
}

const byPath = answersBelow('')

function answerOnNode(request, response) {
  const { init, text } = byPath.get(request.url) ?? unknown
  request.resume().once('end', () => response.writeHead(init.status, init.headers).end(text))
}

if ('Bun' in globalThis) Bun.serve({ ...where, fetch: answer })
else if ('Deno' in globalThis) Deno.serve({ ...where, onListen() {} }, answer)
else createServer(answerOnNode).listen(where.port, where.hostname)
