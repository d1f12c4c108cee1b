import { ApiError, answerOf, type Texts } from '../base/errors.ts'
import { type Reply, reply } from './reply.ts'
import { requestIdOf } from './request-id.ts'
import { describeStorageFailure } from './storage-failure.ts'

/**
 * A failure as the API tells it, in the texts of a version. What is neither an `ApiError` nor a write that the disk
 * refused is a defect of this program: the caller learns nothing of it but what the log calls the request.
 */
export function errorReply(error: unknown, request: Request, texts: Texts = {}): Reply {
  if (!(error instanceof ApiError)) {
    const description = `The log says more, under request ${requestIdOf(request)}`
    return reply({ message: describeStorageFailure(error) ?? 'Internal server error', description }, 500)
  }
  const { code, description } = error
  const { status, message } = answerOf(error, texts)
  return reply({ message, code, description }, status)
}
