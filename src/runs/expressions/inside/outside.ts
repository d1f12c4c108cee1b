/** What the engine puts into a realm before this library; the library takes it and removes it from the global object. */
declare global {
  // eslint-disable-next-line no-var
  var __ask: ((question: string, given: string) => string) | undefined
}

const ask = globalThis.__ask as (question: string, given: string) => string
delete globalThis.__ask

const { parse, stringify } = JSON
// biome-ignore lint/security/noGlobalEval: of a realm that has nothing else
const evaluateText = globalThis.eval

/** Asks the host: `given` and the answer are plain data. An answer may be a failure, which is thrown. */
export function askHost<T>(question: string, ...given: unknown[]): T {
  const answer = ask(question, stringify(given))
  if (answer === '') return undefined as T
  if (answer.startsWith('!')) {
    const failure = parse(answer.slice(1)) as Failure
    // an unknown locale and the like: an error of the language, not of the service
    throw failure.name === 'HostError' ? new RangeError(failure.message) : new ExpressionError(failure)
  }
  return parse(answer) as T
}

/** Evaluates a program of the host, such as luxon, in the global scope. */
export const loadProgram = (name: string) => evaluateText(ask('program', stringify([name])))

export interface Failure {
  message: string
  description?: string | undefined
  type?: string
  context?: Record<string, unknown>
  name?: string
}

/** The service shows these; every other error of an expression is swallowed by it. */
export class ExpressionError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = failure.name ?? 'ExpressionError'
    Object.defineProperty(this, 'failure', { value: failure, enumerable: false })
    this.failure = failure
  }
}

export const fail = (message: string, more: Omit<Failure, 'message'> = {}): never => {
  throw new ExpressionError({ message, ...more })
}

/** The functions of a type: name → the value and what is given. */
export type Functions<Value> = Record<string, (value: Value, given: unknown[]) => unknown>
