import { unauthorized } from './api.js'
import { html, useEffect, useState } from './html.js'
import { InstanceContext, useInstanceState } from './instance.js'
import { Navigation } from './navigation.js'
import { Toasts } from './parts/toasts.js'
import { useRoute } from './route.js'
import { savedKey } from './session.js'
import { KeyForm } from './views/key-form.js'
import { viewOf } from './views.js'

/** The page: its navigation and the view that the address names, or the question for the key. */
export function Shell() {
  const [hasKey, setHasKey] = useState(savedKey() !== null)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const ask = () => {
      setHasKey(false)
      setRefused(true)
    }
    unauthorized.addEventListener('unauthorized', ask)
    return () => unauthorized.removeEventListener('unauthorized', ask)
  }, [])
  if (!hasKey) return html`<${KeyForm} refused=${refused} onKey=${() => setHasKey(true)} />`
  return html`<${Stage} />`
}

function Stage() {
  const { parts, query } = useRoute()
  const instance = useInstanceState(parts.join('/'))
  const [place] = parts
  const View = viewOf(place)
  return html`<${InstanceContext.Provider} value=${instance}>
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <div class="shell">
      <${Navigation} place=${place ?? 'workflows'} counts=${instance.counts} />
      <main id="main" class="main" tabindex="-1">
        <${View} key=${[place, parts[1]].join('/')} parts=${parts.slice(1)} query=${query} />
      </main>
    </div>
    <${Toasts} />
  <//>`
}

function skip(event) {
  event.preventDefault()
  document.getElementById('main').focus()
}
