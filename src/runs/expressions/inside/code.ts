import { placeOf, useUsualMessage } from './errors.ts'
import { allItems, currentItem } from './items.ts'
import { defineNames } from './names.ts'
import { askHost, ExpressionError, fail } from './outside.ts'
import { current } from './run.ts'
import { advanceTimers, isTimerLeft, nextTimer } from './timers.ts'

const { stringify, parse } = JSON
const { Function: compileText } = globalThis
const AsyncFunction = (async () => {}).constructor as typeof Function

export interface CodeOptions {
  code: string
  /** It was compiled before without an error. */
  isWhole: boolean
  for: 'items' | 'item'
  dialect: 'code' | 'function' | 'functionItem'
  /** Milliseconds that timers may let pass, and of how many they are the rest; any where left out. */
  mayWait?: number
  taskTime?: number
}

let state: { isSettled: boolean; value?: unknown; error?: unknown; isFailed?: boolean } = { isSettled: true }
let staticData: Record<string, unknown> = {}
let limit: Pick<CodeOptions, 'mayWait' | 'taskTime'> = {}

/** Starts code; `outcome` says how it ended. @returns `whole` where it compiles */
export function startCode(text: string): string {
  const options = parse(text) as CodeOptions
  staticData = {}
  limit = options
  current.isForEach = options.for === 'item' && options.dialect === 'code'
  state = { isSettled: false }
  const mine = state
  const settle = (isFailed: boolean) => (value: unknown) => {
    mine.isSettled = true
    mine.isFailed = isFailed
    if (isFailed) mine.error = value
    else mine.value = value
  }
  try {
    run(options).then(settle(false), settle(true))
  } catch (error) {
    settle(true)(error)
  }
  return last?.code === options.code ? 'whole' : ''
}

function run({ code, isWhole, dialect, for: scope }: CodeOptions): Promise<unknown> {
  const given: Record<string, unknown> = {}
  if (dialect === 'function' || (dialect === 'code' && scope === 'items')) given.items = copies(allItems({ input: 0 }))
  if (dialect === 'functionItem') {
    const item = copies([currentItem()])[0] as Record<string, unknown>
    given.item = item.json
    given.getBinaryData = () => item.binary
    given.setBinaryData = (binary: unknown) => {
      item.binary = binary
    }
  }
  if (dialect !== 'code') {
    given.getNodeParameter = (name: string) =>
      askHost<Record<string, unknown>>('node', current.node.name, 'parameters')?.[name]
    given.getWorkflowStaticData = (globalThis as Record<string, unknown>).$getWorkflowStaticData
    given.helpers = helpers
  } else if (scope === 'item') given.item = copies([currentItem()])[0]
  const main = compileCode(code, isWhole, Object.keys(given))
  const self = dialect === 'code' ? THIS : thisWith(given)
  return main.apply(self, Object.values(given)) as Promise<unknown>
}

const KINDS = [TypeError, SyntaxError, ReferenceError, RangeError, URIError, EvalError]

type Main = (...given: unknown[]) => unknown
let last: { code: string; names: string; main: Main } | undefined

/** For each item the same is run: it is compiled once. */
function compileCode(code: string, isWhole: boolean, names: string[]): Main {
  if (last?.code === code && last.names === names.join()) return last.main
  // it has to be whole by itself, and may declare the names that it is given
  if (!isWhole) AsyncFunction(`${code}\n`)
  const main = compileText(...names, `return (async function () {\n${code}\n}).call(this)`) as Main
  last = { code, names: names.join(), main }
  return main
}

/** Compiles code without running it. @returns what is wrong with it; nothing where it compiles */
export function checkCode(code: string): string {
  try {
    AsyncFunction(`${code}\n`)
    return ''
  } catch (error) {
    return errorText(error)
  }
}

const copies = <Value>(values: Value[]): Value[] => parse(stringify(values)) as Value[]

const serviceOf = (name: string) => () => {
  throw new Error(`${name} calls a service: simulated runs call none`)
}

const helpers = Object.fromEntries(
  [
    ...[
      'httpRequest',
      'request',
      'httpRequestWithAuthentication',
      'requestWithAuthenticationPaginated',
      'requestWithAuthentication',
    ],
    ...[
      'requestOAuth1',
      'requestOAuth2',
      'getBinaryDataBuffer',
      'prepareBinaryData',
      'setBinaryDataBuffer',
      'assertBinaryData',
    ],
  ].map(name => [name, serviceOf(`this.helpers.${name}()`)]),
)
Object.assign(helpers, {
  returnJsonArray: (data: unknown) =>
    (Array.isArray(data) ? data : [data]).map(json =>
      json && typeof json === 'object' && 'json' in json ? json : { json },
    ),
  normalizeItems: (data: unknown) => (Array.isArray(data) ? data : [data]).map(json => (json?.json ? json : { json })),
})

const THIS: object = new Proxy(globalThis, {
  get: (target, name) => (name === 'helpers' ? helpers : Reflect.get(target, name)),
})

/** What the old nodes call `this`: everything that their code can also name without it. */
const thisWith = (given: Record<string, unknown>): object =>
  new Proxy(globalThis, {
    get: (target, name) =>
      typeof name === 'string' && Object.hasOwn(given, name) ? given[name] : Reflect.get(target, name),
  })

/** Lets timers fire until the code has ended. @returns '' while jobs are left to run */
export function outcome(): string {
  if (!state.isSettled) {
    if (isTimerLeft()) {
      if (nextTimer() > (limit.mayWait ?? Number.POSITIVE_INFINITY)) return timedOut()
      try {
        advanceTimers()
      } catch (error) {
        return `!${errorText(error)}`
      }
      return ''
    }
    return `!${stringify({ name: 'Pending' })}`
  }
  passTime()
  for (const [kind, data] of Object.entries(staticData)) askHost('staticData', 'set', kind, data)
  if (state.isFailed) return `!${errorText(state.error)}`
  return resultText(state.value)
}

function passTime() {
  if (current.waited === 0) return
  askHost('waited', current.waited)
  current.run.now += current.waited
  current.waited = 0
}

/** In the words of the service, whose task runner ends a task that takes too long. */
function timedOut() {
  const { mayWait = 0, taskTime = 0 } = limit
  const seconds = taskTime / 1000
  current.waited = Math.max(current.waited, mayWait)
  passTime()
  const advice = [
    'Optimize your script to prevent long-running tasks, e.g. by processing data in smaller batches.',
    'Ensure that all paths in your script are able to terminate, i.e. no infinite loops.',
    `If your task can reasonably take more than ${seconds} seconds, increase the timeout using the N8N_RUNNERS_TASK_TIMEOUT environment variable.`,
  ].map((text, at) => `${at + 1}. ${text}`)
  return `!${stringify({
    message: `Task execution timed out after ${seconds} seconds`,
    description: `The task runner was taking too long on this task, so it was suspected of being unresponsive and restarted, and the task was aborted. You can try the following:<br/><br/>${advice.join('<br/>')}`,
    thrown: true,
  })}`
}

function resultText(value: unknown): string {
  try {
    if (value === undefined) return 'u'
    if (typeof value === 'function') return 'f'
    return `j${stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner)) ?? 'null'}`
  } catch {
    return `!${stringify({ name: 'Unknown' })}`
  }
}

/** What the host needs of an error: its texts and the line in the author's code. */
function errorText(error: unknown): string {
  if (error instanceof ExpressionError) return stringify({ failure: error.failure })
  if (error === undefined) return stringify({ name: 'Unknown' })
  if (typeof error !== 'object' || error === null)
    return stringify({ thrown: true, message: stringify(error) ?? String(error) })
  useUsualMessage(error)
  const { message } = error as { message?: unknown }
  return stringify({
    message: message === undefined ? undefined : String(message),
    // only errors of the language have a description: their kind
    description: KINDS.find(kind => error instanceof kind)?.name ?? null,
    ...(error instanceof Error ? placeOf(error) : { thrown: true }),
  })
}

/** The global names of Code. */
export function installCode() {
  defineNames(globalThis, { isCode: true })
  const names = globalThis as Record<string, unknown>
  const hidden = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value, enumerable: false })
  names.require = (name: unknown) => {
    throw new Error(`Module '${String(name)}' is disallowed`)
  }
  names.module = {}
  names.$secrets = undefined
  hidden('$usual', useUsualMessage)
  names.global = globalThis
  names.$getWorkflowStaticData = (kind: unknown) => {
    if (kind !== 'global' && kind !== 'node') fail('Unknown context type. Only `global` and `node` are supported.')
    const key = String(kind)
    staticData[key] ??= askHost('staticData', 'get', key) ?? {}
    return staticData[key]
  }
  names.$evaluateExpression = () =>
    fail("$evaluateExpression can't be used in the Code node while task runners run in secure mode")
  const shown = (value: unknown) => (typeof value === 'string' ? value : (safeText(value) ?? String(value)))
  const write = (...values: unknown[]) => askHost<void>('log', values.map(shown).join(' '))
  names.console = Object.fromEntries(
    ['log', 'error', 'warn', 'info', 'debug', 'trace', 'table', 'dir'].map(name => [name, write]),
  )
}

function safeText(value: unknown): string | undefined {
  try {
    return stringify(value)
  } catch {
    return undefined
  }
}
