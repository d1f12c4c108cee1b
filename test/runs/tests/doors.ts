import { beforeAll, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunOptions, runWorkflow, startInstance, type WorkflowGiven } from '../../../src/testing.ts'
import { runCli } from '../../commands/run-cli.ts'

/** A workflow that is tested, and how. */
export interface Tested {
  workflow: WorkflowGiven
  options: RunOptions
  /** What its case expects; nothing but success where left out. */
  expect?: object
}

export type Outcome = 'passed' | 'failed' | 'broken'

interface CaseShown {
  outcome: Outcome
  problem?: string
  warnings: string[]
  failures: { node?: string; part: string; reason?: string }[]
}

/** Runs each as a case of the command, all in one run. */
export async function byCommand(all: readonly Tested[]): Promise<CaseShown[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-doors-'))
  try {
    for (const [at, { workflow, options, expect }] of all.entries()) {
      const name = String(at).padStart(3, '0')
      const { subWorkflows = [], ...given } = options
      const tests = { workflow, subWorkflows, cases: [{ name, ...given, ...(expect ? { expect } : {}) }] }
      await writeFile(join(folder, `${name}.workflow-test.json`), JSON.stringify(tests))
    }
    const { out, err } = await runCli(['test', '--json'], { cwd: folder })
    const { cases, unreadable } = JSON.parse(out)
    if (unreadable.length > 0 || cases.length !== all.length) throw new Error(`${JSON.stringify(unreadable)} ${err}`)
    return cases
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The status and the error of a run by the kit, and by the control API over a socket. */
export async function byKitAndControl(all: readonly Tested[]) {
  await using instance = await startInstance({ profile: 'n8n-2.41' })
  const shown = []
  for (const { workflow, options } of all) {
    // what is refused is shown as the control API answers it
    const kit = await runWorkflow(workflow, options).catch(({ message }) => ({ message }) as never)
    const response = await fetch(`${instance.url}/_control/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [instance.apiKeyHeader]: instance.apiKey },
      body: JSON.stringify({ workflow, ...options }),
    })
    const control = (await response.json()) as typeof kit
    shown.push({ kit, control })
  }
  return shown
}

/** A test for each row that shows what each door says. */
export function throughDoors<Row extends Tested>(
  rows: Record<string, Row>,
  check: (row: Row, shown: Awaited<ReturnType<typeof shownOf>>[number]) => void,
) {
  let shown: Awaited<ReturnType<typeof shownOf>> = []
  beforeAll(async () => {
    shown = await shownOf(Object.values(rows))
  })
  test.each(Object.keys(rows))('%s', name => {
    const at = Object.keys(rows).indexOf(name)
    check(rows[name] as Row, shown[at] as never)
  })
}

async function shownOf(all: readonly Tested[]) {
  const [cases, runs] = await Promise.all([byCommand(all), byKitAndControl(all)])
  return all.map((_, at) => ({ command: cases[at], ...runs[at] }) as never) as {
    command: Awaited<ReturnType<typeof byCommand>>[number]
    kit: Awaited<ReturnType<typeof byKitAndControl>>[number]['kit']
    control: Awaited<ReturnType<typeof byKitAndControl>>[number]['kit']
  }[]
}
