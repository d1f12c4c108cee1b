import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import process from 'node:process'
import { setImmediate } from 'node:timers/promises'

// The least that keeps what it is sent: parses it, appends what came in one turn of the event loop together, syncs, and
// answers with the JSON. No key, no check, no log, no state.
const [file = '', port] = process.argv.slice(2)
const descriptor = openSync(file, 'a')
let gathered: string[] = []
let kept: Promise<void> | undefined

async function keep() {
  await setImmediate()
  const lines = gathered.join('')
  gathered = []
  kept = undefined
  writeSync(descriptor, lines)
  fdatasyncSync(descriptor)
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  async fetch(request) {
    const value = JSON.parse((await request.text()) || 'null')
    gathered.push(`${JSON.stringify(value)}\n`)
    kept ??= keep()
    await kept
    return Response.json({ ...value, updatedAt: new Date() })
  },
})

process.once('SIGTERM', () => {
  closeSync(descriptor)
  process.exit()
})
