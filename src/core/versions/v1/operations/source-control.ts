import { type ApiError, answerOf } from '../../../base/errors.ts'
import { changedFiles } from '../../../features/source-control/local-files.ts'
import { sourceControlRefusals } from '../../../features/source-control/refusals.ts'
import type { Context } from '../../../http/context.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { PullOptions } from '../../../model/source-control.ts'
import type { Decisions } from '../decisions.ts'
import { importResult } from '../presenters/pull.ts'
import * as shapes from '../shapes/source-control.ts'

/** @param isLicensed whether an instance may pull at all */
export const sourceControlOperations = (
  decisions: Decisions,
  isLicensed = ({ sourceControl }: Context) => sourceControl.isLicensed,
): Operation[] => {
  const refuse = (error: ApiError, { version }: Context) => {
    const { status, message } = answerOf(error, version.texts)
    return reply(decisions.sourceControlStatus ? { status: 'Error', message } : { message }, status)
  }

  return [
    operation({
      id: 'pull',
      method: 'POST',
      path: '/source-control/pull',
      tag: 'SourceControl',
      summary: 'Pull changes from the remote repository',
      body: { schema: shapes.PullOptions, required: true, example: { force: false } },
      roles: ['global:owner', 'global:admin'],
      responses: {
        200: { description: 'What the pull changed', schema: shapes.pullShape(decisions) },
        ...refusals(409),
      },
      run: async ({ body, user }: Call<unknown, unknown, PullOptions>, context) => {
        const { puller } = context.sourceControl
        if (!isLicensed(context)) return refuse(sourceControlRefusals.sourceControlNotLicensed(), context)
        if (!puller) return refuse(sourceControlRefusals.repositoryNotConnected(), context)
        const plan = await puller.pull(body, user, decisions)
        return reply(decisions.pullAnswer === 'files' ? changedFiles(plan, context.clock.iso()) : importResult(plan))
      },
    }),
  ]
}
