import { notFound } from '../../base/errors.ts'
import type { ExecutionRecord } from '../../model/execution.ts'
import type { Draft, State } from '../../model/state.ts'
import type { AnnotationTagRecord } from '../../model/tag.ts'
import { tagRefusals } from '../tags/refusals.ts'

type Sees = (execution: ExecutionRecord) => boolean

/** The annotation tags of an execution, in the order in which they were made. */
export function annotationTagsOf(state: State | Draft, id: string, sees: Sees): AnnotationTagRecord[] {
  const { annotationTags = [] } = getSeen(state, id, sees)
  const ids = new Set(annotationTags)
  return ids.size === 0 ? [] : [...state.annotationTags.values()].filter(tag => ids.has(tag.id))
}

/** Replaces them all. Tags of workflows are another kind, and not found here. */
export function replaceAnnotationTags(draft: Draft, id: string, tagIds: readonly string[], sees: Sees) {
  const execution = getSeen(draft, id, sees)
  if (!tagIds.every(tagId => draft.annotationTags.has(tagId))) throw tagRefusals.someTagsNotFound()
  draft.executions.set({ ...execution, annotationTags: [...new Set(tagIds)] })
  return annotationTagsOf(draft, id, sees)
}

function getSeen(state: State | Draft, id: string, sees: Sees): ExecutionRecord {
  const execution = state.executions.get(id)
  if (!execution || !sees(execution)) throw notFound()
  return execution
}
