import { isRecord } from '../../core/base/is-record.ts'
import type { NodeItem, NodeRun, RunForm, Source, StackEntry, SubNodeRun } from '../../core/model/run-data.ts'
import type { Node } from '../../core/model/workflow.ts'
import { withDefaults } from './node-parameters.ts'

type Fields = Record<string, unknown>

/** How a form shows the parts of run data. */
interface ShownParts {
  run(run: NodeRun): Fields
  /** A run of a node that serves another. */
  subRun(run: SubNodeRun): Fields
  error(error: Fields): Fields
  source(source: Source | null): Partial<Source> | null
  entry(entry: StackEntry): Fields
  /** What a node remembers within the run. */
  memory(memory: Fields): Fields
}

export const RUN_FORMS: Readonly<Record<RunForm, ShownParts>> = {
  plain: {
    run: ({ startTime, source, hints, executionTime, metadata, executionStatus, error, data }) => ({
      startTime,
      executionTime,
      source: source.map(nameOf),
      executionStatus,
      ...(hints.length > 0 ? { hints } : {}),
      ...(metadata ? { metadata } : {}),
      ...(error ? { error } : {}),
      ...(data ? { data } : {}),
    }),
    subRun: run => ({ ...run, source: run.source.map(nameOf) }),
    error: error => error,
    source: nameOf,
    entry: ({ node, data, source }) => ({ node, data, source: source && { main: source.main.map(nameOf) } }),
    memory: memory => memory,
  },
  numbered: {
    run: ({ startTime, executionIndex, source, hints, executionTime, metadata, executionStatus, error, data }) => ({
      startTime,
      executionIndex,
      source: source.map(withoutZeros),
      hints,
      executionTime,
      ...(metadata ? { metadata } : {}),
      executionStatus,
      ...(error ? { error: withoutReport(withNode(error)) } : {}),
      ...(data ? { data: { main: data.main.map(items => items && itemsWithoutZeros(items)) } } : {}),
    }),
    subRun: run => (run.error ? { ...run, error: withoutReport(withNode(run.error)) } : { ...run }),
    error: error => withoutReport(withNode(error)),
    source: withoutZeros,
    entry: ({ node, data, source, metadata }) => ({
      node: withDefaults(node),
      data: { ...data, main: data.main.map(items => items && itemsWithoutZeros(items)) },
      source: source && { main: source.main.map(withoutZeros) },
      ...(metadata ? { metadata } : {}),
    }),
    memory: memory => Object.fromEntries(Object.entries(memory).map(([name, value]) => [name, remembered(value)])),
  },
  signed: {
    run: ({ error, ...run }) => (error ? { ...run, error: withNode(error) } : run),
    subRun: ({ error, ...run }) => (error ? { ...run, error: withNode(error) } : run),
    error: withNode,
    source: source => source,
    entry: ({ node, data, source, metadata }) => ({
      node: withDefaults(node),
      data,
      source,
      ...(metadata ? { metadata } : {}),
    }),
    memory: memory => memory,
  },
}

/** An error names its node with all of its parameters. */
function withNode(error: Fields): Fields {
  const { node, errorResponse } = error
  return {
    ...error,
    ...(node === undefined ? {} : { node: withDefaults(node as Node) }),
    ...(errorResponse === undefined ? {} : { errorResponse: withNode(errorResponse as Fields) }),
  }
}

/** Only errors that are not of a node, or of the workflow, say whether they are reported. */
function withoutReport(error: Fields): Fields {
  const { shouldReport, errorResponse, ...rest } = error
  return {
    ...(shouldReport === undefined || 'functionality' in error ? rest : error),
    ...(errorResponse === undefined ? {} : { errorResponse: withoutReport(errorResponse as Fields) }),
  }
}

function nameOf(source: { previousNode: string } | null) {
  return source && { previousNode: source.previousNode }
}

function withoutZeros(source: Source | null) {
  if (!source) return null
  const { previousNode, previousNodeOutput, previousNodeRun } = source
  return {
    previousNode,
    ...(previousNodeOutput ? { previousNodeOutput } : {}),
    ...(previousNodeRun ? { previousNodeRun } : {}),
  }
}

/** Items of loops name where they were before the loop. */
function itemsWithoutZeros(items: NodeItem[]): NodeItem[] {
  return items.some(isFromElsewhere) ? items.map(itemWithoutZeros) : items
}

const isFromElsewhere = ({ pairedItem }: NodeItem) =>
  Array.isArray(pairedItem) || (isRecord(pairedItem) && 'sourceOverwrite' in pairedItem)

function itemWithoutZeros(item: NodeItem): NodeItem {
  const { pairedItem } = item
  const shown = (pair: unknown) =>
    isRecord(pair) && isRecord(pair.sourceOverwrite)
      ? { ...pair, sourceOverwrite: withoutZeros(pair.sourceOverwrite as unknown as Source) }
      : pair
  return {
    ...item,
    pairedItem: (Array.isArray(pairedItem) ? pairedItem.map(shown) : shown(pairedItem)) as NodeItem['pairedItem'],
  }
}

/** A loop remembers a source and items. */
function remembered(value: unknown): unknown {
  if (Array.isArray(value) && value.every(isRecord)) return itemsWithoutZeros(value as unknown as NodeItem[])
  return isRecord(value) && 'previousNode' in value ? withoutZeros(value as unknown as Source) : value
}
