// Evaluates a few things in a worker of whatever runtime this is, and prints what came out as JSON.
import { parentPort, Worker } from 'node:worker_threads'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import { makeScope } from './scope.ts'

const EXPRESSIONS = [
  '={{ $json.a.b }}',
  '={{ $json.list.map(n => n * 2).sum() }}',
  '={{ $now.toISO() }}',
  '={{ $json.at.toDateTime().setZone("Asia/Tokyo").toFormat("cccc d LLLL yyyy HH:mm") }}',
  '={{ (1234567.891).toLocaleString("de-DE") }}',
  '={{ new Date(0).toLocaleString("en-US", { timeZone: "America/New_York", dateStyle: "medium" }) }}',
  '={{ "hello".hash("sha3") }}',
  '={{ new Date(2025, 2, 4, 10).toString() }}',
  '={{ new Date("March 4, 2025 10:00").toISOString() }}',
  '={{ Math.random() }}',
  '={{ $jmespath($json, "list[0]") }}',
  '={{ $json.a.nope() }}',
  '={{ $json. }}',
]
const CODE = [
  'return [{ json: { n: $input.all().length, at: $now.toISO(), bytes: Buffer.from("hé").toString("base64") } }]',
  'return null.x',
  'for (;;);',
  'return JSON.parse("[".repeat(200000) + "]".repeat(200000)).length',
  'const f = () => f() + 1; return f()',
]

async function sample() {
  const engine = await loadEngine()
  const results: unknown[] = []
  const attempt = async (run: () => unknown) => {
    try {
      results.push((await run()) ?? null)
    } catch (error) {
      results.push(`${(error as Error).constructor.name}: ${(error as Error).message}`)
    }
  }
  const { run, scope } = makeScope({ a: { b: 'c' }, list: [3, 1, 2], at: '2025-03-04T10:20:30.000Z' }, { time: 60_000 })
  const realm = await engine.open(run)
  for (const text of EXPRESSIONS) await attempt(() => realm.evaluate(text, scope, 0))
  realm.close()
  for (const code of CODE) {
    const made = makeScope({ a: 1 }, { time: code.startsWith('for') ? 500 : 30_000 })
    const other = await engine.open(made.run)
    await attempt(() => other.runCode({ code, for: 'items', dialect: 'code' }, made.scope))
    other.close()
  }
  return results
}

if (parentPort) parentPort.postMessage(JSON.stringify(await sample()))
else {
  const worker = new Worker(new URL(import.meta.url))
  worker.on('message', text => {
    console.log(text)
    worker.terminate()
  })
}
