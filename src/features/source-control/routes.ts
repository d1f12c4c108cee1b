import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { refusals } from '../../http/answers.ts'
import { type Operation, operation } from '../../http/operation.ts'
import { ImportResult, PullOptions } from '../../model/source-control.ts'

export function sourceControlRoutes(_context: Context): Operation[] {
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
      run: () => {
        throw badRequest('Source Control is not connected to a repository')
      },
    }),
  ]
}
