import { html, useState } from '../html.js'
import { giveUpEdits, unsaved } from '../unsaved.js'
import { useEvent } from '../use-event.js'
import { Dialog } from './dialog.js'

/** Asks whether somebody leaves what they typed and did not save. */
export function LeaveDialog() {
  const [asked, setAsked] = useState(undefined)
  const stay = () => setAsked(undefined)
  const go = () => {
    stay()
    giveUpEdits()
    asked.go()
  }
  useEvent(unsaved, 'leaving', ({ detail }) => setAsked({ go: detail }))
  useEvent(unsaved, 'saved', () => asked && go(), [asked])
  return (
    asked &&
    html`<${Dialog} title="Leave without saving?" onClose=${stay}>
      <p class="dialog-says">What you typed here is not saved. It is lost when you leave.</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick=${stay}>Stay</button>
        <button type="button" class="button is-danger" onClick=${go}>Leave without saving</button>
      </div>
    <//>`
  )
}
