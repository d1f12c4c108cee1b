import { ApiError } from '../base/errors.ts'

const SHOWN = 20

/** A fixture that is none, or refers to what there is not. Its message has the first errors, `errors` all that were found. */
export class FixtureError extends ApiError {
  readonly errors: readonly string[]

  constructor(status: number, errors: readonly string[]) {
    const more = errors.length > SHOWN ? [`and ${errors.length - SHOWN} more`] : []
    super(status, [...errors.slice(0, SHOWN), ...more].join(', '))
    this.errors = errors
  }
}
