import { useCallback, useEffect, useRef, useState } from '../html.ts'
import { actionEvents, hasPendingActions } from './actions.ts'
import { ApiFailure, type LoadOptions } from './api.ts'

export interface Answer<Value> {
  loading: boolean
  value?: Value | undefined
  error?: Error | undefined
  reload: () => void
}

/**
 * What a request answers, asked again when `inputs` change. While it is asked again the last answer stays, and it is the
 * same object as long as it says the same. It stays too, beside the error, where there is no answer for now.
 *
 * @param inputs what is asked for
 * @param round grows when the same may have another answer, so also after everything that is done on this page:
 *   while that is under way nobody asks for what it may delete
 */
export function useAnswer<Value>(
  load: (options: LoadOptions) => Promise<Value>,
  inputs: unknown[],
  round?: number,
): Answer<Value> {
  const [state, setState] = useState<Omit<Answer<Value>, 'reload'>>({ loading: true })
  const [reloads, setReloads] = useState(0)
  const asked = useRef(new AbortController())
  const ask = () => {
    asked.current.abort()
    const abort = new AbortController()
    asked.current = abort
    setState(before => ({ ...before, loading: true }))
    load({ signal: abort.signal }).then(
      value => abort.signal.aborted || setState(before => ({ value: unchanged(before.value, value), loading: false })),
      (error: Error) =>
        abort.signal.aborted ||
        setState(before => ({ value: mayPass(error) ? before.value : undefined, error, loading: false })),
    )
    return () => abort.abort()
  }

  useEffect(() => {
    ask()
    return () => asked.current.abort()
  }, [...inputs, reloads])

  const isShown = useRef(false)
  useEffect(() => {
    if (!isShown.current) {
      isShown.current = true
      return
    }
    if (hasPendingActions()) return
    const stop = ask()
    actionEvents.addEventListener('begin', stop)
    return () => actionEvents.removeEventListener('begin', stop)
  }, [round])

  const reload = useCallback(() => setReloads(before => before + 1), [])
  return { ...state, reload }
}

/** The status with which the instance refused; 0 where it did not answer. */
export const statusOf = (error: unknown) => (error instanceof ApiFailure ? error.status : 0)

/** Whether a failure says nothing of what was asked for: the instance is away, or failed at it. */
export const mayPass = (error: unknown) => statusOf(error) === 0 || statusOf(error) >= 500

const unchanged = <Value>(before: Value | undefined, now: Value) =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
