import type { TObject, TSchema } from '@sinclair/typebox'
import { isRecord, recordsOf } from '../../core/base/is-record.ts'
import { giveWay } from '../../core/base/run-in-slices.ts'
import type { CredentialTypes } from '../../core/features/credentials/types.ts'
import { validationErrors } from '../../core/http/validation-errors.ts'
import type { CredentialSchema } from '../../core/model/credential.ts'
import { FORMAT } from '../../core/model/document.ts'
import { EXECUTION_MODES } from '../../core/model/execution.ts'
import { Fixture } from '../../core/model/fixture.ts'
import { GLOBAL_ROLES } from '../../core/model/user.ts'
import { type Fields, textOf } from '../fields.ts'
import { eachRecord, type RecordReader } from '../read/read-records.ts'
import type { DataTableReader, Reading, UnreadablePart } from '../read/read-service.ts'
import { withOwnFields } from '../version-data.ts'
import { type CredentialTypeReader, standInData } from './placeholder-data.ts'

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
  gaps: UnreadablePart[],
): [name: string, content: PartContent][] {
  const places = createPlaces(reading)
  const standIn = createStandIns(types, shipped)
  const tagIdOf = createTagFinder(reading.tags)
  const userIds = new Set(reading.users?.map(({ id }) => textOf(id)))
  const { users, tags, workflows, executions, variables, projects, dataTables } = reading
  const licence = LICENCES.filter(([part]) => reading[part]).map(([, feature]) => feature)
  const parts: [FixturePart, PartContent | undefined][] = [
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
  return parts.flatMap(([name, content]) =>
    content ? [[name, 'value' in content ? content : { records: usable(name, content.records, gaps) }]] : [],
  )
}

/** The id of a workflow's tag in the list of tags: one that was created again since then is found by its name. */
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

async function* usable(part: FixturePart, records: AsyncIterable<Fields> | Iterable<Fields>, gaps: UnreadablePart[]) {
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
    yield { ...rest, columns: recordsOf(columns).sort(byIndex).map(columnOf), rows, ...places.ofProject(projectId) }
  }
}

/** The service lists columns in any order, and each says which one it is. */
const byIndex = (a: Fields, b: Fields) => Number(a.index ?? 0) - Number(b.index ?? 0)

const columnOf = ({ id, name, type, createdAt, updatedAt }: Fields) => ({ id, name, type, createdAt, updatedAt })

const MAX_NAME = 32

/** A user of the service as a fixture's. A role that is not known here becomes a member's. */
export function userRecord(user: Fields, places?: Places): Fields {
  const projectId = places?.personalProjectOf(user.id)
  const named = { firstName: shortened(user.firstName), lastName: shortened(user.lastName) }
  const role = GLOBAL_ROLES.find(role => role === user.role) ?? 'global:member'
  return knownFields('users', {
    ...user,
    ...named,
    role,
    ...(projectId === undefined ? {} : { projectId }),
  })
}

const shortened = (name: unknown) => (typeof name === 'string' ? [...name].slice(0, MAX_NAME).join('') : name)

/** A workflow as a fixture's: its tags by id, and its owner as far as the service shows it. */
export function workflowRecord(workflow: Fields, places: Places, tagIdOf: (tag: Fields) => string | undefined): Fields {
  const { tags, shared, parentFolderId, ...rest } = workflow
  return knownFields('workflows', {
    ...rest,
    ...(Array.isArray(tags) ? { tags: recordsOf(tags).flatMap(tag => tagIdOf(tag) ?? []) } : {}),
    ...places.ofShared(shared),
  })
}

/** A team project as a fixture's: with those of its members that are among the users. */
export function projectRecord(project: Fields, users: ReadonlySet<unknown>): Fields {
  return { ...project, members: recordsOf(project.members).filter(({ user }) => users.has(user)) }
}

/** A variable as a fixture's: of a team project, or global. */
export function variableRecord(variable: Fields, places: Places): Fields {
  const { project, projectId, ...rest } = variable
  const place = places.ofProject(isRecord(project) ? project.id : projectId)
  return { ...rest, ...(place.projectId === undefined ? {} : { projectId: place.projectId }) }
}

/** An execution as a fixture's. */
export function executionRecord(execution: Fields): Fields {
  const { mode, id, workflowId, retryOf, retrySuccessId, ...rest } = execution
  const ids = { retryOf: textOf(retryOf) ?? null, retrySuccessId: textOf(retrySuccessId) ?? null }
  const known = EXECUTION_MODES.find(known => known === mode) ?? 'trigger'
  return knownFields('executions', { id: textOf(id), workflowId: textOf(workflowId), mode: known, ...rest, ...ids })
}

type FixturePart = keyof Fixture

/** The record with the fields that a fixture has room for. */
export function knownFields(part: FixturePart, record: Fields): Fields {
  const { properties } = itemOf(part)
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => Object.hasOwn(properties, key) && value !== undefined),
  )
}

/** Why a record cannot be one of a fixture; `undefined` where it can. */
export const validationErrorIn = (part: FixturePart, record: Fields): string | undefined =>
  validationErrors(itemOf(part), record, part, { firstOnly: true })[0]

const itemOf = (part: FixturePart) => (Fixture.properties[part] as unknown as { items: TSchema }).items as TObject

/** Who has a record of a fixture. */
export interface Place {
  owner?: string
  projectId?: string
}

/** Which user or team project has what a service shows. */
export interface Places {
  /** From the `shared` of a workflow or credential. */
  ofShared(shared: unknown): Place
  ofProject(id: unknown): Place
  /** The id of a user's personal project, where it was met. */
  personalProjectOf(userId: unknown): string | undefined
}

/** A personal project is known by its creator, or by its name, which ends in the e-mail address. */
export function createPlaces(
  reading: Pick<Reading, 'users' | 'credentials' | 'projects' | 'personalProjects'>,
): Places {
  const { users = [], credentials, projects = [], personalProjects } = reading
  const teams = new Set(projects.map(({ id }) => id))
  const byEmail = new Map(users.map(user => [String(user.email).toLowerCase(), textOf(user.id)]))
  const ids = new Set(byEmail.values())
  const owners = new Map<unknown, string>()
  const met = [...credentials.flatMap(({ shared }) => recordsOf(shared)), ...personalProjects]
  for (const { id, name, creatorId } of met) {
    const creator = textOf(creatorId)
    const user =
      byEmail.get(/<([^<>]+)>$/.exec(String(name))?.[1]?.toLowerCase() ?? '') ??
      (ids.has(creator) ? creator : undefined)
    if (!teams.has(id) && user !== undefined) owners.set(id, user)
  }
  const projectsOf = new Map(Array.from(owners, ([project, user]) => [user, project]))
  const ofProject = (id: unknown): Place => {
    const owner = owners.get(id)
    if (owner !== undefined) return { owner }
    return teams.has(id) ? { projectId: String(id) } : {}
  }
  return {
    ofProject,
    ofShared(shared) {
      const [first] = recordsOf(shared)
      return ofProject(first?.projectId ?? (isRecord(first?.project) ? first.project.id : first?.id))
    },
    personalProjectOf: userId => textOf(projectsOf.get(String(userId))),
  }
}
