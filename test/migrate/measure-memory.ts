// Run as a process of its own by memory.test.ts: what it does, an address, how many executions, and a file.
import { heapStats } from 'bun:jsc'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { cloneToFile, compareInstances } from '../../src/index.ts'

const [task = '', url = '', count = '', file = ''] = process.argv.slice(2)
const executions = Number(count)
const STEPS = 20

let most = 0
let next = 0
function measure() {
  Bun.gc(true)
  most = Math.max(most, heapStats().heapSize)
}
const onProgress = ({ part, done }: { part: string; done: number }) => {
  if (part !== 'executions' || done < next) return
  next = done + executions / STEPS
  measure()
}
/** Some who are asked have no control API. */
const publicOnly = async (address: string, init: RequestInit) =>
  new URL(address).pathname.startsWith('/_control')
    ? Response.json({ message: 'not found' }, { status: 404 })
    : fetch(address, init)

const service = { url, apiKey: 'the-key', ...(task === 'compare-public' ? { fetch: publicOnly } : {}) }
if (task === 'clone') await cloneToFile({ ...service, file, executions, onProgress })
else {
  const { isSame, kinds } = await compareInstances(service, service, { executions, onProgress })
  if (!isSame || kinds.executions?.same !== executions) throw new Error(`${kinds.executions?.same} are the same`)
}
measure()
const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024
console.log(JSON.stringify({ heap: most, peak }))
