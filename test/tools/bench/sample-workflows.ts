import type { WorkflowRecord } from '../../../src/core/model/workflow.ts'

/** A workflow of ten nodes in a row, about 3 kB of JSON. */
export function sampleWorkflow(id: string, revision = 0): WorkflowRecord {
  const names = Array.from({ length: 10 }, (_, index) => `Node ${index}`)
  return {
    id,
    name: `Workflow ${id}, revision ${revision}`,
    active: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    nodes: names.map((name, index) => ({
      id: crypto.randomUUID(),
      name,
      type: 'n8n-nodes-base.set',
      typeVersion: 3,
      position: [200 * index, 300],
      parameters: { mode: 'manual', fields: { values: [{ name: 'field', value: `=${'x'.repeat(40)}` }] }, options: {} },
    })),
    connections: Object.fromEntries(
      names.slice(1).map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    ),
    settings: { executionOrder: 'v1' },
    staticData: null,
    tags: [],
    owner: 'c1b4f7a2-0000-4000-8000-000000000001',
    versionId: crypto.randomUUID(),
    meta: null,
    pinData: null,
    triggerCount: 0,
  }
}

export const sampleWorkflows = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleWorkflow(String(index + 1)))
