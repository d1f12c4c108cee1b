import { useState } from './html.js'

/**
 * The cursors of the pages that were gone through; none when `question`, what the list is asked for, changes.
 *
 * @param {string} question
 * @returns {[cursors: string[], set: (next: string[]) => void]}
 */
export function useCursors(question) {
  const [state, setState] = useState({ question, cursors: [] })
  const cursors = state.question === question ? state.cursors : []
  return [cursors, next => setState({ question, cursors: next })]
}
