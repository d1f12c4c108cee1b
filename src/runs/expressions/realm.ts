import type { CheckedText, TextReport } from './check-texts.ts'
import type { NodeScope, RunScope } from './scope.ts'

/** Makes realms; one engine serves many runs, one after the other or within each other. */
export interface EngineInterface {
  /** The memory of its open realms. */
  readonly bytes: number
  /** A realm for one run: nothing of it can be seen by another run. */
  open(run: RunScope): Promise<RealmInterface>
  /**
   * Compiles expressions and code without running them.
   *
   * @param deadline by `performance.now()`
   * @throws LimitReached where the time is over
   */
  check(texts: readonly CheckedText[], deadline: number): Promise<TextReport[]>
}

/** Where the expressions and the Code of one run are evaluated. */
export interface RealmInterface {
  /**
   * Evaluates a parameter's text. It begins with `=`; other texts are returned as they are. Dates come as `Date`, times of
   * luxon as ISO texts; what an expression may do wrong without failing its node is `undefined`.
   *
   * @throws ExpressionFailure in the service's words
   * @throws LimitReached where the run's time or memory is used up
   */
  evaluate(text: string, scope: NodeScope, itemIndex: number): unknown
  /**
   * Runs the code of a Code, Function or Function Item node, and resolves with what it returned as plain data; a function
   * is a function that does nothing.
   *
   * @throws CodeFailure where the code fails
   * @throws LimitReached where the run's time or memory is used up
   */
  runCode(options: CodeOptions, scope: NodeScope): Promise<unknown>
  /** Call it once the run has ended or waits. */
  close(): void
}

/** What is to run. */
export interface CodeOptions {
  code: string
  /** All items at once, or one. */
  for: 'items' | 'item'
  /** Which item, for `item`. */
  itemIndex?: number
  dialect: 'code' | 'function' | 'functionItem'
}
