import { recordsOf } from '../../base/is-record.ts'
import { giveWay } from '../../base/run-in-slices.ts'
import type { CredentialTypes } from '../../features/credentials/types.ts'
import type { CredentialSchema } from '../../model/credential.ts'
import { FORMAT } from '../../model/document.ts'
import { type Fields, textOf } from '../fields.ts'
import { withOwnFields } from '../own-fields.ts'
import type { Gap } from '../read/gaps.ts'
import type { DataTableReader } from '../read/read-data-tables.ts'
import type { Reading } from '../read/read-service.ts'
import { eachRecord, type RecordReader } from '../read/record-reader.ts'
import type { CredentialTypeReader } from './credential-types.ts'
import { executionRecord, projectRecord, userRecord, variableRecord, workflowRecord } from './fixture-records.ts'
import { type FixturePart, hasPart, knownFields, validationErrorIn } from './known-fields.ts'
import { createPlaces, type Place, type Places } from './places.ts'
import { standInData } from './stand-in-data.ts'

/** A part of a fixture: a value, or records one by one. */
export type PartContent = { value: unknown } | { records: AsyncIterable<Fields> | Iterable<Fields> }

/**
 * The parts of the fixture that a reading makes, in their order. A record that no fixture could hold is left out, and
 * named in `gaps` once it was met.
 */
export function fixtureParts(
  reading: Reading,
  types: CredentialTypeReader,
  shipped: CredentialTypes,
  gaps: Gap[],
): [name: string, content: PartContent][] {
  const places = createPlaces(reading)
  const standIn = createStandIns(types, shipped)
  const tagIdOf = createTagFinder(reading.tags)
  const userIds = new Set(reading.users?.map(({ id }) => textOf(id)))
  const { users, tags, workflows, executions, variables, projects, dataTables } = reading
  const licence = LICENCES.filter(([part]) => reading[part]).map(([, feature]) => feature)
  const parts: [string, PartContent | undefined][] = [
    ['format', { value: FORMAT }],
    ['profile', { value: reading.version.name }],
    ['licence', licence.length > 0 ? { value: licence } : undefined],
    ['users', users && { records: users.map(user => userRecord(user, places)) }],
    ['projects', projects && { records: projects.map(one => projectRecord(one, userIds)) }],
    ['tags', { records: tags }],
    ['credentialTypes', { value: types.extra }],
    ['credentials', { records: reading.credentials.map(one => standIn(one, places.ofShared(one.shared))) }],
    [
      'workflows',
      { records: each(workflows, one => workflowRecord(withOwnFields(one, reading.version), places, tagIdOf)) },
    ],
    ['executions', executions && { records: each(executions, executionRecord) }],
    ['variables', variables && { records: variables.map(one => variableRecord(one, places)) }],
    ['dataTables', dataTables && { records: tablesWithRows(dataTables, places) }],
  ]
  return parts.flatMap(([name, content]) => {
    if (!content) return []
    if (!hasPart(name)) {
      gaps.push({ part: name, because: 'this version of Understudy does not keep them' })
      return []
    }
    return [[name, 'value' in content ? content : { records: usable(name, content.records, gaps) }]]
  })
}

/** The id of a workflow's tag in the list of tags: one that was made anew since then has its name. */
function createTagFinder(tags: readonly Fields[]) {
  const ids = new Set(tags.map(({ id }) => textOf(id)))
  const byName = new Map(tags.map(({ id, name }) => [name, textOf(id)]))
  return ({ id, name }: Fields) => (ids.has(textOf(id)) ? textOf(id) : byName.get(name))
}

/** A copy serves what the service is licensed for. */
const LICENCES = [
  ['variables', 'feat:variables'],
  ['projects', 'feat:projectRole:admin'],
] as const

async function* each(reader: RecordReader, shape: (record: Fields) => Fields) {
  for await (const record of eachRecord(reader)) yield shape(record)
}

async function* usable(part: FixturePart, records: AsyncIterable<Fields> | Iterable<Fields>, gaps: Gap[]) {
  for await (const record of records) {
    await giveWay()
    const known = knownFields(part, record)
    const error = validationErrorIn(part, known)
    if (error === undefined) yield known
    else gaps.push({ part, because: `${textOf(record.id) ?? 'one'} is left out, as ${error}` })
  }
}

/** Data is made once for each type: it takes several validations. */
function createStandIns(types: CredentialTypeReader, shipped: CredentialTypes) {
  const made = new Map<CredentialSchema, Fields>()
  const dataFor = (schema: CredentialSchema) => {
    const data = made.get(schema) ?? standInData(shipped, schema)
    made.set(schema, data)
    return structuredClone(data)
  }
  return (credential: Fields, place: Place) => {
    const schema = types.schemaOf(String(credential.type))
    return { ...credential, data: schema ? dataFor(schema) : {}, isStandIn: true, ...place }
  }
}

async function* tablesWithRows({ tables, rowsOf }: DataTableReader, places: Places) {
  for (const table of tables) {
    const rows: Fields[] = []
    for await (const page of rowsOf(String(table.id))) rows.push(...page)
    const { projectId, columns, ...rest } = table
    yield { ...rest, columns: recordsOf(columns).map(columnOf), rows, ...places.ofProject(projectId) }
  }
}

const columnOf = ({ id, name, type, createdAt, updatedAt }: Fields) => ({ id, name, type, createdAt, updatedAt })
