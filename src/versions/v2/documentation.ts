import { ErrorShape } from '../../http/error-shape.ts'
import type { DocumentationFacts } from '../../http/version.ts'
import { Project } from './shapes/project.ts'
import { Tag, TagIds, TagInput } from './shapes/tag.ts'
import { shown, Version, VersionEntry } from './shapes/workflow.ts'
import { ChangedWorkflow, NewWorkflow, NodeInput, WorkflowSettings } from './shapes/workflow-input.ts'

export const documentation: DocumentationFacts = {
  apiVersion: '1.1.1',
  tags: {
    Tags: 'Labels of workflows',
    Workflow: 'Workflows, their versions, publication and tags',
  },
  schemas: {
    ...{ error: ErrorShape, node: NodeInput, project: Project, tag: Tag, tagInput: TagInput, tagIds: TagIds },
    ...{ workflow: shown.one, workflowItem: shown.item, newWorkflow: NewWorkflow, changedWorkflow: ChangedWorkflow },
    ...{ workflowSettings: WorkflowSettings, workflowVersion: Version, workflowVersionEntry: VersionEntry },
  },
  aliases: new Map(),
}
