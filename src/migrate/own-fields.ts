import type { Version } from '../http/version.ts'
import type { Fields } from './fields.ts'

/** A workflow of a service with the fields that its version alone has in `more`, as a document stores them. */
export function withOwnFields(workflow: Fields, { writes }: Pick<Version, 'writes'>): Fields {
  const own = Object.entries(workflow).filter(([name]) => writes.workflowFields.includes(name))
  if (own.length === 0) return workflow
  const rest = Object.entries(workflow).filter(([name]) => !writes.workflowFields.includes(name))
  return { ...Object.fromEntries(rest), more: Object.fromEntries(own) }
}
