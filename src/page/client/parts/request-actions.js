import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { faultOf, matcherOf, sentOf } from '../request-forms.js'
import { hashOf } from '../route.js'
import { apiKeyHeader } from '../settings.js'
import { CurlButton } from './curl-button.js'
import { SendDialog } from './send-dialog.js'
import { tell } from './toasts.js'

/** What can be done with a request that was logged. */
export function RequestActions({ request }) {
  const [asks, setAsks] = useState(false)
  const sent = sentOf(request, apiKeyHeader)
  const copyMatcher = async () => {
    await navigator.clipboard.writeText(matcherOf(request))
    tell('The matcher is copied.')
  }
  return html`<div class="buttons">
    <button class="button is-small" onClick=${() => setAsks(true)}><${Icon} name="send" size=${14} />Send again…</button>
    <${CurlButton} sent=${[sent]} />
    ${navigator.clipboard && html`<button class="button is-small" onClick=${copyMatcher}><${Icon} name="check" size=${14} />Copy as matcher</button>`}
    <a class="button is-small" href=${hashOf(['faults'], faultOf(request))}><${Icon} name="bolt" size=${14} />Make a fault of this</a>
    ${asks && html`<${SendDialog} sent=${sent} onClose=${() => setAsks(false)} />`}
  </div>`
}
