/**
 * Runs a check of the kit. The stack trace of an error that it throws begins where `entry` was called: at a line of the
 * test, which is what runners print and editors open.
 *
 * @param entry the function of the kit that the test called
 * @throws whatever the check throws
 */
export function stackFromCaller<T>(entry: (...args: never[]) => unknown, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error, entry)
    throw error
  }
}
