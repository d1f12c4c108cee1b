import { html, useEffect, useEvent, useState } from '../html.ts'
import { type LiveState, live, liveState } from '../instance/events.ts'
import { Icon } from '../parts/icons.ts'

/** A stream that ends is opened again: only one that stays away is reported. */
const REPORTED_AFTER_MS = 3000

/** Says over every view that the instance is gone, and that what is shown is as it was. */
export function Disconnected() {
  const [state, setState] = useState<LiveState>(liveState.current)
  const [isGone, setGone] = useState(false)
  useEvent<LiveState>(live, 'state', detail => setState(detail))
  useEffect(() => {
    setGone(false)
    if (state === 'live') return
    // a tab in the background closes its stream by itself
    const timer = setTimeout(() => setGone(!document.hidden), REPORTED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state])
  return html`<div role="status">
    ${
      isGone &&
      html`<p class="notice">
        <${Icon} name="alert" size=${16} />
        <span>The instance is gone: what is shown is as it was. The page connects again by itself.</span>
      </p>`
    }
  </div>`
}
