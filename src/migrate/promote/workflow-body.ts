import { isRecord, recordsOf } from '../../base/is-record.ts'
import type { WriteLimits } from '../../http/version.ts'
import type { WorkflowRecord } from '../../model/workflow.ts'
import { settingsOf } from '../compare/workflow-differences.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import { type Renaming, renameReferences } from '../references.ts'
import { unsetSettings } from './kept-settings.ts'
import { NODE_FIELDS } from './node-fields.ts'

/** A workflow as a version of the service takes it, and what of it that version has no room for. */
export interface WorkflowBody {
  body: Fields
  /** E.g. `settings.callerPolicy`. */
  leftOut: string[]
}

/** What is sent of a workflow: its graph and settings with the ids of the service, never what its runs left behind. */
export function workflowBody(workflow: WorkflowRecord, limits: WriteLimits, renaming: Renaming): WorkflowBody {
  const leftOut = new Set<string>()
  const renamed = renameReferences(fieldsOf(workflow), renaming)
  const nodes = recordsOf(renamed.nodes).map(node =>
    picked(node, NODE_FIELDS, field => {
      if (field !== 'createdAt' && field !== 'updatedAt') leftOut.add(`node field ${field}`)
    }),
  )
  const settings = picked(settingsOf(renamed), limits.settings, field => leftOut.add(`settings.${field}`))
  const own = picked(workflow.more ?? {}, limits.workflowFields, field => leftOut.add(field))
  const { pinData } = workflow
  const isPinned = isRecord(pinData) && Object.keys(pinData).length > 0
  if (isPinned && !limits.takesPinData) leftOut.add('pinned data')
  return {
    body: {
      name: workflow.name,
      nodes,
      connections: workflow.connections,
      settings,
      ...own,
      // an empty object says that nothing is pinned; where there is none, it is not known
      ...(isRecord(pinData) && limits.takesPinData ? { pinData } : {}),
    },
    leftOut: [...leftOut],
  }
}

function picked(record: Fields, known: readonly string[], onOther: (field: string) => void): Fields {
  const entries = Object.entries(record).filter(([, value]) => value !== null && value !== undefined)
  for (const [key] of entries) if (!known.includes(key)) onOther(key)
  return Object.fromEntries(entries.filter(([key]) => known.includes(key)))
}

/**
 * The body of a change: what the service added to nodes stays, so that webhooks keep their addresses; settings that are
 * not set here are unset as far as the service lets them.
 */
export function bodyOver(body: Fields, there: Fields, limits: WriteLimits): Fields {
  const byName = new Map(recordsOf(there.nodes).map(node => [textOf(node.name), node]))
  const nodes = recordsOf(body.nodes).map(node => {
    const before = byName.get(textOf(node.name))
    const webhookId = node.webhookId ?? before?.webhookId
    return webhookId === undefined || before?.type !== node.type ? node : { ...node, webhookId }
  })
  const settings = settingsOf(body)
  return { ...body, nodes, settings: { ...settings, ...unsetSettings(settings, settingsOf(there), limits) } }
}
