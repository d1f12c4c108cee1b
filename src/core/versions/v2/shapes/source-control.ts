import { Type } from '@sinclair/typebox'
import { FILE_TYPES } from '../../../features/source-control/controlled-files.ts'
import { DateTime, Enumeration } from '../../../model/schema.ts'

const strict = { additionalProperties: false }

/** How to pull. Unknown keys are refused. */
export const PullOptions = Type.Object(
  {
    force: Type.Optional(Type.Boolean()),
    autoPublish: Type.Optional(Enumeration(['none', 'all', 'published'])),
  },
  strict,
)

/** What to push. */
export const PushOptions = Type.Object({
  commitMessage: Type.String({ minLength: 1, maxLength: 1000 }),
  fileNames: Type.Array(Type.Object({ id: Type.String({ minLength: 1 }), type: Enumeration(FILE_TYPES) }), {
    minItems: 1,
  }),
  force: Type.Optional(Type.Boolean()),
})

const File = Type.Object(
  {
    file: Type.String(),
    id: Type.String(),
    name: Type.String(),
    type: Enumeration(FILE_TYPES),
    status: Enumeration(['created', 'modified', 'deleted']),
    location: Enumeration(['local', 'remote']),
    conflict: Type.Boolean(),
    updatedAt: DateTime(),
    pushed: Type.Optional(Type.Boolean()),
    publishingError: Type.Optional(Type.String()),
  },
  strict,
)

export const Files = Type.Array(File)
export const FileList = Type.Object({ data: Files }, strict)
