import { isRecord } from '../../base/is-record.ts'
import type { AuditSection, Location } from '../../model/audit.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'

/** Looks at one workflow after the other, then says what it has found. */
export interface Report {
  /** `nodes` are the workflow's nodes, each an object; disabled ones are among them. */
  look(workflow: WorkflowRecord, nodes: readonly Node[]): void
  /** Looks at the executions, in steps. */
  lookAtExecutions?(): Generator<undefined, void>
  sections(): AuditSection[]
}

/**
 * What a section says of its finding, whatever the locations are. The title is the service's label, which programs look
 * for; description and recommendation are our own words.
 */
export interface SectionText {
  title: string
  description: string
  recommendation: string
}

/** The section, or none if nothing was found. */
export function sectionOf(text: SectionText, location: Location[]): AuditSection[] {
  return location.length > 0 ? [{ ...text, location }] : []
}

/** Where a node is. Fields that the node lacks are empty, as every field of a location is a string. */
export function locateNode(workflow: WorkflowRecord, node: Node): Location {
  return {
    kind: 'node',
    workflowId: workflow.id,
    workflowName: workflow.name,
    nodeId: textOf(node.id),
    nodeName: textOf(node.name),
    nodeType: textOf(node.type),
  }
}

/** The nodes of a workflow, or of what an execution remembers of one. */
export function nodesOf(workflow: unknown): Node[] {
  const nodes = fieldOf(workflow, 'nodes')
  return Array.isArray(nodes) ? nodes.filter(isRecord) : []
}

/** A field of whatever JSON it is; `undefined` if there is none of its own. */
export function fieldOf(value: unknown, field: string): unknown {
  return isRecord(value) && Object.hasOwn(value, field) ? value[field] : undefined
}

export const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=')

/** Node types of the standard package, by their short names. */
export const standardTypes = (...names: string[]): ReadonlySet<unknown> =>
  new Set(names.map(name => `n8n-nodes-base.${name}`))

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
