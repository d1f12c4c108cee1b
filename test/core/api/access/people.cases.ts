import type { Fixture } from '../../../../src/index.ts'
import type { Step } from '../../../case.ts'
import type { MeasuredCase, OperationId } from '../../../checks/conformance/case.ts'
import { like } from '../../../checks/conformance/match.ts'
import { OWNED } from '../../../checks/conformance/owned.ts'

export const OLGA = '11111111-1111-4111-8111-111111111111'
export const MIA = '22222222-2222-4222-8222-222222222222'
export const STARTED = '2026-01-01T00:00:00.000Z'
export const dates = { createdAt: STARTED, updatedAt: STARTED }
const ran = (at: number, status: string, more: object = {}) => ({
  id: at,
  workflowId: 'o',
  status,
  mode: 'webhook',
  startedAt: STARTED,
  ...more,
})
const DATA = {
  resultData: {
    runData: { Hook: [{ startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: { secret: 1 } }]] } }] },
  },
}
const fixture = {
  users: [
    { id: MIA, email: 'mia@example.com', firstName: 'Mia', apiKey: 'member-key', ...dates },
    { id: OLGA, email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', role: 'global:owner', ...dates },
  ],
  tags: [{ id: 't', name: 't', ...dates }],
  ...OWNED,
  executions: [
    ran(1, 'success', { data: DATA, workflowData: { id: 'o', name: "Olga's" } }),
    ran(2, 'error', { startedAt: '2026-02-01T00:00:00.000Z' }),
    ran(3, 'running'),
    ran(4, 'canceled', { workflowId: 'm' }),
  ],
} as Fixture
export const MEMBER = { key: 'member-key' }
export type Answer = Pick<MeasuredCase, 'status' | 'body'>
/** A case on an instance with two people, and something of each. */
export const row = (operation: OperationId, name: string, ask: Step, answer: Answer): MeasuredCase => ({
  operation,
  name,
  fixture,
  ask,
  ...answer,
})

/** A list of these executions. */
export const found = (...ids: string[]): Answer => ({
  status: 200,
  body: { data: ids.map(it => like({ id: it })), nextCursor: null },
})
