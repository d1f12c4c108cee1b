// The worker in which runs are computed, one after the other. It has no other contact with the process than its messages.
import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { loadEngine } from '../expressions/engine.ts'
import { computeRun } from './compute-run.ts'
import type { RunAccess, RunJob } from './job.ts'
import {
  type AskName,
  errorText,
  type FromWorker,
  frozen,
  type SharedFields,
  type TaskName,
  type Tasks,
  type ToWorker,
} from './messages.ts'
import { takeLargeTexts } from './moved-texts.ts'
import { playRun } from './pack-run.ts'
import type { MadeRun, SentRun } from './sent-run.ts'
import { storedWaitIn } from './stored-wait.ts'

const port = parentPort
if (!port) throw new Error('This file is the worker of simulated runs: it is not started by hand')
const send = (message: FromWorker, moved: ArrayBuffer[] = []) =>
  port.postMessage(message, 'bytes' in message && message.bytes ? [message.bytes] : moved)

/** How old what is known of its memory may be, in milliseconds. */
const MEASURED_MS = 100

const shared = new Map<number, unknown>()

const asks = new Map<number, PromiseWithResolvers<unknown>>()
let asked = 0
let last: Promise<unknown> = Promise.resolve()

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'task': {
      const { task, name, given } = message
      last = last.then(() => perform(task, name, withShared(given, message.shared)))
      return
    }
    case 'share':
      if (message.isFirst) shared.clear()
      shared.set(message.number, frozen(JSON.parse(message.json)))
      return
    case 'answer':
      return settle(message.ask)?.resolve(withShared(message.value, message.shared))
    case 'refusal':
      return settle(message.ask)?.reject(new Error(message.error.message))
  }
})
const engine = loadEngine()
engine.then(
  () => send({ kind: 'ready' }),
  // the first run says why
  () => send({ kind: 'ready' }),
)

function settle(ask: number) {
  const waiting = asks.get(ask)
  asks.delete(ask)
  return waiting
}

/** With the values that some of its fields name. */
function withShared(value: unknown, fields: SharedFields): unknown {
  if (fields.length === 0) return value
  return { ...(value as object), ...Object.fromEntries(fields.map(([name, number]) => [name, shared.get(number)])) }
}

let compiled = () => {}

/** Calls this once, before the first result is sent: what runs take has been compiled then. */
export function onceCompiled(call: () => void) {
  compiled = call
}

async function perform(task: number, name: TaskName, given: unknown) {
  try {
    const made = await TASKS[name](given as never, accessOf(task))
    const run = typeof made === 'object' && 'data' in made ? (made as MadeRun) : undefined
    const texts = run ? takeLargeTexts(run) : []
    compiled()
    compiled = () => {}
    const moved = [...texts.map(({ bytes }) => bytes), ...(run ? bodyOf(run) : [])]
    send({ kind: 'made', task, made, memory: bytesOfThread(), texts }, moved)
  } catch (error) {
    send({ kind: 'failed', task, error: errorText(error) })
  }
}

let measured = { at: Number.NEGATIVE_INFINITY, bytes: 0 }

/** The memory of this thread's objects, whatever of it is in use. Asking takes a tenth of a short run. */
function bytesOfThread(): number {
  const now = performance.now()
  if (now - measured.at < MEASURED_MS) return measured.bytes
  const { heapTotal, external } = process.memoryUsage()
  measured = { at: now, bytes: heapTotal + external }
  return measured.bytes
}

const bodyOf = ({ reply }: MadeRun) => (reply && 'body' in reply && reply.body ? [reply.body] : [])

const TASKS = {
  play: async (sent: SentRun, access: RunAccess) => playRun(sent, await engine, access),
  run: async (job: RunJob, access: RunAccess) => JSON.stringify(await computeRun(job, await engine, access)),
  look: async ({ json }: Tasks['look']['given']) => storedWaitIn(json),
  check: async ({ texts, timeLimit }: Tasks['check']['given']) =>
    (await engine).check(texts, performance.now() + timeLimit),
}

/** The bytes of a file as a buffer of their own. */
function withBuffer([first, ...rest]: unknown[]): { given: unknown[]; bytes?: ArrayBuffer } {
  if (typeof first !== 'object' || first === null || !('bytes' in first) || !(first.bytes instanceof Uint8Array))
    return { given: [first, ...rest] }
  return { given: [{ ...first, bytes: undefined }, ...rest], bytes: new Uint8Array(first.bytes).buffer }
}

/** What a run asks of its instance goes to the main thread, and comes back from there. */
const accessOf = (task: number) =>
  new Proxy({} as RunAccess, {
    get:
      (_, name) =>
      async (...given: unknown[]) => {
        const ask = ++asked
        const answer = Promise.withResolvers<unknown>()
        asks.set(ask, answer)
        send({ kind: 'ask', ask, task, name: name as AskName, ...withBuffer(given) })
        const answered = await answer.promise
        return answered instanceof ArrayBuffer ? new Uint8Array(answered) : answered
      },
  })
