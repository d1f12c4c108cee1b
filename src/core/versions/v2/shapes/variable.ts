import { Type } from '@sinclair/typebox'
import { Nullable, ReadOnly } from '../../../model/schema.ts'
import { Project } from './project.ts'

const strict = { additionalProperties: false }
const id = ReadOnly(Type.String())
const type = ReadOnly(Type.String())
const value = Type.String({ maxLength: 1000 })
const key = (pattern: string) => Type.String({ minLength: 1, maxLength: 50, pattern })

/** A variable as POST takes it. Without a project, every project has it. */
export const NewVariable = Type.Object(
  {
    id,
    key: key('^[A-Za-z_][A-Za-z0-9_]*$'),
    value,
    type,
    projectId: Type.Optional(Type.String({ maxLength: 36 })),
  },
  strict,
)

/** A variable as PUT takes it: null takes it out of its project. */
export const ChangedVariable = Type.Object(
  {
    id,
    key: key('^[A-Za-z0-9_]+$'),
    value,
    type,
    projectId: Type.Optional(Nullable(Type.String({ maxLength: 36 }))),
  },
  strict,
)

/** A variable as shown. */
export const Variable = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    value: Type.String(),
    type: Type.String(),
    project: Nullable(Project),
  },
  strict,
)
