import { ApiError, answerOf, type Texts } from '../base/errors.ts'
import { StorageError } from '../base/store.ts'
import { type Reply, type Rewrite, reply, sendReply } from './reply.ts'
import { requestIdOf } from './request-id.ts'
import type { RequestRecord } from './request-record.ts'

/** Answers a request; may throw, or reject. */
export type Handler = (request: Request, record?: RequestRecord) => Response | Promise<Response>

declare const SAFE: unique symbol
/** A handler that answers whatever happens. `withErrorHandling` makes it, and only such handlers can be mounted. */
export type SafeHandler = Handler & { readonly [SAFE]: true }

/** Called for every failure that is not a refusal. */
export type Report = (error: unknown, request: Request) => void

/**
 * Turns each failure of a handler into a response: a refusal in these texts, anything else as a 500 that is reported.
 *
 * @param rewrite changes the reply of a failure before it is sent
 */
export function withErrorHandling(handler: Handler, report: Report, texts?: Texts, rewrite?: Rewrite): SafeHandler {
  function refuse(error: unknown, request: Request, record?: RequestRecord) {
    if (!(error instanceof ApiError)) report(error, request)
    return sendReply(request, errorReply(error, request, texts), record, rewrite)
  }

  const safe: Handler = (request, record) => {
    try {
      const response = handler(request, record)
      return response instanceof Promise ? response.catch(error => refuse(error, request, record)) : response
    } catch (error) {
      return refuse(error, request, record)
    }
  }
  return safe as SafeHandler
}

/**
 * A failure as the API answers it, in the texts of a version. What is neither an `ApiError` nor a write that the disk
 * refused is a defect of this program: the caller learns nothing of it but what the log calls the request.
 */
export function errorReply(error: unknown, request: Request, texts: Texts = {}): Reply {
  if (!(error instanceof ApiError)) {
    const description = `See the log, request ${requestIdOf(request)}`
    return reply({ message: describeStorageFailure(error) ?? 'Internal server error', description }, 500)
  }
  const { code, description, retryAfter } = error
  const { status, message } = answerOf(error, texts)
  return { ...reply({ message, code, description }, status), retryAfter }
}

/** Says why a write was not saved, without paths. `undefined` for other errors, whose reason is for the log alone. */
function describeStorageFailure(error: unknown): string | undefined {
  const reason = error instanceof StorageError && error.code !== undefined && REASONS.get(error.code)
  return reason ? `The write could not be saved: ${reason}` : undefined
}

const REASONS = new Map([
  ['ENOSPC', 'no space left on the disk'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'the file would be larger than the system allows'],
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'no permission to write the file'],
  ['EPERM', 'no permission to write the file'],
  ['EIO', 'the disk reported an error'],
  ['ENOENT', 'the folder or the file is gone'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EXTERNAL_EDIT', 'the document was changed by another program. Start the instance again to load it'],
  ['FILES_RESTORED', 'a file was removed or changed by another program, and has been written again. Send it again'],
])
