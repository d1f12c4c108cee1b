import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleWorkflows } from './sample-workflows.ts'

/** The workflows that pass each filter, however many there are. */
const MATCHING = 10

/** The filters of the list that are measured. */
export const FILTERS = { active: '?active=true', tags: '?tags=needle', name: '?name=needle' }

const START = Date.UTC(2026, 0, 1)

/** What ten nodes have put out. */
function sampleData(at: number) {
  const item = { json: { order: at, customer: `customer-${at}@example.com`, total: at / 7, note: 'x'.repeat(60) } }
  const run = (node: number) => [
    `Node ${node}`,
    [{ startTime: START, executionTime: node, data: { main: [[item, item]] } }],
  ]
  return { resultData: { runData: Object.fromEntries(Array.from({ length: 10 }, (_, node) => run(node))) } }
}

/**
 * Writes a document with a number of workflows of ten nodes, of which ten are active, ten have the tag `needle`, and
 * ten have it in their names; and with 200 executions, or with more that have data, of about 3 kB.
 */
export async function writeDocument(folder: string, workflows: number, executions?: number): Promise<string> {
  const every = workflows / MATCHING
  const file = join(folder, `${workflows}-${executions ?? 0}.json`)
  const document = {
    sealCheck: null,
    tags: [{ id: '1', name: 'needle' }],
    workflows: sampleWorkflows(workflows).map(({ owner, ...workflow }, at) => ({
      ...workflow,
      name: at % every === 2 ? `${workflow.name}, needle` : workflow.name,
      active: at % every === 0,
      tags: at % every === 1 ? ['1'] : [],
    })),
    executions: Array.from({ length: executions ?? 200 }, (_, at) => ({
      workflowId: String((at % workflows) + 1),
      status: at % 4 === 0 ? 'error' : 'success',
      startedAt: new Date(START + at).toISOString(),
      ...(executions === undefined ? {} : { data: sampleData(at) }),
    })),
  }
  await writeFile(file, JSON.stringify(document))
  return file
}
