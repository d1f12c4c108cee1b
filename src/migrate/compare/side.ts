import { createHash } from 'node:crypto'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import type { Version } from '../../core/http/version.ts'
import type { Fixture } from '../../core/model/fixture.ts'
import { personalProjectId } from '../../core/model/project.ts'
import { RECORD_FIELDS } from '../../core/model/record-fields.ts'
import { type Fields, textOf } from '../fields.ts'

export type Kind = keyof typeof RECORD_FIELDS
export const KINDS = Object.keys(RECORD_FIELDS) as readonly Kind[]

/** Records of a document that are never compared. */
export const HISTORIES = ['workflowVersions', 'publishEvents'] as const

/** One side of a comparison: its records by kind. A kind that is left out is not known there, so it is not compared. */
export interface Side {
  /** What it is called in the result. */
  name: string
  /** The address, of a service: what an earlier promotion there noted counts. */
  url?: string
  /** Which version a service is. */
  version?: Version
  /** The document, of a file: the notes lie beside it. */
  file?: string
  records: Partial<Record<Kind, Fields[]>>
  /** Kinds that it may have and that were not read: why. */
  unread?: Partial<Record<Kind, string>> | undefined
  /** Of the histories those that it has. */
  histories?: readonly string[] | undefined
  /** The fields of a kind that its version shows; all of them where left out or undefined. */
  serves?: ((kind: Kind) => ReadonlySet<string> | undefined) | undefined
}

interface FixtureRecordsOptions {
  /** Whether parts that are left out are empty. */
  isWhole?: boolean
  /** How many executions, the newest that are over. Default: all. */
  executions?: number
}

/** A fixture's records as a comparison takes them. What an export does not hold is not known, rather than empty. */
export function recordsOfFixture(
  fixture: Fixture,
  { isWhole = false, executions: most }: FixtureRecordsOptions = {},
): Side['records'] {
  const parts = fixture as Fields
  const records: Partial<Record<Kind, Fields[]>> = {}
  for (const kind of KINDS) {
    if (Array.isArray(parts[kind]) || (isWhole && kind !== 'executions'))
      records[kind] = recordsOf(parts[kind]).map(withId)
  }
  const names = new Map((records.tags ?? []).map(tag => [tag.id, tag.name]))
  const versions = new Map(recordsOf(parts.workflowVersions).map(version => [version.id, version]))
  if (records.workflows)
    records.workflows = records.workflows.map(workflow => ({
      ...withPublished(workflow, versions),
      tagNames: tagNames(workflow, names),
    }))
  if (Array.isArray(parts.dataTableRows))
    records.dataTables &&= withRows(records.dataTables, recordsOf(parts.dataTableRows))
  if (most !== undefined) records.executions &&= newestExecutions(records.executions, most)
  const labels = new Map((records.annotationTags ?? []).map(tag => [tag.id, tag.name]))
  records.executions &&= records.executions.map(one => comparableExecution(one, labels))
  const userIds = new Map((records.users ?? []).map(({ id, email }) => [textOf(email)?.toLowerCase(), id]))
  records.projects &&= records.projects.map(project => withMemberIds(project, userIds))
  records.users &&= records.users.map(user => ({ ...user, projectId: personalProjectOf(user) }))
  records.dataTables &&= records.dataTables.map(comparableTable)
  return records
}

/** The histories that a fixture holds. */
export const historiesOf = (fixture: Fixture): readonly string[] =>
  HISTORIES.filter(kind => (fixture[kind]?.length ?? 0) > 0)

/** A record without an id is identified by its position. */
const withId = (record: Fields, at: number): Fields => ({ ...record, id: textOf(record.id) ?? `number ${at + 1}` })

/** Tables with their rows in them: a document stores those apart, by the ids of the columns. */
function withRows(tables: Fields[], rows: Fields[]): Fields[] {
  const byTable = Map.groupBy(rows, ({ tableId }) => tableId)
  return tables.map(table => {
    const names = recordsOf(table.columns).map(({ id, name }) => [String(name), String(id)] as const)
    const found = (byTable.get(table.id) ?? []).sort((a, b) => Number(a.rowId) - Number(b.rowId))
    return {
      ...table,
      rows: found.map(({ rowId, values }) => {
        const cells = isRecord(values) ? values : {}
        return { ...Object.fromEntries(names.map(([name, id]) => [name, cells[id] ?? null])), id: rowId }
      }),
    }
  })
}

function tagNames({ tags }: Fields, names: ReadonlyMap<unknown, unknown>): unknown {
  if (!Array.isArray(tags)) return tags === undefined ? undefined : []
  return tags.map(tag => (isRecord(tag) ? (tag.name ?? names.get(textOf(tag.id))) : (names.get(tag) ?? tag)))
}

const personalProjectOf = ({ id, projectId }: Fields) =>
  textOf(projectId) ?? (typeof id === 'string' ? personalProjectId({ id }) : undefined)

/** A project whose members are named by their ids: a fixture may name them by their addresses. */
const withMemberIds = (project: Fields, userIds: ReadonlyMap<unknown, unknown>): Fields =>
  Array.isArray(project.members)
    ? {
        ...project,
        members: recordsOf(project.members).map(({ user, userId, role }) => {
          const given = textOf(user ?? userId)
          return { user: userIds.get(given?.toLowerCase()) ?? given, role }
        }),
      }
    : project

/** An execution with digests in place of its data, and the names of its annotation tags. */
export function comparableExecution(
  { data, workflowData, annotationTags, ...execution }: Fields,
  names: ReadonlyMap<unknown, unknown> = new Map(),
): Fields {
  return {
    ...execution,
    ...(Array.isArray(annotationTags) ? { annotationTags: annotationTags.map(tag => names.get(tag) ?? tag) } : {}),
    ...(data === undefined ? {} : { data: digest(data) }),
    ...(workflowData === undefined ? {} : { workflowData: digest(workflowData) }),
  }
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** A data table without what each service sets itself. */
export const comparableTable = ({ columns, rows, ...table }: Fields): Fields => ({
  ...table,
  columns: recordsOf(columns).map(({ name, type }) => ({ name, type })),
  rows: recordsOf(rows).map(({ createdAt, updatedAt, ...row }) => row),
})

/**
 * A workflow with the graph of its published version as `published`, where that is not the current version and is
 * known.
 *
 * @param versions the versions of all workflows, by their ids, where they stand apart
 */
export function withPublished(workflow: Fields, versions: ReadonlyMap<unknown, Fields> = new Map()): Fields {
  const { active, activeVersionId, versionId, activeVersion } = workflow
  if (active !== true) return workflow
  const given = isRecord(activeVersion) ? activeVersion : undefined
  const id = activeVersionId ?? given?.versionId
  if (id === undefined || id === null || id === versionId) return workflow
  const own = recordsOf(workflow.versions).find(version => version.versionId === id)
  const found = [given, own, versions.get(id)].find(version => Array.isArray(version?.nodes))
  return found
    ? { ...workflow, published: { nodes: found.nodes, connections: found.connections, nodeGroups: found.nodeGroups } }
    : workflow
}

const UNFINISHED = ['running', 'new']

/** Whether an execution is one that a service would list. */
export const isOver = ({ status }: Fields) => !UNFINISHED.includes(textOf(status) ?? '')

/** The newest executions that are over, as many as a service would be asked for. */
export function newestExecutions(executions: readonly Fields[], most: number): Fields[] {
  return executions
    .filter(isOver)
    .sort((a, b) => Number(b.id) - Number(a.id))
    .slice(0, most)
}
