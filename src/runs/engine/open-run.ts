import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem, NodeRun, StackEntry } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import type { InstanceAccess } from '../nodes/tools/node-context.ts'
import { UnreadAnswer } from './call/form-fields.ts'
import { readCall } from './call/read-call.ts'
import { storedProgress } from './execution-data.ts'
import type { RunContext, RunJob, WaitEnd } from './job.ts'
import { type Beginning, type Earlier, resumeUrlsOf, type SentRun } from './sent-run.ts'

/**
 * Reads what a run begins or goes on with.
 *
 * @returns `undefined` where the execution does not wait for what is to end its wait
 * @throws ApiError where a call cannot be read
 */
export async function openRun(sent: SentRun, addFile: InstanceAccess['addFile']): Promise<RunJob | undefined> {
  const { start: _start, earlier, id, base, form, workflow, answers: _answers, failure: _failure, ...rest } = sent
  const stored = recordOf(earlier && JSON.parse(earlier.data))
  const isResumed = earlier?.as === 'resumed'
  const resumeToken = isResumed && typeof stored.resumeToken === 'string' ? stored.resumeToken : sent.resumeToken
  const before = earlier && (await readProgress(earlier, stored, workflow.nodes, addFile))
  if (before === 'other') return undefined
  const { metadata } = isResumed ? recordOf(stored.resultData) : {}
  const parentExecution = isResumed ? (stored.parentExecution as Record<string, unknown> | undefined) : undefined
  return {
    ...rest,
    workflow,
    form,
    ...(await begunBy(before, sent, stored, addFile)),
    before,
    execution: { id, resumeToken, ...resumeUrlsOf(id, base, resumeToken, form) },
    context: sent.context ?? storedContext(stored),
    parentExecution: sent.parentExecution ?? parentExecution,
    customData: metadata as Record<string, string> | undefined,
  }
}

/** What a run begins with, where it does not go on; or why its trigger fails. */
async function begunBy(
  before: RunJob['before'],
  { start, workflow: { nodes } }: SentRun,
  stored: Record<string, unknown>,
  addFile: InstanceAccess['addFile'],
): Promise<Pick<RunJob, 'start' | 'misconfigured' | 'isFormUnread'>> {
  if (before) return {}
  if (!start) return { start: startOf(stored, nodes) }
  try {
    return { start: await readStart(start, nodes, addFile) }
  } catch (error) {
    if (!(error instanceof UnreadAnswer)) throw error
    const { message } = error
    return {
      start: { node: start.node, items: [] },
      misconfigured: { message, name: 'SyntaxError' },
      isFormUnread: true,
    }
  }
}

/** The bytes of the files that a run begins with. */
export function fileBytesOf({ start, before }: Partial<Pick<RunJob, 'start' | 'before'>>): number {
  const end = before?.resumedWith
  const items = [...(start?.items ?? []), ...(end && 'main' in end && end.isCall ? end.main.flat() : [])]
  let bytes = 0
  for (const { binary } of items)
    for (const file of Object.values(binary ?? {})) bytes += Number(recordOf(file).bytes ?? 0)
  return bytes
}

async function readStart(
  { node, given, output, metadata }: Beginning,
  nodes: readonly Node[],
  addFile: InstanceAccess['addFile'],
): Promise<NonNullable<RunJob['start']>> {
  return {
    node,
    items: await readItems(given, nodes.find(({ name }) => name === node) ?? {}, addFile),
    ...(output === undefined ? {} : { output }),
    ...(metadata ? { metadata } : {}),
  }
}

async function readItems(given: Beginning['given'], node: Node, addFile: InstanceAccess['addFile']) {
  if (Array.isArray(given)) return given
  if ('call' in given) return [await readCall(given.call, node, addFile)]
  return [{ json: JSON.parse(given.json) as NodeItem['json'] }]
}

/** What ran before; `undefined` where nothing is stored to go on from, `other` where something else ends the wait. */
async function readProgress(
  { as, end }: Earlier,
  stored: Record<string, unknown>,
  nodes: readonly Node[],
  addFile: InstanceAccess['addFile'],
): Promise<RunJob['before'] | 'other'> {
  const progress = storedProgress(stored)
  if (as === 'retried') {
    const isThere = progress?.stack.every(({ node }) => nodes.some(({ name }) => name === node.name))
    return isThere ? progress : undefined
  }
  const [first] = progress?.stack ?? []
  if (end && 'called' in end && !waitsFor(first, end.called)) return 'other'
  if (!progress) return undefined
  const resumedWith = end && (await readEnd(end, first?.node ?? {}, addFile))
  return { ...progress, isResumed: true, ...(resumedWith ? { resumedWith } : {}) }
}

/** Whether a node waits for an execution that it called. Where its data does not name any, it goes on with the first. */
function waitsFor({ metadata = {} }: Partial<StackEntry> = {}, called: string): boolean {
  const { waitingChildExecutionIds: ids, subExecution, subExecutionsCount } = metadata
  if (Array.isArray(ids)) return ids.includes(called)
  return isRecord(subExecution) ? subExecution.executionId === called : subExecutionsCount !== undefined
}

async function readEnd(
  end: NonNullable<Earlier['end']>,
  node: Node,
  addFile: InstanceAccess['addFile'],
): Promise<WaitEnd> {
  if ('call' in end) return { main: [[await readCall(end.call, node, addFile)]], isCall: true }
  const { error, runData, lastNodeExecuted } = recordOf(recordOf(JSON.parse(end.data)).resultData)
  if (isRecord(error)) return { error }
  const runs = recordOf(runData)
  const last = String(lastNodeExecuted)
  const lastRun = Object.hasOwn(runs, last) ? (runs[last] as NodeRun[]).at(-1) : undefined
  return { main: (lastRun?.data?.main ?? []).map(items => items ?? []), isCall: false }
}

/** How an execution began, as far as its data says and the workflow still has the node. */
export function startOf(stored: Record<string, unknown>, nodes: readonly Node[]): RunJob['start'] {
  const { runData } = recordOf(stored.resultData)
  const [node, runs] = Object.entries(recordOf(runData))[0] ?? []
  const [run] = Array.isArray(runs) ? (runs as NodeRun[]) : []
  const main = run?.data?.main
  if (node === undefined || !Array.isArray(main) || !nodes.some(({ name }) => name === node)) return undefined
  const output = main.findIndex(items => Array.isArray(items) && items.length > 0)
  if (output < 0) return undefined
  return { node, output, items: (main[output] ?? []).map(item => ({ ...item, json: item?.json ?? {} })) }
}

/** Where an execution came from, as its data says. */
function storedContext({ executionData }: Record<string, unknown>): RunContext | undefined {
  const { runtimeData } = recordOf(executionData)
  return recordOf(runtimeData).version === 1 ? (runtimeData as RunContext) : undefined
}

const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
