import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleWorkflows } from './sample-workflows.ts'

const EXECUTIONS = 200
/** The workflows that pass each filter, however many there are. */
const MATCHING = 10

/** The filters of the list that are measured. */
export const FILTERS = { active: '?active=true', tags: '?tags=needle', name: '?name=needle' }

/**
 * Writes a document with a number of workflows of ten nodes, of which ten are active, ten have the tag `needle`, and
 * ten have it in their names; and with 200 executions.
 */
export async function writeDocument(folder: string, workflows: number): Promise<string> {
  const every = workflows / MATCHING
  const file = join(folder, `${workflows}.json`)
  const document = {
    sealCheck: null,
    tags: [{ id: '1', name: 'needle' }],
    workflows: sampleWorkflows(workflows).map(({ owner, ...workflow }, at) => ({
      ...workflow,
      name: at % every === 2 ? `${workflow.name}, needle` : workflow.name,
      active: at % every === 0,
      tags: at % every === 1 ? ['1'] : [],
    })),
    executions: Array.from({ length: EXECUTIONS }, (_, at) => ({
      workflowId: String((at % workflows) + 1),
      status: at % 4 === 0 ? 'error' : 'success',
      startedAt: `2026-01-01T00:00:00.${String(at).padStart(3, '0')}Z`,
    })),
  }
  await writeFile(file, JSON.stringify(document))
  return file
}
