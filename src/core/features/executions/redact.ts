import { isRecord } from '../../base/is-record.ts'

const REDACTION = { redacted: true, reason: 'user_requested' }

/**
 * Run data without what the items held: of each item of the runs and of the node stack `json` is empty, and it says that
 * it was redacted. Whatever is not of the known form is left out of an item, never shown.
 */
export function redactRunData(data: unknown): unknown {
  if (!isRecord(data)) return data
  const { resultData, executionData } = data
  return {
    ...data,
    ...(isRecord(resultData) ? { resultData: { ...resultData, ...redactedRuns(resultData.runData) } } : {}),
    ...(isRecord(executionData) ? { executionData: { ...executionData, ...redactedStack(executionData) } } : {}),
  }
}

function redactedRuns(runData: unknown) {
  if (!isRecord(runData)) return {}
  const runs = Object.entries(runData).map(([node, runs]) => [node, mapList(runs, run => redactedRun(run))])
  return { runData: Object.fromEntries(runs) }
}

const redactedStack = ({ nodeExecutionStack }: Record<string, unknown>) =>
  nodeExecutionStack === undefined ? {} : { nodeExecutionStack: mapList(nodeExecutionStack, redactedRun) }

/** A run, or an entry of the stack: its items lie in `data`, by connection type and output. */
function redactedRun(run: unknown): unknown {
  if (!isRecord(run)) return {}
  const { data, inputOverride } = run
  return {
    ...run,
    ...(isRecord(data) ? { data: redactedItems(data) } : {}),
    ...(isRecord(inputOverride) ? { inputOverride: redactedItems(inputOverride) } : {}),
  }
}

const redactedItems = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([kind, outputs]) => [kind, mapList(outputs, items => mapList(items, redactedItem))]),
  )

function redactedItem(item: unknown) {
  const { json: _json, binary: _binary, ...rest } = isRecord(item) ? item : {}
  return { json: {}, ...rest, redaction: REDACTION }
}

const mapList = (list: unknown, change: (item: unknown) => unknown) => (Array.isArray(list) ? list.map(change) : list)
