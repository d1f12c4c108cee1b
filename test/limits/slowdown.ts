// How much slower this machine is now than a quiet one of today, on which 250 ms are promised. As a program it prints how
// many milliseconds a text takes to be parsed in a process that has done nothing before.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const BUSY_MS = 40
/** What the text takes on the machine of docs/performance.md. */
const PARSED_MS = 5.2

/** How many times longer anything takes on this machine now, as it is slower or as others use its processors: 1 or more. */
export function slowdown(): number {
  const began = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - began < BUSY_MS);
  const { user, system } = process.cpuUsage(before)
  return Math.max(slowness(), ((performance.now() - began) * 1000) / (user + system))
}

let known = 0

/** How many times longer anything takes on this machine with nothing else to do, by memory as by processor: 1 or more. */
export function slowness(): number {
  if (known > 0) return known
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.path], { encoding: 'utf8' })
  if (!(Number(stdout) > 0)) throw new Error(`The speed of this machine was not measured: ${stdout}${stderr}`)
  known = Math.max(1, Number(stdout) / PARSED_MS)
  return known
}

function leastParsingMs() {
  const parameters = { text: 'x'.repeat(100), list: [true, null, 'a'] }
  const node = (at: number) => ({ id: `${at}`, name: `node ${at}`, position: [at, 2 * at], parameters })
  const text = JSON.stringify(Array.from({ length: 16_000 }, (_, at) => node(at)))
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    JSON.parse(text)
    least = Math.min(least, performance.now() - began)
  }
  return least
}

if (import.meta.main) console.log(leastParsingMs())
