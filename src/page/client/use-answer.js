import { useCallback, useEffect, useState } from './html.js'

/**
 * What a request answers, asked anew when `inputs` change. While it is asked again the last answer stays.
 *
 * @param load takes `{ signal }`
 */
export function useAnswer(load, inputs) {
  const [state, setState] = useState({ loading: true })
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
