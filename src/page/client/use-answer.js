import { useCallback, useEffect, useState } from './html.js'

/** @typedef {{ loading: boolean, value?: any, error?: Error, reload: () => void }} Answer */

/**
 * What a request answers, asked anew when `inputs` change. While it is asked again the last answer stays, and it is the
 * same object as long as it says the same. It stays too, beside the error, where there is no answer for now.
 *
 * @param {(options: { signal: AbortSignal }) => Promise<any>} load
 * @param {unknown[]} inputs
 * @returns {Answer}
 */
export function useAnswer(load, inputs) {
  const [state, setState] = useState(
    /** @type {{ loading: boolean, value?: any, error?: Error }} */ ({ loading: true }),
  )
  const [round, setRound] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    setState(before => ({ ...before, loading: true }))
    load({ signal: abort.signal }).then(
      value => abort.signal.aborted || setState(before => ({ value: unchanged(before.value, value), loading: false })),
      error =>
        abort.signal.aborted ||
        setState(before => ({ value: mayPass(error) ? before.value : undefined, error, loading: false })),
    )
    return () => abort.abort()
  }, [...inputs, round])

  const reload = useCallback(() => setRound(before => before + 1), [])
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
