import { createContext, useCallback, useContext, useEffect, useEvent, useMemo, useRef, useState } from '../html.ts'
import { actionEvents, hasPendingActions } from './actions.ts'
import { call, hasControl, type LoadOptions } from './api.ts'
import { listen, live } from './events.ts'
import { noteClock } from './instance-time.ts'
import { type OpenApi, type Operations, operationsIn } from './operations.ts'
import type { Me, Overview, Simulation } from './records.ts'
import { type Answer, mayPass, useAnswer } from './use-answer.ts'

const LEAST_APART_MS = 500
const AGAIN_MS = 2000
/** Of another machine the clock may be off by so much. */
const MOVED_MS = 60_000

/**
 * What the views share: how many records there are (`counts`), whose key it is (`user`), which version runs and which
 * scopes its roles may hold (`version`, `scopesOf`), whether it may use the control API (`isOwner`; both are `undefined`
 * until that is known), what the version offers (`operations`), and `round`, which grows when anything may have changed.
 * `refresh` says that it has; `changed` that the whole instance is another (`epoch`).
 */
export interface Instance {
  counts: Overview['counts'] | undefined
  user: Me['user'] | undefined
  personalProjectId: string | undefined
  version: string | undefined
  /** `undefined` until it is known. */
  areWebhooksBelowWorkflow: boolean | undefined
  scopesOf: Me['scopesOf'] | undefined
  /** How the clock of the instance differs from the one on the wall; `undefined` where it does not. */
  clock: 'frozen' | 'moved' | undefined
  /** `undefined` until it is known, and for other keys than the owner's. */
  areRunsSimulated: boolean | undefined
  isOwner: boolean | undefined
  operations: Operations
  /** Whether the version has an operation and this key may call it. True until it is known whose key it is. */
  may(operation: string): boolean
  round: number
  epoch: number
  refresh(): void
  changed(): void
}

/** For what no version lets a member do. */
export const isAboveMember = ({ user }: Pick<Instance, 'user'>) => user?.role !== 'global:member'

export const InstanceContext = createContext<Instance | undefined>(undefined)

export function useInstance(): Instance {
  const instance = useContext(InstanceContext)
  if (!instance) throw new Error('There is no instance around this part of the page')
  return instance
}

export function useInstanceState(): Instance {
  const [round, setRound] = useState(0)
  const [epoch, setEpoch] = useState(0)
  const me = useAnswer(loadMe, [], round)
  const user = me.value?.user
  const isOwner = user && hasControl && me.value?.mayControl === true
  const overview = useAnswer(
    async options => (isOwner ? call<Overview>('GET', '/_control/overview?hours=1', options) : undefined),
    [isOwner],
    round,
  )
  const simulation = useAnswer(
    async options => (isOwner ? call<Simulation>('GET', '/_control/simulation', options) : undefined),
    [isOwner],
    round,
  )
  const document = useAnswer(options => call<OpenApi>('GET', '/api/v1/openapi.json', options), [])
  const operations = useMemo(() => operationsIn(document.value), [document.value])

  useAgain(me)
  useAgain(document)
  const refresh = useRefresh(setRound)
  const changed = useCallback(() => {
    setEpoch(before => before + 1)
    setRound(before => before + 1)
  }, [])
  useEffect(() => (isOwner === undefined ? undefined : listen(isOwner)), [isOwner])
  useEvent(live, 'change', refresh, [refresh])
  useEvent(live, 'back', refresh, [refresh])
  useEvent(actionEvents, 'end', refresh, [refresh])
  const { version, areWebhooksBelowWorkflow, scopesOf, clock } = me.value ?? {}
  const allowed = useMemo(() => me.value && new Set(me.value.operations), [me.value])
  const may = useCallback((operation: string) => allowed?.has(operation) !== false, [allowed])
  return {
    counts: overview.value?.counts,
    user,
    personalProjectId: me.value?.personalProjectId,
    version,
    areWebhooksBelowWorkflow,
    scopesOf,
    clock,
    areRunsSimulated: simulation.value?.on,
    isOwner,
    operations,
    may,
    round,
    epoch,
    refresh,
    changed,
  }
}

/** Whose key it is. Each time the instance tells its time too: times are told by it. */
async function loadMe(options: LoadOptions) {
  const { clock, ...me } = await call<Me>('GET', '/page/me', options)
  noteClock(clock)
  const isMoved = Math.abs(Date.parse(clock.now) - Date.now()) > MOVED_MS
  return { ...me, clock: clock.isFrozen ? ('frozen' as const) : isMoved ? ('moved' as const) : undefined }
}

/** Asks again for what nothing can be shown without. */
function useAgain({ error, reload }: Answer<unknown>) {
  useEffect(() => {
    if (error === undefined || !mayPass(error)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [error])
}

/** Lets many changes come together into one look, now and then. */
function useRefresh(setRound: (change: (before: number) => number) => void) {
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  return useCallback(() => {
    if (timer.current !== undefined) return
    const wait = Math.max(0, last.current + LEAST_APART_MS - performance.now())
    timer.current = setTimeout(() => {
      timer.current = undefined
      // a deletion is heard of before it is answered: its end comes back here
      if (hasPendingActions()) return
      last.current = performance.now()
      setRound(before => before + 1)
    }, wait)
  }, [])
}
