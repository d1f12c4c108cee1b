// `first-run.js LIB GIVEN`: runs a workflow once in this process, and many times more, with the kit in a folder. Prints
// milliseconds as JSON. `bun run bench workflow-tests` starts it.
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

const WARM = 300
const FURTHER = 300
const [, , lib = '', given = '{}'] = process.argv
const { workflow, run } = JSON.parse(given)
const { startInstance } = await import(pathToFileURL(join(lib, 'testing.js')).href)
const instance = await startInstance({ socket: false, profile: 'n8n-2.41' })

/** @param {number} count */
async function timeOf(count) {
  const before = process.cpuUsage()
  const began = performance.now()
  for (let at = 0; at < count; at++) await instance.runWorkflow(workflow, run)
  const { user, system } = process.cpuUsage(before)
  return { time: (performance.now() - began) / count, processor: (user + system) / 1000 / count }
}

const first = await timeOf(1)
await timeOf(WARM)
const further = await timeOf(FURTHER)
await instance.stop()
console.log(
  JSON.stringify({
    first: first.time,
    firstProcessor: first.processor,
    further: further.time,
    furtherProcessor: further.processor,
  }),
)
