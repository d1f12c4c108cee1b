import { acts, isActing } from './act.js'
import { useCallback, useEffect, useRef, useState } from './html.js'

/** @typedef {{ loading: boolean, value?: any, error?: Error, reload: () => void }} Answer */

/**
 * What a request answers, asked anew when `inputs` change. While it is asked again the last answer stays, and it is the
 * same object as long as it says the same. It stays too, beside the error, where there is no answer for now.
 *
 * @param {(options: { signal: AbortSignal }) => Promise<any>} load
 * @param {unknown[]} inputs what is asked for
 * @param {number} [round] grows when the same may have another answer, so also after everything that is done on this page:
 *   while that is under way nobody asks for what it may delete
 * @returns {Answer}
 */
export function useAnswer(load, inputs, round) {
  const [state, setState] = useState(
    /** @type {{ loading: boolean, value?: any, error?: Error }} */ ({ loading: true }),
  )
  const [reloads, setReloads] = useState(0)
  const asked = useRef(new AbortController())
  const ask = () => {
    asked.current.abort()
    const abort = new AbortController()
    asked.current = abort
    setState(before => ({ ...before, loading: true }))
    load({ signal: abort.signal }).then(
      value => abort.signal.aborted || setState(before => ({ value: unchanged(before.value, value), loading: false })),
      error =>
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
    if (isActing()) return
    const stop = ask()
    acts.addEventListener('begin', stop)
    return () => acts.removeEventListener('begin', stop)
  }, [round])

  const reload = useCallback(() => setReloads(before => before + 1), [])
  return { ...state, reload }
}

/**
 * Whether a failure says nothing of what was asked for: the instance is away, or failed at it.
 *
 * @param {any} error
 */
export const mayPass = ({ status = 0 }) => status === 0 || status >= 500

const unchanged = (before, now) =>
  before !== undefined && JSON.stringify(before) === JSON.stringify(now) ? before : now
