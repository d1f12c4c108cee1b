import { isDeepStrictEqual } from 'node:util'
import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { type closestName, isSlip } from '../../../core/model/closest-name.ts'
import type { Node } from '../../../core/model/workflow.ts'
import { isFit } from '../../nodes/tools/value-types.ts'
import { bracesWithoutSign } from './braces.ts'
import { checkConditions, isExpression, isGiven } from './check-conditions.ts'
import type { KnownNode } from './known-workflow.ts'
import type { NodeCatalogue } from './node-catalogue.ts'
import type { NodeFacts, ParameterFacts } from './node-facts.ts'
import { shownName } from './node-values.ts'
import { type Keys, oneOf, pathText, type Remark, rename, replace, shownValue } from './remark.ts'
import { isShown, LONG_DEFAULT, type Surroundings, shownValues, type Values, valueAt, withDefaults } from './shown.ts'

interface Level {
  parameters: readonly ParameterFacts[]
  given: Values
  keys: Keys
  /** Of a collection only what is given is there. */
  isCollection?: boolean
  /** Whether the service looks here for what is missing: not below a collection, nor in a list of a list. */
  isRefused: boolean
}

/** What the checks of one node share. */
interface Context {
  node: Node
  around: Surroundings
  facts: NodeFacts
  catalogue: NodeCatalogue
  closest: typeof closestName
  /** Whether something refuses to run the node where a parameter is missing. */
  isMain: boolean
  /** Of the level that is checked. */
  isRefused?: boolean
  remarks: Remark[]
}

/**
 * Compares the parameters of a node with what its type takes: names, kinds, allowed values, ranges, shapes, and what is
 * required.
 */
export function checkValues(
  { node, facts, around, isSubNode }: KnownNode,
  { catalogue, closest }: Pick<Context, 'catalogue' | 'closest'>,
): Remark[] {
  if (!facts || !isRecord(node.parameters)) return []
  const context = { node, around, facts, catalogue, closest, isMain: !isSubNode, remarks: [] }
  checkLevel({ parameters: facts.parameters, given: node.parameters, keys: ['parameters'], isRefused: true }, context)
  return context.remarks
}

function checkLevel(level: Level, context: Context) {
  const { parameters, given, keys, isCollection = false, isRefused } = level
  const { around, remarks } = context
  const values = keys.length === 1 ? around.root : withDefaults(parameters, given, { around, isCollection })
  const named = Map.groupBy(parameters, ({ name }) => name)
  for (const [key, value] of Object.entries(given)) {
    const known = named.get(key)
    if (!known) checkUnknown(key, level, context)
    else {
      const shown = known.filter(parameter => isShown(parameter, values, around))
      if (shown.length > 0) checkAny(shown, value, [...keys, key], { ...context, isRefused })
      else if (keys.length === 1) checkHidden(known, value, { values, context })
    }
  }
  if (!isRefused) return
  const final = shownValues(parameters, given, { values, around, isCollection })
  const root =
    keys.length === 1 ? final : shownValues(context.facts.parameters, around.root, { values: around.root, around })
  for (const parameter of parameters) {
    if (!isShown(parameter, final, { ...around, root })) continue
    checkSize(parameter, final[parameter.name], [...keys, parameter.name], context)
    checkKind(parameter, final[parameter.name], [...keys, parameter.name], context)
    if (parameter.required === true && isMissing(parameter, final[parameter.name]))
      remarks.push(missing(parameter, level, context))
  }
}

function checkUnknown(key: string, { parameters, given, keys, isCollection }: Level, context: Context) {
  const { facts, catalogue, closest, around, remarks, node } = context
  // the editor saves its texts under such names, and routed nodes take them
  if (key === '' || /notice|warning|callout|infoMessage/i.test(key) || key === 'requestOptions') return
  const names = [...new Set(parameters.filter(({ type }) => type !== 'notice').map(({ name }) => name))]
  const path = pathText([...keys.slice(1), key])
  const isNew = (name: string) => !Object.hasOwn(given, name)
  const near = closestOf(key, names, closest)
  const others =
    keys.length === 1
      ? catalogue.all(facts.type).filter(other => other !== facts && other.parameters.some(({ name }) => name === key))
      : []
  const versions = others.flatMap(other => other.versions)
  const where = versions.length > 0 ? `it is of typeVersion ${rangeText(versions)}` : undefined
  const isSure = near !== undefined && isNew(near) && versions.length === 0 && isSlip(key, near)
  const fix = isSure ? [rename([...keys, key], near)] : undefined
  remarks.push({
    rule: 'unknown-parameter',
    severity: 'warning',
    keys: [...keys, key],
    value: given[key],
    ...(names.length > 0 && names.length <= 60 ? { expected: names } : {}),
    ...(near === undefined ? {} : { didYouMean: near }),
    ...(fix ? { fix } : {}),
    message:
      `${shownName(node)} has no ${isCollection || keys.length > 1 ? 'field' : 'parameter'} ${JSON.stringify(path)} in typeVersion ${around.version}, and ignores it` +
      (where ? `: ${where}` : '') +
      (near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`),
  })
}

/** What is written and not read, since what switches it on is left out: the node runs without it. */
function checkHidden(
  parameters: readonly ParameterFacts[],
  value: unknown,
  { values, context }: { values: Values; context: Context },
) {
  const { around, node, remarks } = context
  const [parameter] = parameters
  if (!parameter || value === '' || isDeepStrictEqual(value, parameter.default) || isEmptyRecord(value)) return
  const lacking = parameters.flatMap(({ show = {}, hide }) => {
    const off = Object.entries(show).filter(([name, only]) => !isShown({ show: { [name]: only } }, values, around))
    const isLeftOut = off.every(([name, only]) => only.length === 1 && !name.startsWith('@') && !isGivenAt(node, name))
    return isLeftOut && hide === undefined ? [Object.fromEntries(off.map(([name, [only]]) => [name, only]))] : []
  })
  const fewest = Math.min(...lacking.map(one => Object.keys(one).length))
  const [expected, ...others] = lacking.filter(one => Object.keys(one).length === fewest)
  if (!expected || others.some(one => !isDeepStrictEqual(one, expected))) return
  const needs = Object.entries(expected).map(([name, only]) => `${JSON.stringify(name)}: ${JSON.stringify(only)}`)
  remarks.push({
    rule: 'unknown-parameter',
    severity: 'warning',
    keys: ['parameters', parameter.name],
    value,
    expected,
    message: `${shownName(node)} does not read ${JSON.stringify(parameter.name)}: it is read with ${needs.join(' and ')}`,
  })
}

const isGivenAt = ({ parameters }: Node, name: string) => valueAt(parameters, name.replace(/^\//, '')) !== undefined

const isEmptyRecord = (value: unknown) => isRecord(value) && Object.keys(value).length === 0

/** The nearest name, also one that continues it: `channel` → `channelId`. */
function closestOf(name: string, names: readonly string[], closest: typeof closestName): string | undefined {
  const lower = name.toLowerCase()
  const sameLetters = names.find(other => other.toLowerCase() === lower)
  if (sameLetters) return sameLetters
  const near = closest(name, names)
  if (near !== undefined) return near
  const longer = names.filter(other => lower.length > 3 && other.toLowerCase().startsWith(lower))
  return longer.length === 1 ? longer[0] : undefined
}

const rangeText = (versions: readonly number[]) => {
  const sorted = [...new Set(versions)].toSorted((a, b) => a - b)
  return sorted.length > 3 ? `${sorted[0]} to ${sorted.at(-1)}` : sorted.join(', ')
}

/** As the service finds it before it runs a node. */
function isMissing({ type = 'string', multiple, hasLongDefault }: ParameterFacts, value: unknown): boolean {
  if (multiple) return Array.isArray(value) && value.some(one => isMissing({ name: '', type }, one))
  if (hasLongDefault && value === undefined) return false
  if (type === 'multiOptions') return Array.isArray(value) && value.length === 0
  if (['string', 'dateTime', 'options'].includes(type)) return value === '' || value === undefined
  if (!['resourceLocator', 'workflowSelector', 'agentSelector'].includes(type)) return false
  if (!isRecord(value)) return !value
  return typeof value.value !== 'number' && !value.value
}

function missing({ name, values, open }: ParameterFacts, { keys, given }: Level, { node, isMain }: Context): Remark {
  const path = pathText([...keys.slice(1), name])
  return {
    rule: 'required',
    severity: isMain ? 'fault' : 'warning',
    keys: Object.hasOwn(given, name) ? [...keys, name] : keys,
    ...(Object.hasOwn(given, name) ? { value: given[name] } : {}),
    expected: values && !open ? values : name,
    message: `${shownName(node)} needs the parameter ${JSON.stringify(path)}, which is missing or empty`,
  }
}

/** The fewest and most items of a fixed collection. */
function checkSize(
  { least = 0, most = Infinity, groups = [] }: ParameterFacts,
  value: unknown,
  keys: Keys,
  context: Context,
) {
  if (groups.length === 0 || keys.length > 2 || isExpression(value)) return
  for (const { name } of groups) {
    const given = isRecord(value) ? value[name] : undefined
    const count = Array.isArray(given) ? given.length : 0
    if (count >= least && count <= most) continue
    const bound = count < least ? `at least ${least}` : `at most ${most}`
    context.remarks.push({
      rule: 'required',
      severity: context.isMain ? 'fault' : 'warning',
      keys: keys.slice(0, isRecord(value) ? 2 : 1),
      expected: bound,
      message: `${shownName(context.node)} needs ${bound} item${bound.endsWith(' 1') ? '' : 's'} in the list ${JSON.stringify(`${pathText(keys.slice(1))}.${name}`)}`,
    })
  }
}

/** What the service refuses to run a node with. */
function checkKind({ validate, type }: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  if (validate === undefined || value === undefined || value === null || isExpression(value)) return
  const expected = KINDS[validate]
  if (!expected || value === LONG_DEFAULT || expected.holds(value)) return
  // said already
  if (['number', 'boolean'].includes(type ?? '') && type === validate) {
    const [remark] = context.remarks.slice(-1)
    if (remark?.rule === 'kind') return
  }
  context.remarks.push({
    rule: 'kind',
    severity: context.isMain ? 'fault' : 'warning',
    keys,
    value,
    expected: expected.text,
    message: `${JSON.stringify(pathText(keys.slice(1)))} of ${shownName(context.node)} must be ${expected.text}, not ${shownValue(value)}`,
  })
}

const isTrueOrFalse = (value: unknown) => typeof value === 'boolean' || /^(true|false|0|1)$/i.test(String(value).trim())

const KINDS: Readonly<Record<string, { text: string; holds(value: unknown): boolean }>> = {
  url: { text: 'an http address', holds: isUrl },
  number: { text: 'a number', holds: value => isFit(value, 'number') },
  boolean: { text: 'true or false', holds: value => isFit(value, 'boolean') },
  array: { text: 'a list', holds: value => isFit(value, 'array') },
  object: { text: 'an object', holds: value => isFit(value, 'object') },
  dateTime: { text: 'a date', holds: value => isFit(value, 'dateTime') },
  jwt: { text: 'a JSON Web Token', holds: value => isFit(value, 'jwt') },
  'string-alphanumeric': {
    text: 'letters, digits and underscores, without a digit at the beginning',
    holds: value => /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(String(value)),
  },
}

function isUrl(value: unknown): boolean {
  const text = String(value)
  if (text === '') return true
  try {
    return ['http:', 'https:', 'ftp:', 'file:'].includes(
      new URL(text.includes('://') ? text : `https://${text}`).protocol,
    )
  } catch {
    return false
  }
}

/** A value that fits one of the parameters with its name that are shown, is right. */
function checkAny(parameters: readonly ParameterFacts[], value: unknown, keys: Keys, context: Context) {
  let fewest: Remark[] | undefined
  for (const parameter of parameters) {
    const own: Context = { ...context, remarks: [] }
    checkValue(parameter, value, keys, own)
    if (!fewest || own.remarks.length < fewest.length) fewest = own.remarks
  }
  context.remarks.push(...(fewest ?? []))
}

function checkValue(parameter: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  const { type = 'string', plain } = parameter
  if (value === null || value === undefined) return
  const lacking = lackingSign(parameter, value, keys, context)
  if (lacking.length > 0) {
    context.remarks.push(...lacking)
    return
  }
  if (isExpression(value) && !(plain && type === 'options')) return
  if (parameter.multiple && type !== 'collection' && type !== 'fixedCollection') {
    if (Array.isArray(value))
      for (const [at, one] of value.entries())
        checkValue({ ...parameter, multiple: undefined } as unknown as ParameterFacts, one, [...keys, at], context)
    return
  }
  CHECKS[type]?.(parameter, value, keys, context)
}

/** Texts that belong to the parameter itself: also within a locator, conditions and assignments. */
const WITH_TEXTS = ['resourceLocator', 'filter', 'assignmentCollection', 'resourceMapper']

function lackingSign(parameter: ParameterFacts, value: unknown, keys: Keys, context: Context): Remark[] {
  const { type = 'string' } = parameter
  const place = { type: context.facts.type, called: shownName(context.node) }
  if (typeof value === 'string') {
    const remark = bracesWithoutSign(parameter, value, { ...place, keys })
    return remark ? [remark] : []
  }
  if (!WITH_TEXTS.includes(type)) return []
  const found: Remark[] = []
  const walk = (part: unknown, at: Keys) => {
    if (typeof part === 'string') {
      const remark = bracesWithoutSign({ name: parameter.name }, part, { ...place, keys: at })
      if (remark) found.push(remark)
    } else if (Array.isArray(part)) for (const [key, one] of part.entries()) walk(one, [...at, key])
    // values of these kinds are evaluated by the node itself
    else if (isRecord(part) && part.type !== 'object' && part.type !== 'array')
      for (const [key, one] of Object.entries(part))
        if (!key.startsWith('cached') && key !== 'schema') walk(one, [...at, key])
  }
  walk(value, keys)
  return found
}

type ValueCheck = (parameter: ParameterFacts, value: unknown, keys: Keys, context: Context) => void

const CHECKS: Readonly<Record<string, ValueCheck>> = {
  options: checkOption,
  multiOptions(parameter, value, keys, context) {
    if (!Array.isArray(value)) return wrongKind('a list of values', value, keys, context)
    for (const [at, one] of value.entries()) if (!isExpression(one)) checkOption(parameter, one, [...keys, at], context)
  },
  boolean(_parameter, value, keys, context) {
    if (typeof value === 'boolean' || value === '') return
    const meant = value === 'true' ? true : value === 'false' ? false : undefined
    const fix = meant === undefined ? undefined : [replace(keys, meant)]
    // each other text counts as true
    if (typeof value !== 'number' && value !== 'true') wrongKind('true or false', value, keys, context, fix && { fix })
  },
  number: checkNumber,
  string(_parameter, value, keys, context) {
    if (typeof value === 'object') wrongKind('a text', value, keys, context)
  },
  collection: checkCollection,
  fixedCollection: checkFixedCollection,
  resourceLocator: checkLocator,
  resourceMapper(_parameter, value, keys, context) {
    if (!isRecord(value)) return wrongKind('an object with `mappingMode` and `value`', value, keys, context)
    const { mappingMode } = value
    const isMapper = ['mappingMode', 'value', 'schema', 'matchingColumns'].some(key => Object.hasOwn(value, key))
    if (!isMapper && Object.keys(value).length > 0)
      return wrongKind('an object with `mappingMode` and `value`', value, keys, context)
    checkMapped(value, keys, context)
    if (mappingMode === undefined || isExpression(mappingMode) || MAPPING_MODES.includes(String(mappingMode))) return
    notAllowed(mappingMode, MAPPING_MODES, [...keys, 'mappingMode'], context)
  },
  assignmentCollection(_parameter, value, keys, context) {
    const assignments = isRecord(value) ? value.assignments : undefined
    if (!isRecord(value) || (assignments !== undefined && !Array.isArray(assignments)))
      return wrongKind('an object with a list `assignments`', value, keys, context)
    for (const [at, one] of (Array.isArray(assignments) ? assignments : []).entries()) {
      const place = [...keys, 'assignments', at]
      if (!isRecord(one)) wrongKind('an object with `name`, `type` and `value`', one, place, context)
      else checkAssigned(one, place, context)
    }
  },
  filter: (_parameter, value, keys, context) => {
    context.remarks.push(...checkConditions(value, keys, context.node, context.around.version))
  },
}

/** Values of columns, or of inputs of a called workflow, that the service refuses to run a node with. */
function checkMapped(mapper: Record<string, unknown>, keys: Keys, context: Context) {
  const { mappingMode, value, schema } = mapper
  const isLooked = ['mappingMode', 'value', 'schema'].every(key => Object.hasOwn(mapper, key))
  if (!context.isRefused || !isLooked || mappingMode === 'autoMapInputData') return
  const severity = context.isMain ? 'fault' : 'warning'
  if (!Array.isArray(schema)) {
    wrongKind('a list', schema, [...keys, 'schema'], context, { severity })
    return
  }
  for (const { id, type } of recordsOf(schema)) {
    const column = String(id)
    const given = isRecord(value) && Object.hasOwn(value, column) ? value[column] : undefined
    const expected = typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
    if (!expected || !isGiven(given) || expected.holds(given)) continue
    wrongKind(expected.text, given, [...keys, 'value', column], context, { severity })
  }
}

/** What Set refuses to convert when it runs. */
function checkAssigned({ type, value }: Record<string, unknown>, keys: Keys, context: Context) {
  const { parameters = {} } = context.node
  const options = isRecord(parameters.options) ? parameters.options : {}
  if (options.ignoreConversionErrors !== undefined && options.ignoreConversionErrors !== false) return
  if (!isGiven(value)) return
  const isTyped = typeof type === 'string'
  const expected = isTyped ? ASSIGNED_KINDS.get(type) : NO_TYPE
  if (!expected || expected.holds(value)) return
  const [wrong, key] = isTyped ? [value, 'value'] : [type, 'type']
  wrongKind(expected.text, wrong, [...keys, key], context, { severity: 'fault' })
}

const NO_TYPE = { text: 'the name of a type (without it the run fails)', holds: () => false }

const ASSIGNED_KINDS: ReadonlyMap<string, { text: string; holds(value: unknown): boolean }> = new Map(
  Object.entries({
    number: { text: 'a number', holds: (value: unknown) => !Number.isNaN(Number(value)) },
    boolean: { text: 'true or false', holds: (value: unknown) => isTrueOrFalse(value) },
    // texts of these may be JSON, or JavaScript's form of it
    array: { text: 'a list', holds: (value: unknown) => Array.isArray(value) || /^\s*\[|\{\{/.test(String(value)) },
    object: { text: 'an object', holds: (value: unknown) => isRecord(value) || /^\s*[{(]/.test(String(value)) },
  }),
)

const MAPPING_MODES = ['defineBelow', 'autoMapInputData']

/** Values that the editor does not offer any longer, and that the node takes. */
const ALSO_TAKEN: Readonly<Record<string, readonly string[]>> = {
  'n8n-nodes-base.code language': ['python'],
}

/** Intervals of which the bounds are the editor's alone: days and months are counted. */
const UNBOUND = ['hoursInterval', 'daysInterval', 'weeksInterval', 'monthsInterval']

function checkOption(parameter: ParameterFacts, given: unknown, keys: Keys, context: Context) {
  const { values, open, plain } = parameter
  if (!values || open) return
  const value = plain && isExpression(given) && !String(given).includes('{{') ? String(given).slice(1) : given
  if (isExpression(value)) return
  const all = values.map(one => (isRecord(one) ? one.value : one))
  if (ALSO_TAKEN[`${context.facts.type} ${parameter.name}`]?.includes(String(value))) return
  // numbers as texts are taken for numbers
  if (all.some(one => String(one) === String(value)) || value === parameter.default) return
  // where it is required, that is said
  if (value === '' && (parameter.required || parameter.default === undefined)) return
  notAllowed(value, all, keys, context)
}

/** Parameters that decide what a node does: with another value it does nothing, or fails. */
function notAllowed(value: unknown, allowed: readonly unknown[], keys: Keys, context: Context) {
  const texts = allowed.map(String)
  const near = typeof value === 'string' ? closestOf(value, texts, context.closest) : undefined
  const [fixed] = allowed.filter(one => String(one) === near)
  context.remarks.push({
    rule: 'value',
    severity: 'warning',
    keys,
    value,
    expected: allowed,
    ...(near === undefined ? {} : { didYouMean: near }),
    ...(near !== undefined && isSlip(String(value), near) ? { fix: [replace(keys, fixed)] } : {}),
    message:
      `${shownName(context.node)} does not take ${shownValue(value)} for ${JSON.stringify(pathText(keys.slice(1)))}: it is ${oneOf(allowed)}` +
      (near === undefined ? '' : `. Did you mean ${JSON.stringify(near)}?`),
  })
}

function wrongKind(
  expected: string,
  value: unknown,
  keys: Keys,
  context: Context,
  { fix, severity = 'warning' }: Partial<Pick<Remark, 'fix' | 'severity'>> = {},
) {
  context.remarks.push({
    rule: 'kind',
    severity,
    keys,
    value,
    expected,
    ...(fix ? { fix } : {}),
    message: `${JSON.stringify(pathText(keys.slice(1)))} of ${shownName(context.node)} must be ${expected}, not ${shownValue(value)}`,
  })
}

function checkNumber({ min, max }: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  if (value === '') return
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return wrongKind('a number', value, keys, context)
  if (UNBOUND.includes(String(keys.at(-1))) && number >= 1) return
  const isBelow = min !== undefined && number < min
  if (!isBelow && (max === undefined || number <= max)) return
  const bound = isBelow ? `at least ${min}` : `at most ${max}`
  context.remarks.push({
    rule: 'range',
    severity: 'warning',
    keys,
    value,
    expected: bound,
    message: `${JSON.stringify(pathText(keys.slice(1)))} of ${shownName(context.node)} must be ${bound}, not ${shownValue(value)}`,
  })
}

function checkCollection({ fields = [], multiple }: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  if (Array.isArray(value) && (multiple || value.length === 0)) return
  if (!isRecord(value)) return wrongKind('an object', value, keys, context)
  if (!multiple) checkLevel({ parameters: fields, given: value, keys, isCollection: true, isRefused: false }, context)
}

function checkFixedCollection(parameter: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  const { groups = [], multiple } = parameter
  if (Array.isArray(value) && value.length === 0) return
  const names = groups.map(({ name }) => name)
  const isRefused = context.isRefused === true && keys.length === 2
  if (!isRecord(value)) {
    const shape = names.length === 1 ? ` with ${multiple ? 'a list' : 'an object'} ${JSON.stringify(names[0])}` : ''
    const [only] = names
    const fix =
      Array.isArray(value) && multiple && names.length === 1 && recordsOf(value).length === value.length
        ? [replace(keys, { [only as string]: value })]
        : undefined
    return wrongKind(`an object${shape}`, value, keys, context, fix && { fix })
  }
  for (const [name, given] of Object.entries(value)) {
    const group = groups.find(one => one.name === name)
    const place = [...keys, name]
    if (!group)
      checkUnknown(name, { parameters: names.map(one => ({ name: one })), given: value, keys, isRefused }, context)
    else if (isExpression(given) || given === null) continue
    else if (!multiple) {
      if (isRecord(given)) checkLevel({ parameters: group.fields, given, keys: place, isRefused }, context)
      else if (!Array.isArray(given) || given.length > 0) wrongKind('an object', given, place, context)
    } else if (Array.isArray(given)) {
      for (const [at, one] of given.entries())
        if (isRecord(one))
          checkLevel({ parameters: group.fields, given: one, keys: [...place, at], isRefused }, context)
    } else notIterable(given, place, context)
  }
}

/** The service goes through it as through a list, and throws. */
function notIterable(value: unknown, keys: Keys, context: Context) {
  wrongKind('a list', value, keys, context, {
    severity: typeof value === 'string' ? 'warning' : 'fault',
    ...(isRecord(value) ? { fix: [replace(keys, [value])] } : {}),
  })
}

function checkLocator({ modes = [] }: ParameterFacts, value: unknown, keys: Keys, context: Context) {
  const shape = 'an object with `__rl`, `mode` and `value`'
  if (Array.isArray(value)) return wrongKind(shape, value, keys, context)
  if (!isRecord(value)) return
  const names = modes.map(({ name }) => name)
  const { mode } = value
  // without it the node gets the object; the other package reads the value alone
  if (mode === undefined && value.value !== undefined && context.facts.type.startsWith('n8n-nodes-base.'))
    return wrongKind(shape, value, keys, context)
  if (typeof mode !== 'string' || isExpression(mode) || isExpression(value.value)) return
  const known = modes.find(({ name }) => name === mode)
  if (!known) {
    if (names.length > 0 && mode !== '') {
      notAllowed(mode, names, [...keys, 'mode'], context)
      // most nodes take the value as it is
      const [remark] = context.remarks.slice(-1)
      if (remark) remark.severity = 'note'
    }
    return
  }
  const text = value.value === undefined || value.value === null ? '' : String(value.value)
  if (!context.isRefused || known.pattern === undefined || text === '' || matches(known.pattern, text)) return
  context.remarks.push({
    rule: 'value',
    severity: context.isMain ? 'fault' : 'warning',
    keys: [...keys, 'value'],
    value: value.value,
    expected: known.pattern,
    message: `${shownValue(value.value)} is no ${JSON.stringify(mode)} of ${JSON.stringify(pathText(keys.slice(1)))} of ${shownName(context.node)}: it must match ${known.pattern}`,
  })
}

/** Longer values are taken as they are: the time of some patterns grows with the square of the length. */
const LONGEST_CHECKED = 200
/** A repeated group with a repetition in it: the time of such a pattern may double with each character. */
const REPEATS_REPETITIONS = /[*+][^()]*\)[*+]/

function matches(pattern: string, text: string): boolean {
  if (text.length > LONGEST_CHECKED || REPEATS_REPETITIONS.test(pattern)) return true
  try {
    return new RegExp(`^${pattern}$`).test(text)
  } catch {
    return true
  }
}
