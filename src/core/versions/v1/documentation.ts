import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '../../http/operation.ts'
import { ErrorShape } from '../../http/response-schemas.ts'
import type { DocumentationFacts } from '../../http/version.ts'
import type { Decisions } from './decisions.ts'
import { Credential, CredentialInput } from './shapes/credential.ts'
import { PullOptions } from './shapes/source-control.ts'
import { Tag, TagIds, TagInput } from './shapes/tag.ts'
import type { WorkflowShapes } from './shapes/workflow.ts'

const TAGS = {
  Audit: 'What is risky in the instance',
  Credential: 'Keys and passwords that nodes use; their data is taken and never given back',
  Execution: 'Runs of workflows',
  SourceControl: 'Workflows from a git repository',
  Tags: 'Labels of workflows',
  Users: 'People of the instance; for its owner only',
  Workflow: 'Workflows, their activation and their tags',
}

const LISTS = { getExecutions: 'executionList', getTags: 'tagList', getUsers: 'userList', getWorkflows: 'workflowList' }

/** The names of the schemas are the reference's. A resource has one, with its read-only and write-only fields marked. */
export function documentationOf(
  operations: readonly Operation[],
  shapes: WorkflowShapes,
  { workflowExtras, pullAnswer }: Decisions,
): DocumentationFacts {
  const { WorkflowInput, Workflow } = shapes
  const lists = Object.entries(LISTS).map(([id, name]): [string, TSchema] => [name, responseOf(operations, id)])
  return {
    apiVersion: '1.1.1',
    tags: TAGS,
    schemas: {
      audit: responseOf(operations, 'generateAudit'),
      credential: CredentialInput,
      error: ErrorShape,
      [pullAnswer === 'files' ? 'changedFiles' : 'importResult']: responseOf(operations, 'pull'),
      execution: responseOf(operations, 'getExecution'),
      node: WorkflowInput.properties.nodes.items,
      pull: PullOptions,
      tag: TagInput,
      tagIds: TagIds,
      user: responseOf(operations, 'getUser'),
      workflow: WorkflowInput,
      workflowSettings: WorkflowInput.properties.settings,
      ...(workflowExtras ? { shownWorkflow: Workflow } : {}),
      ...Object.fromEntries(lists),
    },
    aliases: new Map<TSchema, string>([
      [Credential, 'credential'],
      [Tag, 'tag'],
      ...(workflowExtras ? [] : [[Workflow, 'workflow'] as const]),
    ]),
  }
}

function responseOf(operations: readonly Operation[], id: string): TSchema {
  const schema = operations.find(operation => operation.id === id)?.responses[200]?.schema
  if (!schema) throw new Error(`The operation ${id} has no response`)
  return schema
}
