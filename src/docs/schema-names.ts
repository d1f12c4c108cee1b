import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../http/operation.ts'
import { Audit } from '../model/audit.ts'
import { Credential, CredentialInput } from '../model/credential.ts'
import { ErrorAnswer } from '../model/error.ts'
import { Execution } from '../model/execution.ts'
import { ImportResult, PullOptions } from '../model/source-control.ts'
import { Tag, TagIds, TagInput } from '../model/tag.ts'
import { User } from '../model/user.ts'
import { Workflow } from '../model/workflow.ts'
import { type SchemaNames, type SchemaObject, schemaDefinition } from './schema-object.ts'

const LISTS = { getExecutions: 'executionList', getTags: 'tagList', getUsers: 'userList', getWorkflows: 'workflowList' }

/** The reference's names of its schemas. A resource has one, with its read-only and write-only fields marked. */
export function namedSchemas(operations: readonly Operation[]): {
  names: SchemaNames
  components: Record<string, SchemaObject>
} {
  const find = (id: string) => operations.find(operation => operation.id === id)
  const workflow = find('createWorkflow')?.body?.schema ?? Workflow
  const defined: [string, TSchema][] = [
    ['audit', Audit],
    ['credential', CredentialInput],
    ['error', ErrorAnswer],
    ['execution', Execution],
    ['importResult', ImportResult],
    ['node', workflow.properties.nodes.items],
    ['pull', PullOptions],
    ['tag', TagInput],
    ['tagIds', TagIds],
    ['user', User],
    ['workflow', workflow],
    ['workflowSettings', workflow.properties.settings],
  ]
  for (const [id, name] of Object.entries(LISTS)) {
    const list = find(id)?.answers[200]?.schema
    if (list) defined.push([name, list])
  }
  const names = new Map(defined.map(([name, schema]) => [schema, name]))
  names.set(Credential, 'credential').set(Tag, 'tag').set(Workflow, 'workflow')
  const components = defined
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => [name, schemaDefinition(schema, names)] as const)
  return { names, components: Object.fromEntries(components) }
}
