import { Type } from '@sinclair/typebox'
import { AnyMap } from '../../../model/schema.ts'

/** What a pull is asked to do (docs/behaviour/source-control.md#pull-141). Unknown keys are accepted. */
export const PullOptions = Type.Object({
  force: Type.Optional(Type.Boolean()),
  variables: Type.Optional(AnyMap()),
})

const named = { id: Type.String(), name: Type.String() }

/** What a pull changed, as the published reference describes it. */
export const ImportResult = Type.Object({
  variables: Type.Object({ added: Type.Array(Type.String()), changed: Type.Array(Type.String()) }),
  credentials: Type.Array(Type.Object({ ...named, type: Type.String() })),
  workflows: Type.Array(Type.Object(named)),
  tags: Type.Object({
    tags: Type.Array(Type.Object(named)),
    mappings: Type.Array(Type.Object({ workflowId: Type.String(), tagId: Type.String() })),
  }),
})
