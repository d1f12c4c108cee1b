import { refusals } from '../../base/errors.ts'

export const sourceControlRefusals = refusals({
  sourceControlNotLicensed: [401, 'Source Control feature is not licensed'],
  repositoryNotConnected: [400, 'Source Control is not connected to a repository'],
  /** `message` is what the remote repository, or the way to it, says. */
  remoteFailed: [400, (message: string) => message],
  anotherRunIsRunning: [409, (running: string) => `Another ${running} is running; try again when it is done`],
  runCancelled: [
    409,
    (run: string) => `The ${run} was cancelled because the instance was reset or stopped; nothing was changed`,
  ],
  pulledVariableHasNoKey: [400, 'Nothing was pulled. A variable of the request has an empty key'],
  pullConflicts: [
    409,
    (count: number) =>
      `Nothing was pulled: ${count === 1 ? '1 conflict' : `${count} conflicts`} with the repository; force lets the repository win`,
  ],
  pulledFilesInvalid: [
    400,
    (first: string, count: number) => `Nothing was pulled. ${first}${count > 1 ? ` (and ${count - 1} more)` : ''}`,
  ],
  pushedTypeUnknown: [
    400,
    (type: string) => `Nothing was pushed. Workflows, credentials, tags and variables can be pushed, not "${type}"`,
  ],
  pushedItemNotFound: [400, (type: string, id: string) => `Nothing was pushed. There is no ${type} ${id}`],
  pushedNameTooLong: [
    400,
    (type: string, id: string, bytes: number, most: number) =>
      `Nothing was pushed. The file name of ${type} ${id} has ${bytes} bytes, and at most ${most} are pushed; leave it out, or give it a shorter id`,
  ],
  branchMovedOn: [409, 'Nothing was pushed: the branch has moved on since the last pull; pull first, or force'],
  pushRejected: [409, (message: string) => `Nothing was pushed. ${message}`],
})
