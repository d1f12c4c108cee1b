import { faultOf } from '../../expressions/inside/json.ts'

/** Why a value is no JSON, in the words of the service's runtime, whichever runtime this is. */
export const jsonErrorMessage = (value: unknown, error: unknown): string =>
  faultOf(String(value), typeof value === 'string') ?? (error instanceof Error ? error.message : String(error))
