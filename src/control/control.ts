import type { ControlledClock } from '../base/clock.ts'
import type { RepeatableIds } from '../base/ids.ts'
import type { PublicationDelay } from '../features/workflows/publication-delay.ts'
import type { Version } from '../http/version.ts'
import type { Fixture } from '../model/fixture.ts'
import type { Store } from '../model/state.ts'
import type { Contents, SnapshotFiles } from '../seeding/contents.ts'
import type { SeedCounts } from '../seeding/seed.ts'
import type { SeedContext } from '../seeding/seed-context.ts'
import type { Simulation } from '../simulation/simulation.ts'
import type { Triggers } from '../simulation/triggers.ts'
import { type ClockSetting, type ClockState, clockPart } from './clock.ts'
import { eventPart } from './events.ts'
import { type FaultPlan, faultPart, type PendingDelays } from './faults/faults.ts'
import { type ApiKeys, keyPart, type RevokedKeys } from './keys/api-keys.ts'
import type { CloneJob } from './migrate/clone-job.ts'
import { clonePart } from './migrate/operations.ts'
import type { ControlOperation, ControlPart, Revisions } from './operation.ts'
import {
  type ExecutionsQuery,
  type executionPage,
  type OverviewQuery,
  type overviewOf,
  overviewPart,
  type WorkflowsQuery,
  type workflowPage,
} from './overview.ts'
import { publicationPart } from './publication/operations.ts'
import { requestPart } from './requests/operations.ts'
import type { RequestHistory } from './requests/request-history.ts'
import type { RequestLog } from './requests/request-log.ts'
import { createVersionHints, type VersionHints } from './requests/version-hints.ts'
import { runPart, type TryRun } from './runs/operations.ts'
import { type SimulationControl, simulationPart } from './simulation/operations.ts'
import { snapshotPart } from './snapshots/operations.ts'
import type { Snapshot, Snapshots } from './snapshots/snapshots.ts'
import type { ExecutionInput } from './state/add-execution.ts'
import type { ExportedPart } from './state/exported-state.ts'
import { type AddedExecution, statePart } from './state/operations.ts'
import { createReset } from './state/reset.ts'
import { type FindFaults, type Validate, validationPart } from './validations/operations.ts'

export interface ControlContext extends SeedContext {
  store: Store
  version: Version
  clock: ControlledClock
  ids: RepeatableIds
  /** Seed of the fault rules' random numbers. */
  faultSeed: number
  /** Where snapshots outlive the process, and those that are there. */
  snapshotFiles?: SnapshotFiles | undefined
  foundSnapshots?: readonly Snapshot[]
  simulation: Simulation
  /** What loads the other versions, the newest first. */
  otherVersions: readonly (() => Promise<Version>)[]
  publicationDelay: PublicationDelay
  /** Finds faults in workflows, with an instance of its own. */
  findFaults: FindFaults
  /** Cancels a running pull. */
  cancelPull?: (() => void) | undefined
}

/** What a test or a demo can do to an instance. The control API answers with the same functions. */
export interface Control {
  operations: readonly ControlOperation<Control>[]
  /** Inserts the records of a fixture, or of several, or replaces those whose id exists. @throws ApiError */
  seed(fixture: unknown, source: string): Promise<SeedCounts>
  /** The document as a fixture, secrets left out. */
  state(only?: readonly ExportedPart[]): Fixture
  /** Back to the start: document, ids, clock, faults, request log. Snapshots survive. */
  reset(): Promise<void>
  /** Replaces what it holds; later resets go back to it. Clock, faults and requests stay as they are. */
  startFrom(contents: Contents): Promise<void>
  snapshots: Snapshots
  /** Copies another service into the instance. */
  clone: CloneJob
  apiKeys: ApiKeys
  addExecution(input: ExecutionInput): Promise<AddedExecution>
  /** The names of the API's operations, in its version. */
  operationNames: readonly string[]
  requests: RequestLog
  history: RequestHistory
  versionHints: VersionHints
  faults: FaultPlan
  clock(): ClockState
  /** Sets or moves the time at once. */
  setClock(setting: ClockSetting): ClockState
  simulation: SimulationControl
  /** What starts runs of active workflows. */
  triggers(): Promise<Triggers>
  /** Runs a workflow as a test does. @throws ApiError */
  tryRun: TryRun
  /** Checks workflows without running them. @throws ApiError */
  validate: Validate
  /** How long publications take to have an effect. */
  publicationDelay: PublicationDelay
  /** Resolves when everything is played that is due. */
  settled(): Promise<readonly string[]>
  pendingDelays: PendingDelays
  /** What differs after every change, of each part that changes. */
  revisions(): Revisions
  overview(query: OverviewQuery): ReturnType<typeof overviewOf>
  executionPage(query: ExecutionsQuery): ReturnType<typeof executionPage>
  workflowPage(query: WorkflowsQuery): ReturnType<typeof workflowPage>
  /** Aborted when the instance stops. */
  stopped: AbortSignal
  /** Ends what waits or streams. */
  stop(): void
}

/** Takes control of an instance whose start is done: it is what a reset goes back to. */
export function createControl(context: ControlContext): Control {
  const { store, clock, version, ids, simulation, faultSeed } = context
  const revoked: RevokedKeys = new Set()
  const operationNames = version.operations.map(({ id }) => id)

  const state = statePart(context, revoked)
  const snapshots = snapshotPart(store, {
    clock,
    revoked,
    files: context.snapshotFiles,
    found: context.foundSnapshots,
    restored: simulation.cancel,
  })
  const clone = clonePart({ data: store.data, insert: state.insert })
  const overview = overviewPart(store.data, clock)
  const keys = keyPart(store, { clock, ids, keys: version.keys }, revoked)
  const requests = requestPart(clock, operationNames)
  const faults = faultPart(faultSeed, version.operations)
  const time = clockPart(clock, simulation)
  const simulated = simulationPart(simulation, { seed: faultSeed, data: store.data, clock })
  const runs = runPart({ store, clock, version, simulation, otherVersions: context.otherVersions })
  const validations = validationPart({ store, version, findFaults: context.findFaults })
  const publication = publicationPart(context.publicationDelay)
  const pulls = { operations: [], reset: () => context.cancelPull?.() }
  const events = eventPart([state, faults, requests, snapshots, time, simulated, clone])

  // in the order of the documentation; a reset resets the clock first: the simulation reads it
  const parts: readonly (ControlPart & { operations: readonly ControlOperation<Control>[] })[] = [
    state,
    snapshots,
    clone,
    overview,
    keys,
    requests,
    events,
    faults,
    time,
    simulated,
    runs,
    validations,
    publication,
    pulls,
  ]
  const { reset, startFrom } = createReset(store, { ids, parts, revoked })

  return {
    operations: parts.flatMap(({ operations }) => operations),
    ...state.control,
    ...snapshots.control,
    ...clone.control,
    ...overview.control,
    ...keys.control,
    ...requests.control,
    versionHints: createVersionHints(context.otherVersions),
    ...events.control,
    ...faults.control,
    ...time.control,
    ...simulated.control,
    ...runs.control,
    ...validations.control,
    ...publication.control,
    reset,
    async startFrom(contents) {
      await startFrom(contents)
      simulation.cancel()
    },
    stop() {
      for (const part of parts) part.stop?.()
    },
  }
}
