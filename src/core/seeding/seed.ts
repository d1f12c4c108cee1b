import { ApiError, badRequest, conflict } from '../base/errors.ts'
import { runAtOnce } from '../base/run-in-slices.ts'
import type { Collections } from '../model/document.ts'
import type { ExecutionRecord } from '../model/execution.ts'
import { seededRecord } from '../model/field.ts'
import type { Fixture, FixtureOf } from '../model/fixture.ts'
import { nextId, nextNumber, reserveId } from '../model/next-id.ts'
import type { FolderRecord } from '../model/project.ts'
import { type VariableRecord, variableFields } from '../model/source-control.ts'
import type { Draft } from '../model/state.ts'
import { type TagRecord, tagFields } from '../model/tag.ts'
import { FixtureError } from './fixture.ts'
import { datesOf, findUser, givenOf, idOf, type SeedContext } from './seed-context.ts'
import { credentialRecord } from './seed-credential.ts'
import { columnsById, dataTableRecord, dataTableRowRecord } from './seed-data-table.ts'
import { executionRecord } from './seed-execution.ts'
import { checkParents, customRoleRecord, folderRecord, isProject, projectRecord } from './seed-project.ts'
import {
  apiKeyRecord,
  ensureOwner,
  findOwner,
  refuseLostOwner,
  refuseSecondOwner,
  setApiKey,
  userRecord,
} from './seed-user.ts'
import { eventRecord, versionRecord } from './seed-versions.ts'
import { workflowRecord } from './seed-workflow.ts'

export type SeedCounts = Partial<Record<keyof Collections, { inserted: number; replaced: number }>>

/**
 * Puts a fixture's records into the state: inserted, or replaced whole where the id exists. A user's key, a
 * credential's data, an execution's data, a workflow's versions and a data table's rows are kept where they are left
 * out.
 *
 * @param source what messages call the fixture: its file, or `request/body`
 * @throws ApiError 400 for what refers to nothing, 409 for an id that the fixture has twice, or for an e-mail, tag name
 *   or key that another has; nothing changes
 */
export const seed = (draft: Draft, fixture: Fixture, context: SeedContext, source: string): SeedCounts =>
  runAtOnce(seedSteps(draft, fixture, context, source))

/** The same in steps: a record each, or a part of a large one. */
export function* seedSteps(
  draft: Draft,
  fixture: Fixture,
  context: SeedContext,
  source: string,
): Generator<undefined, SeedCounts> {
  const counts: SeedCounts = {}
  const errors: ApiError[] = []

  function fail(kind: string, at: number, error: unknown) {
    if (!(error instanceof ApiError)) throw error
    errors.push(new ApiError(error.status, `${source}/${kind}/${at}${error.message}`))
    if (errors.length > MAX_ERRORS) throw allOf(errors)
  }

  function* each<K extends keyof Collections, F extends object>(
    kind: K,
    records: readonly F[] | undefined,
    put: (record: F) => Collections[K] | Generator<undefined, Collections[K]>,
  ) {
    const taken = new Set<string>()
    for (const [at, given] of records?.entries() ?? []) {
      try {
        const made = put(given)
        const record = isSteps(made) ? yield* made : made
        if (taken.has(record.id)) throw conflict(duplicateMessage(given))
        taken.add(record.id)
        counts[kind] ??= { inserted: 0, replaced: 0 }
        counts[kind][draft[kind].has(record.id) ? 'replaced' : 'inserted']++
        ;(draft[kind] as { set(record: Collections[K]): void }).set(record)
      } catch (error) {
        fail(kind, at, error)
      }
      yield
    }
  }

  /** What can be looked at only when all records are in. */
  function* check<F>(kind: string, records: readonly F[] | undefined, task: (record: F) => void) {
    for (const [at, given] of records?.entries() ?? []) {
      try {
        task(given)
      } catch (error) {
        fail(kind, at, error)
      }
      yield
    }
  }

  let ownerId: string | undefined
  const owner = () => {
    ownerId ??= ensureOwner(draft, context).id
    return ownerId
  }
  yield* reserveIds(draft, fixture)
  yield* each('customRoles', fixture.customRoles, role => customRoleRecord(role, context))
  const ownerBefore = findOwner(draft)
  yield* each('users', fixture.users, user => userRecord(draft, user, context))
  yield* check('users', fixture.users, user => {
    refuseSecondOwner(draft, user)
    refuseLostOwner(draft, user, ownerBefore)
    giveKey(draft, user, context)
  })
  yield* each('apiKeys', fixture.apiKeys, key => apiKeyRecord(draft, key, context))
  yield* each('projects', fixture.projects, project => projectRecord(draft, project, context))
  const folders: FolderRecord[] = []
  yield* each('folders', fixture.folders, folder => {
    const record = folderRecord(draft, folder, context)
    folders.push(record)
    return record
  })
  const sound = new Set<string>()
  yield* check('folders', folders, folder => checkParents(draft, folder, sound))
  yield* each('tags', fixture.tags, tag => tagRecord(draft, 'tags', tag, context))
  yield* each('annotationTags', fixture.annotationTags, tag => tagRecord(draft, 'annotationTags', tag, context))
  yield* each('credentials', fixture.credentials, it => credentialRecord(draft, it, context, owner))
  // before the workflows, which name the one that is published
  yield* each('workflowVersions', fixture.workflowVersions, ({ workflowId, ...version }) => {
    const workflow = draft.workflows.get(String(workflowId)) ?? { id: String(workflowId), owner: '' }
    return versionRecord(draft, version, workflow, context)
  })
  yield* each('workflows', fixture.workflows, workflow => workflowRecord(draft, workflow, context, owner))
  yield* check('workflowVersions', fixture.workflowVersions, ({ workflowId }) => knownWorkflow(draft, workflowId))
  yield* each('publishEvents', fixture.publishEvents, ({ workflowId, ...event }) =>
    eventRecord(draft, event, knownWorkflow(draft, workflowId).id, context, ''),
  )
  yield* each('executions', fixture.executions, execution => executionSteps(draft, execution, context))
  yield* each('variables', fixture.variables, variable => variableRecord(draft, variable, context))
  yield* each('dataTables', fixture.dataTables, table => dataTableRecord(draft, table, context, owner))
  const columnsOf = columnsById()
  yield* each('dataTableRows', fixture.dataTableRows, row => dataTableRowRecord(draft, row, context, columnsOf))
  if (fixture.sourceControl !== undefined) draft.sourceControl = fixture.sourceControl
  if (fixture.otelSettings !== undefined) draft.otelSettings = fixture.otelSettings
  if (fixture.credentialTypes) draft.credentialTypes = fixture.credentialTypes as typeof draft.credentialTypes
  if (fixture.communityPackages) draft.communityPackages = fixture.communityPackages as typeof draft.communityPackages
  if (fixture.licence !== undefined) draft.licence = fixture.licence
  if (errors.length) throw allOf(errors)
  return counts
}

/** The first of these fields that a record has identifies it. */
const ID_FIELDS = ['id', 'slug', 'key', 'hash', 'rowId']

/** The second would silently take the place of the first. */
function duplicateMessage(given: object) {
  const field = ID_FIELDS.find(name => name in given) ?? 'id'
  return `/${field}: another record of the fixture has the same`
}

const isSteps = <T extends object>(made: T | Generator<undefined, T>): made is Generator<undefined, T> =>
  Symbol.iterator in made

/** No number that the fixture names is given to anything new. */
function* reserveIds(draft: Draft, fixture: Fixture) {
  for (const kind of ['workflows', 'tags', 'credentials', 'executions', 'publishEvents'] as const) {
    for (const { id } of fixture[kind] ?? []) {
      if (id !== undefined) reserveId(draft, kind, String(id))
      yield
    }
    reserveId(draft, kind, String(fixture.counters?.[kind] ?? 0))
  }
  for (const { publishHistory } of fixture.workflows ?? []) {
    for (const { id } of publishHistory ?? []) {
      if (id !== undefined) reserveId(draft, 'publishEvents', String(id))
      yield
    }
  }
}

function giveKey(draft: Draft, { email, apiKey }: FixtureOf<'users'>, context: SeedContext) {
  const user = apiKey === undefined ? undefined : findUser(draft, email)
  if (user && apiKey !== undefined) setApiKey(draft, user.id, apiKey, 'fixture', context)
}

function* executionSteps(draft: Draft, execution: FixtureOf<'executions'>, { clock }: SeedContext) {
  const id = idOf(execution) ?? nextNumber(draft, 'executions')
  const record = yield* executionRecord(draft, execution, id, clock)
  const before: Partial<ExecutionRecord> = draft.executions.get(id) ?? {}
  return { ...givenOf(before, ['data', 'workflowData']), ...record }
}

function tagRecord(
  draft: Draft,
  kind: 'tags' | 'annotationTags',
  tag: FixtureOf<'tags'>,
  context: SeedContext,
): TagRecord {
  const id = idOf(tag)
  if (draft[kind].by('name', tag.name).some(other => other.id !== id)) {
    throw conflict(`/name: another tag has the name ${JSON.stringify(tag.name)}`)
  }
  const newId = () => (kind === 'tags' ? nextId(draft, kind, context) : context.ids.short())
  return seededRecord<TagRecord, typeof tagFields>(tagFields, tag, {
    ...datesOf(tag, context.clock),
    id: id ?? newId(),
    name: tag.name,
  })
}

function variableRecord(draft: Draft, variable: FixtureOf<'variables'>, { ids }: SeedContext) {
  const { key, value, projectId } = variable
  if (typeof projectId === 'string' && !isProject(draft, projectId)) {
    throw badRequest(`/projectId: there is no project ${JSON.stringify(projectId)}`)
  }
  const made = { id: idOf(variable) ?? ids.short(), key, value }
  return seededRecord<VariableRecord, typeof variableFields>(variableFields, variable, made)
}

function knownWorkflow(draft: Draft, id: string | number) {
  const workflow = draft.workflows.get(String(id))
  if (!workflow) throw badRequest(`/workflowId: there is no workflow ${id}`)
  return workflow
}

/** More errors than anyone reads are left out. */
const MAX_ERRORS = 1000

function allOf(errors: ApiError[]) {
  const status = errors.some(error => error.status === 400) ? 400 : 409
  return new FixtureError(
    status,
    errors.map(error => error.message),
  )
}
