import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Collections, FORMAT, layout, type Values } from '../../../src/core/model/document.ts'
import { type DocumentStore, openDocumentStore } from '../../../src/core/storage/document-store.ts'
import { temporaryFolder } from '../../commands/run-cli.ts'
import { sampleWorkflow, sampleWorkflows } from './sample-workflows.ts'

type InstanceStore = DocumentStore<Collections, Values>

const SMALL = 100
const LARGE = 10_000
const ROUNDS = 60
const UPDATES = 200

await using temporary = await temporaryFolder()
const folder = temporary.path
await run()

async function run() {
  const small = await open('small.json', SMALL)
  const large = await open('large.json', LARGE)
  const times = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.small.push(...(await timeUpdates(small, SMALL)))
    times.large.push(...(await timeUpdates(large, LARGE)))
  }
  const [few, many] = [summary(times.small.slice(UPDATES)), summary(times.large.slice(UPDATES))]
  print(`median of a durable update at ${LARGE} workflows to that at ${SMALL}`, many.median / few.median, 'at most 1.5')
  print(`99th percentile at ${LARGE} to that at ${SMALL}, checkpoints included`, many.high / few.high, 'at most 3')
  console.log(
    `  medians ${ms(few.median)} and ${ms(many.median)}, 99th percentiles ${ms(few.high)} and ${ms(many.high)}`,
  )
  console.log(`  longest ${ms(few.longest)} and ${ms(many.longest)}`)

  const alone = await ratePerSecond(small, 1)
  const together = await ratePerSecond(small, 16)
  const ratio = together.perSecond / alone.perSecond
  print('writes per second of 16 writers to those of 1', ratio, 'at least 5, or the processor is the limit')
  for (const { perSecond, cpu } of [alone, together]) {
    console.log(`  ${Math.round(perSecond)} per second, using ${Math.round(100 * cpu)} % of a processor`)
  }

  await timeCheckpoint(large)
  await small.close()
  await large.close()
  await timeStart(large.file)
}

async function open(name: string, workflows: number): Promise<InstanceStore> {
  const store = await openDocumentStore<Collections, Values>({
    file: join(folder, name),
    layout,
    format: FORMAT,
    initial: { workflows: sampleWorkflows(workflows) },
  })
  console.log(`${workflows} workflows of 10 nodes: ${(statSync(store.file).size / 1e6).toFixed(1)} MB`)
  return store
}

async function timeUpdates(store: InstanceStore, workflows: number) {
  const times: number[] = []
  for (let count = 0; count < UPDATES; count++) {
    const workflow = sampleWorkflow(String(1 + Math.floor(Math.random() * workflows)), count)
    const began = performance.now()
    await store.update(draft => draft.workflows.set(workflow))
    times.push(performance.now() - began)
  }
  return times
}

/** `cpu` counts all threads, so it may be more than 1. */
async function ratePerSecond(store: InstanceStore, writers: number) {
  const total = 4000
  const workflows = sampleWorkflows(SMALL)
  let left = total
  const write = async () => {
    while (left-- > 0) {
      const workflow = { ...(workflows[left % SMALL] as (typeof workflows)[number]) }
      await store.update(draft => draft.workflows.set(workflow))
    }
  }
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  await Promise.all(Array.from({ length: writers }, write))
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: (total * 1000) / took, cpu: (user + system) / 1000 / took }
}

/** How long anything else has to wait while the document is written. */
async function timeCheckpoint(store: InstanceStore) {
  await store.update(draft => draft.workflows.set(sampleWorkflow('1')))
  const gaps: number[] = []
  let last = performance.now()
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      await new Promise(resolve => setImmediate(resolve))
      gaps.push(performance.now() - last)
      last = performance.now()
    }
  }
  const watching = watch()
  const began = performance.now()
  await store.checkpoint()
  const took = performance.now() - began
  isOver = true
  await watching
  const { median, high, longest } = summary(gaps)
  console.log(
    `checkpoint of ${LARGE} workflows: ${ms(took)}; others wait ${ms(median)} (median), ${ms(high)} (99 %), ${ms(longest)} (longest)`,
  )
}

async function timeStart(file: string) {
  const empty = join(folder, 'empty.json')
  const measured = { parse: [] as number[], open: [] as number[], empty: [] as number[] }
  for (let round = 0; round < 7; round++) {
    measured.parse.push(await timeInProcess('parse', file))
    measured.open.push(await timeInProcess('open', file))
    measured.empty.push(await timeInProcess('open', empty))
  }
  const [parse, opened, nothing] = [measured.parse, measured.open, measured.empty].map(times => summary(times).median)
  const ratio = ((opened ?? 0) - (nothing ?? 0)) / (parse ?? 1)
  print('start beyond an empty one, to JSON.parse of the file', ratio, 'at most 2.5')
  console.log(`  JSON.parse ${ms(parse)}, start ${ms(opened)}, empty start ${ms(nothing)}`)
}

async function timeInProcess(what: string, file: string) {
  const { spawnSync } = await import('node:child_process')
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.ts'), what, file], {
    encoding: 'utf8',
  })
  if (stderr) console.error(stderr)
  return Number(stdout)
}

function summary(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), high: at(0.99), longest: at(1) }
}

function ms(time = 0) {
  return `${time.toFixed(2)} ms`
}

function print(what: string, ratio: number, target: string) {
  console.log(`${what}: ${ratio.toFixed(2)} (${target})`)
}
