// The least of each runtime that keeps what it is sent: parses it, writes what came in one turn of the event loop together
// into room that was made ahead, syncs, and answers with the JSON. No key, no check, no log, no state. JavaScript, so that
// it starts the same everywhere.
import { Buffer } from 'node:buffer'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'

const ROOM = 64 * 1024 * 1024
const [file = '', port] = process.argv.slice(2)
const where = { hostname: '127.0.0.1', port: Number(port) }
const descriptor = openSync(file, 'w')
writeSync(descriptor, Buffer.alloc(ROOM))
fdatasyncSync(descriptor)
let end = 0
let gathered = []
let kept

async function keep() {
  await setImmediate()
  const lines = Buffer.from(gathered.join(''))
  gathered = []
  kept = undefined
  if (end + lines.length > ROOM) end = 0
  end += writeSync(descriptor, lines, 0, lines.length, end)
  fdatasyncSync(descriptor)
}

async function answerTo(text) {
  const value = JSON.parse(text || 'null')
  gathered.push(`${JSON.stringify(value)}\n`)
  kept ??= keep()
  await kept
  return JSON.stringify({ ...value, updatedAt: new Date() })
}

const init = { headers: { 'content-type': 'application/json' } }

async function answer(request) {
  return new Response(await answerTo(await request.text()), init)
}

function answerOnNode(request, response) {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.once('end', async () => {
    const text = await answerTo(Buffer.concat(chunks).toString())
    response.writeHead(200, { ...init.headers, 'content-length': Buffer.byteLength(text) }).end(text)
  })
}

if ('Bun' in globalThis) Bun.serve({ ...where, fetch: answer })
else if ('Deno' in globalThis) Deno.serve({ ...where, onListen() {} }, answer)
else createServer(answerOnNode).listen(where.port, where.hostname)

process.once('SIGTERM', () => {
  closeSync(descriptor)
  process.exit()
})
