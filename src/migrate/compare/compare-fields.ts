import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../core/base/is-record.ts'
import { type Compared, type Field, meaningOf } from '../../core/model/field.ts'
import { RECORD_FIELDS } from '../../core/model/record-fields.ts'
import { type Fields, textOf } from '../fields.ts'
import { type Renaming, renameReferences } from '../references.ts'
import { type Difference, type KindMatches, listDifferences, type Rule, type RuleFields } from './rule.ts'
import type { Kind } from './side.ts'
import { WORKFLOW_RULES, workflowDifferences } from './workflow-differences.ts'

/** A field in which two records were not compared. */
export interface Ignored {
  field: string
  because: string
  /** Whether they differ in it, as far as that is known. */
  differs: boolean
}

export interface FieldComparison {
  differences: Difference[]
  ignored: Ignored[]
}

export interface FieldContext {
  /** The fields that each side's version shows; all of them where undefined. */
  shown: readonly [left: ReadonlySet<string> | undefined, right: ReadonlySet<string> | undefined]
  matches: KindMatches
  /** Whether both are states of one instance. */
  isSameOrigin: boolean
}

const textsOf = (values: unknown) => (Array.isArray(values) ? values.map(String) : [])

/** A list in which the order says nothing. */
const asSet =
  (field: string): Rule =>
  (left, right) =>
    listDifferences(field, textsOf(left[field]), textsOf(right[field]))

/** Values that are not shown: they may be large. */
const asHidden =
  (field: string): Rule =>
  (left, right) =>
    isDeepStrictEqual(left[field], right[field]) ? [] : [{ what: field }]

const memberDifferences: Rule = (left, right, { users }) => {
  const named = ({ members }: Fields, idOf: (id: string) => string) =>
    (Array.isArray(members) ? members : []).map(
      ({ user, userId, role }) => `${idOf(textOf(user ?? userId) ?? '')} ${textOf(role)}`,
    )
  const [a, b] = [named(left, id => users?.get(id) ?? id), named(right, id => id)]
  return listDifferences('members', a, b)
}

const RULES: { [K in Kind]: Record<RuleFields<(typeof RECORD_FIELDS)[K]>, Rule> } = {
  workflows: WORKFLOW_RULES,
  tags: {},
  credentials: {},
  users: {},
  variables: {},
  projects: { members: memberDifferences },
  folders: {},
  customRoles: {},
  dataTables: { columns: asHidden('columns'), rows: asHidden('rows') },
  annotationTags: {},
  executions: { data: asHidden('data'), annotationTags: asSet('annotationTags') },
}

/** Compares two records in each field of their kind. What is not compared is named. */
export function compareFields(kind: Kind, given: Fields, right: Fields, context: FieldContext): FieldComparison {
  const left = kind === 'workflows' ? renameReferences(given, renamingBy(context.matches)) : given
  const found: FieldComparison = { differences: [], ignored: [] }
  const [shownLeft, shownRight] = context.shown
  const isUnknown = (shown: ReadonlySet<string> | undefined, field: string, value: unknown) =>
    value === undefined && shown?.has(field) === false
  for (const [name, field] of Object.entries<Field>(RECORD_FIELDS[kind])) {
    const [a, b] = [left[name], right[name]]
    const compared = comparedAs(field, context)
    const isSame = () => isDeepStrictEqual(meaningOf(field, a), meaningOf(field, b))
    const ignore = (because: string) => found.ignored.push({ field: name, because, differs: !isSame() })
    if (isRecord(compared) && 'not' in compared) {
      if (name !== 'id' && (compared.isUnseen || a !== undefined || b !== undefined)) ignore(compared.not)
    } else if (isUnknown(shownLeft, name, a) || isUnknown(shownRight, name, b)) {
      if (a !== undefined || b !== undefined) ignore('one side does not show it')
    } else if (compared === 'rule') {
      const rule = (RULES[kind] as Record<string, Rule>)[name]
      found.differences.push(...(rule?.(left, right, context.matches) ?? []))
    } else if (isMade(field) && (a === undefined || b === undefined)) {
      if (!isSame()) ignore('one side leaves it out, and it is made when that is loaded')
    } else {
      found.differences.push(...valueDifferences(name, field, compared, [a, b], context.matches))
    }
  }
  if (kind === 'workflows') found.differences.push(...publishedDifferences(given, right, context.matches))
  return found
}

const isMade = ({ absent }: Field) => isRecord(absent) && ('made' in absent || 'computed' in absent)

function comparedAs({ compared }: Field, { isSameOrigin }: FieldContext): Compared {
  const within = isRecord(compared) && 'not' in compared ? compared.butWithinInstance : undefined
  return isSameOrigin && within !== undefined ? within : compared
}

function valueDifferences(
  what: string,
  field: Field,
  compared: Compared,
  values: readonly [unknown, unknown],
  matches: KindMatches,
): Difference[] {
  let left = meaningOf(field, values[0])
  const right = meaningOf(field, values[1])
  if (isRecord(compared) && 'refersTo' in compared && left !== null) {
    const id = textOf(left) ?? ''
    left = matches[compared.refersTo]?.get(id) ?? left
  }
  if (isDeepStrictEqual(left, right)) return []
  return [compared === 'hidden value' ? { what } : { what, left, right }]
}

/** The right one's ids in the place of the left one's. */
const renamingBy = (matches: KindMatches): Renaming => ({
  workflow: id => matches.workflows?.get(id),
  dataTable: id => matches.dataTables?.get(id),
  credential(_type, id) {
    const other = matches.credentials?.get(id)
    return other === undefined ? undefined : { id: other, name: '' }
  },
})

/** What differs between the published versions, where one of them is not the current version. */
function publishedDifferences(left: Fields, right: Fields, matches: KindMatches): Difference[] {
  if (!isRecord(left.published) && !isRecord(right.published)) return []
  if (left.active !== true || right.active !== true) return []
  const graphOf = ({ published, nodes, connections, nodeGroups }: Fields): Fields =>
    isRecord(published) ? published : { nodes, connections, nodeGroups }
  const [a, b] = [renameReferences(graphOf(left), renamingBy(matches)), graphOf(right)]
  const differences = workflowDifferences(a, b, ['nodes', 'connections', 'nodeGroups'])
  return differences.map(difference => ({ ...difference, what: `published ${difference.what}` }))
}
