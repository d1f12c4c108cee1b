/**
 * What can be wrong with a remote:
 * `unsupported` an address or a branch name that cannot be used, said when the remote is made · `unreachable` no answer,
 * or one that broke off · `authentication` refused · `not-found` no repository there · `not-a-repository` something else
 * is there · `empty` no commit · `branch-missing` · `broken` what was sent cannot be read · `aborted` called off
 */
export type RemoteFault =
  | 'unsupported'
  | 'unreachable'
  | 'authentication'
  | 'not-found'
  | 'not-a-repository'
  | 'empty'
  | 'branch-missing'
  | 'broken'
  | 'aborted'

/** A remote that could not be read. `message` is a sentence for people and never holds a token. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly code: RemoteFault

  constructor(code: RemoteFault, message: string) {
    super(message)
    this.code = code
  }
}

/** There is no such branch; or no branch at all, in a repository without commits. */
export function branchMissing(address: string, branch: string, branches: string[]) {
  if (branches.length === 0) return emptyRepository(address)
  const some = branches.slice(0, BRANCHES_NAMED).join(', ')
  const more = branches.length > BRANCHES_NAMED ? `, and ${branches.length - BRANCHES_NAMED} more` : ''
  return new RemoteError('branch-missing', `The repository ${address} has no branch ${branch}; it has ${some}${more}`)
}

export const emptyRepository = (address: string) =>
  new RemoteError('empty', `The repository ${address} is empty; push a commit first`)

const BRANCHES_NAMED = 10
