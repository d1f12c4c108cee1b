import { installBytes } from './bytes.ts'
import { checkCode, installCode, outcome, startCode } from './code.ts'
import { installDate } from './date.ts'
import { compile, enterExpressions, evaluate, installExpressions } from './expressions.ts'
import { installIntl } from './intl.ts'
import { forgetItems, takeItems } from './items.ts'
import { installJson } from './json.ts'
import { jmespath, luxon } from './luxon.ts'
import { ExpressionError, type Failure } from './outside.ts'
import { beginRun, current, enterNode, type NodeFacts, type RunFacts, random } from './run.ts'
import { installTexts } from './texts.ts'
import { forgetTimers, installTimers } from './timers.ts'

const { parse, stringify } = JSON

/** Answers as text: what failed begins with `!`. */
const guarded =
  <Given extends unknown[]>(run: (...given: Given) => unknown) =>
  (...given: Given): string => {
    try {
      const text = run(...given)
      return typeof text === 'string' ? text : ''
    } catch (error) {
      return `!${stringify(failureOf(error))}`
    }
  }

const failureOf = (error: unknown): Failure | { crash: string } =>
  error instanceof ExpressionError ? error.failure : { crash: String((error as Error)?.message ?? error) }

Math.random = random
installDate()
installIntl()
installJson()
installTexts()
installExpressions()

/** What the host calls. */
export const entries = {
  /** For realms that run Code: it has other globals than expressions. */
  prepareCode: guarded(() => {
    current.isCode = true
    installTimers()
    installBytes()
    installCode()
  }),
  /** Evaluates luxon and jmespath now, so that a snapshot holds them. */
  prepareLibraries: guarded((run: string) => {
    beginRun(parse(run) as RunFacts)
    luxon()
    jmespath({}, 'a')
  }),
  /** Goes on with another node. @param run at the first node of a run */
  enter: guarded((node: string, items: string, run: string) => {
    if (run) beginRun(parse(run) as RunFacts)
    enterNode(parse(node) as NodeFacts)
    forgetItems()
    if (items) takeItems(items)
    forgetTimers()
    enterExpressions(current.node.extra)
  }),
  compile: guarded(compile),
  evaluate: guarded(evaluate),
  startCode: guarded((itemIndex: number, options: string) => {
    current.itemIndex = itemIndex
    return startCode(options)
  }),
  outcome: guarded(outcome),
  checkCode: guarded(checkCode),
}
