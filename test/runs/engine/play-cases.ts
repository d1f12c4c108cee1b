// Plays recorded workflows in this process, without a server, and prints what differs from the recording.
// For calls that reach a service: play-mocked.ts.
//   bun test/runs/engine/play-cases.ts FOLDER [--show] [--whole] [--only LABEL] [--expressions] [--json OUT]
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { listWebhooks } from '../../../src/core/model/webhooks.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import { receiveCall } from '../../../src/runs/calls/calls.ts'
import { readCall } from '../../../src/runs/engine/call/read-call.ts'
import { computeRun } from '../../../src/runs/engine/compute-run.ts'
import { workflowDataOf } from '../../../src/runs/engine/execution-data.ts'
import type { CalledRun, RunJob, RunResult, RunWorkflow } from '../../../src/runs/engine/job.ts'
import { packRun } from '../../../src/runs/engine/pack-run.ts'
import type { Beginning } from '../../../src/runs/engine/sent-run.ts'
import { createCallFiles } from '../../../src/runs/schedules/files.ts'
import { runAfterFailure } from '../../../src/runs/schedules/runs.ts'
import { engine, idsOf, setupOf, TestAccess } from './playing.ts'

const BASE = 'http://127.0.0.1:5678'
const ZONE = 'America/New_York'
const folder = resolve(process.argv[2] ?? '.')
const flag = (name: string) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : (process.argv[at + 1] ?? '')
}
const { maskResult } = await import(join(folder, 'lib.mjs'))
const { scoreCases } = await import(join(folder, 'score.mjs'))
const { workflowOf, scoreExpressions } = await import(join(folder, 'expr-lib.mjs'))
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))
const files = createCallFiles(() => crypto.randomUUID())
let number = 0
/** What executions have beside their run. */
const RECORD = {
  waitTill: null,
  storedAt: 'db',
  tracingContext: null,
  deduplicationKey: null,
  jsonSizeBytes: 0,
  binaryDataSizeBytes: 0,
  workflowVersionId: '00000000-0000-0000-0000-000000000000',
  usedPrivateCredentials: false,
}

interface Case {
  label: string
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

class CasesAccess extends TestAccess {
  readonly tables = new Map<string, { columns: { name: string }[]; rows: Record<string, unknown>[] }>()

  override async newExecution() {
    return idsOf(String(++number))
  }
  override async addFile(file: { bytes: Uint8Array; type: string; name: string | undefined }) {
    return files.add(file)
  }
  override async bytesOf(file: Record<string, unknown>) {
    return files.bytesOf(file)
  }
}

const record = (workflow: Record<string, unknown>, id: string): RunWorkflow =>
  ({
    createdAt: '',
    updatedAt: '',
    active: !workflow.inactive,
    pinData: null,
    ...workflow,
    id,
  }) as unknown as RunWorkflow

function setUp(cases: { workflows: Record<string, unknown>[]; credentials?: object; tables?: object }) {
  const ids: Record<string, string> = {}
  const wfs: Record<string, string> = {}
  for (const name of Object.keys({ ...cases.credentials, ...cases.tables })) ids[`$${name}`] = `id-${name}-x`
  const withIds = (text: string) =>
    Object.entries(ids)
      .sort((a, b) => b[0].length - a[0].length)
      .reduce((t, [n, id]) => t.split(`"${n}"`).join(`"${id}"`).split(`\\"${n}\\"`).join(`\\"${id}\\"`), text)
  const access = new CasesAccess()
  for (const workflow of cases.workflows) {
    const name = String(workflow.name)
    const id = `wf-${name.replaceAll(' ', '-')}-x`
    const made = record(JSON.parse(withIds(JSON.stringify(workflow))), id)
    wfs[name] = id
    if (workflow.isSub) ids[`$${name}`] = id
    ids[`$wf:${name}`] = id
    access.add(
      { ...made, nodes: made.nodes.map(node => ({ id: crypto.randomUUID(), ...node })) },
      { zone: ZONE, isActive: !workflow.inactive },
    )
  }
  return { ids, wfs, access }
}

async function playCall(call: Case, access: CasesAccess, { now }: { now?: number | undefined } = {}) {
  const path = call.path.replace(/^\/(webhook|form)\//, '').replace(/\?.*/, '')
  for (const { workflow } of access.workflows.values()) {
    const hook = listWebhooks(workflow).find(hook => hook.method === call.method && hook.path === path)
    if (!hook) continue
    const node = workflow.nodes.find(({ name }) => name === hook.node) as Node
    const headers = {
      ...call.headers,
      ...(call.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(call.body)) }),
    }
    const request = new Request(BASE + call.path, {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    const sent = await receiveCall(request, { secret: [], webhookUrl: `${BASE}/webhook/${path}` })
    const { json, binary } = await readCall(sent, node, access.addFile.bind(access))
    const shown = { ...headers, host: new URL(BASE).host, connection: 'close' }
    const id = String(++number)
    const placed =
      binary &&
      Object.fromEntries(
        Object.entries(binary).map(([name, file]) => [
          name,
          {
            ...(file as object),
            id: `filesystem-v2:workflows/${workflow.id}/executions/${id}/binary_data/${(file as { id: string }).id}`,
          },
        ]),
      )
    const item = { json: { ...json, headers: shown }, ...(placed ? { binary: placed } : {}) }
    const job: RunJob = {
      ...setupOf(workflow),
      zone: ZONE,
      start: { node: hook.node, items: [item] },
      mode: 'webhook',
      at: now ?? Date.now(),
      execution: idsOf(id),
      seed: number,
      timeLimit: 10_000,
      form: 'signed',
      depth: 0,
    }
    const result = await computeRun(job, await engine(), access)
    return { job, result, node }
  }
  return undefined
}

function executionsOf(
  job: Pick<RunJob, 'workflow' | 'mode'> & { id: string },
  result: RunResult,
): { workflow: string; get: Record<string, unknown>; id: string }[] {
  const { workflow, mode, id } = job
  const time = '2026-11-24T00:00:00.000Z'
  const own = {
    id,
    workflow: workflow.name,
    get: {
      id,
      finished: result.status === 'success',
      mode,
      retryOf: null,
      retrySuccessId: null,
      status: result.status,
      workflowId: workflow.id,
      createdAt: time,
      startedAt: time,
      stoppedAt: time,
      deletedAt: null,
      ...RECORD,
      data: result.data,
      workflowData: workflowDataOf(workflow, { status: result.status, mode: 'webhook' }, 'signed'),
      customData: result.customData ?? {},
    },
  }
  return [own, ...result.called.flatMap((called: CalledRun) => executionsOf(called, called.result))]
}

async function errorRuns(job: RunJob, result: RunResult, access: CasesAccess) {
  const end = {
    id: job.execution.id,
    status: result.status,
    mode: job.mode,
    retryOf: null,
    startedAt: new Date(job.at).toISOString(),
    stoppedAt: new Date(result.until).toISOString(),
  }
  const run = { workflow: job.workflow, depth: 0, base: BASE }
  const workflows = { get: (id: string) => access.workflows.get(id)?.workflow }
  const next = runAfterFailure({ workflows } as never, { end, run, made: packRun(job, result) } as never, {
    form: 'signed',
    base: BASE,
    needsActive: true,
  })
  if (!next) return []
  const ids = idsOf(String(++number))
  const { given, ...start } = next.start as Beginning & { given: { json: string } }
  const errorJob: RunJob = {
    ...job,
    ...setupOf(next.workflow),
    zone: ZONE,
    start: { ...start, items: [{ json: JSON.parse(given.json) }] },
    mode: 'error',
    at: next.at,
    execution: ids,
    ...(next.parent
      ? { context: { ...next.parent.context, source: 'error' } as never, parentExecution: next.parent.execution }
      : {}),
  }
  const errorResult = await computeRun(errorJob, await engine(), access)
  return executionsOf({ ...errorJob, id: ids.id }, errorResult)
}

/** The answer, as far as the run decides it. */
function answerOf(result: RunResult) {
  const json = (status: number, body: unknown, headers: [string, string][] = []) => ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...Object.fromEntries(headers) },
    body,
  })
  const { trigger = {}, answer } = result
  const options = (trigger.options ?? {}) as Record<string, never>
  const failure = result.status === 'error' ? json(500, { message: 'Error in workflow' }) : undefined
  if (trigger.responseMode === 'lastNode') {
    if (failure) return failure
    const items = result.lastMain[0] ?? []
    if (trigger.responseData === 'noData') return json(200, '')
    if (trigger.responseData === 'allEntries')
      return json(
        200,
        items.map(({ json }) => json),
      )
    if (!items[0]) return json(500, { code: 0, message: 'No item to return was found' })
    const type = options.responseContentType
      ? [['content-type', String(options.responseContentType)] as [string, string]]
      : []
    const name = options.responsePropertyName as unknown as string | undefined
    return json(
      200,
      name
        ? String(name)
            .split('.')
            .reduce<never>((v, k) => (v as never)?.[k] as never, items[0].json as never)
        : items[0].json,
      type,
    )
  }
  if (trigger.responseMode !== 'responseNode') return json(200, { message: 'Workflow was started' })
  if (!answer) return failure ?? json(200, '')
  const { body } = answer
  const status = Number(answer.status ?? 200)
  const type = body.kind === 'text' ? [['content-type', 'text/html; charset=utf-8'] as [string, string]] : []
  const lowered = answer.headers.map(([name, value]): [string, string] => [
    name.toLowerCase(),
    name.toLowerCase() === 'content-type' && /^(text|application)\//.test(value) && !/charset/.test(value)
      ? `${value}; charset=utf-8`
      : value,
  ])
  if (body.kind === 'none') return json(status, '', lowered)
  if (body.kind === 'redirect') return json(Number(answer.status ?? 307), '', [...lowered, ['location', body.url]])
  if (body.kind === 'text' || body.kind === 'json') {
    const value = typeof body.value === 'string' ? asJson(body.value) : body.value
    return json(status, value, [...type, ...lowered])
  }
  return json(status, body, lowered)
}

function asJson(text: string): unknown {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : text
  } catch {
    return text
  }
}

async function playCases() {
  const only = flag('--only')
  const both = { workflows: [] as unknown[], expected: {} }
  const made: Record<string, unknown> = {}
  for (const name of ['cases.json', 'cases2.json', 'cases3.json']) {
    const cases = read(name)
    const { ids, wfs, access } = setUp(cases)
    const calls: Case[] = cases.calls.filter(({ label }: Case) => label.startsWith(only ?? ''))
    for (const call of calls) {
      try {
        const played = await playCall(call, access)
        if (!played) {
          console.log(`! ${call.label}: nothing is called at ${call.path}`)
          continue
        }
        const { job, result } = played
        const executions = [
          ...executionsOf({ ...job, id: job.execution.id }, result),
          ...(await errorRuns(job, result, access)),
        ]
        made[call.label] = maskResult(JSON.parse(JSON.stringify({ response: answerOf(result), executions })), {
          ids,
          wfs,
          base: BASE,
        })
      } catch (error) {
        console.log(`! ${call.label}:`, error)
      }
    }
    both.workflows.push(...cases.workflows)
    Object.assign(both.expected, cases.expected)
  }
  const out = flag('--json') ?? join(mkdtempSync(join(tmpdir(), 'play-cases-')), 'scores.json')
  scoreCases(both, made, { out })
  if (process.argv.includes('--show') || only !== undefined) show(JSON.parse(readFileSync(out, 'utf8')).rows)
}

interface Row {
  label: string
  response: Difference[]
  roots: { workflow: string; node: string; type: string; diff: Difference[] }[]
  executions: { workflow: string; same: boolean; status: unknown[]; whole: Difference[] }[]
  hints: string[]
}
type Difference = [path: string, real: unknown, ours: unknown]

function show(rows: Row[]) {
  const short = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 300)
  const line = (at: string, [path, real, ours]: Difference) =>
    console.log(`    ${at} ${path}: real ${short(real)}, ours ${short(ours)}`)
  for (const { label, response, roots, executions, hints } of rows) {
    const isWhole = executions.every(({ same }) => same)
    if (response.length === 0 && isWhole && !process.argv.includes('--whole')) continue
    console.log(`- ${label}`)
    for (const difference of response.slice(0, 3)) line('answer', difference)
    for (const { workflow, node, type, diff } of roots)
      for (const difference of diff.slice(0, 2)) line(`${workflow}/${node} (${type})`, difference)
    for (const { workflow, status, whole, same } of executions) {
      if (status[0] !== status[1]) console.log(`    execution ${workflow}: real ${status[0]}, ours ${status[1]}`)
      if (isWhole || (!same && roots.length === 0)) for (const difference of whole) line(workflow, difference)
    }
    if (hints.length > 0) console.log(`    hints: ${[...new Set(hints)].join(' | ').slice(0, 300)}`)
  }
}

async function playExpressions() {
  for (const name of ['expressions', 'expressions2', 'conditions']) {
    const set = read(`${name}.json`)
    const got = []
    for (const [at, it] of set.expressions.entries()) {
      const { access } = setUp({ workflows: [workflowOf(it, at)] })
      const body = JSON.stringify(set.data)
      const call = {
        label: '',
        method: 'POST',
        path: `/webhook/x${at}`,
        headers: { 'content-type': 'application/json' },
        body,
      }
      const played = await playCall(call, access, { now: it.at === undefined ? undefined : Date.parse(it.at) })
      if (!played) throw new Error(`${name} ${at}: no webhook`)
      const { result } = played
      const { status, body: answered } = answerOf(result) as { status: number; body: Record<string, unknown> }
      const value = Array.isArray(answered)
        ? answered.map(x => x.v ?? null)
        : answered && 'v' in answered
          ? { v: answered.v }
          : answered
      const error = result.error ? { error: result.error.message } : {}
      const { runData } = (
        result.data as { resultData: { runData: Record<string, { hints: { message: string }[] }[]> } }
      ).resultData
      const hints = (runData.Eval ?? runData.If ?? []).flatMap(run => run.hints.map(({ message }) => message))
      got.push(JSON.parse(JSON.stringify({ status, value, ...error, ...(hints.length > 0 ? { hints } : {}) })))
    }
    scoreExpressions(set, got, { show: process.argv.includes('--show'), name })
  }
}

await (process.argv.includes('--expressions') ? playExpressions() : playCases())
