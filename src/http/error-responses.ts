import { ApiError } from '../errors.ts'
import { type Answer, answer } from './answer.ts'

/** A failure as the API tells it. What is not an `ApiError` is a fault of ours: the caller learns nothing of it. */
export function errorAnswer(error: unknown): Answer {
  if (!(error instanceof ApiError)) return answer({ message: 'Internal server error' }, 500)
  const { status, message, code, description } = error
  return answer({ message, code, description }, status)
}
