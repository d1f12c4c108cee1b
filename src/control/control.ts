import type { ControlledClock } from '../core/base/clock.ts'
import type { RepeatableIds } from '../core/base/ids.ts'
import type { PublicationDelay } from '../core/features/workflows/publication-delay.ts'
import type { Version } from '../core/http/version.ts'
import type { Store } from '../core/model/state.ts'
import type { Contents, SnapshotFiles } from '../core/seeding/contents.ts'
import type { SeedContext } from '../core/seeding/seed-context.ts'
import type { Simulation } from '../runs/schedules/simulation.ts'
import { type ClockControl, clockPart } from './clock.ts'
import { type EventControl, eventPart } from './events.ts'
import { type FaultControl, faultPart } from './faults/faults.ts'
import { type KeyControl, keyPart, type RevokedKeys } from './keys/api-keys.ts'
import { type CloneControl, clonePart } from './migrate/operations.ts'
import type { ControlOperation, ControlPart } from './operation.ts'
import { type OverviewControl, overviewPart } from './overview.ts'
import { type PublicationControl, publicationPart } from './publication/operations.ts'
import { type RequestControl, requestPart } from './requests/operations.ts'
import { createVersionHints, type VersionHints } from './requests/version-hints.ts'
import { type SimulationContext, simulationPart } from './simulation/operations.ts'
import { type SnapshotControl, snapshotPart } from './snapshots/operations.ts'
import type { Snapshot } from './snapshots/snapshots.ts'
import { type StateControl, statePart } from './state/operations.ts'
import { createReset } from './state/reset.ts'
import { type RunControl, runPart } from './trials/operations.ts'
import { type FindFaults, type ValidationControl, validationPart } from './validations/operations.ts'

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

/** What a test or a demo can do to an instance: what each part adds. The control API answers with the same functions. */
export interface Control
  extends StateControl,
    SnapshotControl,
    CloneControl,
    OverviewControl,
    KeyControl,
    RequestControl,
    EventControl,
    FaultControl,
    ClockControl,
    SimulationContext,
    RunControl,
    ValidationControl,
    PublicationControl {
  operations: readonly ControlOperation<Control>[]
  /** Back to the start: document, ids, clock, faults, request log. Snapshots survive. */
  reset(): Promise<void>
  /** Replaces what it holds; later resets go back to it. Clock, faults and requests stay as they are. */
  startFrom(contents: Contents): Promise<void>
  versionHints: VersionHints
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
