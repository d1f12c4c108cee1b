import { useCallback, useEffect, useState } from './html.js'

/** @typedef {{ loading: boolean, value?: any, error?: Error }} Answer */

/**
 * What a request answers, asked anew when `inputs` change. While it is asked again the last answer stays.
 *
 * @param {(options: { signal: AbortSignal }) => Promise<any>} load
 * @param {unknown[]} inputs
 */
export function useAnswer(load, inputs) {
  const [state, setState] = useState(/** @type {Answer} */ ({ loading: true }))
  const [round, setRound] = useState(0)

  useEffect(() => {
    const abort = new AbortController()
    setState(before => ({ ...before, loading: true }))
    load({ signal: abort.signal }).then(
      value => abort.signal.aborted || setState({ value, loading: false }),
      error => abort.signal.aborted || setState({ error, loading: false }),
    )
    return () => abort.abort()
  }, [...inputs, round])

  const reload = useCallback(() => setRound(before => before + 1), [])
  return { ...state, reload }
}
