import { Type } from '@sinclair/typebox'
import { DateTime, Nullable } from '../../../model/schema.ts'
import { Icon, projectType } from './project.ts'

const strict = { additionalProperties: false }
const dates = { createdAt: DateTime(), updatedAt: DateTime() }
const parentFolderId = Nullable(Type.String())
const fields = { id: Type.String(), name: Type.String(), parentFolderId, ...dates }

export const NewFolder = Type.Object({ name: Type.String(), parentFolderId: Type.Optional(Type.String()) }, strict)

export const ChangedFolder = Type.Object(
  { name: Type.Optional(Type.String()), parentFolderId: Type.Optional(Type.String()) },
  { ...strict, minProperties: 1 },
)

/** A folder as it is shown once it was made or changed. */
export const Folder = Type.Object(fields, strict)

/** A folder with how much is in it. */
export const CountedFolder = Type.Object(
  { ...fields, totalSubFolders: Type.Integer(), totalWorkflows: Type.Integer() },
  strict,
)

const listed = Type.Object({
  name: Type.String(),
  parentFolderId,
  ...dates,
  homeProject: Type.Object({ id: Type.String(), name: Type.String(), type: projectType, icon: Icon }, strict),
  parentFolder: Nullable(Type.Object({ id: Type.String(), name: Type.String(), parentFolderId }, strict)),
  tags: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict)),
  workflowCount: Type.Integer(),
  subFolderCount: Type.Integer(),
  path: Type.Array(Type.String()),
})

/** A folder in the list: of its fields those that were asked for. */
export const ListedFolder = Type.Object({ id: Type.String(), ...Type.Partial(listed).properties }, strict)

export const FolderList = Type.Object({ count: Type.Integer(), data: Type.Array(ListedFolder) }, strict)
