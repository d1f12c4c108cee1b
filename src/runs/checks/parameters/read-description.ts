import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import type {
  Conditional,
  Conditions,
  CredentialFacts,
  FieldGroup,
  NodeFacts,
  ParameterFacts,
  Port,
  Ports,
} from './node-facts.ts'

/** A node's description, as the packages of nodes have it. */
export type Description = Readonly<Record<string, unknown>>

/** What computed inputs or outputs are: `={{ … }}` of the parameters. Whoever reads a package that it does not trust says `null`. */
export type ReadPorts = (expression: string, description: Description) => Ports

/** Defaults above this are left out: they are examples. */
const LONGEST_DEFAULT = 80

/** Texts and buttons of the editor: it may save something under their names. */
const WITHOUT_VALUE = ['notice', 'callout', 'button', 'curlImport']

/**
 * The facts in a node's description: names, kinds, allowed values, conditions, ports. No text that a person reads.
 *
 * @example
 * factsOf('n8n-nodes-example', description, () => null)
 */
export function factsOf(packageName: string, description: Description, readPorts: ReadPorts): NodeFacts {
  const { name, version, defaultVersion, properties, credentials, usableAsTool } = description
  const portsOf = (ports: unknown): Ports =>
    typeof ports === 'string' ? readPorts(ports, description) : listOfPorts(ports)
  const named = recordsOf(credentials).map(credentialOf)
  return {
    type: `${packageName}.${String(name)}`,
    versions: [version].flat().filter(isNumber),
    // types with one implementation have no default beside a single version
    ...(typeof version === 'number' && defaultVersion !== undefined ? { versioned: true as const } : {}),
    inputs: portsOf(description.inputs),
    outputs: portsOf(description.outputs),
    ...(usableAsTool === true || isRecord(usableAsTool) ? { usableAsTool: true as const } : {}),
    ...(named.length > 0 ? { credentials: named } : {}),
    parameters: parametersOf(properties),
  }
}

const isNumber = (value: unknown) => typeof value === 'number'

/** The ports of a list: names, or objects. */
export function listOfPorts(ports: unknown): readonly Port[] | null {
  if (!Array.isArray(ports)) return null
  return ports.map(port => {
    if (typeof port === 'string') return { type: port }
    const { type, required, maxConnections } = port as Record<string, unknown>
    return {
      type: String(type),
      ...(required === true ? { required: true as const } : {}),
      ...(typeof maxConnections === 'number' ? { max: maxConnections } : {}),
    }
  })
}

const credentialOf = ({ name, required, displayOptions }: Record<string, unknown>): CredentialFacts => ({
  name: String(name),
  ...(required === true ? { required: true as const } : {}),
  ...conditionsOf(displayOptions),
})

function conditionsOf(displayOptions: unknown): Conditional {
  if (!isRecord(displayOptions)) return {}
  const { show, hide } = displayOptions
  return {
    ...(isRecord(show) ? { show: show as Conditions } : {}),
    ...(isRecord(hide) ? { hide: hide as Conditions } : {}),
  }
}

const parametersOf = (properties: unknown): ParameterFacts[] => {
  const parameters = recordsOf(properties).map(parameterOf)
  // a name is said once
  return parameters.filter(
    ({ name, type }, at) => type !== 'notice' || parameters.findIndex(other => other.name === name) === at,
  )
}

function parameterOf(property: Record<string, unknown>): ParameterFacts {
  if (WITHOUT_VALUE.includes(String(property.type))) return { name: String(property.name), type: 'notice' }
  const { name, type = 'string', required, displayOptions, noDataExpression, validateType, modes } = property
  const options = isRecord(property.typeOptions) ? property.typeOptions : {}
  const isOption = type === 'options' || type === 'multiOptions'
  const isOpen =
    isOption && (property.allowArbitraryValues === true || 'loadOptionsMethod' in options || 'loadOptions' in options)
  return {
    name: String(name),
    ...(type === 'string' ? {} : { type: String(type) }),
    ...conditionsOf(displayOptions),
    ...defaultOf(property),
    ...(required === true ? { required: true as const } : {}),
    ...(isOption ? valuesOf(property.options) : {}),
    ...(isOpen ? { open: true as const } : {}),
    ...(isNumber(options.minValue) ? { min: options.minValue as number } : {}),
    ...(isNumber(options.maxValue) ? { max: options.maxValue as number } : {}),
    ...(options.multipleValues === true ? { multiple: true as const } : {}),
    ...(noDataExpression === true ? { plain: true as const } : {}),
    ...(typeof options.editor === 'string' ? { editor: options.editor } : {}),
    ...(typeof validateType === 'string' ? { validate: validateType } : {}),
    ...(isNumber(options.minRequiredFields) ? { least: options.minRequiredFields as number } : {}),
    ...(isNumber(options.maxAllowedFields) ? { most: options.maxAllowedFields as number } : {}),
    ...(type === 'collection' ? { fields: parametersOf(property.options) } : {}),
    ...(type === 'fixedCollection' ? { groups: recordsOf(property.options).map(groupOf) } : {}),
    ...(Array.isArray(modes) ? { modes: recordsOf(modes).map(modeOf) } : {}),
  }
}

const groupOf = ({ name, values }: Record<string, unknown>): FieldGroup => ({
  name: String(name),
  fields: parametersOf(values),
})

function modeOf({ name, validation }: Record<string, unknown>) {
  const pattern = recordsOf(validation).flatMap(({ type, properties }) =>
    type === 'regex' && isRecord(properties) && typeof properties.regex === 'string' ? [properties.regex] : [],
  )[0]
  return { name: String(name), ...(pattern === undefined ? {} : { pattern }) }
}

function valuesOf(options: unknown) {
  const values = recordsOf(options).flatMap(option => {
    const value = option.value as string | number | boolean
    if (value === undefined) return []
    return [isRecord(option.displayOptions) ? { value, ...conditionsOf(option.displayOptions) } : value]
  })
  return values.length > 0 ? { values } : {}
}

function defaultOf({ default: value }: Record<string, unknown>) {
  if (value === undefined || value === '') return {}
  return JSON.stringify(value).length > LONGEST_DEFAULT ? { hasLongDefault: true as const } : { default: value }
}
