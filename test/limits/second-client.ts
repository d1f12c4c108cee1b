// Asks a service every 5 ms over one connection, in a process of its own, so that nothing but the service keeps it
// waiting. `bun second-client.ts URL PATH` first asks in three rounds while nothing else is asked for: it prints `quiet` and
// the least of the three longest waits. Then it asks until its standard input ends, and at least so often as makes a
// measurement unless one answer does not come; then it prints what it saw.
import { connect } from 'node:net'
import process from 'node:process'
import { headOf } from '../runtimes/runtimes.ts'

const PAUSE_MS = 5
const LEAST = 60
const QUIET_ROUNDS = 3
const ASKED_A_ROUND = 20
const GIVEN_UP_MS = 3000
const [url = '', path = '/healthz'] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const request = headOf('GET', path)

const socket = connect(Number(port), hostname)
const seen = { asked: 0, longest: 0, statuses: {} as Record<string, number>, isClosed: false }
let since = 0
let text = ''
let isEnding = false
let quiet = Number.POSITIVE_INFINITY
let rounds = 0

function ask() {
  since = performance.now()
  seen.asked++
  socket.write(request)
}

function look() {
  if (since > 0) seen.longest = Math.max(seen.longest, performance.now() - since)
}

/** Ends a round without load: the least of the longest waits is what this machine makes a client wait now. */
function endRound() {
  quiet = Math.min(quiet, seen.longest)
  Object.assign(seen, { asked: 0, longest: 0, statuses: {} })
  if (++rounds === QUIET_ROUNDS) console.log(`quiet ${quiet}`)
}

socket.on('connect', ask)
socket.on('data', bytes => {
  text += bytes
  if (!text.trimEnd().endsWith('}')) return
  look()
  const status = text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)
  seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
  ;[since, text] = [0, '']
  if (rounds < QUIET_ROUNDS && seen.asked === ASKED_A_ROUND) endRound()
  if (isEnding && seen.asked >= LEAST) end()
  setTimeout(ask, PAUSE_MS)
})
socket.on('close', () => {
  seen.isClosed = true
})
process.stdin.on('end', () => {
  isEnding = true
  if (seen.asked >= LEAST || seen.isClosed) end()
  setTimeout(end, GIVEN_UP_MS)
})
process.stdin.resume()

function end() {
  // what is still waited for counts as long as it has been
  look()
  console.log(JSON.stringify(seen))
  process.exit()
}
