/**
 * What can be wrong with a remote:
 * - `unsupported` an address or a branch name that cannot be used, thrown when the remote is made
 * - `unreachable` no answer, or an incomplete one
 * - `authentication` refused
 * - `not-found` no repository at the address
 * - `not-a-repository` something else is at the address
 * - `empty` no commit
 * - `branch-missing`
 * - `broken` what was sent cannot be read
 * - `too-large` more than a pull may take
 * - `timeout` it took longer than a pull may
 * - `rejected` a push that the remote refused
 * - `aborted` cancelled
 */
export type RemoteErrorCode =
  | 'unsupported'
  | 'unreachable'
  | 'authentication'
  | 'not-found'
  | 'not-a-repository'
  | 'empty'
  | 'branch-missing'
  | 'broken'
  | 'too-large'
  | 'timeout'
  | 'rejected'
  | 'aborted'

/** A remote that could not be read. `message` is a sentence for people and never holds a token. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly code: RemoteErrorCode

  constructor(code: RemoteErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The receiver of a file failed, not the remote. The `cause` is what it threw. */
export class ReceiverError extends Error {
  override name = 'ReceiverError'
}

/** Whether an error already says what is wrong, so that reading again would not help. */
export const isAnswered = (error: unknown) => error instanceof RemoteError || error instanceof ReceiverError

/** There is no such branch; or no branch at all, in a repository without commits. */
export function branchMissing(address: string, branch: string, branches: string[]) {
  if (branches.length === 0) return emptyRepository(address)
  const some = branches.slice(0, BRANCHES_NAMED).map(name => printable(name.slice(0, LONGEST_NAME)))
  const more = branches.length > BRANCHES_NAMED ? `, and ${branches.length - BRANCHES_NAMED} more` : ''
  const has = `it has ${some.join(', ')}${more}`
  return new RemoteError('branch-missing', `The repository ${address} has no branch ${branch}; ${has}`)
}

export const emptyRepository = (address: string) =>
  new RemoteError('empty', `The repository ${address} is empty; push a commit first`)

export const movedOn = (address: string, branch: string) =>
  new RemoteError('rejected', `Branch ${branch} of ${address} has moved on; pull, and push again`)

const BRANCHES_NAMED = 10
const LONGEST_NAME = 100

/** Control characters, line breaks of any kind, and what turns the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Text from outside, for a message or a log: characters that a terminal would obey are escaped, as `\u001b`.
 *
 * @example
 * printable('a\nb') // 'a\\u000ab'
 */
export const printable = (text: string): string =>
  text.replace(UNPRINTABLE, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const isPrintable = (text: string): boolean => printable(text) === text
