// The process in which the installed engine runs workflows. It reads lines of JSON from its standard input, and writes
// such lines; it has no other contact.
import process from 'node:process'
import { createInterface } from 'node:readline'
import type { AskName, Asks, FromChild, ToChild } from '../messages.ts'
import { closeNetwork } from './closed-network.ts'
import { type Current, itemOfCaller } from './current.ts'

const input = process.stdin
const output = process.stdout
const streams = [input, output, process.stderr]
const write = output.write.bind(output)
let token = ''

type Said = FromChild extends infer Message
  ? Message extends { token: string }
    ? Omit<Message, 'token'>
    : never
  : never
const say = (message: Said) => write(`${JSON.stringify({ token, ...message })}\n`)

const asks = new Map<number, PromiseWithResolvers<unknown>>()
let asked = 0

/** Asks the process that started this one. */
function ask<Name extends AskName>(name: Name, given: Asks[Name]['given']): Promise<Asks[Name]['made']> {
  const number = ++asked
  const waiting = Promise.withResolvers<unknown>()
  asks.set(number, waiting)
  say({ kind: 'ask', ask: number, name, given })
  return waiting.promise as Promise<Asks[Name]['made']>
}

const current: Current = { key: '', node: '', itemIndex: 0, secrets: new Set() }
let engine: Promise<import('./child-engine.ts').ChildEngine> | undefined

async function start(message: ToChild & { kind: 'start' }) {
  token = message.token
  closeNetwork(
    async ({ method, url, headers, body, itemIndex = current.itemIndex }) => {
      const made = await ask('http', {
        ...current,
        itemIndex,
        secrets: [...current.secrets],
        method,
        url,
        headers,
        body: body.toString('base64'),
      })
      if (!('failure' in made)) return { ...made, body: Buffer.from(made.body, 'base64') }
      const { message, code } = made.failure
      throw Object.assign(new Error(message), { code })
    },
    to => void ask('ownClient', { node: current.node, to }).catch(() => {}),
    itemOfCaller,
    streams,
  )
  try {
    const { ChildEngine } = await import('./child-engine.ts')
    const made = await ChildEngine.load(message, ask, current)
    say({ kind: 'ready', core: made.version })
    return made
  } catch (error) {
    say({ kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    throw error
  }
}

/** Loads a package, and sends what its nodes say of themselves. */
async function describe({ token: given, folder }: ToChild & { kind: 'describe' }) {
  token = given
  const refuse = () => Promise.reject(new Error('nothing is sent while a package is described'))
  closeNetwork(
    refuse,
    () => {},
    () => undefined,
    streams,
  )
  try {
    const { describePackage } = await import('./descriptions.ts')
    say({ kind: 'described', ...describePackage(folder) })
  } catch (error) {
    say({ kind: 'broken', message: error instanceof Error ? error.message : String(error) })
  }
}

async function run({ task, job }: ToChild & { kind: 'run' }) {
  try {
    const loaded = await engine
    if (!loaded) throw new Error('The engine was not started')
    say({ kind: 'made', task, made: await loaded.run(job) })
  } catch (error) {
    const { name = '', message = String(error), stack = message } = error instanceof Error ? error : {}
    const isMissing = name === 'MissingPart'
    say({ kind: 'failed', task, message: isMissing ? message : stack, isMissing })
  }
}

function settle(number: number) {
  const waiting = asks.get(number)
  asks.delete(number)
  return waiting
}

createInterface({ input }).on('line', line => {
  const message = JSON.parse(line) as ToChild
  switch (message.kind) {
    case 'start':
      engine = start(message)
      engine.catch(() => {})
      return
    case 'describe':
      return void describe(message)
    case 'run':
      return void run(message)
    case 'answer':
      return settle(message.ask)?.resolve(message.value)
    case 'refusal':
      return settle(message.ask)?.reject(new Error(message.message))
  }
})
input.on('end', () => process.exit(0))
process.on('unhandledRejection', () => {})
process.on('uncaughtException', () => {})

// nodes get no way to the streams, and what they print is dropped
for (const name of ['stdin', 'stdout', 'stderr'])
  Object.defineProperty(process, name, {
    value: { write: () => true, on() {}, once() {}, emit() {}, end() {} },
    configurable: false,
  })
for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'dir'])
  Object.defineProperty(console, name, { value: () => {} })
