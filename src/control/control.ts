import type { ControlledClock } from '../core/base/clock.ts'
import type { RepeatableIds } from '../core/base/ids.ts'
import type { PublicationDelay } from '../core/features/workflows/publication-delay.ts'
import type { Version } from '../core/http/version.ts'
import type { Store } from '../core/model/state.ts'
import type { Contents, SnapshotFiles } from '../core/seeding/contents.ts'
import type { SeedContext } from '../core/seeding/seed-context.ts'
import type { Simulation } from '../runs/schedules/simulation.ts'
import type { TrialContext } from '../runs/trials/run-trial.ts'
import { clockPart } from './clock.ts'
import { eventPart } from './events.ts'
import { faultPart } from './faults/faults.ts'
import { keyPart, type RevokedKeys } from './keys/api-keys.ts'
import { clonePart } from './migrate/operations.ts'
import type { ControlPart } from './operation.ts'
import { overviewPart } from './overview.ts'
import { publicationPart } from './publication/operations.ts'
import { requestPart } from './requests/operations.ts'
import { createVersionHints } from './requests/version-hints.ts'
import { simulationPart } from './simulation/operations.ts'
import { snapshotPart } from './snapshots/operations.ts'
import type { Snapshot } from './snapshots/snapshots.ts'
import { statePart } from './state/operations.ts'
import { createReset } from './state/reset.ts'
import { runPart } from './trials/operations.ts'
import { type FindFaults, validationPart } from './validations/operations.ts'

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
  loadNewest(): Promise<Version>
  parameterFaults: TrialContext['parameterFaults']
  publicationDelay: PublicationDelay
  /** Finds faults in workflows, with an instance of its own. */
  findFaults: FindFaults
  /** Cancels a running pull. */
  cancelPull?: (() => void) | undefined
}

/** What a test or a demo can do to an instance: what each part adds. The control API answers with the same functions. */
export type Control = ReturnType<typeof createControl>

/** Takes control of an instance whose start is done: it is what a reset goes back to. */
export function createControl(context: ControlContext) {
  const { store, clock, version, ids, simulation, faultSeed } = context
  const revoked: RevokedKeys = new Set()
  const operationNames = version.operations.map(({ id }) => id)

  const stopping = new AbortController()

  const state = statePart(context, revoked, () => reset())
  const snapshots = snapshotPart(store, state.control.state, {
    clock,
    revoked,
    files: context.snapshotFiles,
    found: context.foundSnapshots,
    restored: simulation.cancel,
  })
  const clone = clonePart({ data: store.data, insert: state.insert })
  const keys = keyPart(store, { clock, ids, keys: version.keys }, revoked)
  const requests = requestPart(clock, operationNames, stopping.signal)
  const faults = faultPart(faultSeed, version.operations)
  const time = clockPart(clock, simulation)
  const simulated = simulationPart(simulation, { seed: faultSeed, data: store.data, clock, version })
  const overview = overviewPart(store.data, { clock, rulesMetBy: simulated.control.rulesMetBy })
  const { loadNewest, parameterFaults } = context
  const runs = runPart({ store, clock, version, simulation, loadNewest, parameterFaults })
  const validations = validationPart({ store, findFaults: context.findFaults })
  const publication = publicationPart(context.publicationDelay)
  const pulls = { operations: [], reset: () => context.cancelPull?.() }
  const events = eventPart(
    [state, faults, requests, snapshots, time, simulated, clone],
    requests.control.requests,
    stopping,
  )

  // in the order of the documentation; a reset resets the clock first: the simulation reads it
  const parts: readonly ControlPart[] = [
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
    /** Back to the start: document, ids, clock, faults, request log. Snapshots survive. */
    reset,
    /** Replaces what it holds; later resets go back to it. Clock, faults and requests stay as they are. */
    async startFrom(contents: Contents) {
      await startFrom(contents)
      simulation.cancel()
    },
    /** Ends what waits or streams. */
    stop() {
      for (const part of parts) part.stop?.()
    },
  }
}
