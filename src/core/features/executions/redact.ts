import { isRecord } from '../../base/is-record.ts'
import { RawJson } from '../../base/raw-json.ts'
import { mapInSteps, runAtOnce, runInSlices } from '../../base/run-in-slices.ts'
import type { ExecutionRecord } from '../../model/execution.ts'
import { parseJsonSteps } from '../../model/parse-json-steps.ts'

const REDACTION = { redacted: true, reason: 'user_requested' }

/** Run data of more bytes is read in slices: a caller of a webhook chose what it holds. */
const LARGE_BYTES = 64 * 1024

/** Run data → what is shown of it, of executions with large data. */
export type RedactedData = ReadonlyMap<RawJson, RawJson>

/**
 * Redacts the large data of executions, and lets others be served in between.
 *
 * @example
 * const redacted = await redactLargeData(executions)
 * redacted.get(execution.data) ?? redactRunData(execution.data.value)
 */
export async function redactLargeData(executions: readonly Pick<ExecutionRecord, 'data'>[]): Promise<RedactedData> {
  const redacted = new Map<RawJson, RawJson>()
  for (const { data } of executions) {
    if (!data || data.bytes <= LARGE_BYTES) continue
    redacted.set(data, await runInSlices(largeDataSteps(data)))
  }
  return redacted
}

function* largeDataSteps(data: RawJson): Generator<undefined, RawJson> {
  const value = yield* parseJsonSteps(new TextEncoder().encode(data.text), Number.POSITIVE_INFINITY)
  return RawJson.of(yield* redactSteps(value))
}

/**
 * Run data without what the items held: of each item of the runs and of the node stack `json` is empty, and it says that
 * it was redacted. Whatever is not of the known form is left out of an item, never shown.
 */
export const redactRunData = (data: unknown): unknown => runAtOnce(redactSteps(data))

function* redactSteps(data: unknown): Generator<undefined, unknown> {
  if (!isRecord(data)) return data
  const { resultData, executionData } = data
  const runs = isRecord(resultData) ? yield* redactedRuns(resultData.runData) : {}
  const stack = isRecord(executionData) ? yield* redactedStack(executionData) : {}
  return {
    ...data,
    ...(isRecord(resultData) ? { resultData: { ...resultData, ...runs } } : {}),
    ...(isRecord(executionData) ? { executionData: { ...executionData, ...stack } } : {}),
  }
}

function* redactedRuns(runData: unknown) {
  if (!isRecord(runData)) return {}
  const redacted: [node: string, runs: unknown][] = []
  for (const [node, runs] of Object.entries(runData)) redacted.push([node, yield* redactedList(runs, redactedRun)])
  return { runData: Object.fromEntries(redacted) }
}

function* redactedStack({ nodeExecutionStack }: Record<string, unknown>) {
  if (nodeExecutionStack === undefined) return {}
  return { nodeExecutionStack: yield* redactedList(nodeExecutionStack, redactedRun) }
}

/** A run, or an entry of the stack: its items lie in `data`, by connection type and output. */
function* redactedRun(run: unknown): Generator<undefined, unknown> {
  if (!isRecord(run)) return {}
  const { data, inputOverride } = run
  return {
    ...run,
    ...(isRecord(data) ? { data: yield* redactedItems(data) } : {}),
    ...(isRecord(inputOverride) ? { inputOverride: yield* redactedItems(inputOverride) } : {}),
  }
}

function* redactedItems(data: Record<string, unknown>): Generator<undefined, unknown> {
  const redacted: [kind: string, outputs: unknown][] = []
  for (const [kind, outputs] of Object.entries(data))
    redacted.push([kind, yield* redactedList(outputs, redactedOutput)])
  return Object.fromEntries(redacted)
}

function* redactedOutput(items: unknown): Generator<undefined, unknown> {
  return Array.isArray(items) ? yield* mapInSteps(items, redactedItem) : items
}

function redactedItem(item: unknown) {
  const { json: _json, binary: _binary, ...rest } = isRecord(item) ? item : {}
  return { json: {}, ...rest, redaction: REDACTION }
}

function* redactedList(
  list: unknown,
  redact: (entry: unknown) => Generator<undefined, unknown>,
): Generator<undefined, unknown> {
  if (!Array.isArray(list)) return list
  const redacted: unknown[] = []
  for (const entry of list) {
    redacted.push(yield* redact(entry))
    yield
  }
  return redacted
}
