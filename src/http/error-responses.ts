import { ApiError } from '../errors.ts'
import { type Answer, answer } from './answer.ts'
import { requestIdOf } from './request-id.ts'
import { describeStorageFailure } from './storage-failure.ts'

/**
 * A failure as the API tells it. What is neither an `ApiError` nor a write that the disk refused is a defect of this
 * program: the caller learns nothing of it but what the log calls the request.
 */
export function errorAnswer(error: unknown, request: Request): Answer {
  if (!(error instanceof ApiError)) {
    const description = `The log says more, under request ${requestIdOf(request)}`
    return answer({ message: describeStorageFailure(error) ?? 'Internal server error', description }, 500)
  }
  const known = answers.get(error)
  if (known) return known
  const { status, message, code, description } = error
  const made = answer({ message, code, description }, status)
  answers.set(error, made)
  return made
}

/** What a refusal is answered with. Some are made once for all. */
const answers = new WeakMap<ApiError, Answer>()
