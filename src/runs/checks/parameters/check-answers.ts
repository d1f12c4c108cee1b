import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { tokensOf } from '../../expressions/rewrite-code.ts'
import { codesIn } from './braces.ts'
import { isExpression } from './check-conditions.ts'
import type { KnownNode } from './known-workflow.ts'
import { shownName } from './node-values.ts'
import type { Keys, Remark } from './remark.ts'

/** What asks for an item, or for a node that has run. */
const NEEDS_RUN = ['$json', '$binary', '$data', '$input', '$node', '$']

/**
 * Expressions in what a webhook answers: they are read before the workflow runs, so that one which asks for an item has
 * each call refused. Of the options only two are evaluated.
 */
export function checkAnswers({ node, read }: KnownNode): Remark[] {
  if (node.type !== 'n8n-nodes-base.webhook') return []
  const called = shownName(node)
  const options = recordOf(read.options)
  const headers = recordsOf(recordOf(options.responseHeaders).entries)
  const evaluated: [Keys, unknown][] = [
    [['responseCode'], read.responseCode],
    [['responseData'], read.responseData],
    [['responseBinaryPropertyName'], read.responseBinaryPropertyName],
    [['options', 'responseData'], options.responseData],
    ...headers.map(({ value }, at): [Keys, unknown] => [['options', 'responseHeaders', 'entries', at, 'value'], value]),
  ]
  const status = recordOf(recordOf(options.responseCode).values).customCode
  const plain: [Keys, unknown, string][] = [
    [['options', 'responseCode', 'values', 'customCode'], status, 'each call is answered with 500'],
    [['options', 'responsePropertyName'], options.responsePropertyName, 'each call is answered with nothing'],
    [['options', 'responseContentType'], options.responseContentType, 'each call is answered with 500'],
  ]
  const fault = (keys: Keys, value: unknown, message: string): Remark => ({
    rule: 'response',
    severity: 'fault',
    keys: ['parameters', ...keys],
    value,
    message: `${message}. Answer by a node "Respond to Webhook"`,
  })
  return [
    ...evaluated.flatMap(([keys, value]) => {
      const asked = askedIn(value)
      if (asked === undefined) return []
      const when = 'before the workflow runs, without an item and without nodes that have run'
      const message = `what ${called} answers is read ${when}, and asks for ${asked}: each call is refused with 500, and nothing runs`
      return [fault(keys, value, message)]
    }),
    ...plain.flatMap(([keys, value, result]) =>
      isExpression(value) && String(value).includes('{{')
        ? [fault(keys, value, `${called} evaluates no expression in ${keys.at(-1)}: ${result}`)]
        : [],
    ),
  ]
}

/** The first name in the code of an expression that needs a run. */
function askedIn(value: unknown): string | undefined {
  if (!isExpression(value)) return undefined
  const names = codesIn(String(value)).flatMap(({ code }) => {
    const tokens = tokensOf(code)
    return tokens.filter(({ kind }, at) => kind === 'name' && !['.', '?.'].includes(tokens[at - 1]?.text ?? ''))
  })
  const asked = names.find(({ text }) => NEEDS_RUN.includes(text))?.text
  return asked === '$' ? '$(…)' : asked
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
