import { Type } from '@sinclair/typebox'
import { AnyMap } from '../../../model/schema.ts'
import type { Decisions } from '../decisions.ts'

/** What a pull is asked to do (docs/behaviour/source-control.md#pull-141). Unknown keys are accepted. */
export const PullOptions = Type.Object({
  force: Type.Optional(Type.Boolean()),
  variables: Type.Optional(AnyMap()),
})

const named = { id: Type.String(), name: Type.String() }

/** A file that a pull changed, as version 1.41 lists it. */
const ChangedFile = Type.Object({
  ...named,
  type: Type.String(),
  status: Type.String(),
  location: Type.String(),
  conflict: Type.Boolean(),
  file: Type.String(),
  updatedAt: Type.String(),
})

/** What a pull answers. */
export const pullShape = ({ pullAnswer }: Pick<Decisions, 'pullAnswer'>) =>
  pullAnswer === 'files' ? Type.Array(ChangedFile) : ImportResult

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
