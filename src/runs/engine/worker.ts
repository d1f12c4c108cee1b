// The worker in which runs are computed, one after the other. It has no other contact with the process than its messages.
import { parentPort } from 'node:worker_threads'
import { loadEngine } from '../expressions/engine.ts'
import { computeRun } from './compute-run.ts'
import type { RunAccess, RunJob } from './job.ts'
import { type AskName, errorText, type FromWorker, type TaskName, type Tasks, type ToWorker } from './messages.ts'

const port = parentPort
if (!port) throw new Error('This file is the worker of simulated runs: it is not started by hand')
const send = (message: FromWorker) => port.postMessage(message)

const asks = new Map<number, PromiseWithResolvers<unknown>>()
let asked = 0
let last: Promise<unknown> = Promise.resolve()

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'task': {
      const { task, name, given } = message
      last = last.then(() => perform(task, name, given))
      return
    }
    case 'answer':
      return settle(message.ask)?.resolve(message.value)
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

async function perform(task: number, name: TaskName, given: unknown) {
  try {
    send({ kind: 'made', task, made: await TASKS[name](given as never, accessOf(task)) })
  } catch (error) {
    send({ kind: 'failed', task, error: errorText(error) })
  }
}

const TASKS = {
  run: async (job: RunJob, access: RunAccess) => computeRun(job, await engine, access),
  check: async ({ texts, timeLimit }: Tasks['check']['given']) =>
    (await engine).check(texts, performance.now() + timeLimit),
}

/** What a run asks of its instance goes to the main thread, and comes back from there. */
const accessOf = (task: number) =>
  new Proxy({} as RunAccess, {
    get:
      (_, name) =>
      (...given: unknown[]) => {
        const ask = ++asked
        const answer = Promise.withResolvers<unknown>()
        asks.set(ask, answer)
        send({ kind: 'ask', ask, task, name: name as AskName, given })
        return answer.promise
      },
  })
