import { useUsualMessage } from './errors.ts'
import { forgetItems } from './items.ts'
import { isDateTime, isDuration } from './luxon.ts'
import { defineExtra, defineNames } from './names.ts'
import { ExpressionError, fail } from './outside.ts'
import { current } from './run.ts'
import { extend } from './transformations.ts'

const { stringify } = JSON
const { Function: compileText, Symbol: NativeSymbol } = globalThis

/** Names that the service hides behind an empty object. */
const HIDDEN = [
  'document',
  'global',
  'globalThis',
  'self',
  'alert',
  'prompt',
  'confirm',
  'eval',
  'uneval',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'Function',
  'requestAnimationFrame',
  'fetch',
  'XMLHttpRequest',
  'Promise',
  'Generator',
  'GeneratorFunction',
  'AsyncFunction',
  'AsyncGenerator',
  'AsyncGeneratorFunction',
  'WebAssembly',
  'Reflect',
  'Proxy',
  'escape',
  'unescape',
  'require',
  'module',
  'Buffer',
  '__dirname',
  '__filename',
]

/** Globals that expressions have; what else is global is undefined. */
const SHOWN = [
  ...['Object', 'Array', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array'],
  ...[
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'BigInt64Array',
    'BigUint64Array',
    'Map',
    'WeakMap',
    'Set',
    'WeakSet',
  ],
  ...['Error', 'TypeError', 'SyntaxError', 'EvalError', 'RangeError', 'ReferenceError', 'URIError', 'Intl', 'String'],
  ...[
    'RegExp',
    'Math',
    'Number',
    'BigInt',
    'Infinity',
    'NaN',
    'undefined',
    'isFinite',
    'isNaN',
    'parseFloat',
    'parseInt',
  ],
  ...[
    'JSON',
    'ArrayBuffer',
    'SharedArrayBuffer',
    'Atomics',
    'DataView',
    'encodeURI',
    'encodeURIComponent',
    'decodeURI',
  ],
  ...['decodeURIComponent', 'Boolean', 'Symbol', 'Date'],
]

const names = Object.create(null) as Record<string, unknown>

/** Defines what expressions see; call it once the globals are as they are to be. */
export function installExpressions() {
  for (const name of HIDDEN) names[name] = {}
  names.process = { arch: 'x64', env: {}, platform: 'linux' }
  for (const name of SHOWN) names[name] = (globalThis as Record<string, unknown>)[name]
  names.$usual = useUsualMessage
  names.$x = extend
  names.$xo = (value: unknown, name: string, given: () => unknown[]) =>
    value === undefined || value === null ? undefined : extend(value, name, given())
  defineNames(names, { isCode: false })
}

export const enterExpressions = (extra: string[]) => defineExtra(names, extra)

/** Whatever else is named is undefined, and an assignment to it has no effect after the expression. */
let assigned: Record<string, unknown> = {}
const unknown = new Proxy(Object.create(null) as Record<string, unknown>, {
  // the object of the known names is looked up by its own name
  has: (_, name) => name !== '$n',
  get: (_, name) => (typeof name === 'symbol' ? undefined : assigned[name]),
  set: (_, name, value) => {
    assigned[String(name)] = value
    return true
  },
})

const THIS = { process: {}, require: {}, module: {}, Buffer: {} }

type Evaluate = () => unknown
const compiled: (Evaluate | undefined)[] = []

/** What it changed is read again. */
const thenForgetting = (run: Evaluate): Evaluate =>
  function (this: unknown) {
    try {
      return run.call(this)
    } finally {
      forgetItems()
    }
  }

/** Refuses what is an expression only because of what stands around it. */
function functionOf(code: string): Evaluate {
  for (const wrapped of [`(\n${code}\n)`, `[\n${code}\n]`]) new compileText(wrapped)
  return wholeFunctionOf(code)
}

function wholeFunctionOf(code: string): Evaluate {
  return compileText('$u', '$n', `with($u)with($n)return function(){return(\n${code}\n)}`)(unknown, names) as Evaluate
}

/** Code of an expression: its first statement, which has to be an expression. `isWhole`: it is all of the code. */
function compileCode(code: string): { run: Evaluate; isWhole: boolean } {
  // only values: no declarations, which would be values in brackets
  if (/^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*(?:$|(?:async\s+)?function\b|class\b)/.test(code))
    throw new SyntaxError('no value')
  try {
    return { run: functionOf(code), isWhole: true }
  } catch (error) {
    new compileText(code)
    for (let at = code.search(/[;\n]/); at >= 0; at = nextEnd(code, at)) {
      try {
        return { run: functionOf(code.slice(0, at)), isWhole: false }
      } catch {
        // a text or a pattern goes on behind it
      }
    }
    throw error
  }
}

function nextEnd(code: string, after: number): number {
  const next = code.slice(after + 1).search(/[;\n]/)
  return next < 0 ? -1 : after + 1 + next
}

/**
 * Compiles the parts of a template: texts and, as objects, code. One code alone is a value, else all becomes text.
 *
 * @param template `mayChange`: the code may change what it reads
 * @returns `whole` where each code was found to be one expression: it need not be looked at again with `isWhole`
 * @throws ExpressionError `invalid syntax`
 */
export function compile(id: number, template: string): string {
  const parts = JSON.parse(template) as (string | { code: string; mayChange: boolean; isWhole?: true })[]
  let areWhole = true
  const made = parts.map(part => {
    if (typeof part === 'string') return part
    try {
      const { run, isWhole } = part.isWhole
        ? { run: wholeFunctionOf(part.code), isWhole: true }
        : compileCode(part.code)
      areWhole &&= isWhole
      return part.mayChange ? thenForgetting(run) : run
    } catch {
      return fail('invalid syntax')
    }
  })
  const [only] = made
  compiled[id] =
    made.length === 1 && typeof only === 'function' ? () => evaluated(only) : () => made.map(textOf).join('')
  return areWhole ? 'whole' : ''
}

/** An expression that fails in any other way than the service's own is undefined there. */
function evaluated(evaluate: Evaluate): unknown {
  try {
    return evaluate.call(THIS)
  } catch (error) {
    if (error instanceof ExpressionError) throw error
    return undefined
  }
}

function textOf(part: string | Evaluate): string {
  if (typeof part === 'string') return part
  const value = evaluated(part)
  if (value === undefined || value === null || Number.isNaN(value)) return ''
  if (typeof value === 'symbol') return fail('Expression evaluation failed: Cannot convert a Symbol value to a string')
  try {
    if (isDateTime(value)) return String((value as { toString(): string }).toString())
    return String(value)
  } catch {
    return ''
  }
}

/** Evaluates what was compiled; the result as `valueText` writes it. */
export function evaluate(id: number, itemIndex: number): string {
  const before = current.itemIndex
  current.itemIndex = itemIndex
  assigned = {}
  try {
    return valueText((compiled[id] as Evaluate)())
  } finally {
    current.itemIndex = before
  }
}

const notCloned = (shown: string) => fail(`Expression evaluation failed: ${shown} could not be cloned.`)

/** A value as text for the host: a letter for its kind, and JSON. */
export function valueText(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'u'
    case 'string':
      return `j${stringify(value)}`
    case 'boolean':
      return value ? 'jtrue' : 'jfalse'
    case 'number':
      return Number.isFinite(value) ? `j${stringify(value)}` : `n${value}`
    case 'bigint':
      return `j"${value}"`
    case 'symbol':
      return fail('Expression evaluation failed: Unsupported type')
    case 'function':
      return notCloned(shownFunction(value))
    default:
      break
  }
  if (value === null) return 'jnull'
  if (value instanceof Date) return `d${value.getTime()}`
  if (isDateTime(value) && !(value as { isValid?: boolean }).isValid) return 'i'
  if (isDateTime(value) || isDuration(value)) return `j${stringify(value)}`
  return `j${stringify(value, replace)}`
}

/** Fields of an object: what structured cloning refuses is refused. */
function replace(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function') return notCloned(shownFunction(value))
  if (typeof value === 'symbol') return fail('Expression evaluation failed: Unsupported type')
  if (typeof value !== 'object' || value === null) return value
  const tag = (value as Record<symbol, unknown>)[NativeSymbol.toStringTag]
  if (typeof tag === 'string' && (tag.endsWith('Iterator') || tag === 'Generator')) return notCloned(`[object ${tag}]`)
  if (tag === 'Promise') return notCloned('#<Promise>')
  return value
}

function shownFunction(value: unknown): string {
  const text = String(value).replace(/\s*\[native code\]\s*/, ' [native code] ')
  return text.length > 200 ? `${text.slice(0, 100)}...<omitted>...}` : text
}
