import { expect } from 'bun:test'
import { runWorkflow } from '../../../src/testing.ts'

/** What the engine of the service puts out, measured at version 2.41.0. */
export interface Row {
  type: string
  typeVersion: number
  parameters: Record<string, unknown>
  items: Record<string, unknown>[]
  onError?: 'continueRegularOutput'
  executeOnce?: true
  /** How many inputs get the items; one where left out. */
  inputs?: 2
  puts?: unknown[]
  fails?: string
}

/** Runs the node behind a trigger that puts out the items. */
export function play({ type, items, inputs, ...more }: Omit<Row, 'puts' | 'fails'>) {
  const start = { id: '1', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} }
  const it = { id: '2', name: 'It', type: `n8n-nodes-base.${type}`, ...more }
  const targets = Array.from({ length: inputs ?? 1 }, (_, index) => ({ node: 'It', type: 'main', index }))
  const nodes = [start, it].map(node => ({ ...node, position: [0, 0] }))
  const workflow = { name: 'W', nodes, connections: { Start: { main: [targets] } } }
  return runWorkflow(workflow as never, { input: items as never })
}

/** Runs a row, and compares. */
export async function check({ puts, fails, ...row }: Row): Promise<void> {
  const run = await play(row)
  if (fails === undefined) expect(run.node('It').output).toEqual(puts as never)
  else expect(run.error?.message).toBe(fails)
}
