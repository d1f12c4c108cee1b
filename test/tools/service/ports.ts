import { isRecord, recordsOf } from '../../../src/core/base/is-record.ts'
import type { Port, Ports } from '../../../src/runs/checks/parameters/node-facts.ts'
import { type Description, listOfPorts } from '../../../src/runs/checks/parameters/read-description.ts'

/** Stands for all values that the expression does not name. */
const OTHER = 'something else'

type Values = Record<string, unknown>

/** A parameter on which ports depend, and the values that are tried. */
interface Choice {
  path: string
  values: readonly unknown[]
}

/**
 * What inputs or outputs that the service computes depend on, as a tree of decisions: the expression is evaluated with
 * each value of the parameters that it names. `null` where that fails.
 */
export function portsOf(expression: string, description: Description): Ports {
  const code = expression.replace(/^=/, '').trim().replace(/^\{\{/, '').replace(/\}\}$/, '')
  const evaluate = new Function('$parameter', '$nodeVersion', `return (${code})`)
  const found = pathsIn(code, description)
  const counted = found.filter(({ isCounted }) => isCounted).map(({ path }) => path)
  const choices = found.filter(({ isCounted }) => !isCounted)
  const versions = [description.version].flat()
  if (/\$nodeVersion/.test(code)) choices.unshift({ path: '@version', values: versions, isCounted: false })
  const portsWith = (values: Values, counts: Values) => {
    const parameters: Values = {}
    for (const [path, value] of Object.entries({ ...values, ...counts }))
      if (path !== '@version') setAt(parameters, path.split('.'), value)
    return listOfPorts(evaluate(parameters, values['@version'] ?? versions.at(-1)))
  }
  try {
    return decide(choices, {}, values => countedPorts(values, counted, portsWith))
  } catch {
    return null
  }
}

function decide([choice, ...others]: readonly Choice[], values: Values, leaf: (values: Values) => Ports): Ports {
  if (!choice) return leaf(values)
  const results = choice.values.map(value => decide(others, { ...values, [choice.path]: value }, leaf))
  const texts = results.map(result => JSON.stringify(result))
  const other = texts[choice.values.indexOf(OTHER)] ?? mostFrequent(texts)
  const is: Record<string, Ports> = {}
  for (const [at, value] of choice.values.entries())
    if (texts[at] !== other && value !== OTHER) is[keyOf(value)] = results[at] as Ports
  const rest = JSON.parse(other) as Ports
  return Object.keys(is).length === 0 ? rest : { by: choice.path, is, else: rest }
}

const keyOf = (value: unknown) => (isRecord(value) ? 'object' : String(value))

function mostFrequent(texts: readonly string[]): string {
  const counts = Map.groupBy(texts, text => text)
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 'null'
}

/** The ports where each list has one item, with a mark at the one that comes again with each further item. */
function countedPorts(
  values: Values,
  counted: readonly string[],
  portsWith: (values: Values, counts: Values) => readonly Port[] | null,
): Ports {
  const one = Object.fromEntries(counted.map(path => [path, ofLength(path, 1)]))
  const ports = portsWith(values, one)
  if (!ports) return null
  let marked = [...ports]
  for (const path of counted) {
    const [two, three] = [2, 3].map(length => portsWith(values, { ...one, [path]: ofLength(path, length) }) ?? [])
    if (two?.length === ports.length) continue
    if (two?.length !== ports.length + 1 || three?.length !== ports.length + 2) return null
    // the last before those that differ from the new one
    const added = two.findIndex((port, at) => JSON.stringify(port) !== JSON.stringify(ports[at]))
    const place = added === -1 ? 0 : Math.max(added - 1, 0)
    const none = portsWith(values, { ...one, [path]: undefined })?.length
    const otherwise = none === undefined ? 0 : none - ports.length + 1
    const mark = { per: path, ...(otherwise > 0 ? { otherwise } : {}) }
    marked = marked.map((port, at) => (at === Math.min(place, marked.length - 1) ? { ...port, ...mark } : port))
  }
  return marked
}

/** A number, or a list where the parameter is one. */
const ofLength = (path: string, length: number) => {
  if (/^number|Amount$|Outputs$/.test(path)) return length
  if (path.endsWith('options.categories')) return Array.from({ length }, (_, at) => `part ${at}`).join(',')
  return Array.from({ length }, () => ({}))
}

/** The parameters that an expression names, with the values to try. */
function pathsIn(code: string, { properties }: Description): (Choice & { isCounted: boolean })[] {
  const named = [...code.matchAll(/(?:\$parameter|\bparameters?)\??\.([\w?.]+)/g)].map(([, path = '']) =>
    path.replaceAll('?', '').replace(/\.(map|length|split|includes)\b.*$/, ''),
  )
  const literals = [...code.matchAll(/'([^']{1,40})'/g)].map(([, text = '']) => text)
  const paths = [...new Set(named)].flatMap(path => {
    const [first] = propertiesAt(properties, path.split('.'))
    if (first?.type !== 'collection') return [path]
    return recordsOf(first.options).flatMap(({ name }) =>
      new RegExp(`\\b${String(name)}\\b`).test(code) ? [`${path}.${String(name)}`] : [],
    )
  })
  return [...new Set(paths)].map(path => {
    const found = propertiesAt(properties, path.split('.'))
    const types = found.map(({ type }) => type)
    const isCounted =
      types.some(type => ['number', 'multiOptions', 'group'].includes(String(type))) ||
      path.endsWith('options.categories') ||
      path === 'numberInputs'
    if (isCounted) return { path, values: [], isCounted }
    if (types.includes('boolean')) return { path, values: [undefined, true, false], isCounted }
    if (types.includes('fixedCollection') || types.includes('collection'))
      return { path, values: [undefined, {}], isCounted }
    const listed = found.flatMap(({ options }) => recordsOf(options).map(({ value }) => value))
    return { path, values: [undefined, ...new Set([...listed, ...literals]), OTHER], isCounted }
  })
}

/** The properties at a path; a group of a fixed collection is a list. */
function propertiesAt(properties: unknown, [key, ...rest]: readonly string[]): Record<string, unknown>[] {
  const found = recordsOf(properties).filter(({ name }) => name === key)
  if (rest.length === 0) return found
  return found.flatMap(({ type, options }) =>
    type === 'fixedCollection' ? [{ type: 'group' }] : propertiesAt(options, rest),
  )
}

function setAt(target: Values, [key = '', ...rest]: readonly string[], value: unknown) {
  if (value === undefined) return
  if (rest.length === 0) {
    target[key] = value
    return
  }
  target[key] ??= {}
  setAt(target[key] as Values, rest, value)
}
