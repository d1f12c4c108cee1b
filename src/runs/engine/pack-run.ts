import { ApiError } from '../../core/base/errors.ts'
import { callRefusals } from '../../core/features/calls/refusals.ts'
import type { RunForm } from '../../core/model/run-data.ts'
import type { EngineInterface } from '../expressions/realm.ts'
import { packReply, type ReplyContext, type SaidReply, webhookReply } from './call/make-reply.ts'
import { signToken } from './call/sign-token.ts'
import { computeRun } from './compute-run.ts'
import { begunData, failedRun } from './failed-run.ts'
import { wiringOf } from './graph.ts'
import type { CalledRun, RunAccess, RunJob, RunResult } from './job.ts'
import { fileBytesOf, openRun, startOf } from './open-run.ts'
import { type RefusalText, refusalText } from './refusal-text.ts'
import { calledNode } from './run-result.ts'
import type { MadeCall, MadeRun, RefusedRun, SentRun } from './sent-run.ts'

/** Reads a run, computes it, and gives what came of it as bytes and text. */
export async function playRun(
  sent: SentRun,
  engine: EngineInterface,
  access: RunAccess,
): Promise<MadeRun | RefusedRun> {
  const job = await openRun(sent, access.addFile).catch(refusedBy)
  if (!job || 'refusal' in job) return { refusal: job?.refusal }
  const result = sent.failure === undefined ? await computeRun(job, engine, access) : failedRun(job, sent.failure)
  if (result.refusedCall) return { refusal: result.refusedCall }
  return {
    ...packRun(job, result),
    fileBytes: fileBytesOf(job),
    ...(result.until > job.at ? { begun: JSON.stringify(begunData(job, result.context)) } : {}),
    ...(sent.answers ? { reply: await replyTo(job, result, sent.answers.parameters, access) } : {}),
  }
}

function refusedBy(error: unknown): { refusal: RefusalText } {
  if (error instanceof ApiError) return { refusal: refusalText(error) }
  throw error
}

/** What came of a run as text. */
export function packRun({ form, parentExecution }: Pick<RunJob, 'form' | 'parentExecution'>, result: RunResult) {
  const { status, data, until, waitTill, context, answer, notes, called, staticData, used } = result
  const isFailed = status === 'error' || (status === 'canceled' && result.error !== undefined)
  return {
    status,
    data: JSON.stringify(data),
    until,
    ...(waitTill === undefined ? {} : { waitTill }),
    context,
    parentExecution,
    failed: isFailed ? failureIn(data, form) : undefined,
    staticData: staticData && JSON.stringify(staticData),
    fileBytes: 0,
    isAnswered: answer !== undefined,
    notes,
    used,
    called: called.flatMap(run => callsOf(run, form)),
  } satisfies MadeRun
}

function failureIn({ resultData }: Record<string, unknown>, form: RunForm): MadeRun['failed'] {
  const { error, lastNodeExecuted } = resultData as { error?: Record<string, unknown>; lastNodeExecuted?: string }
  const shown = form === 'plain' ? { message: error?.message, stack: error?.stack } : error
  return { error: JSON.stringify(shown ?? {}), lastNode: lastNodeExecuted }
}

function callsOf(called: CalledRun, form: RunForm): MadeCall[] {
  const { id, workflow, at, depth, parentExecution, result } = called
  const packed = packRun({ form, parentExecution }, result)
  // no error workflow runs for one that was not begun
  const { called: further, ...made } = result.isRefused ? { ...packed, failed: undefined } : packed
  const fileBytes = fileBytesOf({ start: startOf(result.data, workflow.nodes) })
  return [{ ...made, id, workflowId: workflow.id, at, depth, fileBytes, called: [] }, ...further]
}

async function replyTo(
  job: RunJob,
  result: RunResult,
  parameters: Record<string, unknown> | undefined,
  access: RunAccess,
): Promise<MadeRun['reply']> {
  if (job.isFormUnread) return { refusal: refusalText(callRefusals.formNotStarted()), isFailure: false, headers: [] }
  const reply = await webhookReply({
    parameters: parameters ?? result.trigger ?? calledNode(job, wiringOf(job.workflow).nodes)?.parameters ?? {},
    result,
    bytesOf: access.bytesOf,
    sign: signer(job, result, access),
  })
  const headers = reply.headers ?? []
  const tooLarge = headersRefusal(headers)
  if (tooLarge) return { refusal: refusalText(tooLarge), isFailure: false, headers: [] }
  if (!('refusal' in reply)) return packReply(reply)
  return { refusal: refusalText(reply.refusal), isFailure: reply.isFailure ?? false, headers }
}

/** The most headers that are sent: some clients read no more, and the serving thread sets one after the other. */
const MAX_HEADERS = 2000

/** The most bytes of headers that are sent: clients take 8 to 100 KB. */
const MAX_HEADER_BYTES = 128 * 1024

function headersRefusal(headers: SaidReply['headers']): ApiError | undefined {
  if (headers.length > MAX_HEADERS) return callRefusals.answerHeadersTooMany(MAX_HEADERS)
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  return bytes > MAX_HEADER_BYTES ? callRefusals.answerHeadersTooLarge(MAX_HEADER_BYTES) : undefined
}

const signer =
  ({ workflow }: RunJob, { until }: RunResult, { credential }: RunAccess): ReplyContext['sign'] =>
  async (name, claims) => {
    const node = workflow.nodes.find(node => node.name === name)
    const { id } = (node?.credentials?.jwtAuth ?? {}) as { id?: unknown }
    const found = id === undefined || id === null ? undefined : await credential(String(id))
    return found?.type === 'jwtAuth' ? signToken(claims, found.data, until) : undefined
  }
