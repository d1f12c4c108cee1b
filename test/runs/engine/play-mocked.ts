// Plays recorded calls of workflows that reach a service on an instance, with what the services put out as mocks, and
// prints how many are as recorded.
//   bun test/runs/engine/play-mocked.ts FOLDER [--only LABEL] [--json OUT]
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Node } from '../../../src/core/model/workflow.ts'
import { needsMock } from '../../../src/runs/nodes/node-list.ts'
import { type RecordedRuns, recordedMocks } from '../../../src/runs/tests/recorded-mocks.ts'
import { startInstance } from '../../../src/testing.ts'

interface Workflow {
  name: string
  nodes: Node[]
  connections: Record<string, unknown>
}

interface Call {
  label: string
  path: string
}

interface Cases {
  workflows: Workflow[]
  calls: Call[]
  expected: Record<
    string,
    { executions: { workflow: string; get: { data?: { resultData?: { runData?: RecordedRuns } } } }[] }
  >
}

const folder = resolve(process.argv[2] ?? '.')
const flag = (name: string) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const { client, playCases, maskResult } = await import(join(folder, 'lib.mjs'))
const { scoreCases } = await import(join(folder, 'score.mjs'))

const both = { workflows: [] as Workflow[], expected: {} as Cases['expected'] }
const made: Record<string, unknown> = {}
for (const name of ['cases.json', 'cases2.json', 'cases3.json']) {
  const cases: Cases = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const calls = cases.calls.filter(call => reachesService(call, cases) && call.label.startsWith(flag('--only') ?? ''))
  await using instance = await startInstance({ profile: 'n8n-2.41', simulate: true })
  const clock = async ({ label }: Call) => instance.simulation.set(rulesOf(cases, label))
  const played = await playCases(client(instance.url, instance.apiKey), { ...cases, calls }, { settle: 15, clock })
  for (const problem of played.problems) console.log('! not set up:', ...problem)
  for (const result of played.results) made[result.label] = maskResult(result, played)
  both.workflows.push(...cases.workflows)
  Object.assign(both.expected, cases.expected)
}
scoreCases(both, made, { show: true, out: flag('--json') })

/** Whether a call is answered in the recording, and a node that ran called a service. */
function reachesService({ label }: Call, { expected, workflows }: Cases): boolean {
  return (expected[label]?.executions ?? []).some(({ workflow, get }) =>
    workflows
      .find(({ name }) => name === workflow)
      ?.nodes.some(node => needsMock(node) && get.data?.resultData?.runData?.[node.name ?? ''] !== undefined),
  )
}

/** The outputs of services that a recorded call met, as rules of the simulation. */
function rulesOf({ workflows, expected }: Cases, label: string) {
  return (expected[label]?.executions ?? []).flatMap(({ workflow: name, get }) => {
    const workflow = workflows.find(workflow => workflow.name === name)
    const mocks = workflow ? recordedMocks(workflow, get.data?.resultData?.runData ?? {}) : {}
    return Object.entries(mocks).map(([node, output]) => ({ workflow: name, node, output }))
  })
}
