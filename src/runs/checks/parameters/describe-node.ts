import type { NodeCatalogue } from './node-catalogue.ts'
import type { Conditional, Conditions, CredentialFacts, NodeFacts, ParameterFacts, Ports } from './node-facts.ts'
import { parametersOf } from './node-values.ts'
import { isShown } from './shown.ts'

/** What a node takes in one version. */
export interface NodeDescription extends NodeFacts {
  version: number
  /** All versions of the type, the newest last. */
  allVersions: readonly number[]
}

/** The packages of which names are known without them. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain']

const namesOf = (name: string, packages: readonly string[]) => [
  name,
  ...[...new Set([...packages, ...PACKAGES])].map(one => `${one}.${name}`),
]

/** The type that a name means: `slack` is `n8n-nodes-base.slack`, unless a package of the project has it. */
export const typeOf = (name: string, catalogue: NodeCatalogue, packages: readonly string[] = []): string | undefined =>
  namesOf(name, packages).find(type => catalogue.all(type).length > 0)

/** The type that was probably meant. */
export const nearestType = (
  name: string,
  catalogue: NodeCatalogue,
  packages: readonly string[] = [],
): string | undefined =>
  namesOf(name, packages)
    .map(type => catalogue.closest(type))
    .find(type => type !== undefined)

/**
 * What a node takes, in its newest version or in one that is named; with values of parameters, only what it takes then.
 * `undefined` where the type does not have that version.
 */
export function describeNode(
  type: string,
  { version, given = {}, catalogue }: { version?: number; given?: Record<string, unknown>; catalogue: NodeCatalogue },
): NodeDescription | undefined {
  const allVersions = [...new Set(catalogue.all(type).flatMap(({ versions }) => versions))].toSorted((a, b) => a - b)
  const chosen = version ?? allVersions.at(-1)
  const facts = chosen === undefined ? undefined : catalogue.of(type, chosen)
  if (!facts || chosen === undefined) return undefined
  const { around } = parametersOf({ parameters: given }, facts, chosen)
  const ofVersion = { ...around, root: { ...around.root } }
  const isPossible = (conditional: Conditional) =>
    Object.keys(given).length > 0
      ? isShown(conditional, around.root, around)
      : isShown(onVersion(conditional), {}, ofVersion)
  return {
    ...facts,
    version: chosen,
    allVersions,
    ...(facts.credentials ? { credentials: facts.credentials.filter(isPossible) } : {}),
    parameters: facts.parameters.filter(parameter => parameter.type !== 'notice' && isPossible(parameter)),
  }
}

/** The conditions on the version alone. */
function onVersion({ show, hide }: Conditional): Conditional {
  const only = (conditions: Conditions = {}): Conditions =>
    Object.fromEntries(Object.entries(conditions).filter(([name]) => name === '@version'))
  return { show: only(show), hide: only(hide) }
}

/** The same for a person: a line for each parameter, fields below it. */
export function nodeText(node: NodeDescription): string {
  const { type, version, allVersions, inputs, outputs, credentials = [], parameters, usableAsTool } = node
  const others = allVersions.filter(other => other !== version)
  return [
    `${type}, typeVersion ${version}${others.length > 0 ? ` (there are ${others.join(', ')} too)` : ''}`,
    `inputs: ${portsText(inputs)}`,
    `outputs: ${portsText(outputs)}`,
    ...(usableAsTool ? [`as a tool: ${type}Tool`] : []),
    ...credentials.map(credential => `credential: ${credentialText(credential)}`),
    ...(parameters.length > 0 ? ['parameters:', ...parameters.flatMap(one => parameterLines(one, '  '))] : []),
  ].join('\n')
}

const credentialText = ({ name, required, ...conditional }: CredentialFacts) =>
  `${name}${required ? ', required' : ''}${conditionText(conditional)}`

function portsText(ports: Ports): string {
  if (ports === null) return 'by its parameters'
  if ('by' in ports) return `by ${ports.by}: ${branches(ports)}`
  const list = ports as Exclude<Ports, null> & readonly { type: string; required?: true; per?: string }[]
  if (list.length === 0) return 'none'
  return list
    .map(({ type, required, per }) => `${type}${required ? ' (required)' : ''}${per ? ` for each of ${per}` : ''}`)
    .join(', ')
}

function branches({ is, else: rest }: { is: Readonly<Record<string, Ports>>; else: Ports }): string {
  const named = Object.entries(is).map(([value, ports]) => `${value} → ${portsText(ports)}`)
  return [...named, `else ${portsText(rest)}`].join('; ')
}

function parameterLines(parameter: ParameterFacts, indent: string): string[] {
  const {
    name,
    type = 'string',
    required,
    values,
    open,
    min,
    max,
    multiple,
    modes,
    fields = [],
    groups = [],
  } = parameter
  const isList = multiple ? 'list of ' : ''
  const listed = values?.map(value => JSON.stringify(typeof value === 'object' ? value.value : value)).join(', ')
  const parts = [
    `${isList}${type}`,
    ...(required ? ['required'] : []),
    ...(listed ? [`${listed}${open ? ' and others' : ''}`] : []),
    ...(modes ? [`by ${modes.map(mode => mode.name).join(', ')}`] : []),
    ...(min === undefined ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(parameter.default === undefined ? [] : [`default ${JSON.stringify(parameter.default)}`]),
  ]
  return [
    `${indent}${name}: ${parts.join(', ')}${conditionText(parameter)}`,
    ...fields.flatMap(field => parameterLines(field, `${indent}  `)),
    ...groups.flatMap(group => [
      `${indent}  ${group.name}:`,
      ...group.fields.flatMap(field => parameterLines(field, `${indent}    `)),
    ]),
  ]
}

function conditionText({ show = {}, hide = {} }: Conditional): string {
  const text = (conditions: Conditions, word: string) =>
    Object.entries(conditions)
      .filter(([name]) => name !== '@version')
      .map(
        ([name, allowed]) =>
          `${name.replace(/^\//, '')} ${word} ${allowed.map(one => JSON.stringify(one)).join(' or ')}`,
      )
  const all = [...text(show, 'is'), ...text(hide, 'is not')]
  return all.length > 0 ? ` [if ${all.join(' and ')}]` : ''
}
