import { type ApiError, answerOf } from '../../core/base/errors.ts'
import { callRefusals } from '../../core/features/calls/refusals.ts'
import { pathOf } from '../../core/http/path.ts'
import { reply, respond } from '../../core/http/reply.ts'
import type { ExecutionRecord } from '../../core/model/execution.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { StoredWait } from '../engine/stored-wait.ts'
import { activeGraph } from '../schedules/active-graph.ts'
import type { Played } from '../schedules/execution-record.ts'
import { recordOf } from '../schedules/item.ts'
import { detailsOf } from '../schedules/run-data.ts'
import { type PlannedRun, resumedRun } from '../schedules/runs.ts'
import { checkCall, isSecret } from './auth.ts'
import { sendReply } from './replies.ts'
import { decodedPath } from './webhook-table.ts'
import {
  awaitEnd,
  type CallContext,
  type CallHandler,
  callerOf,
  callOf,
  hasGone,
  originOf,
  refusedBody,
  replyOf,
  sendRefusal,
} from './webhooks.ts'

/** Answers calls below `/webhook-waiting/`, which end the wait of an execution. */
export function serveWaiting(context: CallContext): CallHandler {
  const { store, simulation, clock, version } = context

  return async request => {
    const { name, search } = pathOf(request.url)
    const [id = '', suffix = ''] = decodedPath(name).split('/')
    const execution = store.data.executions.get(id)
    const refuse = (error: ApiError) => {
      const { status, message } = answerOf(error, version.texts)
      return respond(request, reply({ code: status, message }, status))
    }
    if (!execution) return refuse(callRefusals.waitingExecutionNotFound(id))
    const { data } = detailsOf(store.data, execution, simulation.form)
    const isGone = () => hasGone(request)
    const wait = await simulation.waitIn(data.text, execution.workflowId, { bytes: 0, hasGone: isGone })
    if (!isSigned(wait, new URLSearchParams(search).get('signature'))) {
      const { status, message } = answerOf(callRefusals.waitingTokenInvalid(), version.texts)
      return respond(request, reply({ error: message }, status))
    }
    if (execution.status === 'running') return refuse(callRefusals.waitingExecutionRuns(id))
    if (execution.status !== 'waiting') return refuse(callRefusals.waitingExecutionEnded(id))
    const waiting = wait.node
    const workflow = store.data.workflows.get(execution.workflowId)
    const { resume, httpMethod = 'GET', options } = waiting?.parameters ?? {}
    const path = recordOf(options).webhookSuffix ?? ''
    if (!waiting || !workflow || resume !== 'webhook' || request.method !== httpMethod || suffix !== path) {
      return refuse(callRefusals.waitingWebhookNotFound(id))
    }
    const auth = await checkCall(request, withAuthentication(waiting), context)
    if (auth.refusal) return sendRefusal(request, auth.refusal, { 'www-authenticate': 'Basic realm="Webhook"' })
    const base = originOf(request)
    const webhookUrl = `${base}/webhook/${waiting.webhookId ?? ''}`
    const call = await callOf(request, webhookUrl, auth.checked, context)
    const at = clock.now()
    const graph = activeGraph(store.data, workflow)
    const run: PlannedRun = {
      ...resumedRun(store.data, execution, graph, { at, base, call, form: simulation.form }),
      caller: callerOf(request, call),
      answers: { parameters: waiting.parameters ?? {} },
    }
    let played: Played | undefined
    try {
      played = await simulation.run(state => (isStill(state.executions.get(id), execution) ? run : undefined))
    } catch (error) {
      return refusedBody(request, error, context)
    }
    if (!played) return refuse(callRefusals.waitingExecutionEnded(id))
    await awaitEnd(request, waiting, played, simulation)
    const response = sendReply(request, replyOf(played, version.texts))
    response.headers.set('access-control-allow-origin', '*')
    response.headers.set('access-control-allow-methods', 'POST, GET, OPTIONS')
    response.headers.set('access-control-allow-headers', 'Content-Type')
    return response
  }
}

const isStill = (now: ExecutionRecord | undefined, before: ExecutionRecord) =>
  now?.status === 'waiting' && now.waitTill === before.waitTill

/** A wait node says who may call it in a field of another name. */
const withAuthentication = (node: Node): Node => ({
  ...node,
  parameters: { ...node.parameters, authentication: node.parameters?.incomingAuthentication },
})

/** Whether a call has the token of the execution; of versions without one, each has. */
const isSigned = ({ resumeToken }: StoredWait, given: string | null) =>
  resumeToken === undefined || isSecret(given ?? '', resumeToken)
