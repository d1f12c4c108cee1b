import type { TSchema } from '@sinclair/typebox'
import { isRecord } from '../../base/is-record.ts'
import type { WorkflowInput } from '../../model/workflow.ts'
import type { Shapes } from './parts.ts'

const ORDERED = ['nodes', 'settings', 'nodeGroups'] as const

/**
 * A workflow with the keys of its nodes, settings and groups in the order in which the service writes them, that of the
 * schema; parameters, credentials and connections stay as they were sent.
 */
export function inSchemaOrder<Input extends WorkflowInput>(input: Input, { properties }: Shapes['NewWorkflow']): Input {
  const ordered = ORDERED.filter(name => input[name] !== undefined).map(name => [
    name,
    sorted(input[name], properties[name]),
  ])
  return { ...input, ...Object.fromEntries(ordered) }
}

function sorted(value: unknown, schema: TSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map(item => sorted(item, schema?.items))
  // a map of anything is an object schema, too
  if (schema?.additionalProperties !== false || !isRecord(value)) return value
  const properties: Record<string, TSchema> = schema.properties
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(properties)) {
    if (Object.hasOwn(value, name)) result[name] = sorted(value[name], properties[name])
  }
  return result
}
