import type { NodeScope, RunScope } from './scope.ts'

// Interface of the engine (implemented by the engine's author; see /work/briefs/45.md):
export interface EngineInterface {
  /** A realm for one run: nothing of it can be seen by another run. */
  open(run: RunScope): RealmInterface
}
export interface RealmInterface {
  /** Evaluates a parameter's text (it begins with `=`); throws ExpressionFailure in the service's words. */
  evaluate(text: string, scope: NodeScope, itemIndex: number): unknown
  /** Runs code of a Code, Function, Function Item node; resolves with what it returned, as plain data. */
  runCode(
    options: { code: string; for: 'items' | 'item'; itemIndex?: number; dialect: 'code' | 'function' | 'functionItem' },
    scope: NodeScope,
  ): Promise<unknown>
  close(): void
}
