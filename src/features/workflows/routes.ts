import { Type } from '@sinclair/typebox'
import type { Context } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { listOf, refusals } from '../../http/answers.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { pageParameters, paginate } from '../../http/paging.ts'
import { createSerialisedRecords } from '../../http/serialised-records.ts'
import { Tag, TagIds } from '../../model/tag.ts'
import { Workflow, type WorkflowInput, type WorkflowRecord, workflowInput } from '../../model/workflow.ts'
import { tagAnswer } from '../tags/answers.ts'
import { getWorkflow } from '../visibility.ts'
import { createdWorkflowAnswer, workflowAnswer, writtenWorkflowAnswer } from './answers.ts'
import { workflowSelection } from './filter.ts'
import {
  activateWorkflow,
  createWorkflow,
  deactivateWorkflow,
  deleteWorkflow,
  replaceWorkflowTags,
  updateWorkflow,
  type WorkflowContext,
} from './rules.ts'
import { tagsInOrder } from './tags-in-order.ts'

const params = Type.Object({ id: Type.String() })
const tag = 'Workflow'
const one = (says: string) => ({ 200: { says, schema: Workflow } })

export function workflowRoutes(context: Context): Operation[] {
  const { store, profile } = context
  const checksActivation = profile.activationChecked || profile.activeUpdateChecked
  const ruleContext = async (): Promise<WorkflowContext> =>
    checksActivation ? { ...context, nodeTypes: await context.loadNodeTypes() } : context
  const body = { schema: workflowInput(profile), required: true }
  const texts = createSerialisedRecords<WorkflowRecord>(it => JSON.stringify(workflowAnswer(store.data, it, profile)))
  const revisionOf = ({ tags }: WorkflowRecord) => (tags.length > 0 ? store.data.tags.revision : 0)

  /** Where a write answers what a read does, that is kept: what was written is most often read next. */
  const afterWrite = (workflow: WorkflowRecord, other: () => unknown) =>
    profile.workflowExtras ? answer(other()) : texts.answer(workflow, revisionOf(workflow))

  const changeActive =
    (change: typeof activateWorkflow) =>
    async ({ params, user }: Call<{ id: string }>) => {
      const ruled = await ruleContext()
      const { before, after } = await store.update(draft => change(draft, params.id, user, ruled))
      const shown = profile.activationAnswersBefore ? { ...before, active: after.active } : after
      return answer(workflowAnswer(store.data, shown, profile))
    }

  return [
    operation({
      id: 'createWorkflow',
      method: 'POST',
      path: '/workflows',
      tag,
      summary: 'Create a workflow',
      body,
      answers: { ...one('The new workflow'), ...refusals(400, 401) },
      run: async ({ body, user }: Call<unknown, unknown, WorkflowInput>) => {
        const workflow = await store.update(draft => createWorkflow(draft, body, user, context))
        return afterWrite(workflow, () => createdWorkflowAnswer(body, workflow, profile))
      },
    }),
    operation({
      id: 'getWorkflows',
      method: 'GET',
      path: '/workflows',
      tag,
      summary: 'Retrieve all workflows',
      query: Type.Object({
        active: Type.Optional(Type.Boolean()),
        tags: Type.Optional(
          Type.String({ allowReserved: true, description: 'Names of tags, separated by commas; all must be there' }),
        ),
        name: Type.Optional(Type.String({ allowReserved: true, description: 'A part of the name' })),
        ...pageParameters(profile),
      }),
      reads: ['workflows', 'tags'],
      answers: { 200: { says: 'A page of workflows', schema: listOf(Workflow) }, ...refusals(401) },
      run: ({ query, page, user }) => {
        const selection = workflowSelection(store.data, user, query, profile.workflowOrder)
        const { items, nextCursor } = paginate(store.data.workflows.select(selection), page)
        return texts.list(items, nextCursor, revisionOf)
      },
    }),
    operation({
      id: 'getWorkflow',
      method: 'GET',
      path: '/workflows/:id',
      tag,
      summary: 'Retrieve a workflow',
      params,
      reads: ['workflows', 'tags'],
      answers: { ...one('The workflow'), ...refusals(401, 404) },
      run: ({ params, user }) => {
        const workflow = getWorkflow(store.data, params.id, user)
        return texts.answer(workflow, revisionOf(workflow))
      },
    }),
    operation({
      id: 'updateWorkflow',
      method: 'PUT',
      path: '/workflows/:id',
      tag,
      summary: 'Update a workflow',
      params,
      body,
      answers: { ...one('The workflow after the change'), ...refusals(400, 401, 404) },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, WorkflowInput>) => {
        const ruled = await ruleContext()
        const workflow = await store.update(draft => updateWorkflow(draft, params.id, body, user, ruled))
        return afterWrite(workflow, () => writtenWorkflowAnswer(store.data, workflow, profile))
      },
    }),
    operation({
      id: 'deleteWorkflow',
      method: 'DELETE',
      path: '/workflows/:id',
      tag,
      summary: 'Delete a workflow with its executions',
      params,
      answers: { ...one('The deleted workflow'), ...refusals(401, 404) },
      run: async ({ params, user }) => {
        const workflow = await store.update(draft => deleteWorkflow(draft, params.id, user))
        return answer(writtenWorkflowAnswer(store.data, workflow, profile))
      },
    }),
    operation({
      id: 'activateWorkflow',
      method: 'POST',
      path: '/workflows/:id/activate',
      tag,
      summary: 'Activate a workflow',
      params,
      answers: { ...one('The workflow'), ...refusals(...(profile.activationChecked ? [400 as const] : []), 401, 404) },
      run: changeActive(activateWorkflow),
    }),
    operation({
      id: 'deactivateWorkflow',
      method: 'POST',
      path: '/workflows/:id/deactivate',
      tag,
      summary: 'Deactivate a workflow',
      params,
      answers: { ...one('The workflow'), ...refusals(401, 404) },
      run: changeActive(deactivateWorkflow),
    }),
    operation({
      id: 'getWorkflowTags',
      method: 'GET',
      path: '/workflows/:id/tags',
      tag,
      summary: "Get a workflow's tags",
      params,
      reads: ['workflows', 'tags'],
      answers: { 200: { says: 'Its tags', schema: Type.Array(Tag) }, ...refusals(400, 401, 404) },
      run: ({ params, user }) => {
        const { tags } = getWorkflow(store.data, params.id, user)
        return answer(tagsInOrder(store.data.tags, tags, 'creation').map(tagAnswer))
      },
    }),
    operation({
      id: 'updateWorkflowTags',
      method: 'PUT',
      path: '/workflows/:id/tags',
      tag,
      summary: "Replace a workflow's tags",
      params,
      body: { schema: TagIds, required: true },
      answers: { 200: { says: 'Its tags after the change', schema: Type.Array(Tag) }, ...refusals(400, 401, 404) },
      run: async ({ params, body, user }: Call<{ id: string }, unknown, TagIds>) => {
        const tags = await store.update(draft => replaceWorkflowTags(draft, params.id, body, user))
        return answer(tags.map(tagAnswer))
      },
    }),
  ]
}
