import type { EngineInterface } from '../../src/expressions/realm.ts'
import { computeRun } from '../../src/runs/compute-run.ts'
import type { RunAccess, RunJob, RunResult, RunWorkflow, WorkflowSetup } from '../../src/runs/job.ts'
import { createCallFiles } from '../../src/simulation/files.ts'
import { createEngine } from './temporary-engine.ts'

let made: Promise<EngineInterface> | undefined

/** One engine for all tests of a process. */
export const engine = () => {
  made ??= createEngine()
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

  async newExecution() {
    return idsOf(String(++this.#executions))
  }

  async addFile(file: { bytes: Uint8Array; type: string; name: string | undefined }) {
    return this.#files.add(file)
  }

  async bytesOf(file: Record<string, unknown>) {
    return this.#files.bytesOf(file)
  }

  async dataTable(): Promise<unknown> {
    throw new Error('No data tables in this test')
  }

  async credential() {
    return undefined
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
  isNumbered: true,
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
