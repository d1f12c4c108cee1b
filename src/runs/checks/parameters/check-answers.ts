import { isRecord, recordsOf } from '../../../core/base/is-record.ts'
import { tokensOf } from '../../expressions/rewrite-code.ts'
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
  const options = isRecord(read.options) ? read.options : {}
  const code = isRecord(options.responseCode) ? options.responseCode : {}
  const headers = recordsOf(isRecord(options.responseHeaders) ? options.responseHeaders.entries : undefined)
  const evaluated: [unknown, Keys][] = [
    ...['responseCode', 'responseData', 'responseBinaryPropertyName'].map((name): [unknown, Keys] => [
      read[name],
      [name],
    ]),
    [options.responseData, ['options', 'responseData']],
    ...headers.map(({ value }, at): [unknown, Keys] => [value, ['options', 'responseHeaders', 'entries', at, 'value']]),
  ]
  const plain: [unknown, Keys, string][] = [
    [
      isRecord(code.values) ? code.values.customCode : undefined,
      ['options', 'responseCode', 'values', 'customCode'],
      'each call is answered with 500',
    ],
    [options.responsePropertyName, ['options', 'responsePropertyName'], 'each call is answered with nothing'],
    [options.responseContentType, ['options', 'responseContentType'], 'each call is answered with 500'],
  ]
  return [
    ...evaluated.flatMap(([value, keys]) => needlessly(shownName(node), value, keys)),
    ...plain.flatMap(([value, keys, result]): Remark[] =>
      isExpression(value)
        ? [
            {
              rule: 'response',
              severity: 'fault',
              keys: ['parameters', ...keys],
              value,
              message: `${shownName(node)} evaluates no expression in ${keys.at(-1)}: ${result}. Answer by a node "Respond to Webhook"`,
            },
          ]
        : [],
    ),
  ]
}

const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('=') && value.includes('{{')

function needlessly(called: string, value: unknown, keys: Keys): Remark[] {
  if (!isExpression(value)) return []
  const asked = askedIn(value)
  if (asked === undefined) return []
  const message = `what ${called} answers is read before the workflow runs, without an item and without nodes that have run, and asks for ${asked}: each call is refused with 500, and nothing runs. Answer by a node "Respond to Webhook"`
  return [{ rule: 'response', severity: 'fault', keys: ['parameters', ...keys], value, message }]
}

/** The first name in the code of an expression that needs a run. */
function askedIn(value: string): string | undefined {
  const codes = value
    .split('{{')
    .slice(1)
    .map(part => part.split('}}', 1)[0] ?? '')
  const names = codes.flatMap(code => {
    const tokens = tokensOf(code)
    return tokens.filter(({ kind }, at) => kind === 'name' && !['.', '?.'].includes(tokens[at - 1]?.text ?? ''))
  })
  const asked = names.find(({ text }) => NEEDS_RUN.includes(text))?.text
  return asked === '$' ? '$(…)' : asked
}
