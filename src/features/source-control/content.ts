import { createHash } from 'node:crypto'
import type { CredentialRecord } from '../../model/credential.ts'
import type { Node, WorkflowRecord } from '../../model/workflow.ts'
import { nodeFields, settingsFields } from './shapes.ts'

type Fields = Record<string, unknown>

/** A node with the fields that the API knows; a repository of a newer instance may have others. */
export const knownNode = (node: Fields): Node => pick(node, nodeFields, value => value !== null)

/** Settings with the fields that the API knows. `DEFAULT` is how real instances write "not set". */
export const knownSettings = (settings: Fields): Fields =>
  pick(settings, settingsFields, value => value !== null && value !== 'DEFAULT')

/** What of a workflow is compared and taken over. */
export const workflowContent = ({ name, nodes, connections, settings }: WorkflowContent): WorkflowContent => ({
  name,
  nodes: nodes.map(knownNode),
  connections,
  settings: knownSettings(settings),
})
export type WorkflowContent = Pick<WorkflowRecord, 'name' | 'nodes' | 'connections' | 'settings'>

/** What of a credential is compared and taken over. */
export const credentialContent = ({ name, type }: Pick<CredentialRecord, 'name' | 'type'>) => ({ name, type })

/** 22 letters that stand for a value: the same for equal values, whatever the order of their keys. */
export const fingerprint = (value: unknown) =>
  createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 22)

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}

const pick = (value: Fields, fields: object, wanted: (value: unknown) => boolean): Fields =>
  Object.fromEntries(Object.entries(value).filter(([key, inner]) => Object.hasOwn(fields, key) && wanted(inner)))
