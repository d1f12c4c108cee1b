import type { Asked } from './load.ts'
import { sampleWorkflow } from './sample-workflows.ts'

/** A kind of request that is measured. */
export interface Kind {
  name: string
  asked: Asked[]
  /** What it must be answered. */
  status: number
}

const REVISIONS = 2

/** The kinds of requests, for a service with these workflows. `headers` hold the key. */
export function kindsOf(ids: readonly string[], headers: Record<string, string>): Record<string, Kind> {
  const get = (path: string): Asked => ({ method: 'GET', path: `/api/v1${path}`, headers })
  return {
    one: { name: 'GET one workflow', asked: ids.map(id => get(`/workflows/${id}`)), status: 200 },
    list: { name: 'GET 100 workflows', asked: [get('/workflows?limit=100')], status: 200 },
    put: { name: 'PUT workflow', asked: changesOf(ids, headers), status: 200 },
  }
}

/** A PUT for each workflow and revision: every one changes what it meets. */
export const changesOf = (ids: readonly string[], headers: Record<string, string>): Asked[] =>
  Array.from({ length: REVISIONS }, (_, revision) =>
    ids.map(id => ({ method: 'PUT', path: `/api/v1/workflows/${id}`, headers, body: inputOf(id, revision) })),
  ).flat()

/** A workflow of ten nodes as a client sends it. Its name tells that it is of a bench. */
function inputOf(id: string, revision: number) {
  const { nodes, connections, settings } = sampleWorkflow(id, revision)
  return { name: `${MARK} ${id}, revision ${revision}`, nodes, connections, settings }
}

/** How the names of a bench's workflows begin. */
const MARK = 'Bench workflow'
