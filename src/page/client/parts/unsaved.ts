import { html, useLayoutEffect, useState } from '../html.ts'
import { useEvent } from '../instance/use-answer.ts'
import { Dialog } from './dialogs.ts'

const edits = new Set<object>()

/**
 * Hears of `leaving`, where that would lose what is not saved (its `detail` goes all the same), and of `saved`: nothing
 * would be lost any more.
 */
export const unsaved = new EventTarget()

/** Whether something was typed that leaving would lose. */
export const isUnsaved = () => edits.size > 0

/** Lets go what was typed: nobody is asked about it. */
export const giveUpEdits = () => edits.clear()

/**
 * Says of the part of the page that it holds what is not saved, as long as it is shown.
 */
export function useUnsaved(isChanged: boolean) {
  useLayoutEffect(() => {
    if (!isChanged) return
    const edit = {}
    edits.add(edit)
    const warn = (event: Event) => edits.has(edit) && event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('beforeunload', warn)
      if (edits.delete(edit) && !isUnsaved()) unsaved.dispatchEvent(new Event('saved'))
    }
  }, [isChanged])
}

/** Goes, at once where nothing is lost by it; otherwise the person is asked first. */
export function leave(go: () => void): void {
  if (isUnsaved()) unsaved.dispatchEvent(new CustomEvent('leaving', { detail: go }))
  else go()
}

/** Asks whether somebody leaves what they typed and did not save. */
export function LeaveDialog() {
  const [asked, setAsked] = useState<{ go: () => void } | undefined>(undefined)
  const stay = () => setAsked(undefined)
  const go = () => {
    stay()
    giveUpEdits()
    asked?.go()
  }
  useEvent<() => void>(unsaved, 'leaving', detail => setAsked({ go: detail }))
  useEvent(unsaved, 'saved', () => asked && go(), [asked])
  return (
    asked &&
    html`<${Dialog} title="Leave without saving?" onClose=${stay}>
      <p class="dialog-says">Your changes are not saved. They are lost if you leave.</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${stay}>Stay</button>
        <button type="button" class="button is-danger" onClick=${go}>Leave without saving</button>
      </div>
    <//>`
  )
}
