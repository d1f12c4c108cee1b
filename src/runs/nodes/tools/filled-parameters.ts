import { isRecord } from '../../../core/base/is-record.ts'
import { isShown, type ParameterDescription, type Reading } from './shown-parameters.ts'

type Values = Record<string, unknown>

/** A parameter has something in the place of a list that cannot be one: with it the service does not begin a run. */
export class UnreadableList extends Error {
  constructor() {
    super('propertyValues[itemName] is not iterable')
  }
}

/**
 * Parameters as the service reads them before it runs a workflow: those that the node does not name have their defaults,
 * those that its form does not show are left out; so are those that the description does not know. What lies in a
 * collection, such as `options`, only has what the node names.
 *
 * @throws UnreadableList
 */
export function filledParameters(parameters: readonly ParameterDescription[], values: Values, version: number): Values {
  const reading: Reading = { version, root: {} }
  const simple = simpleValues(parameters, values, false, reading)
  return filled(parameters, values, simple, { version, root: simple }, false)
}

function filled(
  parameters: readonly ParameterDescription[],
  values: Values,
  simple: Values,
  reading: Reading,
  isCollection: boolean,
): Values {
  const made: Values = {}
  for (const parameter of parameters) {
    const { name, type } = parameter
    if (values[name] === undefined && isCollection) continue
    if (!isShown(parameter, simple, reading)) continue
    if (type === 'collection') made[name] = collection(parameter, values[name], reading)
    else if (type === 'fixedCollection') made[name] = fixedCollection(parameter, values[name], reading)
    else made[name] = simpleValue(parameter, values[name])
  }
  return made
}

/** The parameters that hold no others, by which it is decided what is shown; of several with one name the one that is. */
function simpleValues(
  parameters: readonly ParameterDescription[],
  values: Values,
  isCollection: boolean,
  { version, root }: Reading,
): Values {
  const { order, duplicates } = orderOf(parameters)
  const made: Values = {}
  const reading = { version, root: isCollection ? root : made }
  for (const parameter of order) {
    const { name, type } = parameter
    if (type === 'collection' || type === 'fixedCollection') continue
    if (values[name] === undefined && isCollection) continue
    if (duplicates.has(name) && !isShown(parameter, made, reading)) continue
    made[name] = simpleValue(parameter, values[name])
  }
  return made
}

interface Order {
  order: readonly ParameterDescription[]
  duplicates: ReadonlySet<string>
}

const orders = new WeakMap<readonly ParameterDescription[], Order>()

/** Parameters with those again at the end that depend on later ones. */
function orderOf(parameters: readonly ParameterDescription[]): Order {
  const known = orders.get(parameters)
  if (known) return known
  const names = parameters.map(({ name }) => name)
  const duplicates = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  const seen = new Set<string>()
  const again: ParameterDescription[] = []
  for (const parameter of parameters) {
    const asked = [...Object.keys(parameter.show ?? {}), ...Object.keys(parameter.hide ?? {})]
    if (asked.some(name => names.includes(name) && !seen.has(name))) again.push(parameter)
    seen.add(parameter.name)
  }
  const made = { order: [...parameters, ...again], duplicates }
  orders.set(parameters, made)
  return made
}

function simpleValue({ type = 'string', default: usual = '', isPlain }: ParameterDescription, given: unknown) {
  let value = given
  if (type === 'boolean' || type === 'number' || type === 'options') value = given === undefined ? usual : given
  else if (type === 'resourceLocator' && isRecord(usual)) value = given === undefined ? { __rl: true, ...usual } : given
  else if (type === 'filter' && isRecord(given) && Object.keys(given).length > 0) value = filter(given)
  else value = given ?? usual
  return isPlain && typeof value === 'string' && value.startsWith('=') ? value.slice(1) : value
}

const filter = (given: Values): Values => ({
  ...given,
  combinator: given.combinator ?? 'and',
  options: {
    caseSensitive: true,
    leftValue: '',
    typeValidation: 'strict',
    version: 1,
    ...(isRecord(given.options) ? given.options : {}),
  },
})

function collection({ parts = [], isList, default: usual }: ParameterDescription, given: unknown, reading: Reading) {
  if (isList) return given ?? (Array.isArray(usual) ? usual : [])
  if (given === undefined) return usual
  return inner(parts, given, reading, true)
}

function fixedCollection(
  { groups = {}, isList, default: usual }: ParameterDescription,
  given: unknown,
  reading: Reading,
) {
  const made: Values = {}
  const values = given === undefined ? usual : given
  for (const [name, value] of Object.entries(isRecord(values) ? values : {})) {
    const parts = Object.hasOwn(groups, name) ? groups[name] : undefined
    if (!parts) continue
    if (isList) made[name] = listOf(value).map(one => inner(parts, one, reading, false))
    else {
      const one = inner(parts, value, reading, false)
      if (Object.keys(one).length > 0) made[name] = one
    }
  }
  return made
}

/** More entries than a text in the place of a list makes where it is a mistake. */
const MAX_CHARACTERS = 1000

/** The entries of a list; a text is a list of its characters. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') throw new UnreadableList()
  return Array.from(value.slice(0, MAX_CHARACTERS))
}

function inner(parts: readonly ParameterDescription[], given: unknown, reading: Reading, isCollection: boolean) {
  if (!given) return {}
  // what is no object is read as one without fields
  const values = isRecord(given) ? given : {}
  return filled(parts, values, simpleValues(parts, values, isCollection, reading), reading, isCollection)
}
