import { unauthorized } from './api.js'
import { html, useState } from './html.js'
import { InstanceContext, useInstanceState } from './instance.js'
import { Navigation } from './navigation.js'
import { CommandPalette } from './parts/command-palette.js'
import { DropZone } from './parts/drop-zone.js'
import { LeaveDialog } from './parts/leave-dialog.js'
import { Toasts } from './parts/toasts.js'
import { useRoute } from './route.js'
import { savedKey } from './session.js'
import { useEvent } from './use-event.js'
import { KeyForm } from './views/key-form.js'
import { viewOf } from './views.js'

/** The page: its navigation and the view that the address names, or the question for the key. */
export function Shell() {
  const route = useRoute()
  const [hasKey, setHasKey] = useState(savedKey() !== null)
  const [refused, setRefused] = useState(false)
  useEvent(unauthorized, 'unauthorized', () => {
    setHasKey(false)
    setRefused(true)
  })
  if (!hasKey) return html`<${KeyForm} refused=${refused} onKey=${() => setHasKey(true)} />`
  return html`<${Stage} route=${route} />`
}

function Stage({ route: { parts, query } }) {
  const instance = useInstanceState()
  const [place] = parts
  const View = viewOf(place, instance)
  return html`<${InstanceContext.Provider} value=${instance}>
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <div class="shell">
      <${Navigation} place=${place ?? 'workflows'} />
      <main id="main" class="main" tabindex="-1">
        <${View} key=${keyOf(parts)} parts=${parts.slice(1)} query=${query} />
      </main>
    </div>
    <${DropZone} />
    <${CommandPalette} />
    <${LeaveDialog} />
    <${Toasts} />
  <//>`
}

/** A request is shown beside the list of requests: both are one place. */
const keyOf = ([place, id]) => (place === 'requests' ? place : [place, id].join('/'))

function skip(event) {
  event.preventDefault()
  document.getElementById('main').focus()
}
