import { isRecord } from '../../base/is-record.ts'
import { giveWay } from '../../base/run-in-slices.ts'
import { type Fields, textOf } from '../fields.ts'
import { type Renaming, renameReferences } from '../references.ts'
import { type Matches, matchRecords, sameIds } from './match-records.ts'
import { KINDS, type Kind, type Side } from './side.ts'
import { type Difference, fieldDifferences, workflowDifferences } from './workflow-differences.ts'

/** A record as a comparison names it. */
export interface Named {
  id: string
  name: string
}

/** What a comparison found in one kind. */
export interface KindComparison {
  onlyLeft: Named[]
  onlyRight: Named[]
  different: { left: Named; right: Named; differences: Difference[] }[]
  /** How many are the same. */
  same: number
}

export interface Comparison {
  left: string
  right: string
  isSame: boolean
  kinds: Partial<Record<Kind, KindComparison>>
  /** Kinds that only one side knows. */
  notCompared: Kind[]
}

export interface CompareOptions {
  /** Only these kinds. Default: all that both sides know. */
  only?: readonly Kind[] | undefined
  /** What an earlier promotion noted: left id → right id. */
  noted?: Partial<Record<Kind, Matches>> | undefined
  /** Whether both are states of one instance, so that equal ids are the same thing. */
  isSameOrigin?: boolean | undefined
}

/** Compares two sides, kind by kind, and lets other requests be served meanwhile. */
export async function compareSides(
  left: Side,
  right: Side,
  { only = KINDS, noted = {}, isSameOrigin = false }: CompareOptions = {},
): Promise<Comparison> {
  const matches: Partial<Record<Kind, Matches>> = {}
  for (const kind of KINDS) {
    await giveWay()
    const { [kind]: lefts = [] } = left.records
    const { [kind]: rights = [] } = right.records
    const nameOf = (record: Fields) => NAMES[kind](record)
    matches[kind] = isSameOrigin
      ? sameIds(lefts, rights)
      : matchRecords(lefts, rights, { nameOf, noted: noted[kind], areIdsEnough: kind !== 'executions' })
  }
  const kinds: Partial<Record<Kind, KindComparison>> = {}
  const notCompared: Kind[] = []
  for (const kind of KINDS.filter(kind => only.includes(kind))) {
    const { [kind]: lefts } = left.records
    const { [kind]: rights } = right.records
    if (lefts && rights) kinds[kind] = await compareKind(kind, lefts, rights, matches)
    else if (lefts || rights) notCompared.push(kind)
  }
  return { left: left.name, right: right.name, isSame: areSame(kinds), kinds, notCompared }
}

/** Whether nothing differs. */
export const areSame = (kinds: Comparison['kinds']): boolean =>
  Object.values(kinds).every(
    ({ onlyLeft, onlyRight, different }) => onlyLeft.length + onlyRight.length + different.length === 0,
  )

async function compareKind(
  kind: Kind,
  lefts: Fields[],
  rights: Fields[],
  all: Partial<Record<Kind, Matches>>,
): Promise<KindComparison> {
  const matches = all[kind] ?? new Map()
  const rightById = new Map(rights.map(record => [textOf(record.id), record]))
  const met = new Set(matches.values())
  const named = (record: Fields): Named => ({ id: textOf(record.id) ?? '', name: NAMES[kind](record) ?? '' })
  const result: KindComparison = {
    onlyLeft: lefts.filter(record => !matches.has(textOf(record.id) ?? '')).map(named),
    onlyRight: rights.filter(record => !met.has(textOf(record.id) ?? '')).map(named),
    different: [],
    same: 0,
  }
  for (const left of lefts) {
    const right = rightById.get(matches.get(textOf(left.id) ?? ''))
    if (!right) continue
    await giveWay()
    const differences = differencesOf(kind, left, right, all)
    if (differences.length === 0) result.same++
    else result.different.push({ left: named(left), right: named(right), differences })
  }
  return result
}

/** The fields that are compared of each kind but workflows. */
const FIELDS = {
  tags: ['name'],
  credentials: ['name', 'type'],
  users: ['email', 'firstName', 'lastName', 'role', 'isPending'],
  variables: ['key', 'value', 'type'],
  projects: ['name', 'type', 'description'],
  dataTables: ['name', 'columns', 'rows'],
  executions: [
    'status',
    'mode',
    'finished',
    'startedAt',
    'stoppedAt',
    'waitTill',
    'retryOf',
    'retrySuccessId',
    'workflowId',
    'data',
  ],
} as const

function differencesOf(kind: Kind, left: Fields, right: Fields, matches: Partial<Record<Kind, Matches>>): Difference[] {
  if (kind === 'workflows') return comparedWorkflows(left, right, matches)
  if (kind === 'executions') {
    const workflowId = matches.workflows?.get(textOf(left.workflowId) ?? '') ?? left.workflowId
    return withoutValues(fieldDifferences({ ...left, workflowId }, right, FIELDS.executions), ['data'])
  }
  return withoutValues(fieldDifferences(left, right, FIELDS[kind]), ['value', 'rows', 'columns'])
}

const withoutValues = (differences: Difference[], fields: readonly string[]): Difference[] =>
  differences.map(difference => (fields.includes(difference.what) ? { what: difference.what } : difference))

/** The left one with the right one's ids in its place, then compared. */
function comparedWorkflows(left: Fields, right: Fields, matches: Partial<Record<Kind, Matches>>): Difference[] {
  const renaming = {
    workflow: (id: string) => matches.workflows?.get(id),
    dataTable: (id: string) => matches.dataTables?.get(id),
    credential(_type: string, id: string) {
      const other = matches.credentials?.get(id)
      return other === undefined ? undefined : { id: other, name: '' }
    },
  }
  const tags = (names: unknown) => (Array.isArray(names) ? [...names].sort() : undefined)
  return [
    ...workflowDifferences(renameReferences(left, renaming), right),
    ...publishedDifferences(left, right, renaming),
    ...fieldDifferences({ tags: tags(left.tagNames) }, { tags: tags(right.tagNames) }, ['tags']),
  ]
}

/** What differs between the published versions, where one of them is not the current version. */
function publishedDifferences(left: Fields, right: Fields, renaming: Renaming): Difference[] {
  if (!isRecord(left.published) && !isRecord(right.published)) return []
  if (left.active !== true || right.active !== true) return []
  const graphOf = ({ published, nodes, connections }: Fields): Fields =>
    isRecord(published) ? published : { nodes, connections }
  const differences = workflowDifferences(renameReferences(graphOf(left), renaming), graphOf(right))
  return differences.map(difference => ({ ...difference, what: `published ${difference.what}` }))
}

const NAMES: Record<Kind, (record: Fields) => string | undefined> = {
  workflows: ({ name }) => textOf(name),
  tags: ({ name }) => textOf(name),
  credentials: ({ name, type }) => `${textOf(name)} (${textOf(type)})`,
  users: ({ email }) => textOf(email)?.toLowerCase(),
  variables: ({ key, projectId }) => `${textOf(key)}${projectId ? ` of project ${textOf(projectId)}` : ''}`,
  projects: ({ name }) => textOf(name),
  dataTables: ({ name }) => textOf(name),
  executions: ({ id, startedAt }) => `${textOf(id)}, started ${textOf(startedAt)}`,
}
