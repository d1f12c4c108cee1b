import { currentItem, itemAt } from './items.ts'
import { jmespath, luxon, now, today } from './luxon.ts'
import { input, inputLength, itemOfInput, items, nodeByName, nodes } from './nodes.ts'
import { askHost, fail } from './outside.ts'
import { current } from './run.ts'
import { extend } from './transformations.ts'

const DENIED =
  'If you need access please contact the administrator to remove the environment variable ‘N8N_BLOCK_ENV_ACCESS_IN_NODE‘'

/** `$env`: refused, as the service does by default. */
const env = new Proxy(
  {},
  {
    get: (_, name) => {
      if (typeof name === 'symbol' || name === 'toJSON') return undefined
      return fail('access to env vars denied', {
        context: {
          causeDetailed: DENIED,
          ...(current.isCode ? { runIndex: current.node.runIndex } : {}),
          itemIndex: current.itemIndex,
        },
      })
    },
    has: () => false,
    ownKeys: () => [],
  },
)

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value as object).length === 0)

const average = (...given: unknown[]) => {
  for (const value of given) if (typeof value !== 'number') fail('average(): all array elements must be numbers')
  return (given as number[]).reduce((a, b) => a + b, 0) / (given.length || 1)
}
const min = (...given: unknown[]) => Math.min(...(given as number[]))
const max = (...given: unknown[]) => Math.max(...(given as number[]))
const not = (value: unknown) => !value

function choose(...given: unknown[]): unknown {
  if (given.length < 2) fail('invalid syntax')
  const [test, yes, no = false] = given
  return test ? yes : no
}

function ifEmpty(...given: unknown[]): unknown {
  if (given.length < 2) fail('expected two arguments (value, defaultValue) for this function')
  return isEmpty(given[0]) ? given[1] : given[0]
}

function search(data: unknown, expression: unknown): unknown {
  if (typeof data !== 'object' || data === null || typeof expression !== 'string')
    fail('expected two arguments (Object, string) for this function')
  return jmespath(data, String(expression))
}

const ownField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** What a model chose is in the item that calls a tool; beside tools it is looked for in the item of the run's number. */
function fromAi(name?: unknown, _description?: unknown, _type?: unknown, fallback?: unknown): unknown {
  if (current.isCode && fallback === undefined) fail('No execution data available')
  if (!name) fail("Add a key, e.g. $fromAI('placeholder_name')")
  if (!/^[a-zA-Z0-9_-]{0,64}$/.test(String(name)))
    fail(
      'Invalid parameter key, must be between 1 and 64 characters long and only contain lowercase letters, uppercase letters, numbers, underscores, and hyphens',
    )
  if (['__proto__', 'constructor', 'prototype'].includes(String(name))) fail('Invalid parameter key')
  if (current.isCode) return fallback
  const json = itemOfInput(current.node.runIndex)?.json
  if (!json) fail('No execution data available')
  return ownField(ownField(json, 'query'), String(name)) ?? ownField(json, String(name)) ?? fallback
}

const customData = {
  set: (key: unknown, value: unknown) => askHost<void>('customData', 'set', key, value),
  setAll: (values: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(values)) askHost('customData', 'set', key, value)
  },
  get: (key: unknown) => askHost('customData', 'get', key),
  getAll: () => askHost('customData', 'getAll'),
}

function execution(): object | undefined {
  if (current.node.before === 'execution') return undefined
  const { id, mode, resumeUrl, resumeFormUrl } = current.run.execution
  return {
    id,
    mode: mode === 'manual' ? 'test' : 'production',
    resumeUrl,
    resumeFormUrl,
    // expressions have none of its methods
    customData: current.isCode ? customData : {},
  }
}

/** `$item(n)`: the names, for another item. */
function atItem(given: unknown): object {
  const itemIndex = Number(given)
  if (itemIndex >= inputLength()) askHost('node', current.node.name, 'noSuchItem', inputLength(), itemIndex)
  const made = {}
  const at = <Result>(run: () => Result): Result => {
    const before = current.itemIndex
    current.itemIndex = itemIndex
    try {
      return run()
    } finally {
      current.itemIndex = before
    }
  }
  const field = (name: string, get: () => unknown) => Object.defineProperty(made, name, { get, enumerable: true })
  field('$json', () => at(json))
  field('$data', () => at(json))
  field('$binary', () => at(binary))
  field('$itemIndex', () => itemIndex)
  field(
    '$node',
    () =>
      new Proxy(
        {},
        { get: (_, name) => at(() => snapshot((nodes as Record<string, object>)[String(name)] as object)) },
      ),
  )
  return made
}

const snapshot = (node: object) => ({ ...node })

const json = () => (current.node.before ? notExecuted() : currentItem()?.json)
const binary = () => (current.node.before ? notExecuted() : (currentItem()?.binary ?? {}))
const notExecuted = () => fail(`Node '${current.node.name}' hasn't been executed`)

const noInput = new Proxy({}, { get: () => fail('No execution data available') })

/** What is computed when it is read. */
const LAZY: Record<string, () => unknown> = {
  $json: json,
  $data: json,
  $binary: binary,
  $input: () => (current.node.before ? noInput : input),
  $itemIndex: () => current.itemIndex,
  $position: () => current.itemIndex,
  $thisItem: () => itemAt({ input: 0 }, current.itemIndex),
  $thisItemIndex: () => current.itemIndex,
  $thisRunIndex: () => current.node.runIndex,
  $runIndex: () => current.node.runIndex,
  $node: () => nodes,
  $self: () => askHost('node', current.node.name, 'context') ?? {},
  $parameter: () => askHost('node', current.node.name, 'parameters'),
  $rawParameter: () => askHost('node', current.node.name, 'parameters'),
  $nodeVersion: () => current.node.typeVersion,
  $nodeId: () => current.node.id,
  $webhookId: () => current.node.webhookId,
  $prevNode: () => current.node.previous ?? {},
  $workflow: () => {
    const { active, id, name } = current.run.workflow
    return { active, id, name }
  },
  $execution: execution,
  $executionId: () => current.run.execution.id,
  $resumeWebhookUrl: () => current.run.execution.resumeUrl,
  $mode: () => current.run.execution.mode,
  $vars: () => askHost('variables'),
  $env: () => env,
  $tool: () => ({}),
  $agentInfo: () => undefined,
  $now: now,
  $today: today,
  DateTime: () => luxon().DateTime,
  Duration: () => luxon().Duration,
  Interval: () => luxon().Interval,
}

/** What expressions and Code have. */
const FIXED: Record<string, unknown> = {
  $: nodeByName,
  $items: items,
  $item: atItem,
  $jmespath: search,
  $jmesPath: search,
  $fromAI: fromAi,
  $fromAi: fromAi,
  $fromai: fromAi,
}

/** What only expressions have. */
const HELPERS: Record<string, unknown> = {
  $if: choose,
  $ifEmpty: ifEmpty,
  $min: min,
  $max: max,
  $average: average,
  $not: not,
  $evaluateExpression: (text: unknown, at?: unknown) =>
    askHost('evaluate', String(text), at === undefined ? current.itemIndex : Number(at)),
  extend,
  average,
  min,
  max,
  not,
  zip: (names: unknown[], values: unknown[]) => Object.fromEntries(names.map((name, at) => [name, values[at]])),
  numberList: (from: number, to: number) => {
    const step = from <= to ? 1 : -1
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => from + at * step)
  },
}

/** Defines the names of a run on an object; they may be replaced there. */
export function defineNames(target: object, { isCode }: { isCode: boolean }) {
  const settable = (name: string, get: () => unknown) =>
    Object.defineProperty(target, name, {
      get,
      set: value =>
        Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true }),
      configurable: true,
      enumerable: isCode,
    })
  for (const [name, get] of Object.entries(LAZY)) settable(name, get)
  for (const [name, value] of Object.entries(isCode ? FIXED : { ...FIXED, ...HELPERS })) settable(name, () => value)
}

let extra: string[] = []

/** Names that a node adds for its expressions, such as `$response`. */
export function defineExtra(target: Record<string, unknown>, names: string[]) {
  for (const name of extra) delete target[name]
  extra = names
  for (const name of names)
    Object.defineProperty(target, name, { get: () => askHost('extra', name), configurable: true, enumerable: true })
}
