import type { ExecutionMode, ExecutionRecord } from '../../model/execution.ts'
import type { State } from '../../model/state.ts'
import { projectIdOf } from '../projects/find-project.ts'
import { insightsRefusals } from './refusals.ts'

export interface InsightsQuery {
  /** ISO 8601; a week before now where left out. */
  startDate?: string | undefined
  /** ISO 8601; now where left out. */
  endDate?: string | undefined
  projectId?: string | undefined
}

interface Figure {
  value: number
  /** The difference to the period of the same length before; null where nothing ran then. */
  deviation: number | null
  unit: 'count' | 'ratio' | 'minute' | 'millisecond'
}

const DAY = 24 * 60 * 60 * 1000

/** How many days back an unlicensed instance reports. */
const HISTORY_DAYS = 7

/** Runs that were started by hand, or that are parts of others, are not counted. */
const UNCOUNTED: ExecutionMode[] = ['manual', 'internal', 'integrated']

/**
 * Sums up the finished runs of a period, beside those of the period before.
 *
 * @param now milliseconds since 1970
 * @throws ApiError for a period that an unlicensed instance does not report
 */
export function insightsSummary(state: State, { startDate, endDate, projectId }: InsightsQuery, now: number) {
  const end = endDate === undefined ? now : Date.parse(endDate)
  const start = startDate === undefined ? now - HISTORY_DAYS * DAY : Date.parse(startDate)
  if (startDate !== undefined && endDate !== undefined && end < start) {
    throw insightsRefusals.insightsDatesReversed()
  }
  checkPeriod(start, end, now)
  const runs = [...state.executions.values()].filter(isCounted).filter(({ workflowId }) => {
    if (projectId === undefined) return true
    const workflow = state.workflows.get(workflowId)
    return workflow !== undefined && projectIdOf(state, workflow) === projectId
  })
  const current = sumUp(state, runs, start, end)
  const previous = sumUp(state, runs, start - (end - start), start - 1)
  const figure = (name: keyof Sums, unit: Figure['unit'], digits: number): Figure => {
    const value = round(current[name], digits)
    const hadRuns = previous.total > 0
    return { value, deviation: hadRuns ? round(value - round(previous[name], digits), digits) : null, unit }
  }
  return {
    total: figure('total', 'count', 0),
    failed: figure('failed', 'count', 0),
    failureRate: figure('failureRate', 'ratio', 3),
    timeSaved: figure('timeSaved', 'minute', 2),
    averageRunTime: figure('averageRunTime', 'millisecond', 2),
  }
}

function checkPeriod(start: number, end: number, now: number): void {
  const dayOf = (time: number) => Math.floor(time / DAY)
  if (dayOf(end) <= dayOf(start)) throw insightsRefusals.insightsHourly()
  if (dayOf(now) - dayOf(start) > HISTORY_DAYS) {
    throw insightsRefusals.insightsTooOld()
  }
}

const isFailed = ({ status }: ExecutionRecord) => status === 'error' || status === 'crashed'

const isCounted = (run: ExecutionRecord) =>
  (run.status === 'success' || isFailed(run)) && run.stoppedAt !== null && !UNCOUNTED.includes(run.mode)

interface Sums {
  total: number
  failed: number
  failureRate: number
  timeSaved: number
  averageRunTime: number
}

function sumUp(state: State, runs: readonly ExecutionRecord[], start: number, end: number): Sums {
  const sums = { total: 0, failed: 0, timeSaved: 0, runTime: 0 }
  for (const run of runs) {
    const stopped = Date.parse(run.stoppedAt ?? '')
    if (stopped < start || stopped > end) continue
    sums.total++
    sums.runTime += Math.max(stopped - Date.parse(run.startedAt), 0)
    if (isFailed(run)) sums.failed++
    else sums.timeSaved += timeSavedBy(state, run)
  }
  const { total, failed, timeSaved, runTime } = sums
  const each = (sum: number) => (total === 0 ? 0 : sum / total)
  return { total, failed, failureRate: each(failed), timeSaved, averageRunTime: each(runTime) }
}

function timeSavedBy(state: State, { workflowId }: ExecutionRecord): number {
  const saved = state.workflows.get(workflowId)?.settings.timeSavedPerExecution
  return typeof saved === 'number' ? saved : 0
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
