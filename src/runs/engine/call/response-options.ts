import type { ApiError } from '../../../core/base/errors.ts'
import { isRecord } from '../../../core/base/is-record.ts'
import { callRefusals } from '../../../core/features/calls/refusals.ts'
import type { Node } from '../../../core/model/workflow.ts'
import { NodeFailure } from '../../nodes/tools/node-context.ts'
import type { NodeRunner } from '../node-runner.ts'

const WEBHOOK = 'n8n-nodes-base.webhook'

/** A call that the service refuses before its workflow runs, so that no execution is stored. */
export class CallRefused extends Error {
  readonly refusal: ApiError
  readonly failure: NodeFailure

  constructor(refusal: ApiError, failure: NodeFailure) {
    super(failure.message)
    this.refusal = refusal
    this.failure = failure
  }
}

/** The parameters that expressions are evaluated in; what stands in `options` is taken as it is, but for two of them. */
const EVALUATED = ['responseMode', 'responseCode', 'responseData', 'responseBinaryPropertyName']

/** Whether what a node answers is read before its workflow runs. */
export const isReadBefore = ({ type }: Pick<Node, 'type'>) => type === WEBHOOK

/**
 * What the parameters of a webhook say of its answer. The service reads them before the workflow runs: there is no item,
 * and no node has run.
 *
 * @throws CallRefused where an expression asks for one
 */
export function responseOptions(runner: NodeRunner): Record<string, unknown> {
  const parameters = runner.node.parameters ?? {}
  const given = recordOf(parameters.options)
  const made: Record<string, unknown> = {}
  for (const name of EVALUATED) {
    made[name] = orRefusal(callRefusals.callOptionInvalid, () => runner.evaluateBefore('run', parameters[name], name))
  }
  const responseData = orRefusal(callRefusals.callOptionInvalid, () =>
    runner.evaluateBefore('run', given.responseData, 'options.responseData'),
  )
  // the node reads its options, and has no item either
  orRefusal(callRefusals.callNotStarted, () => runner.parameter('options', 0))
  const responseHeaders = orRefusal(callRefusals.answerRunCanceled, () =>
    runner.evaluateBefore('execution', given.responseHeaders, 'options.responseHeaders'),
  )
  return { ...made, options: { ...given, responseData, responseHeaders } }
}

const DESCRIPTION =
  'What a webhook answers is read before the workflow runs: there is no item, and no node has run. The service refuses the call, and stores no execution.'

function orRefusal<Value>(refusalOf: (message: string) => ApiError, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    const failure = new NodeFailure(error.message, { ...error.details, description: DESCRIPTION })
    throw new CallRefused(refusalOf(error.message), failure)
  }
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
