import { ApiError, type ErrorExtra } from '../../core/base/errors.ts'

/** An `ApiError` on its way between threads. */
export interface RefusalText extends Omit<ErrorExtra, 'cause'> {
  status: number
  message: string
}

/** A refusal, to be sent. */
export const refusalText = ({ status, message, code, description, refusal, parts }: ApiError): RefusalText => ({
  status,
  message,
  code,
  description,
  refusal,
  parts,
})

/** The refusal that was sent. */
export const refusalFrom = ({ status, message, ...extra }: RefusalText) => new ApiError(status, message, extra)
