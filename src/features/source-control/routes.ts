import type { Context } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { refusals } from '../../http/answers.ts'
import { type Call, type Operation, operation } from '../../http/operation.ts'
import { ImportResult, PullOptions } from '../../model/source-control.ts'

export function sourceControlRoutes({
  profile,
  sourceControl,
}: Pick<Context, 'profile' | 'sourceControl'>): Operation[] {
  const refuse = (status: number, message: string) =>
    answer(profile.sourceControlStatus ? { status: 'Error', message } : { message }, status)

  return [
    operation({
      id: 'pull',
      method: 'POST',
      path: '/source-control/pull',
      tag: 'SourceControl',
      summary: 'Pull changes from the remote repository',
      body: { schema: PullOptions, required: true },
      roles: ['global:owner', 'global:admin'],
      answers: { 200: { says: 'What the pull changed', schema: ImportResult }, ...refusals(400, 409) },
      run: async ({ body, user }: Call<unknown, unknown, PullOptions>) => {
        const { isLicensed, puller } = sourceControl
        if (!isLicensed) return refuse(401, 'Source Control feature is not licensed')
        if (!puller) return refuse(400, 'Source Control is not connected to a repository')
        return answer(await puller.pull(body, user))
      },
    }),
  ]
}
