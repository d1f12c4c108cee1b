import { isDeepStrictEqual } from 'node:util'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { type Field, meaningOf } from '../../core/model/field.ts'
import { workflowFields } from '../../core/model/workflow.ts'
import { type Fields, textOf } from '../fields.ts'
import { type Difference, listDifferences, namedDifferences, type Rule, type RuleFields } from './rule.ts'

/** The fields of a node that differ between services, or between copies, without meaning. */
const VOLATILE_NODE_FIELDS = ['id', 'createdAt', 'updatedAt']

/** What differs in a field, between two workflows whose references were made the same. */
export const WORKFLOW_RULES = {
  nodes: (left, right) =>
    namedDifferences('node', nodesByName(left), nodesByName(right), (a, b) =>
      pathDifferences(...comparableNodes(a, b), ''),
    ),
  connections: (left, right) => connectionDifferences(left.connections, right.connections),
  nodeGroups: (left, right) =>
    namedDifferences('node group', groupsByName(left), groupsByName(right), (a, b) => pathDifferences(a, b, '')),
  settings: (left, right) => settingDifferences(settingsOf(left), settingsOf(right)),
  pinData: (left, right) => pinDataDifferences(left.pinData, right.pinData),
  more: (left, right) => ownDifferences(left.more, right.more),
  tags: (left, right) => listDifferences('tags', tagsOf(left), tagsOf(right)),
} satisfies Record<RuleFields<typeof workflowFields>, Rule>

/** What differs in some fields, of a workflow that is sent and one that is there. */
export function workflowDifferences(left: Fields, right: Fields, fields: readonly string[]): Difference[] {
  return fields.flatMap(name => {
    const rule: Rule | undefined = WORKFLOW_RULES[name as keyof typeof WORKFLOW_RULES]
    if (rule) return rule(left, right, {})
    const field: Field | undefined = workflowFields[name as keyof typeof workflowFields]
    const [a, b] = field ? [meaningOf(field, left[name]), meaningOf(field, right[name])] : [left[name], right[name]]
    return isDeepStrictEqual(a, b) ? [] : [{ what: name, left: a, right: b }]
  })
}

/** Fields that one version alone has; what is null on one side says as much as what is not there. */
function ownDifferences(left: unknown, right: unknown): Difference[] {
  const [a, b] = [isRecord(left) ? left : {}, isRecord(right) ? right : {}]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
  return names
    .filter(name => !isDeepStrictEqual(a[name] ?? null, b[name] ?? null))
    .map(what => ({ what, left: a[what] ?? null, right: b[what] ?? null }))
}

function tagsOf({ tagNames, tags }: Fields): unknown[] {
  const names = tagNames ?? tags
  return Array.isArray(names) ? names : []
}

/** Settings as far as they say something: real instances write "not set" in more than one way. */
export const settingsOf = ({ settings }: Fields): Fields =>
  isRecord(settings)
    ? Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== 'DEFAULT'))
    : {}

function settingDifferences(left: Fields, right: Fields): Difference[] {
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort()
  return keys.flatMap(key =>
    isDeepStrictEqual(left[key], right[key])
      ? []
      : [{ what: `settings.${key}`, left: left[key] ?? null, right: right[key] ?? null }],
  )
}

const nodesByName = ({ nodes }: Fields) => byName(recordsOf(nodes))

/** Records by their names; of several with one name, the later ones are numbered. */
function byName(records: readonly Fields[]): Map<string, Fields> {
  const found = new Map<string, Fields>()
  const counts = new Map<string, number>()
  for (const record of records) {
    const name = textOf(record.name) ?? ''
    let number = counts.get(name) ?? 0
    let key = name
    do key = ++number === 1 ? name : `${name} (${number})`
    while (found.has(key))
    counts.set(name, number)
    found.set(key, record)
  }
  return found
}

/** The groups of a workflow with the names of their nodes, whose ids differ between services. */
function groupsByName({ nodes, nodeGroups }: Fields): Map<string, Fields> {
  const names = new Map(recordsOf(nodes).map(({ id, name }) => [id, textOf(name)]))
  const groups = recordsOf(nodeGroups).map(({ name, description, nodeIds }) => ({
    name,
    description: description ?? '',
    nodes: (Array.isArray(nodeIds) ? nodeIds : []).map(id => names.get(id) ?? textOf(id) ?? '').sort(),
  }))
  return byName(groups)
}

function comparableNodes(left: Fields, right: Fields): [Fields, Fields] {
  const known = (node: Fields, other: Fields) => {
    const entries = Object.entries(node).filter(
      // services add the id of a webhook where there is none
      ([key, value]) =>
        !VOLATILE_NODE_FIELDS.includes(key) && value !== null && !(key === 'webhookId' && !other.webhookId),
    )
    const kept = Object.fromEntries(entries)
    return { ...kept, parameters: kept.parameters ?? {}, credentials: credentialsOf(kept.credentials) }
  }
  return [known(left, right), known(right, left)]
}

/** A credential is identified by its id, or by its name where it has none. */
const credentialsOf = (credentials: unknown) =>
  isRecord(credentials)
    ? Object.fromEntries(
        Object.entries(credentials).map(([type, given]) => [type, isRecord(given) ? (given.id ?? given.name) : given]),
      )
    : {}

function connectionDifferences(left: unknown, right: unknown): Difference[] {
  const [a, b] = [edgesOf(left), edgesOf(right)]
  return [
    ...[...a].filter(edge => !b.has(edge)).map(edge => ({ what: `connection ${edge}`, left: 'only there' })),
    ...[...b].filter(edge => !a.has(edge)).map(edge => ({ what: `connection ${edge}`, right: 'only there' })),
  ]
}

/** Each connection as a text; what is none in a text of its own, so that it differs from everything else. */
function edgesOf(connections: unknown): Set<string> {
  const edges = new Set<string>()
  if (!isRecord(connections)) return edges
  for (const [from, outputs] of Object.entries(connections)) {
    for (const [type, slots] of Object.entries(isRecord(outputs) ? outputs : {})) {
      for (const [output, targets] of (Array.isArray(slots) ? slots : []).entries()) {
        for (const target of Array.isArray(targets) ? targets : []) {
          const { node, index = 0, type: into = type } = isRecord(target) ? target : { node: JSON.stringify(target) }
          const port = `${type} ${output}${into === type && index === 0 ? '' : ` into ${into} ${index}`}`
          edges.add(`${JSON.stringify(from)} → ${JSON.stringify(node)} (${port})`)
        }
      }
    }
  }
  return edges
}

const pinned = (data: unknown) => (isRecord(data) ? data : {})

function pinDataDifferences(left: unknown, right: unknown): Difference[] {
  const [a, b] = [pinned(left), pinned(right)]
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names
    .filter(name => !isDeepStrictEqual(a[name], b[name]))
    .map(name => ({ what: `pinned data of ${JSON.stringify(name)}` }))
}

/** The paths of the values that differ, without the values: those of a node may be secrets. */
export function pathDifferences(left: unknown, right: unknown, path: string): string[] {
  if (!isRecord(left) || !isRecord(right)) return isDeepStrictEqual(left, right) ? [] : [path]
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return keys.flatMap(key => pathDifferences(left[key], right[key], path === '' ? key : `${path}.${key}`))
}
