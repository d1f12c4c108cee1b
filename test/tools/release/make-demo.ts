import { readFileSync, writeFileSync } from 'node:fs'
import { DEMO_END } from '../../../src/commands/demo.ts'
import type { ExecutionMode, ExecutionStatus } from '../../../src/core/model/execution.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import { timesOf } from '../../../src/runs/schedules/run-data.ts'

/**
 * Remakes the executions of the demo and lays its file out: `bun test/tools/release/make-demo.ts`. Users, tags, credentials,
 * variables and workflows are written by hand, in the file itself; the executions fill the two weeks up to `DEMO_END`.
 * The same workflows give the same text, to the byte: `makeDemo(text) === text` until somebody changes one.
 *
 * @throws if a workflow or node of which `RHYTHMS`, `STORIES` or `ODD_RUNS` speaks is not in the demo.
 */
export function makeDemo(text: string) {
  const demo = JSON.parse(text) as { workflows: Workflow[] }
  const runs = twoWeeksOfRuns(demo.workflows).sort((a, b) => a.at - b.at)
  const ids = new Map(runs.map((run, nth) => [run, String(1000 + nth)]))
  return `${layOut({ ...demo, executions: runs.map(run => executionOf(run, ids, demo.workflows)) })}\n`
}

interface Workflow {
  id: string
  name: string
  nodes: Node[]
  connections: Record<string, { main?: { node: string }[][] }>
  settings: { errorWorkflow?: string }
  pinData: Record<string, { json: object }[]> | null
  [field: string]: unknown
}
interface Run {
  workflow: string
  mode: ExecutionMode
  status: ExecutionStatus
  /** In ms since 1970, and how many ms it took. */
  at: number
  took: number
  waitTill?: number
  retryOf?: Run
  retriedBy?: Run
  story?: Story
}

const [SECOND, MINUTE, HOUR, DAY] = [1e3, 60e3, 3600e3, 86400e3]
const START = DEMO_END - 14 * DAY
const DATES = Array.from({ length: 15 }, (_, day) => START - 18 * HOUR + day * DAY)

/** How often a workflow runs: at hours of the day (UTC) on weekdays, or as people come (on a workday, on a weekend). */
type Rhythm = { workflow: string; seconds: Pair; fails?: number; hours?: number[]; on?: string; visits?: Pair }
type Pair = [number, number]
const RHYTHMS: Rhythm[] = [
  { workflow: 'Nightly database backup', hours: [2], on: '0123456', seconds: [38, 95] },
  { workflow: 'Nightly invoice sync', hours: [1], on: '0123456', seconds: [12, 40], fails: 2 },
  { workflow: 'RSS digest', hours: [6.5], on: '12345', seconds: [3, 9], fails: 1 },
  { workflow: 'Stock level sync', hours: [5, 11, 17, 23], on: '0123456', seconds: [4, 11], fails: 2 },
  { workflow: 'Weekly KPI report', hours: [7], on: '1', seconds: [2, 4] },
  { workflow: 'Lead intake', visits: [4, 1], seconds: [1.2, 4.5], fails: 3 },
  { workflow: 'GitHub issue triage', visits: [2, 0.6], seconds: [6, 21], fails: 2 },
  { workflow: 'Shop order events', visits: [4, 3], seconds: [0.3, 1.4], fails: 3 },
  { workflow: 'Event sign-up form', visits: [1.4, 0.6], seconds: [0.8, 2] },
  { workflow: 'Expense approval', visits: [1.6, 0], seconds: [0.5, 1.2] },
  { workflow: 'Help centre chat', visits: [1.5, 1], seconds: [3, 12], fails: 1 },
]

/** An error that is kept with its data: where it happened, and after how many seconds if the rhythm does not say. */
type Story = { workflow: string; node: string; seconds?: number; error: { name: string; message: string } }
const apiError = (httpCode: string, message: string, description: string) => ({
  name: 'NodeApiError',
  message,
  description,
  httpCode,
  level: 'warning',
  tags: {},
  context: {},
  messages: [],
})
const tooMany = apiError('429', 'The service is receiving too many requests from you', '20 per 2 seconds allowed')
const perMinute = apiError('429', tooMany.message, 'Rate limit reached for gpt-4o-mini on tokens per minute (TPM)')
const slow = apiError('ECONNABORTED', 'The connection timed out', 'timeout of 10000ms exceeded')
const down = apiError('503', 'Service unavailable - try again later', 'upstream connect error')
const unsized = { name: 'TypeError', message: "Cannot read properties of null (reading 'employees') [line 2]" }
const lastEvening: Story = { workflow: 'Lead intake', node: 'Tell #sales', error: down }
const STORIES: Story[] = [
  { workflow: 'Enrich a company', node: 'Score the company', error: unsized },
  { workflow: 'Lead intake', node: 'Create the person', error: tooMany },
  { workflow: 'Lead intake', node: 'Create the person', error: tooMany },
  { workflow: 'Lead intake', node: 'Enrich the company', error: unsized },
  { workflow: 'Nightly invoice sync', node: "Get yesterday's invoices", seconds: 10.3, error: slow },
  { workflow: 'Nightly invoice sync', node: "Get yesterday's invoices", seconds: 10.4, error: slow },
  { workflow: 'RSS digest', node: 'Read the company blog', error: down },
  { workflow: 'GitHub issue triage', node: 'Triage agent', error: perMinute },
  { workflow: 'Shop order events', node: 'Cancel the shipment', seconds: 10.2, error: slow },
  { workflow: 'Shop order events', node: 'Cancel the shipment', seconds: 10.6, error: slow },
  { workflow: 'Stock level sync', node: 'Get the warehouse stock', error: down },
  lastEvening,
]

interface Odd {
  at: string
  workflow: string
  mode: ExecutionMode
  status: ExecutionStatus
  seconds: number
  story?: Story
}
const ODD_RUNS: Odd[] = [
  { at: '2026-11-09T08:12:41.305Z', workflow: 'Weekly KPI report', mode: 'manual', status: 'error', seconds: 1.6 },
  { at: '2026-11-09T08:20:27.618Z', workflow: 'Weekly KPI report', mode: 'manual', status: 'success', seconds: 2.9 },
  { at: '2026-11-10T12:28:16.044Z', workflow: 'Enrich a company', mode: 'manual', status: 'success', seconds: 0.9 },
  { at: '2026-11-11T13:07:10.791Z', workflow: 'RSS digest', mode: 'manual', status: 'canceled', seconds: 41 },
  { at: '2026-11-11T13:10:48.127Z', workflow: 'RSS digest', mode: 'manual', status: 'success', seconds: 5.2 },
  { at: '2026-11-12T05:00:00.033Z', workflow: 'Stock level sync', mode: 'trigger', status: 'canceled', seconds: 1320 },
  {
    at: '2026-11-16T02:00:00.041Z',
    workflow: 'Nightly database backup',
    mode: 'trigger',
    status: 'crashed',
    seconds: 371,
  },
  {
    at: '2026-11-16T08:04:52.870Z',
    workflow: 'Nightly database backup',
    mode: 'manual',
    status: 'success',
    seconds: 88,
  },
  { at: '2026-11-17T14:31:05.466Z', workflow: 'GitHub issue triage', mode: 'manual', status: 'success', seconds: 14 },
  { at: '2026-11-18T10:43:39.952Z', workflow: 'GitHub issue triage', mode: 'manual', status: 'canceled', seconds: 66 },
  { at: '2026-11-19T15:18:22.209Z', workflow: 'Help centre chat', mode: 'manual', status: 'success', seconds: 7 },
  {
    at: '2026-11-19T19:26:41.118Z',
    workflow: 'Lead intake',
    mode: 'webhook',
    status: 'error',
    seconds: 2.4,
    story: lastEvening,
  },
  { at: '2026-11-20T17:49:26.381Z', workflow: 'Lead intake', mode: 'webhook', status: 'success', seconds: 2.7 },
  { at: '2026-11-20T17:55:38.940Z', workflow: 'Shop order events', mode: 'webhook', status: 'success', seconds: 0.8 },
  { at: '2026-11-20T17:59:13.508Z', workflow: 'GitHub issue triage', mode: 'webhook', status: 'running', seconds: 0 },
]

function twoWeeksOfRuns(workflows: Workflow[]) {
  const random = seeded(23)
  const odd = ODD_RUNS.map(({ at, workflow, mode, status, seconds, story }): Run => {
    return { workflow, mode, status, at: Date.parse(at), took: seconds * SECOND, story }
  })
  const isOdd = (run: Run) => odd.some(it => it.workflow === run.workflow && Math.abs(it.at - run.at) < MINUTE)
  const usual = RHYTHMS.flatMap(rhythm => runsOf(rhythm, random)).filter(run => !isOdd(run))
  const retries = usual.filter(run => run.status === 'error').flatMap((run, nth) => retriesOf(run, nth, random))
  const runs = [...odd, ...usual, ...usual.flatMap(run => callOf(run, random)), ...retries]
  return [...runs, ...runs.flatMap(run => alarmOf(run, workflows, random))]
}

function runsOf(rhythm: Rhythm, random: Random): Run[] {
  const { workflow, seconds, hours, fails = 0 } = rhythm
  const starts = DATES.flatMap(date => startsOn(date, rhythm, random)).sort((a, b) => a - b)
  const inside = starts.filter(at => at > START && at < DEMO_END - 5 * MINUTE)
  const failing = Array.from({ length: fails }, (_, nth) => Math.floor(((nth + 0.5) * inside.length) / fails))
  const stories = STORIES.filter(story => story.workflow === workflow)
  return inside.map((at, nth) => {
    const run = { workflow, mode: hours ? 'trigger' : 'webhook', at, took: random(...seconds) * SECOND } as const
    if (failing.includes(nth)) return failedRun(run, stories.shift())
    if (workflow === 'Event sign-up form') return waitingRun(run, at + run.took + DAY)
    if (workflow !== 'Expense approval' || nth % 4 === 1) return { ...run, status: 'success' }
    return waitingRun(run, at < DEMO_END - 2 * DAY ? at + random(0.2, 20) * HOUR : Date.UTC(3000, 0, 1))
  })
}

function startsOn(date: number, { hours, on, visits = [0, 0] }: Rhythm, random: Random) {
  const day = new Date(date).getUTCDay()
  if (hours) return on?.includes(String(day)) ? hours.map(hour => date + hour * HOUR + random(12, 70)) : []
  const count = Math.round((day % 6 ? visits[0] : visits[1]) * random(0.5, 1.5))
  return Array.from({ length: count }, () => date + (7 + random(0, 6) + random(0, 6)) * HOUR)
}

function failedRun(run: Omit<Run, 'status'>, story?: Story): Run {
  return { ...run, status: 'error', took: story?.seconds ? story.seconds * SECOND : run.took, story }
}

function waitingRun(run: Omit<Run, 'status'>, till: number): Run {
  if (till > DEMO_END - MINUTE) return { ...run, status: 'waiting', waitTill: till }
  return { ...run, status: 'success', took: till - run.at + run.took }
}

/** The sub-workflow that a lead calls, if it comes from the address of a company. */
function callOf(run: Run, random: Random): Run[] {
  const call = { workflow: 'Enrich a company', mode: 'integrated', at: run.at + 60, took: run.took / 2 } as const
  if (run.workflow !== 'Lead intake') return []
  if (run.story?.node === 'Enrich the company') return [failedRun(call, STORIES[0])]
  return run.story || random(0, 1) < 0.65 ? [{ ...call, status: 'success' }] : []
}

/** Every other failed run is retried by hand, in daylight, and works; one fails again before it does. */
function retriesOf(run: Run, nth: number, random: Random): Run[] {
  const dawn = run.at - (run.at % DAY) + 6.5 * HOUR
  const at = Math.max(run.at + run.took, dawn) + random(10, 95) * MINUTE
  if (nth % 2 || at + HOUR > DEMO_END) return []
  const retry: Run = { ...run, story: undefined, mode: 'retry', status: 'success', at, retryOf: run }
  run.retriedBy = { ...retry, at: at + 20 * MINUTE, took: random(1, 9) * SECOND }
  return nth === 2 ? [{ ...retry, status: 'error' }, run.retriedBy] : [run.retriedBy]
}

/** The error workflow that a failed run calls. */
function alarmOf(run: Run, workflows: Workflow[], random: Random): Run[] {
  const { errorWorkflow } = named(workflows, run.workflow).settings
  const alarm = workflows.find(workflow => workflow.id === errorWorkflow)
  if (!alarm || run.status !== 'error' || run.mode === 'manual') return []
  const at = run.at + run.took + random(80, 260)
  return [{ workflow: alarm.name, mode: 'error', status: 'success', at, took: random(350, 900) }]
}

function executionOf(run: Run, ids: Map<Run, string>, workflows: Workflow[]) {
  const workflow = named(workflows, run.workflow)
  const idOf = (other?: Run) => other && ids.get(other)
  return {
    id: idOf(run),
    workflowId: workflow.id,
    status: run.status,
    mode: run.mode,
    startedAt: iso(run.at),
    stoppedAt: run.status === 'running' ? null : iso(run.at + run.took),
    waitTill: run.waitTill && iso(run.waitTill),
    retryOf: idOf(run.retryOf),
    retrySuccessId: idOf(run.retriedBy),
    ...(run.story && dataOf(run, run.story, workflow)),
  }
}

/** What the service keeps of a run that failed: each node gave its pinned item, or handed on what it got. */
function dataOf({ at, took }: Run, story: Story, workflow: Workflow) {
  const { tags, owner, versionId, triggerCount, versions, publishHistory, ...workflowData } = workflow
  const runData: Record<string, object[]> = {}
  const nth = STORIES.filter(it => it.workflow === story.workflow).indexOf(story)
  let item: object = { json: { timestamp: iso(at) } }
  let source: object[] = []
  let startTime = Math.floor(at) + 40
  const path = pathTo(story.node, workflowData)
  const before = path.map(({ name }) => named(workflowData.nodes, name))
  // a story that says how long it took is of a node that did not answer
  const times = story.seconds
    ? timesOf(before, took - Math.floor(story.seconds) * SECOND - path.length)
    : timesOf([...before, named(workflowData.nodes, story.node)], took - 40 - path.length)
  for (const [at, { name, output }] of path.entries()) {
    const executionTime = times[at] ?? 0
    const pinned = workflowData.pinData?.[name]
    item = { ...(pinned?.[nth % pinned.length] ?? item), pairedItem: { item: 0 } }
    const data = { main: [...Array(output).fill([]), [item]] }
    runData[name] = [{ startTime, executionTime, source, executionStatus: 'success', data }]
    source = [{ previousNode: name, ...(output ? { previousNodeOutput: output } : {}) }]
    startTime += executionTime + 1
  }
  const [node, timestamp] = [named(workflowData.nodes, story.node), Math.floor(at + took)]
  const error = { ...story.error, timestamp, node, stack: `${story.error.name}: ${story.error.message}` }
  runData[story.node] = [{ startTime, executionTime: timestamp - startTime, source, executionStatus: 'error', error }]
  const nodeExecutionStack = [{ node, data: { main: [[item]] }, source: { main: source } }]
  const resultData = { runData, lastNodeExecuted: story.node, error }
  const executionData = { contextData: {}, nodeExecutionStack, waitingExecution: {} }
  return { data: { startData: {}, resultData, executionData }, workflowData }
}

/** The nodes before `target`, from the trigger on, each with the output by which it is left. */
function pathTo(target: string, workflow: Pick<Workflow, 'connections'>): { name: string; output: number }[] {
  for (const [name, { main = [] }] of Object.entries(workflow.connections)) {
    const output = main.findIndex(targets => targets.some(({ node }) => node === target))
    if (output >= 0) return [...pathTo(name, workflow), { name, output }]
  }
  return []
}

function named<T extends { name?: string }>(list: T[], name: string) {
  const found = list.find(it => it.name === name)
  if (!found) throw new Error(`the demo has no "${name}"`)
  return found
}

const iso = (time: number) => new Date(time).toISOString()

type Random = ReturnType<typeof seeded>
/** Numbers between two others, the same for the same seed. */
function seeded(seed: number) {
  let state = seed
  return (from: number, to: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return from + (state / 2 ** 32) * (to - from)
  }
}

/** JSON with two spaces; what fits in 120 columns stays on one line, and so does every execution. */
function layOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || 'startedAt' in value) return flat
  if (indent && flat.length + indent.length < 116) return flat
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map(part => inner + layOut(part, inner))
    : Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${layOut(part, inner)}`)
  return Array.isArray(value) ? `[\n${parts.join(',\n')}\n${indent}]` : `{\n${parts.join(',\n')}\n${indent}}`
}

if (import.meta.main) {
  const file = new URL('../../../data/demo.json', import.meta.url)
  writeFileSync(file, makeDemo(readFileSync(file, 'utf8')))
}
