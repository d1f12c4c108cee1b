import { isRecord } from '../base/is-record.ts'
import { bounded, FUNCTIONS, LONGEST_RESULT, methodsOf, STATICS } from './expression-methods.ts'
import { type Expression, templateOf, Unsupported } from './expression-parser.ts'
import { isOwn, Moment, NodeItems, Nodes, plain, type Scope, textOf } from './expression-values.ts'

/** A parameter's value; `unsupported` where more than this evaluator is needed, `invalid` where it is no expression. */
export type Evaluated = { value: unknown } | 'unsupported' | 'invalid'

const MOST_STEPS = 10_000

/**
 * What a parameter is for an item. Text that begins with `=` is a template: what stands in `{{ }}` is evaluated by a small
 * evaluator with a list of functions; no code is run. A template of one expression is that expression's value.
 *
 * @example
 * evaluate('=Hi {{ $json.body.name.toUpperCase() }}', scope) // { value: 'Hi ANN' }
 */
export function evaluate(parameter: unknown, scope: Scope): Evaluated {
  if (typeof parameter !== 'string' || !parameter.startsWith('=')) return { value: parameter }
  const template = templateOf(parameter)
  if (template === 'unsupported' || template === 'invalid') return template
  try {
    return evaluated(template, { scope, steps: 0, holdsOwn: false })
  } catch (error) {
    // a value that is neither text nor a number, such as `{ "toString": 1 }`, is a TypeError
    if (error instanceof Unsupported || error instanceof TypeError) return 'unsupported'
    throw error
  }
}

function evaluated(template: (string | Expression)[], run: Run): Evaluated {
  try {
    const [only] = template
    if (template.length === 1 && typeof only === 'object') {
      const value = read(only, run)
      return { value: run.holdsOwn || isOwn(value) ? plain(value) : value }
    }
    let text = ''
    for (const part of template) text += typeof part === 'string' ? part : textOf(read(part, run))
    return text.length > LONGEST_RESULT * 4 ? 'unsupported' : { value: text }
  } finally {
    run.scope.spend(run.steps)
  }
}

interface Run {
  scope: Scope
  steps: number
  /** Whether a list, an object or a call got a value that only the evaluator has: a large result is searched only then. */
  holdsOwn: boolean
}

/** A value that becomes a part of another. */
function readPart(expression: Expression, run: Run): unknown {
  const value = read(expression, run)
  run.holdsOwn ||= isOwn(value)
  return value
}

function read(expression: Expression, run: Run): unknown {
  if (++run.steps > MOST_STEPS) throw new Unsupported()
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'name':
      return named(expression.name, run.scope)
    case 'member':
      return memberOf(read(expression.of, run), read(expression.name, run))
    case 'call':
      return called(expression, run)
    case 'list':
      return expression.items.map(item => readPart(item, run))
    case 'object':
      return Object.fromEntries(expression.entries.map(([name, value]) => [name, readPart(value, run)]))
    case 'text':
      return expression.parts.map(part => (typeof part === 'string' ? part : textOf(read(part, run)))).join('')
    case 'not':
      return !read(expression.of, run)
    case 'minus':
      return -Number(read(expression.of, run))
    case 'plus':
      return Number(read(expression.of, run))
    case 'choice':
      return read(read(expression.test, run) ? expression.yes : expression.no, run)
    case 'binary':
      return combined(expression, run)
  }
}

function combined({ operator, left, right }: Expression & { kind: 'binary' }, run: Run): unknown {
  const a = read(left, run)
  if (operator === '&&') return a && read(right, run)
  if (operator === '||') return a || read(right, run)
  if (operator === '??') return a ?? read(right, run)
  const b = read(right, run)
  switch (operator) {
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '==':
      return isLoose(a, b)
    case '!=':
      return !isLoose(a, b)
    case '+':
      return isText(a) || isText(b) ? bounded(textOf(a) + textOf(b)) : Number(a) + Number(b)
    case '-':
      return Number(a) - Number(b)
    case '*':
      return Number(a) * Number(b)
    case '/':
      return Number(a) / Number(b)
    case '%':
      return Number(a) % Number(b)
    default:
      return isOrdered(operator, a, b)
  }
}

const isText = (value: unknown) => typeof value === 'string' || (typeof value === 'object' && value !== null)
const isLoose = (a: unknown, b: unknown) =>
  a === b || ((a ?? null) === null && (b ?? null) === null) || (isPlain(a) && isPlain(b) && Number(a) === Number(b))
const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'

function isOrdered(operator: string, a: unknown, b: unknown): boolean {
  const [left, right] =
    typeof a === 'string' && typeof b === 'string' ? [a, b] : [Number(ordinalOf(a)), Number(ordinalOf(b))]
  if (operator === '<') return left < right
  if (operator === '>') return left > right
  return operator === '<=' ? left <= right : left >= right
}

const ordinalOf = (value: unknown) => (value instanceof Moment ? value.time : value)

function named(name: string, scope: Scope): unknown {
  switch (name) {
    case '$json':
      return scope.json
    case '$itemIndex':
      return scope.itemIndex
    case '$runIndex':
      return 0
    case '$input':
      return new NodeItems(scope.input, scope.itemIndex)
    case '$node':
      return new Nodes(scope)
    case '$now':
      return new Moment(scope.now, scope.zone)
    case '$today':
      return new Moment(scope.now, scope.zone).startOf('day')
    case '$execution':
      return { ...scope.execution, mode: scope.execution.mode === 'manual' ? 'test' : 'production' }
    case '$workflow':
      return scope.workflow
    default:
      throw new Unsupported()
  }
}

function nodeItems(name: unknown, scope: Scope): NodeItems {
  const items = scope.itemsOf(String(name))
  if (!items) throw new Unsupported()
  return new NodeItems(items, scope.itemIndex)
}

function memberOf(of: unknown, name: unknown): unknown {
  if (of instanceof NodeItems) {
    const item = of.items[of.at] ?? of.items[0]
    if (name === 'item') return item
    if (name === 'json') return item?.json
    throw new Unsupported()
  }
  if (of instanceof Nodes) return nodeItems(name, of.scope)
  if (of instanceof Moment) return of.part(String(name))
  if (typeof of === 'string' || Array.isArray(of)) {
    if (name === 'length') return of.length
    return typeof name === 'number' || /^\d+$/.test(String(name)) ? of[Number(name)] : undefined
  }
  if (!isRecord(of) || !Object.hasOwn(of, String(name))) return undefined
  return of[String(name)]
}

function called({ of, method, given }: Expression & { kind: 'call' }, run: Run): unknown {
  const values = () => given.map(value => readPart(value, run))
  if (method === undefined) {
    if (of.kind === 'name' && of.name === '$') return nodeItems(values()[0], run.scope)
    if (of.kind === 'name' && Object.hasOwn(FUNCTIONS, of.name)) return FUNCTIONS[of.name]?.(values())
    throw new Unsupported()
  }
  if (of.kind === 'name' && Object.hasOwn(STATICS, of.name)) {
    const known = STATICS[of.name] ?? {}
    if (Object.hasOwn(known, method)) return bounded(known[method]?.(...(values() as never[])))
    throw new Unsupported()
  }
  const target = read(of, run)
  if (target === undefined || target === null) return undefined
  if (target instanceof NodeItems) {
    if (method === 'first') return target.items[0]
    if (method === 'last') return target.items.at(-1)
    if (method === 'all') return target.items
    throw new Unsupported()
  }
  run.steps += sizeOf(target) / 1000
  const methods = methodsOf(target)
  if (!Object.hasOwn(methods, method)) throw new Unsupported()
  return bounded(methods[method]?.(target as never, ...(values() as never[])))
}

const sizeOf = (target: unknown) => (typeof target === 'string' || Array.isArray(target) ? target.length : 0)
