import { giveWay } from '../../core/base/run-in-slices.ts'
import { type Fields, textOf } from '../fields.ts'
import { type Matches, matchRecords, sameIds } from '../match-records.ts'
import { compareFields, type FieldContext, type Ignored } from './compare-fields.ts'
import type { Difference, KindMatches } from './rule.ts'
import { HISTORIES, KINDS, type Kind, type Side } from './side.ts'

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
  /** How many are the same, in what is compared. */
  same: number
  /** The fields in which they were not compared. */
  notCompared: IgnoredField[]
}

/** A field of a kind that was not compared, and why. */
export interface IgnoredField {
  field: string
  because: string
  /** In how many pairs it differs, or may differ. */
  differs: number
}

/** A kind of records that was not compared, and why. */
export interface IgnoredKind {
  kind: string
  because: string
}

export interface Comparison {
  left: string
  right: string
  isSame: boolean
  kinds: Partial<Record<Kind, KindComparison>>
  notCompared: IgnoredKind[]
}

export interface CompareOptions {
  /** Only these kinds. Default: all that both sides know. */
  only?: readonly Kind[] | undefined
  /** What an earlier promotion noted: left id → right id. */
  noted?: Partial<Record<Kind, Matches>> | undefined
  /** Whether both are states of one instance, so that equal ids are the same thing. */
  isSameOrigin?: boolean | undefined
}

/** Compares two sides, kind by kind, and lets other requests be served in between. */
export async function compareSides(
  left: Side,
  right: Side,
  { only = KINDS, noted = {}, isSameOrigin = false }: CompareOptions = {},
): Promise<Comparison> {
  const matches: KindMatches = {}
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
  const notCompared: IgnoredKind[] = []
  const context = { matches: withPersonalProjects(matches, left, right), isSameOrigin }
  for (const kind of KINDS.filter(kind => only.includes(kind))) {
    const { [kind]: lefts } = left.records
    const { [kind]: rights } = right.records
    const unread = left.unread?.[kind] ?? right.unread?.[kind]
    if (lefts && rights) {
      const shown = [left.serves?.(kind), right.serves?.(kind)] as const
      kinds[kind] = await compareKind(kind, lefts, rights, { ...context, shown })
    } else if (unread !== undefined) notCompared.push({ kind, because: unread })
    else if (lefts || rights) notCompared.push({ kind, because: 'only one side has them' })
  }
  for (const kind of HISTORIES)
    if (left.histories?.includes(kind) || right.histories?.includes(kind))
      notCompared.push({ kind, because: 'each service has its own history' })
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
  context: FieldContext,
): Promise<KindComparison> {
  const matches = context.matches[kind] ?? new Map()
  const rightById = new Map(rights.map(record => [textOf(record.id), record]))
  const met = new Set(matches.values())
  const named = (record: Fields): Named => ({ id: textOf(record.id) ?? '', name: NAMES[kind](record) ?? '' })
  const result: KindComparison = {
    onlyLeft: lefts.filter(record => !matches.has(textOf(record.id) ?? '')).map(named),
    onlyRight: rights.filter(record => !met.has(textOf(record.id) ?? '')).map(named),
    different: [],
    same: 0,
    notCompared: [],
  }
  const ignored = new Map<string, IgnoredField>()
  for (const left of lefts) {
    const right = rightById.get(matches.get(textOf(left.id) ?? ''))
    if (!right) continue
    await giveWay()
    const { differences, ignored: inPair } = compareFields(kind, left, right, context)
    for (const one of inPair) count(ignored, one)
    if (differences.length === 0) result.same++
    else result.different.push({ left: named(left), right: named(right), differences })
  }
  result.notCompared = [...ignored.values()]
  return result
}

function count(all: Map<string, IgnoredField>, { field, because, differs }: Ignored) {
  const key = `${field}: ${because}`
  const one = all.get(key) ?? { field, because, differs: 0 }
  if (differs) one.differs++
  all.set(key, one)
}

/** Personal projects are no records: they are matched as their users are. */
function withPersonalProjects(matches: KindMatches, left: Side, right: Side): KindMatches {
  const projects = new Map(matches.projects)
  const projectOf = (side: Side) => new Map(side.records.users?.map(user => [textOf(user.id), textOf(user.projectId)]))
  const [lefts, rights] = [projectOf(left), projectOf(right)]
  for (const [from, to] of matches.users ?? []) {
    const [a, b] = [lefts.get(from), rights.get(to)]
    if (a !== undefined && b !== undefined) projects.set(a, b)
  }
  return { ...matches, projects }
}

const NAMES: Record<Kind, (record: Fields) => string | undefined> = {
  workflows: ({ name }) => textOf(name),
  tags: ({ name }) => textOf(name),
  credentials: ({ name, type }) => `${textOf(name)} (${textOf(type)})`,
  users: ({ email }) => textOf(email)?.toLowerCase(),
  variables: ({ key, projectId }) => `${textOf(key)}${projectId ? ` of project ${textOf(projectId)}` : ''}`,
  projects: ({ name }) => textOf(name),
  folders: ({ name, parentFolderId, projectId }) =>
    `${textOf(name)} in ${textOf(parentFolderId) ?? `project ${textOf(projectId)}`}`,
  customRoles: ({ id }) => textOf(id),
  dataTables: ({ name }) => textOf(name),
  annotationTags: ({ name }) => textOf(name),
  executions: ({ id, startedAt }) => `${textOf(id)}, started ${textOf(startedAt)}`,
}
