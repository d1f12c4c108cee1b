import type { NodeRun } from '../../../src/core/model/run-data.ts'
import type { Node } from '../../../src/core/model/workflow.ts'
import { computeRun } from '../../../src/runs/engine/compute-run.ts'
import type { RunAccess, RunJob, RunResult, RunWorkflow, WorkflowSetup } from '../../../src/runs/engine/job.ts'
import { loadEngine } from '../../../src/runs/expressions/engine.ts'
import type { EngineInterface } from '../../../src/runs/expressions/realm.ts'
import type { DataTableReply, DataTableRequest } from '../../../src/runs/nodes/tools/data-table-request.ts'
import { createCallFiles } from '../../../src/runs/schedules/files.ts'

let made: Promise<EngineInterface> | undefined

/** One engine for all tests of a process. */
export const engine = () => {
  made ??= loadEngine()
  return made
}

/** What a run of a test asks: workflows by their id, and files in memory. */
export class TestAccess implements RunAccess {
  readonly workflows = new Map<string, WorkflowSetup & { isActive: boolean }>()
  readonly asked: string[] = []
  readonly #files = createCallFiles(() => crypto.randomUUID())
  #executions: number

  constructor(executions = 1) {
    this.#executions = executions
  }

  add(workflow: RunWorkflow, more: Partial<WorkflowSetup & { isActive: boolean }> = {}) {
    this.workflows.set(workflow.id, { ...setupOf(workflow), isActive: true, ...more })
  }

  async workflow(id: string) {
    this.asked.push(id)
    return this.workflows.get(id)
  }

  async readParameters() {
    return undefined
  }

  async newExecution() {
    return idsOf(String(++this.#executions))
  }

  async addFile(file: { bytes: Uint8Array; type: string; name: string | undefined }) {
    return this.#files.add(file)
  }

  async bytesOf(file: Record<string, unknown>) {
    return this.#files.bytesOf(file)
  }

  async dataTable(_request: DataTableRequest): Promise<DataTableReply> {
    return { error: 'No data tables in this test' }
  }

  async credential() {
    return undefined
  }

  async mock(): Promise<never> {
    throw new Error('No mocks to ask for in this test')
  }

  async answerRequest(): Promise<never> {
    throw new Error('No functions and forwards in this test')
  }
}

export const idsOf = (id: string) => ({
  id,
  resumeToken: 'f'.repeat(64),
  resumeUrl: `http://localhost/webhook-waiting/${id}?signature=${'f'.repeat(64)}`,
  resumeFormUrl: `http://localhost/form-waiting/${id}?signature=${'f'.repeat(64)}`,
})

/** 2026-03-02T09:00:00Z */
export const AT = Date.UTC(2026, 2, 2, 9)

export const setupOf = (workflow: RunWorkflow): WorkflowSetup => ({
  workflow,
  zone: 'UTC',
  variables: {},
  staticData: {},
})

/** A job that starts at the first node with one item. */
export const jobOf = (workflow: RunWorkflow, more: Partial<RunJob> = {}): RunJob => ({
  ...setupOf(workflow),
  start: { node: workflow.nodes[0]?.name ?? '', items: [{ json: {} }] },
  mode: 'webhook',
  at: AT,
  execution: idsOf('1'),
  seed: 1,
  timeLimit: 10_000,
  form: 'signed',
  depth: 0,
  ...more,
})

export async function play(
  workflow: RunWorkflow,
  more: Partial<RunJob> = {},
  access = new TestAccess(),
): Promise<RunResult> {
  return computeRun(jobOf(workflow, more), await engine(), access)
}

type NodeShape = { name?: string; type?: string; [field: string]: unknown }

/** A node that passes its items on, where nothing else is said. */
export const node = (name: string, more: NodeShape = {}): Node => ({
  id: name,
  name,
  type: 'n8n-nodes-base.noOp',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
})

/** Fields as an Edit Fields node has them. */
export const assignmentsOf = (fields: Record<string, unknown>) =>
  Object.entries(fields).map(([field, value]) => ({
    id: field,
    name: field,
    value,
    type: typeof value === 'number' ? 'number' : 'string',
  }))

/** An Edit Fields node that sets fields, and keeps the others. */
export const set = (name: string, fields: Record<string, unknown>, more: NodeShape = {}): Node =>
  node(name, {
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      assignments: {
        assignments: assignmentsOf(fields),
      },
      includeOtherFields: true,
      options: {},
    },
    ...more,
  })

/**
 * A workflow of nodes and what leads where: `A > B > C; A#1 > D@1` (output 1 of A leads to input 1 of D). Nodes stand one
 * below the other, in their order.
 */
export function workflow(nodes: Node[], wires = '', more: Partial<RunWorkflow> = {}): RunWorkflow {
  const connections: Record<string, { main: { node: string; type: string; index: number }[][] }> = {}
  for (const line of wires.split(';').filter(line => line.includes('>'))) {
    const parts = line.split('>').map(part => part.trim())
    for (const [at, part] of parts.slice(0, -1).entries()) {
      const [from = '', output = '0'] = part.replace(/@\d+/, '').split('#')
      const [to = '', input = '0'] = (parts[at + 1] ?? '').replace(/#\d+/, '').split('@')
      const outputs = connections[from]?.main ?? []
      while (outputs.length <= Number(output)) outputs.push([])
      outputs[Number(output)]?.push({ node: to, type: 'main', index: Number(input) })
      connections[from] = { main: outputs }
    }
  }
  return {
    id: 'w1',
    name: 'Test',
    active: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    nodes: nodes.map((given, at) => ({
      ...given,
      position: given.position?.some(Boolean) ? given.position : [0, at * 100],
    })),
    connections,
    settings: { executionOrder: 'v1' },
    pinData: null,
    ...more,
  }
}

interface ShownRun {
  source: (string | null)[]
  json: (unknown[] | null)[]
  pairs: (unknown[] | null)[]
  status: string
  error?: unknown
  hints: string[]
  metadata?: unknown
  time: number
}

/** Node → its runs, in short. */
export function shownRuns({ data }: RunResult): Record<string, ShownRun[]> {
  const { runData } = (data as { resultData: { runData: Record<string, NodeRun[]> } }).resultData
  return Object.fromEntries(
    Object.entries(runData).map(([name, runs]) => [
      name,
      runs.map(run => ({
        source: run.source.map(
          from => from && `${from.previousNode}#${from.previousNodeOutput}:${from.previousNodeRun}`,
        ),
        json: run.data?.main.map(items => items?.map(({ json }) => json) ?? null) ?? [],
        pairs: run.data?.main.map(items => items?.map(({ pairedItem }) => pairedItem) ?? null) ?? [],
        status: run.executionStatus,
        hints: run.hints.map(({ message }) => message),
        time: run.executionTime,
        ...(run.error ? { error: run.error.message } : {}),
        ...(run.metadata ? { metadata: run.metadata } : {}),
      })),
    ]),
  )
}

/** What a node put out in its only run. */
export const outputs = (result: RunResult, name: string) => shownRuns(result)[name]?.at(-1)?.json
