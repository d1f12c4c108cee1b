import { html, useEvent, useState } from '../html.ts'
import { Dialog } from '../parts/dialogs.ts'
import { discardEdits, unsaved } from '../routing/unsaved.ts'

/** Asks before unsaved edits are left. */
export function LeaveDialog() {
  const [asked, setAsked] = useState<{ go: () => void } | undefined>(undefined)
  const stay = () => setAsked(undefined)
  const go = () => {
    stay()
    discardEdits()
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
