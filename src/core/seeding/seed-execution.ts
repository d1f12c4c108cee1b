import type { Clock } from '../base/clock.ts'
import { badRequest } from '../base/errors.ts'
import { mapInSteps } from '../base/run-in-slices.ts'
import { type ExecutionRecord, executionFields } from '../model/execution.ts'
import { seededRecord } from '../model/field.ts'
import type { FixtureOf } from '../model/fixture.ts'
import type { Draft } from '../model/state.ts'

/** The time that the service sets where an execution waits for a webhook (docs/behaviour/executions.md#fields-141). */
const WAITS_FOR_WEBHOOK = '3000-01-01T00:00:00.000Z'

const UNFINISHED = ['running', 'new']

/**
 * A whole execution from as little as its workflow and status.
 *
 * @throws ApiError 400 for an unknown workflow or annotation tag
 */
export function* executionRecord(
  draft: Draft,
  given: FixtureOf<'executions'>,
  id: string,
  clock: Clock,
): Generator<undefined, ExecutionRecord> {
  const workflow = draft.workflows.get(String(given.workflowId))
  if (!workflow) throw badRequest(`/workflowId: there is no workflow ${given.workflowId}`)
  const { status } = given
  const startedAt = given.startedAt ?? clock.iso()
  const stopped = UNFINISHED.includes(status) ? null : startedAt
  const { workflowVersionId = workflow.activeVersionId ?? workflow.versionId, annotationTags } = given
  return seededRecord<ExecutionRecord, typeof executionFields>(executionFields, given, {
    id,
    workflowId: workflow.id,
    status,
    finished: given.finished ?? status === 'success',
    retryOf: executionId(given.retryOf),
    retrySuccessId: executionId(given.retrySuccessId),
    startedAt,
    stoppedAt: given.stoppedAt === undefined ? stopped : given.stoppedAt,
    waitTill: given.waitTill === undefined && status === 'waiting' ? WAITS_FOR_WEBHOOK : (given.waitTill ?? null),
    workflowVersionId,
    ...(annotationTags ? { annotationTags: yield* annotationTagIds(draft, annotationTags) } : {}),
  })
}

const executionId = (given: string | number | null | undefined) => (given == null ? null : String(given))

function* annotationTagIds(draft: Draft, tags: readonly string[]) {
  const found = yield* mapInSteps(tags, (tag, at) => {
    const known = draft.annotationTags.get(tag) ?? draft.annotationTags.by('name', tag)[0]
    if (!known) throw badRequest(`/annotationTags/${at}: there is no annotation tag ${JSON.stringify(tag)}`)
    return known.id
  })
  return [...new Set(found)]
}
