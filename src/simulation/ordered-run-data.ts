import type { ExecutionRecord } from '../model/execution.ts'

interface Run {
  startTime?: number
  source?: unknown[]
  [field: string]: unknown
}

interface MadeRunData {
  resultData: { runData: Record<string, Run[]>; [field: string]: unknown }
  executionData?: Record<string, unknown>
  [field: string]: unknown
}

/** Run data that was made up (`runData`), in the form of services that number the runs. */
export function orderedRunData(made: MadeRunData, { mode, startedAt }: Pick<ExecutionRecord, 'mode' | 'startedAt'>) {
  let executionIndex = 0
  const runs = Object.entries(made.resultData.runData).map(([node, [run]]) => {
    const { startTime, source = [], ...rest } = run ?? {}
    const sources = source.map(from => ({ ...(from as object), previousNodeOutput: 0, previousNodeRun: 0 }))
    return [node, [{ startTime, executionIndex: executionIndex++, source: sources, hints: [], ...rest }]]
  })
  const { nodeExecutionStack = [], ...executionData } = made.executionData ?? {}
  return {
    version: 1,
    ...made,
    resultData: { ...made.resultData, runData: Object.fromEntries(runs) },
    executionData: {
      contextData: {},
      ...{ nodeExecutionStack, metadata: {}, ...executionData, waitingExecutionSource: {} },
      runtimeData: { version: 1, establishedAt: Date.parse(startedAt), source: mode },
    },
  }
}

const sizes = new WeakMap<object, number>()

/** The bytes of run data as JSON; counted once for the same data. */
export function jsonSizeOf(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0
  const known = sizes.get(data) ?? new TextEncoder().encode(JSON.stringify(data)).length
  sizes.set(data, known)
  return known
}
