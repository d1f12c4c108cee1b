import { badRequest } from '../base/errors.ts'
import { mapInSteps } from '../base/run-in-slices.ts'
import { projectIdOf, type RecordOwner } from '../features/projects/find-project.ts'
import { seededRecord } from '../model/field.ts'
import type { FixtureOf } from '../model/fixture.ts'
import { nextId } from '../model/next-id.ts'
import type { Draft } from '../model/state.ts'
import { type WorkflowRecord, workflowFields } from '../model/workflow.ts'
import { datesOf, idOf, type SeedContext } from './seed-context.ts'
import { isProject, ownerOf } from './seed-project.ts'
import { activeVersionOf, setPublishHistory, setVersions, withIds } from './seed-versions.ts'

type Given = FixtureOf<'workflows'>

/** Puts in the workflow's versions and history as well, where they are given. */
export function* workflowRecord(
  draft: Draft,
  given: Given,
  context: SeedContext,
  owner: () => string,
): Generator<undefined, WorkflowRecord> {
  const { ids, clock } = context
  const tags = yield* tagIds(draft, given.tags ?? [])
  const recordOwner = ownerOf(draft, { ...given, projectId: given.projectId ?? sharedProject(draft, given) }, owner)
  if (typeof given.parentFolderId === 'string') checkFolder(draft, given.parentFolderId, recordOwner)
  const versionId = given.versionId ?? given.versions?.[0]?.versionId ?? ids.uuid()
  const graph = { ...given.versions?.find(version => version.versionId === versionId), ...given }
  const record = seededRecord<WorkflowRecord, typeof workflowFields>(workflowFields, given, {
    ...datesOf(given, clock),
    id: idOf(given) ?? nextId(draft, 'workflows', context),
    name: given.name,
    active: given.active ?? typeof given.activeVersionId === 'string',
    nodes: yield* withIds(graph.nodes ?? [], context),
    connections: graph.connections ?? {},
    tags,
    ...recordOwner,
    versionId,
    nodeGroups: graph.nodeGroups ?? undefined,
  })
  yield* setVersions(draft, given, record, context)
  const whole = { ...record, ...activeVersionOf(draft, given, record) }
  yield* setPublishHistory(draft, given, whole, context)
  return whole
}

function* tagIds(draft: Draft, tags: NonNullable<Given['tags']>) {
  const found = yield* mapInSteps(tags, (tag, at) => {
    const given = typeof tag === 'string' ? { id: tag, name: tag } : tag
    const known =
      (given.id === undefined ? undefined : draft.tags.get(String(given.id))) ??
      draft.tags.by('name', given.name ?? '')[0]
    if (!known) throw badRequest(`/tags/${at}: there is no tag ${JSON.stringify(given.name ?? given.id)}`)
    return known.id
  })
  return [...new Set(found)]
}

/** The project in an answer's `shared`, if it is one of this instance and nothing else says whose the workflow is. */
function sharedProject(draft: Draft, { owner, shared }: Given): string | undefined {
  if (owner !== undefined || !Array.isArray(shared)) return undefined
  const entry = shared.find(it => it?.role === 'workflow:owner')
  return typeof entry?.projectId === 'string' && isProject(draft, entry.projectId) ? entry.projectId : undefined
}

function checkFolder(draft: Draft, folderId: string, owner: RecordOwner) {
  if (draft.folders.get(folderId)?.projectId === projectIdOf(draft, owner)) return
  throw badRequest(`/parentFolderId: the workflow's project has no folder ${JSON.stringify(folderId)}`)
}
