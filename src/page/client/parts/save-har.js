import { call, withQuery } from '../api.js'
import { html, useState } from '../html.js'
import { Icon } from '../icons.js'
import { saveText } from '../save-text.js'
import { offWhile } from './off-while.js'
import { telling } from './toasts.js'

/** Saves the requests as an HTTP archive: those of the operation, status and user that are chosen. */
export function SaveHar({ filter: { operation, status, user }, isEmpty }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const known = value => (value === 'none' ? '' : value)
    const har = await telling(() =>
      call('GET', withQuery('/_control/requests.har', { operation: known(operation), status, user: known(user) })),
    )
    setBusy(false)
    if (har) saveText('understudy-requests.har', 'application/json', `${JSON.stringify(har, null, 2)}\n`)
  }
  return html`<button class="button" ...${offWhile(busy || isEmpty, save)}><${Icon} name="download" size=${15} />Save as HAR</button>`
}
