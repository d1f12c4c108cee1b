import type { ControlledClock } from '../base/clock.ts'
import { refuseAny } from '../base/errors.ts'
import type { RepeatableIds } from '../base/ids.ts'
import { runInSlices } from '../base/run-in-slices.ts'
import { forgetUses } from '../http/key-uses.ts'
import { pageOf } from '../http/paging.ts'
import { validationErrors } from '../http/validation-errors.ts'
import type { Version } from '../http/version.ts'
import type { ExecutionStatus } from '../model/execution.ts'
import type { Fixture } from '../model/fixture.ts'
import type { State, Store } from '../model/state.ts'
import type { Contents, SnapshotFiles } from '../seeding/contents.ts'
import type { SeedCounts } from '../seeding/seed.ts'
import type { SeedContext } from '../seeding/seed-context.ts'
import { refuseTooMany } from '../seeding/seed-limit.ts'
import { readSeveralSteps, seedSeveralSteps } from '../seeding/seed-several.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { type ClockSetting, type ClockState, clockState, setClock } from './clock/index.ts'
import type { Revisions } from './events/index.ts'
import { createFaultPlan, createPendingDelays, type FaultPlan, type PendingDelays } from './faults/index.ts'
import { type ApiKeys, createApiKeys, forgetGivenKeys, type RevokedKeys } from './keys/index.ts'
import { type CloneJob, createCloneJob } from './migrate/index.ts'
import {
  type ExecutionsQuery,
  executionPage,
  type OverviewQuery,
  overviewOf,
  type WorkflowsQuery,
  workflowPage,
} from './overview/index.ts'
import { createRequestHistory, createRequestLog, type RequestHistory, type RequestLog } from './requests/index.ts'
import { createOutcomePlan, type SimulationControl, simulationControl } from './simulation/index.ts'
import { createSnapshots, type Snapshot, type Snapshots } from './snapshots/index.ts'
import {
  addExecution,
  createReset,
  type ExecutionInput,
  ExecutionInputShape,
  type ExportedPart,
  exportedState,
  revisionsOf,
} from './state/index.ts'

export interface ControlContext extends SeedContext {
  store: Store
  version: Version
  clock: ControlledClock
  ids: RepeatableIds
  /** What the chance of faults goes by. */
  faultSeed: number
  /** Where snapshots outlive the process, and those that are there. */
  snapshotFiles?: SnapshotFiles | undefined
  foundSnapshots?: readonly Snapshot[]
  simulation: Simulation
  /** Calls off a running pull. */
  cancelPull?: (() => void) | undefined
}

/** What a test or a demo can do to an instance. The control API answers with the same functions. */
export interface Control {
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
  faults: FaultPlan
  clock(): ClockState
  /** Sets or moves the time at once. */
  setClock(setting: ClockSetting): ClockState
  simulation: SimulationControl
  /** Resolves when everything is played that is due. */
  settled(): Promise<void>
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

/** An execution as the API shows it, and its status. */
export type AddedExecution = ReturnType<Version['showExecution']> & { status: ExecutionStatus }

/** Takes control of an instance whose start is done: it is what a reset goes back to. */
export function createControl(context: ControlContext): Control {
  const { store, clock, version, ids, simulation } = context
  const requests = createRequestLog(clock)
  const operationNames = version.operations.map(({ id }) => id)
  const faults = createFaultPlan(context.faultSeed, operationNames)
  const pendingDelays = createPendingDelays()
  const revoked: RevokedKeys = new Set()
  const snapshots = createSnapshots(store, {
    clock,
    revoked,
    files: context.snapshotFiles,
    found: context.foundSnapshots,
    restored: simulation.cancel,
  })
  const outcomes = createOutcomePlan(context.faultSeed)
  simulation.setOutcomeResolver(outcomes.outcomeOf)
  let clockChanges = 0
  let catchingUp: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const pulls = { reset: () => context.cancelPull?.() }
  const keyUses = { reset: () => forgetUses(store) }
  const clone = createCloneJob({ data: store.data, putIn })
  const resettables = {
    clock,
    ids: { reset: ids.mark() },
    faults,
    requests,
    keyUses,
    pendingDelays,
    pulls,
    clone,
    outcomes,
    simulation,
  }
  const { reset, startFrom } = createReset(store, resettables, revoked)

  async function putIn(given: unknown, source: string, check: (state: State) => void = () => {}) {
    const checked = await runInSlices(readSeveralSteps(given, source))
    refuseTooMany(checked, source)
    const counts = await store.updateInSteps(draft => {
      check(draft)
      return seedSeveralSteps(draft, checked, context)
    })
    forgetGivenKeys(store.data, revoked)
    return counts
  }

  return {
    seed: (fixture, source) => putIn(fixture, source),
    state: only => exportedState(store.data, only),
    async reset() {
      await reset()
      clockChanges++
    },
    async startFrom(contents) {
      await startFrom(contents)
      resettables.ids.reset = ids.mark()
      simulation.cancel()
    },
    snapshots,
    clone,
    apiKeys: createApiKeys(store, { clock, ids, keys: version.keys }, revoked),
    async addExecution(input) {
      refuseAny(validationErrors(ExecutionInputShape, input, 'execution', { named: true }))
      const added = await store.update(draft => addExecution(draft, input, { clock, form: simulation.form }))
      return { ...version.showExecution(added, store.data), status: added.status }
    },
    operationNames,
    requests,
    history: createRequestHistory(requests, operationNames),
    faults,
    clock: () => clockState(clock),
    setClock(setting) {
      clockChanges++
      const state = setClock(clock, setting)
      catchingUp = simulation.catchUp()
      // who waits for it is told of a failure
      catchingUp.catch(() => {})
      return state
    },
    simulation: simulationControl(simulation, outcomes),
    settled: () => catchingUp,
    pendingDelays,
    revisions: () => ({
      ...revisionsOf(store.data),
      faults: faults.revision,
      requests: requests.revision,
      snapshots: snapshots.revision,
      clock: clockChanges,
      simulation: simulation.revision + outcomes.revision,
      clone: clone.revision,
    }),
    overview: query => overviewOf(store.data, query, clock.now()),
    executionPage: query => executionPage(store.data, query, pageOf(query, { limitAtLeastOne: true })),
    workflowPage: query => workflowPage(store.data, query),
    stopped: stopping.signal,
    stop() {
      pendingDelays.reset()
      clone.cancel()
      stopping.abort()
    },
  }
}
