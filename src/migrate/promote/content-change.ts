import type { WorkflowRecord } from '../../model/workflow.ts'
import type { Difference } from '../compare/difference.ts'
import { settingsOf, workflowDifferences } from '../compare/workflow-differences.ts'
import { type Fields, fieldsOf } from '../fields.ts'
import { withOwnFields } from '../own-fields.ts'
import { keptSettings } from './kept-settings.ts'
import type { Planning } from './planning.ts'
import { createRenaming } from './renaming.ts'
import { workflowBody } from './workflow-body.ts'

/** What is to become of a workflow's content: graph, name, settings, pinned data. */
export interface ContentChange {
  /** Whether it is sent. */
  isSent: boolean
  /** What differs there, e.g. `settings.timezone`. */
  differences: string[]
  /** What the version has no room for. */
  leftOut: string[]
  /** Settings that are not set here, and stay there. */
  kept: string[]
}

export function contentChange(planning: Planning, workflow: WorkflowRecord, there: Fields | undefined): ContentChange {
  const renaming = createRenaming(planning)
  const { body, leftOut } = workflowBody(workflow, planning.limits, renaming)
  const isWaiting = renaming.missing.credentials.length + renaming.missing.workflows.length > 0
  if (!there) return { isSent: true, differences: [], leftOut, kept: [] }
  const kept = keptSettings(settingsOf(fieldsOf(workflow)), settingsOf(there), planning.limits)
  const untouchable = new Set([...leftOut, ...kept.map(key => `settings.${key}`)])
  const differences = contentDifferences(
    withOwnFields(body, planning.target.version),
    withOwnFields(there, planning.target.version),
  )
    .map(({ what }) => what)
    .filter(what => !untouchable.has(what))
  return { isSent: differences.length > 0 || isWaiting, differences: [...new Set(differences)], leftOut, kept }
}

/** What differs between what would be sent and what is there. */
const contentDifferences = (body: Fields, { active, isArchived, description, ...there }: Fields): Difference[] =>
  workflowDifferences(body, there)
