import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../base/errors.ts'
import type { ControlledFile } from '../../../features/source-control/controlled-files.ts'
import { changedFiles } from '../../../features/source-control/local-files.ts'
import type { PushOptions } from '../../../features/source-control/push.ts'
import { sourceControlRefusals } from '../../../features/source-control/refusals.ts'
import { activateWorkflow } from '../../../features/workflows/publish.ts'
import type { Context } from '../../../http/context.ts'
import { type Call, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import { Enumeration } from '../../../model/schema.ts'
import type { UserRecord } from '../../../model/user.ts'
import { operationRefusals } from '../../operation-refusals.ts'
import type { V2Parts } from '../parts.ts'

const shared = { tag: 'SourceControl', feature: 'feat:sourceControl' } as const

interface PullBody {
  force?: boolean
  autoPublish?: 'none' | 'all' | 'published'
}

export const sourceControlOperations = ({ shapes, workflowContext }: V2Parts) => {
  const files = { description: 'The files', schema: shapes.Files }

  return [
    operation({
      ...shared,
      id: 'getSourceControlStatus',
      method: 'GET',
      path: '/source-control/status',
      summary: 'What a push, or a pull, would change',
      scope: 'sourceControl:read',
      query: Type.Object({ direction: Enumeration(['push', 'pull']) }),
      responses: { 200: { ...files, schema: shapes.FileList }, ...refusals(409) },
      run: async ({ query }, context) => {
        const { direction } = query
        if (direction === undefined) throw operationRefusals.directionRequired()
        return reply({ data: await pullerOf(context).status(direction) })
      },
    }),
    operation({
      ...shared,
      id: 'pushSourceControl',
      method: 'POST',
      path: '/source-control/push',
      summary: 'Commit files to the remote repository',
      scope: 'sourceControl:push',
      body: {
        schema: shapes.PushOptions,
        required: true,
        example: { commitMessage: 'Orders', fileNames: [{ id: '1', type: 'workflow' }] },
      },
      responses: { 200: { ...files, schema: shapes.FileList }, ...refusals(409) },
      run: async ({ body, user }: Call<unknown, unknown, PushOptions>, context) =>
        reply({ data: await pullerOf(context).push(body, user) }),
    }),
    operation({
      ...shared,
      id: 'pullSourceControl',
      method: 'POST',
      path: '/source-control/pull',
      summary: 'Pull changes from the remote repository',
      scope: 'sourceControl:pull',
      body: { schema: shapes.PullOptions, required: true, example: { force: false } },
      responses: { 200: files, ...refusals(409) },
      run: async ({ body, user }: Call<unknown, unknown, PullBody>, context) => {
        const { force = false, autoPublish } = body
        const plan = await pullerOf(context).pull({ force }, user, { remoteChangeConflicts: true })
        const wasActive = new Map(plan.workflows.map(({ item, before }) => [item.id, before?.active]))
        const changed = changedFiles(plan, context.clock.iso())
        const wanted = ({ type, id, status }: (typeof changed)[number]) =>
          type === 'workflow' &&
          status !== 'deleted' &&
          (autoPublish === 'all' || (autoPublish === 'published' && wasActive.get(id) === true))
        return reply(await publishEach(changed, wanted, user, context, workflowContext))
      },
    }),
  ]
}

function pullerOf({ sourceControl: { puller } }: Context) {
  if (!puller) throw sourceControlRefusals.repositoryNotConnected()
  return puller
}

/** Publishes the workflows that are wanted. Why one was not published is reported beside its file. */
async function publishEach<F extends Omit<ControlledFile, 'pushed'>>(
  changed: F[],
  wanted: (file: F) => boolean,
  user: UserRecord,
  context: Context,
  publishingOf: V2Parts['workflowContext'],
) {
  if (!changed.some(wanted)) return changed
  const publishing = await publishingOf(context)
  return context.store.update(draft =>
    changed.map(file => {
      const workflow = wanted(file) ? draft.workflows.get(file.id) : undefined
      if (!workflow) return file
      try {
        activateWorkflow(draft, workflow, {}, user, publishing)
        return file
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { ...file, publishingError: error.message }
      }
    }),
  )
}
