import { type TProperties, Type } from '@sinclair/typebox'
import { AnyMap, DateTime, Enumeration, Nullable } from '../../../model/schema.ts'
import { Project } from './project.ts'
import { Tag } from './tag.ts'
import { NodeGroup } from './workflow-input.ts'

const strict = { additionalProperties: false }
const dates = { createdAt: DateTime(), updatedAt: DateTime() }
const graph = {
  nodes: Type.Array(AnyMap()),
  connections: AnyMap(),
  nodeGroups: Type.Array(NodeGroup),
}

const PublishEvent = Type.Object(
  {
    id: Type.Integer(),
    workflowId: Type.String(),
    versionId: Type.String(),
    event: Enumeration(['activated', 'deactivated']),
    userId: Nullable(Type.String()),
    createdAt: DateTime(),
  },
  strict,
)

const ActiveVersion = Type.Object(
  {
    versionId: Type.String(),
    workflowId: Type.String(),
    ...graph,
    authors: Type.String(),
    name: Nullable(Type.String()),
    description: Nullable(Type.String()),
    autosaved: Type.Boolean(),
    ...dates,
    workflowPublishHistory: Type.Optional(Type.Array(PublishEvent)),
  },
  strict,
)

const Shared = Type.Object(
  {
    role: Type.String(),
    workflowId: Type.String(),
    projectId: Type.String(),
    project: Type.Optional(Project),
    ...dates,
  },
  strict,
)

const details = {
  description: Nullable(Type.String()),
  versionCounter: Type.Integer(),
  sourceWorkflowId: Nullable(Type.String()),
}
const fields = {
  id: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  activeVersionId: Nullable(Type.String()),
  ...dates,
  isArchived: Type.Boolean(),
  versionId: Type.String(),
  triggerCount: Type.Integer(),
  ...graph,
  settings: AnyMap(),
  staticData: Nullable(AnyMap()),
  meta: Nullable(AnyMap()),
}
const pinData = Nullable(AnyMap())
const tags = Type.Array(Tag)
const shared = Type.Array(Shared)
const activeVersion = Nullable(ActiveVersion)

/** A workflow as each operation shows it, with further fields that a version has. */
export function shownWorkflows(own: TProperties) {
  const workflow = (more: TProperties) => Type.Object({ ...fields, ...more, ...own }, strict)
  return {
    one: workflow({ ...details, pinData: Type.Optional(pinData), tags, shared, activeVersion }),
    item: workflow({ pinData: Type.Optional(pinData), tags, shared, activeVersion }),
    created: workflow({ ...details, pinData, tags, shared, activeVersion, parentFolder: Nullable(AnyMap()) }),
    updated: workflow({ ...details, pinData, tags, activeVersion }),
    published: workflow({ ...details, pinData, activeVersion }),
    unpublished: workflow({ ...details, pinData, shared, activeVersion }),
    deleted: workflow({ ...details, pinData, shared }),
  }
}

export const shown = shownWorkflows({})

const version = {
  versionId: Type.String(),
  workflowId: Type.String(),
  authors: Type.String(),
  name: Nullable(Type.String()),
  description: Nullable(Type.String()),
  ...dates,
}

/** A version in the history of a workflow. */
export const VersionEntry = Type.Object(version, strict)

/** A version with its graph. */
export const Version = Type.Object({ ...version, ...graph }, strict)
