import { Type } from '@sinclair/typebox'
import { notFound } from '../../base/errors.ts'
import { accessByOwner } from '../../features/access.ts'
import { createCredential, credentialRefusal, deleteCredential } from '../../features/credentials/rules.ts'
import { executionToRetry, retryExecution } from '../../features/executions/retry.ts'
import { deleteExecution, getExecution, listSelected } from '../../features/executions/rules.ts'
import { hasStatus } from '../../features/executions/selection.ts'
import { transferCredential } from '../../features/projects/transfer.ts'
import { pageReply } from '../../http/list-reply.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { cursorAfter, pageParameters, requireNumericId } from '../../http/paging.ts'
import { noContent, reply } from '../../http/reply.ts'
import { listOf, refusals } from '../../http/response-schemas.ts'
import type { CredentialInput } from '../../model/credential.ts'
import type { ExecutionRecord } from '../../model/execution.ts'
import { Enumeration } from '../../model/schema.ts'
import type { Draft, State } from '../../model/state.ts'
import { CredentialInput as CredentialBody } from '../v1/shapes/credential.ts'
import type { V1Parts } from '../v1/v1.ts'
import { accessIn } from '../v2/access.ts'
import { showExecution, showListedExecution, showRetry } from './presenters.ts'
import { hasWorkflows, isInProject, requireCredential, seesExecution } from './rules.ts'
import * as shapes from './shapes.ts'
import { userOperations } from './users.ts'

const params = Type.Object({ id: Type.String() })
const executionParams = Type.Object({ id: Type.Number() })
const includeData = Type.Optional(Type.Boolean({ description: 'Include detailed execution data' }))
const pages = pageParameters({ limitAtLeastOne: false })
const STATUSES = ['canceled', 'error', 'running', 'success', 'waiting'] as const

interface Asked {
  status?: (typeof STATUSES)[number] | undefined
  workflowId?: string | undefined
  projectId?: string | undefined
}

/** Waiting ones are never listed, running ones where they are asked for, as while the process that began them lives. */
const selects =
  (state: State, { status, workflowId, projectId }: Asked) =>
  (execution: ExecutionRecord) =>
    execution.status !== 'waiting' &&
    hasStatus(execution.status, status) &&
    (workflowId === undefined || execution.workflowId === workflowId) &&
    (projectId === undefined || isInProject(state, projectId, execution.workflowId))

const executionOperations: Operation[] = [
  operation({
    id: 'getExecutions',
    method: 'GET',
    path: '/executions',
    tag: 'Execution',
    summary: 'Retrieve all executions, newest first',
    query: Type.Object({
      includeData,
      status: Type.Optional(Enumeration(STATUSES)),
      workflowId: Type.Optional(Type.String()),
      projectId: Type.Optional(Type.String()),
      ...pages,
    }),
    reads: ['executions', 'workflows'],
    responses: { 200: { description: 'A page of executions', schema: listOf(shapes.ListedExecution) } },
    run: ({ query, page, user }, context) => {
      const { data: state } = context.store
      requireNumericId(page)
      const isAsked = selects(state, query)
      const isSeen = seesExecution(state, user)
      const { items, hasMore } = listSelected(state, page, execution => isAsked(execution) && isSeen(execution))
      const last = items.at(-1)
      return pageReply(
        items.values().map(execution => showListedExecution(context, execution, query.includeData)),
        last && hasMore ? cursorAfter(last, page) : null,
      )
    },
  }),
  operation({
    id: 'getExecution',
    method: 'GET',
    path: '/executions/:id',
    tag: 'Execution',
    summary: 'Retrieve an execution',
    params: executionParams,
    query: Type.Object({ includeData }),
    reads: ['executions', 'workflows'],
    responses: { 200: { description: 'The execution', schema: shapes.Execution }, ...refusals(404) },
    run: ({ params, query, user }, context) => {
      const { data: state } = context.store
      const execution = getExecution(state, params.id, seesExecution(state, user))
      return reply(showExecution(context, execution, query.includeData))
    },
  }),
  operation({
    id: 'deleteExecution',
    method: 'DELETE',
    path: '/executions/:id',
    tag: 'Execution',
    summary: 'Delete an execution',
    params: executionParams,
    responses: {
      200: { description: 'The deleted execution', schema: shapes.DeletedExecution },
      ...refusals(404),
    },
    run: async ({ params, user }, context) => {
      const deleted = await context.store.update(draft =>
        deleteExecution(draft, params.id, seesExecution(draft, user), { deletesRunning: false }),
      )
      return reply({ ...showExecution(context, deleted), id: Number(deleted.id) })
    },
  }),
  operation({
    id: 'retryExecution',
    method: 'POST',
    path: '/executions/:id/retry',
    tag: 'Execution',
    summary: 'Run an execution again; nothing is run here, so it ends as the original did, or as a simulation says',
    params: executionParams,
    body: {
      schema: Type.Object({ loadWorkflow: Type.Optional(Type.Boolean()) }),
      required: false,
      example: {},
    },
    responses: {
      200: { description: 'The new execution', schema: shapes.RetriedExecution },
      ...refusals(404),
    },
    run: async ({ params, body, user }: Call<{ id: number }, unknown, { loadWorkflow?: boolean }>, context) => {
      const { store, clock, simulation } = context
      const id = String(params.id)
      const { loadWorkflow } = body
      if (!hasWorkflows(store.data, user)) throw notFound()
      const optionsIn = (draft: State | Draft) => ({ sees: seesExecution(draft, user), loadWorkflow })
      const played = simulation?.isOn
        ? await simulation.retry(draft => executionToRetry(draft, id, optionsIn(draft)))
        : undefined
      const made = played ?? (await store.update(draft => retryExecution(draft, id, { ...optionsIn(draft), clock })))
      return reply(showRetry(context, made))
    },
  }),
]

const credentialOperations: Operation[] = [
  operation({
    id: 'createCredential',
    method: 'POST',
    path: '/credentials',
    tag: 'Credential',
    summary: 'Create a credential',
    body: {
      schema: CredentialBody,
      required: true,
      example: { name: 'GitHub (bot)', type: 'githubApi', data: { accessToken: 'a', user: 'u', server: 's' } },
    },
    responses: { 200: { description: 'The new credential', schema: shapes.Credential } },
    run: async ({ body, user }: Call<unknown, unknown, CredentialInput>, context) => {
      const refusal = credentialRefusal(await context.loadCredentialTypes(), body)
      if (refusal) throw refusal
      const { data, shared: _shared, ...sent } = body
      const { name, type } = sent
      const { id, updatedAt, createdAt } = await context.store.update(draft =>
        createCredential(draft, { name, type, data }, user, context),
      )
      return reply({ ...sent, id, updatedAt, createdAt, isManaged: false, isGlobal: Object(body).isGlobal === true })
    },
  }),
  operation({
    id: 'deleteCredential',
    method: 'DELETE',
    path: '/credentials/:id',
    tag: 'Credential',
    summary: 'Delete a credential',
    params,
    responses: {
      200: { description: 'The deleted credential', schema: shapes.Credential },
      ...refusals(403, 404),
    },
    run: async ({ params, user }, { store }) => {
      const deleted = await store.update(draft => {
        requireCredential(draft, params.id, user)
        return deleteCredential(draft, params.id, accessByOwner(user))
      })
      const { updatedAt, createdAt, name, type, isManaged = false, isGlobal = false } = deleted
      return reply({ updatedAt, createdAt, name, type, isManaged, isGlobal })
    },
  }),
  operation({
    id: 'transferCredential',
    method: 'PUT',
    path: '/credentials/:id/transfer',
    tag: 'Credential',
    summary: 'Move a credential to another project',
    params,
    body: { schema: shapes.Destination, required: true, example: { destinationProjectId: 'VmwOO9HeTEj20kxM' } },
    responses: { 204: { description: 'It is moved' }, ...refusals(403, 404) },
    run: async ({ params, body, user }: Call<{ id: string }, unknown, { destinationProjectId: string }>, { store }) => {
      await store.update(draft => {
        if (draft.credentials.has(params.id) || user.role === 'global:member') requireCredential(draft, params.id, user)
        transferCredential(draft, params.id, body.destinationProjectId, accessIn(draft, user))
      })
      return noContent()
    },
  }),
]

/** The operations beside those on workflows that differ from 1.41, or that it does not have. */
export const otherOperations = (parts: V1Parts): Operation[] => [
  ...executionOperations,
  ...credentialOperations,
  ...userOperations(parts),
]
