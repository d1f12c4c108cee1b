import { Type } from '@sinclair/typebox'
import { AnyMap } from './schema.ts'

/** What a pull is asked to do (reference 2.9). Unknown keys are accepted. */
export const PullOptions = Type.Object({
  force: Type.Optional(Type.Boolean()),
  variables: Type.Optional(AnyMap()),
})
export interface PullOptions {
  force?: boolean
  variables?: Record<string, unknown>
}

const named = { id: Type.String(), name: Type.String() }

/** What a pull changed (reference 2.9). */
export const ImportResult = Type.Object({
  variables: Type.Object({ added: Type.Array(Type.String()), changed: Type.Array(Type.String()) }),
  credentials: Type.Array(Type.Object({ ...named, type: Type.String() })),
  workflows: Type.Array(Type.Object(named)),
  tags: Type.Object({
    tags: Type.Array(Type.Object(named)),
    mappings: Type.Array(Type.Object({ workflowId: Type.String(), tagId: Type.String() })),
  }),
})

/** A variable as the document keeps it. */
export interface VariableRecord {
  id: string
  key: string
  type: string
  value: string
  /** The project that has it; every project where absent or null. */
  projectId?: string | null
}
