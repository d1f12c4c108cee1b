import type { ControlledClock } from '../clock.ts'
import type { Context } from '../context.ts'
import { executionAnswer } from '../features/executions/answers.ts'
import { forgetUses } from '../http/key-uses.ts'
import type { RepeatableIds } from '../ids.ts'
import type { ExecutionStatus } from '../model/execution.ts'
import type { Fixture } from '../model/fixture.ts'
import { addExecution, type ExecutionInput } from './add-execution.ts'
import { type ApiKeys, createApiKeys } from './api-keys.ts'
import { type ClockSetting, type ClockState, clockState, setClock } from './clock-setting.ts'
import { type ExportedPart, exportedState } from './exported-state.ts'
import { createFaultPlan, type FaultPlan } from './faults/fault-plan.ts'
import { readFixture } from './fixture.ts'
import { createRequestHistory, type RequestHistory } from './requests/request-history.ts'
import { createRequestLog, type RequestLog } from './requests/request-log.ts'
import { createReset } from './reset.ts'
import { type SeedContext, type SeedCounts, seed } from './seed.ts'
import { createSnapshots, type Snapshots } from './snapshots.ts'
import { createWaits, type Waits } from './waits.ts'

export interface ControlContext extends SeedContext, Pick<Context, 'store' | 'profile'> {
  clock: ControlledClock
  ids: RepeatableIds
  /** What the chance of faults goes by. */
  faultSeed: number
  /** Calls off a running pull. */
  cancelPull?: (() => void) | undefined
}

/** What a test or a demo can do to an instance. The control API answers with the same functions. */
export interface Control {
  /** Inserts a fixture's records, or replaces those whose id exists. @throws ApiError */
  seed(fixture: unknown, source: string): Promise<SeedCounts>
  /** The document as a fixture, secrets left out. */
  state(only?: readonly ExportedPart[]): Fixture
  /** Back to the start: document, ids, clock, faults, request log. Snapshots survive. */
  reset(): Promise<void>
  snapshots: Snapshots
  apiKeys: ApiKeys
  addExecution(input: ExecutionInput): Promise<AddedExecution>
  requests: RequestLog
  history: RequestHistory
  faults: FaultPlan
  clock(): ClockState
  setClock(setting: ClockSetting): ClockState
  waits: Waits
  /** Aborted when the instance stops. */
  stopped: AbortSignal
  /** Ends what waits or streams. */
  stop(): void
}

/** An execution as the API answers it, and its status. */
export type AddedExecution = ReturnType<typeof executionAnswer> & { status: ExecutionStatus }

/** Takes control of an instance whose start is done: it is what a reset goes back to. */
export function createControl(context: ControlContext): Control {
  const { store, clock, profile, ids } = context
  const requests = createRequestLog(clock)
  const faults = createFaultPlan(context.faultSeed)
  const waits = createWaits()
  const stopping = new AbortController()
  const pulls = { reset: () => context.cancelPull?.() }
  const keyUses = { reset: () => forgetUses(store) }
  const reset = createReset(store, { clock, ids: { reset: ids.mark() }, faults, requests, keyUses, waits, pulls })

  return {
    seed(fixture, source) {
      const checked = readFixture(fixture, source)
      return store.update(draft => seed(draft, checked, context, source))
    },
    state: only => exportedState(store.data, only),
    reset,
    snapshots: createSnapshots(store, clock),
    apiKeys: createApiKeys(store, { clock, ids }),
    async addExecution(input) {
      const added = await store.update(draft => addExecution(draft, input, clock))
      return { ...executionAnswer(added, profile, { single: true }), status: added.status }
    },
    requests,
    history: createRequestHistory(requests),
    faults,
    clock: () => clockState(clock),
    setClock: setting => setClock(clock, setting),
    waits,
    stopped: stopping.signal,
    stop() {
      waits.reset()
      stopping.abort()
    },
  }
}
