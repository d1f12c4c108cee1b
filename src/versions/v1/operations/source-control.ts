import { changedFiles } from '../../../features/source-control/changed-files.ts'
import { type Call, type Operation, operation } from '../../../http/operation.ts'
import { reply } from '../../../http/reply.ts'
import { refusals } from '../../../http/response-schemas.ts'
import type { PullOptions } from '../../../model/source-control.ts'
import type { Decisions } from '../decisions.ts'
import { importResult } from '../presenters/pull.ts'
import * as shapes from '../shapes/source-control.ts'

export const sourceControlOperations = (decisions: Decisions): Operation[] => {
  const refuse = (status: number, message: string) =>
    reply(decisions.sourceControlStatus ? { status: 'Error', message } : { message }, status)

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
        ...refusals(400, 401, 403, 409),
      },
      run: async ({ body, user }: Call<unknown, unknown, PullOptions>, { sourceControl, clock }) => {
        const { isLicensed, puller } = sourceControl
        if (!isLicensed) return refuse(401, 'Source Control feature is not licensed')
        if (!puller) return refuse(400, 'Source Control is not connected to a repository')
        const plan = await puller.pull(body, user, decisions)
        return reply(decisions.pullAnswer === 'files' ? changedFiles(plan, clock.iso()) : importResult(plan))
      },
    }),
  ]
}
