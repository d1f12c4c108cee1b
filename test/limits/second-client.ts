// Asks a service every 5 ms over one connection, in a process of its own, so that nothing but the service keeps it
// waiting. `bun second-client.ts URL PATH` first asks in three rounds while nothing else is asked for: it prints `quiet` and
// the least of the three longest waits. Then, for each line of its standard input, it prints what it saw since the line
// before: at least so often as makes a measurement it asks first, unless one answer does not come.
import { connect } from 'node:net'
import process from 'node:process'
import { headOf } from '../runtimes/runtimes.ts'

const PAUSE_MS = 5
const LEAST = 10
const QUIET_ROUNDS = 3
const ASKED_A_ROUND = 10
const GIVEN_UP_MS = 3000
const [url = '', path = '/healthz'] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const request = headOf('GET', path)

const socket = connect(Number(port), hostname)
const nothing = () => ({ asked: 0, longest: 0, statuses: {} as Record<string, number> })
let seen = nothing()
let isClosed = false
let since = 0
let text = ''
let quiet = Number.POSITIVE_INFINITY
let rounds = 0
/** When it gives up an answer; undefined while it is not to report. */
let patience: Timer | undefined

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
  seen = nothing()
  if (++rounds === QUIET_ROUNDS) console.log(`quiet ${quiet}`)
}

function report() {
  // what is still waited for counts as long as it has been
  look()
  console.log(JSON.stringify({ ...seen, isClosed }))
  clearTimeout(patience)
  patience = undefined
  seen = nothing()
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
  if (patience && seen.asked >= LEAST) report()
  setTimeout(ask, PAUSE_MS)
})
socket.on('close', () => {
  if (rounds < QUIET_ROUNDS) throw new Error('The service closed the connection before anything was asked of it')
  isClosed = true
  if (patience) report()
})
process.stdin.on('data', () => {
  patience = setTimeout(report, GIVEN_UP_MS)
  if (isClosed) report()
})
process.stdin.on('end', () => process.exit())
