import { useEffect } from './html.js'

/**
 * Listens as long as the part of the page is shown.
 *
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: any) => void} listener
 * @param {unknown[]} inputs what the listener goes by
 */
export function useEvent(target, type, listener, inputs = []) {
  useEffect(() => {
    target.addEventListener(type, listener)
    return () => target.removeEventListener(type, listener)
  }, inputs)
}
