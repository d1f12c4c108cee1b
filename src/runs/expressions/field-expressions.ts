import { ExpressionFailure } from './failure.ts'
import { pairedItemOf } from './paired-items.ts'
import { rewriteCode } from './rewrite-code.ts'
import type { NodeScope } from './scope.ts'
import { CONSTRUCTOR } from './template.ts'

/** A field of the item, or of the one that it was made from: the names that lead to it. */
interface Field {
  /** The node that put the item out, where it is another one. */
  node: string | undefined
  path: readonly string[]
}

/** `$json`, `$input.item.json` or `$('Name').item.json`, and names behind it: `.name`, `?.name`, `["name"]`, `[0]`. */
const FIELD =
  /^\s*(?:\$json|\$input\.item\.json|\$\((?:"([^"\r\n]*)"|'([^'\r\n]*)')\)\.item\.json)((?:\??\.[A-Za-z_$][\w$]*|\["[^"\r\n]*"\]|\['[^'\r\n]*'\]|\[\d{1,9}\])*)\s*$/
const STEP = /\.([A-Za-z_$][\w$]*)|\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\]/g
/** Longer texts are seldom met again. */
const LONGEST = 2000
const MAX_KNOWN = 1000

const known = new Map<string, readonly (string | Field)[] | undefined>()

/**
 * Evaluates a text whose expressions only read fields of items, as most do: without the engine, which has to be made ready
 * and emptied for it.
 *
 * @returns `undefined` where the engine has to evaluate it
 *
 * @example
 * readFields('=Hello {{ $json.name }}', scope, 0) // { value: 'Hello Ann' }
 */
export function readFields(text: string, scope: NodeScope, itemIndex: number): { value: unknown } | undefined {
  const parts = scope.extra ? undefined : partsOf(text)
  if (!parts) return undefined
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') {
    const value = copyOf(readField(only, scope, itemIndex))
    return value === OTHER ? undefined : { value }
  }
  let joined = ''
  for (const part of parts) {
    const value = typeof part === 'string' ? part : readField(part, scope, itemIndex)
    if (typeof value === 'object' && value !== null) return undefined
    joined += value ?? ''
    if (joined.length > MAX_COPIED) return undefined
  }
  return { value: joined }
}

/** Characters that are copied; the engine has a bound of time and memory for more. */
const MAX_COPIED = 64 * 1024
/** What only the engine can evaluate. */
const OTHER = {}

function partsOf(text: string): readonly (string | Field)[] | undefined {
  if (text.length > LONGEST) return undefined
  const parts = known.get(text)
  if (parts || known.has(text)) return parts
  if (known.size >= MAX_KNOWN) known.clear()
  const read = readParts(text.slice(1))
  known.set(text, read)
  return read
}

/** The texts and the fields of a template; `undefined` where it has other expressions, or signs that are escaped. */
function readParts(text: string): readonly (string | Field)[] | undefined {
  if (text.includes('\\') || CONSTRUCTOR.test(text)) return undefined
  const parts: (string | Field)[] = []
  let at = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const close = text.indexOf('}}', open + 2)
    const field = close < 0 ? undefined : fieldOf(text.slice(open + 2, close))
    if (!field) return undefined
    if (open > at) parts.push(text.slice(at, open))
    parts.push(field)
    at = close + 2
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts
}

function fieldOf(code: string): Field | undefined {
  const [, quoted, apostrophed, steps] = FIELD.exec(code) ?? []
  if (steps === undefined || isRefused(code)) return undefined
  return {
    node: quoted ?? apostrophed,
    path: Array.from(steps.matchAll(STEP), ([, ...names]) => names.find(name => name !== undefined) ?? ''),
  }
}

/** Whether it names what the service refuses: the engine says how. */
function isRefused(code: string): boolean {
  try {
    return rewriteCode(code) !== code
  } catch {
    return true
  }
}

function readField({ node, path }: Field, scope: NodeScope, itemIndex: number): unknown {
  if (node !== undefined) return valueAt(pairedJson(node, scope, itemIndex), path)
  const item = scope.inputs[0]?.[itemIndex]
  return item ? valueAt(item.json, path) : OTHER
}

function pairedJson(node: string, scope: NodeScope, itemIndex: number): unknown {
  try {
    const place = pairedItemOf(scope, node, itemIndex)
    return place && scope.run.runData.get(place.node)?.[place.run]?.data?.main[place.output]?.[place.at]?.json
  } catch (error) {
    // the engine fails in the same way, where an expression may fail
    if (error instanceof ExpressionFailure) return OTHER
    throw error
  }
}

function valueAt(json: unknown, path: readonly string[]): unknown {
  if (json === OTHER) return OTHER
  let value = json
  for (const name of path) {
    // an expression that reads a field of nothing is undefined
    if (value === undefined || value === null) return undefined
    if (!isPlain(value)) return OTHER
    if (Object.hasOwn(value, name)) value = value[name]
    // every object has it, or every list
    else if (name in value || Array.isArray(value)) return OTHER
    else return undefined
  }
  return typeof value === 'object' || isSimple(value) ? value : OTHER
}

/** As JSON has objects and lists; texts and numbers have functions of the service. */
function isPlain(value: NonNullable<unknown>): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === Array.prototype
}

const isSimple = (value: unknown) =>
  value === undefined || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** As the engine gives it: no change of it changes the item. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value === OTHER) return value === 0 ? 0 : value
  const text = JSON.stringify(value)
  return text.length > MAX_COPIED ? OTHER : JSON.parse(text)
}
