import type { Draft, State } from '../../model/state.ts'
import type { AnnotationTagRecord } from '../../model/tag.ts'
import { tagRefusals } from '../tags/refusals.ts'
import { getExecution, type Sees } from './rules.ts'

/** The annotation tags of an execution, in the order in which they were made. */
export function annotationTagsOf(state: State | Draft, id: string, sees: Sees): AnnotationTagRecord[] {
  const { annotationTags = [] } = getExecution(state, id, sees)
  const ids = new Set(annotationTags)
  return ids.size === 0 ? [] : [...state.annotationTags.values()].filter(tag => ids.has(tag.id))
}

/** Replaces them all. Tags of workflows are another kind, and not found here. */
export function replaceAnnotationTags(draft: Draft, id: string, tagIds: readonly string[], sees: Sees) {
  const execution = getExecution(draft, id, sees)
  if (!tagIds.every(tagId => draft.annotationTags.has(tagId))) throw tagRefusals.someTagsNotFound()
  draft.executions.set({ ...execution, annotationTags: [...new Set(tagIds)] })
  return annotationTagsOf(draft, id, sees)
}
