import { clockOperations } from './clock/index.ts'
import type { Control } from './control.ts'
import { eventOperations } from './events/index.ts'
import { faultOperations } from './faults/index.ts'
import { keyOperations } from './keys/index.ts'
import { migrateOperations } from './migrate/index.ts'
import type { ControlOperation } from './operation.ts'
import { overviewOperations } from './overview/index.ts'
import { requestOperations } from './requests/index.ts'
import { simulationOperations } from './simulation/index.ts'
import { snapshotOperations } from './snapshots/index.ts'
import { stateOperations } from './state/index.ts'

/** The control API, beside the API: what a test or a demo does to the instance. */
export const CONTROL_OPERATIONS: readonly ControlOperation<Control>[] = [
  ...stateOperations,
  ...snapshotOperations,
  ...migrateOperations,
  ...overviewOperations,
  ...keyOperations,
  ...requestOperations,
  ...eventOperations,
  ...faultOperations,
  ...clockOperations,
  ...simulationOperations,
]
