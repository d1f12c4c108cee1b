import { Fixture } from '../model/fixture.ts'
import { FaultRuleShape, PlannedFaultShape } from './faults/index.ts'
import { ApiKeyShape } from './keys/index.ts'
import { CloneState } from './migrate/index.ts'
import type { ControlTag } from './operation.ts'
import { LoggedRequestShape, RequestDetailsShape } from './requests/index.ts'
import { SnapshotShape } from './snapshots/index.ts'

/** What the tags of the control API's operations are about. */
export const CONTROL_TAGS: Record<ControlTag, string> = {
  State: 'What the instance holds: put in, read, brought back',
  Snapshots: 'Named states of the document',
  Keys: 'API keys of users',
  Requests: 'The requests that the instance received',
  Faults: 'What is to go wrong on purpose',
  Clock: 'The time that it is for the instance',
  Simulation: 'Runs that are played: webhooks, forms, schedules and retries leave executions, and nothing is executed',
}

/** The shapes that have a name of their own in the control API's document. */
export const CONTROL_SCHEMAS = {
  Fixture,
  Snapshot: SnapshotShape,
  ApiKey: ApiKeyShape,
  Request: LoggedRequestShape,
  RequestDetails: RequestDetailsShape,
  FaultRule: FaultRuleShape,
  Fault: PlannedFaultShape,
  Clone: CloneState,
}
